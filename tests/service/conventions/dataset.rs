//! The records of a walk: some of every kind, attached to each other, one of each kind deleted.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};

use super::declared::{Kind, Leads, Relation, Target, document, is_type, kinds};
use super::samples::{self, EACH, ExistingRecords, GONE, NAMES};
use super::sequence::in_order;
use crate::access::arranged::is_always_allowed;
use crate::records::published;
use crate::world::{Client, Team, World, within};

/// A record as the service last showed it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) shown: Value,
    pub(crate) live: bool,
}

pub(crate) struct Dataset<'w> {
    pub(crate) team: Team<'w>,
    pub(crate) kinds: Vec<Kind>,
    rows: BTreeMap<String, Vec<Row>>,
    /// Which records are attached to each other: list and id of both sides, in both orders.
    attached: BTreeSet<(String, i64, String, i64)>,
}

impl<'w> Dataset<'w> {
    /// The records of one team, beside those of another that no answer may show.
    pub(crate) fn build(world: &'w World) -> Dataset<'w> {
        Dataset::of(world, 2);
        Dataset::of(world, EACH)
    }

    fn of(world: &'w World, each: usize) -> Dataset<'w> {
        let kinds = kinds(&document(world));
        let (rows, attached) = (BTreeMap::new(), BTreeSet::new());
        let mut data = Dataset { team: world.team(), kinds, rows, attached };
        for kind in in_order(&data.kinds) {
            match kind.path.as_str() {
                "/users" => data.add_users(world, each),
                "/form-responses" => {
                    data.publish_two();
                    data.create(&kind, 0..each / 2);
                    data.raise_versions();
                    data.create(&kind, each / 2..each);
                }
                // They are made with the responses.
                "/form-answers" => data.find("/form-answers"),
                _ => data.create(&kind, 0..each),
            }
        }
        for kind in data.kinds.clone() {
            kind.relations.iter().for_each(|relation| data.attach(&kind, relation));
        }
        for kind in &data.kinds {
            data.change_some(kind);
            data.act_on_some(kind);
        }
        for kind in data.kinds.clone() {
            data.look_again(&kind);
        }
        for kind in data.kinds.clone() {
            if kind.soft_deletes && each > GONE {
                let id = data.rows[&kind.path][GONE].id;
                data.delete(&kind, id);
            }
        }
        data
    }

    /// The people of the team come from the command line.
    fn add_users(&mut self, world: &World, count: usize) {
        let team = self.team.id.to_string();
        for (number, name) in NAMES.iter().take(count).enumerate() {
            let email = ["Zoe_%d@b.example", "zoe.%d@B.example", "A%d@b.example"][number % 3];
            let email = email.replace("%d", &format!("{number}t{team}"));
            let role = ["viewer", "member", "admin"][number % 3];
            let command = ["user", "add", "--team", &team, "--email", &email, "--name", name, "--role", role];
            world.cli(&command);
        }
        // That somebody asked is noted a moment later, and shows from then on.
        self.team.admin().get("/users").status_is(200);
        within(Duration::from_secs(10), "two users are noted", || {
            let users = self.team.owner().get("/users").status_is(200);
            users.items().iter().filter(|user| !user["last_active_at"].is_null()).count() == 2
        });
        // They have keys before others are made.
        for list in ["/users", "/keys"] {
            let there = self.team.owner().get(list).status_is(200);
            self.rows.insert(list.to_owned(), there.items().iter().map(row).collect());
        }
    }

    /// Forms that may be answered, beside those that say all that a form may.
    fn publish_two(&mut self) {
        let project = self.rows["/projects"][0].id;
        for name in ["Answered", "Answered again"] {
            published(self.team.owner(), project, name);
        }
        for list in ["/forms", "/form-steps", "/form-questions"] {
            self.find(list);
        }
    }

    /// The records of a list as it is.
    fn find(&mut self, list: &str) {
        let there = self.team.owner().get(&format!("{list}?sort=id&page[size]=500")).status_is(200);
        self.rows.insert(list.to_owned(), there.items().iter().map(row).collect());
    }

    /// Lets answers be read otherwise from here on.
    fn raise_versions(&mut self) {
        let asked = self.rows["/form-questions"].iter().filter(|it| it.shown["key"] == "why");
        for id in asked.map(|it| it.id).collect::<Vec<_>>() {
            let settings = json!({ "settings": { "max_length": 100 } });
            self.team.owner().patch(&format!("/form-questions/{id}"), settings).status_is(200);
        }
        for list in ["/forms", "/form-questions"] {
            self.find(list);
        }
    }

    fn create(&mut self, kind: &Kind, numbers: std::ops::Range<usize>) {
        let create = kind.create.as_ref();
        let create = create.unwrap_or_else(|| panic!("clients create no {}: say in Dataset::of who does", kind.path));
        for number in numbers {
            let body = samples::body(kind, number, &self.there());
            let client = if number % 3 == 2 { self.team.admin() } else { self.team.owner() };
            let created = client.post(&kind.path, body.clone()).status_is(create.done);
            shows(created.data(), &said(kind, body), &kind.path);
            self.rows.entry(kind.path.clone()).or_default().push(row(created.data()));
        }
    }

    fn there(&self) -> ExistingRecords {
        let shown = |rows: &Vec<Row>| rows.iter().map(|it| it.shown.clone()).collect();
        self.rows.iter().map(|(path, rows)| (path.clone(), shown(rows))).collect()
    }

    /// Attaches records to each other, some to none and some to several, from whichever side comes first.
    fn attach(&mut self, kind: &Kind, relation: &Relation) {
        // What is archived of goals is not named anew.
        let open = |path: &str, row: &&Row| path != "/goals" || row.shown["status"] != "archived";
        let ids = |path: &str| self.rows[path].iter().filter(|it| open(path, it)).map(|it| it.id).collect::<Vec<_>>();
        let (from, to, name) = match relation.leads {
            Leads::Linked => (kind.path.as_str(), relation.target(), relation.name.as_str()),
            Leads::LinkedFrom => (relation.target(), kind.path.as_str(), kind.path.trim_start_matches('/')),
            Leads::One(_) | Leads::Many(_) | Leads::Through(..) => return,
        };
        let (near, far) = (ids(from), ids(to));
        if self.attached.iter().any(|it| it.0 == from && it.2 == to) {
            return;
        }
        for (number, id) in near.iter().enumerate() {
            let mut ids: Vec<i64> =
                (0..(number + 1) % 4).map(|step| far[(GONE + step + number / 4) % far.len()]).collect();
            if (from, name) == ("/experiments", "goals") {
                // What is named as the primary goal is attached as well.
                ids.extend(self.rows[from][number].shown["primary_goal_id"].as_i64());
                ids.sort_unstable();
            }
            ids.dedup();
            let path = format!("{from}/{id}/{name}");
            self.team.owner().put(&path, json!({ "ids": ids })).status_is(200);
            for other in ids {
                let (one, two) = (from.to_owned(), to.to_owned());
                self.attached.insert((one.clone(), *id, two.clone(), other));
                self.attached.insert((two, other, one, *id));
            }
        }
    }

    /// Changes two records, the later one first, so that they were changed in another order than made.
    fn change_some(&self, kind: &Kind) {
        // What users say of themselves is theirs to say.
        let Some(update) = kind.update.as_ref().filter(|_| kind.create.is_some()) else { return };
        let fields = update.body["properties"].as_object().expect("the fields of a body");
        if kind.path == "/form-responses" {
            for place in [1, 0] {
                let path = format!("{}/{}", kind.path, self.rows[&kind.path][place].id);
                let body = json!({ "metadata": { "changed": format!("{place}") } });
                shows(self.team.owner().patch(&path, body.clone()).status_is(update.done).data(), &body, &path);
            }
            return;
        }
        let plain = || fields.iter().filter(|(_, it)| is_plain(it)).map(|it| it.0);
        let field = plain().find(|it| !kind.compares(it)).or_else(|| plain().next());
        let field = field.unwrap_or_else(|| panic!("{} takes no plain text", kind.path));
        for place in [1, 0] {
            let path = format!("{}/{}", kind.path, self.rows[&kind.path][place].id);
            let body = json!({ field: format!("Changed {place}") });
            shows(self.team.owner().patch(&path, body.clone()).status_is(update.done).data(), &body, &path);
        }
    }

    /// Does to some records what is done to such, whatever their status; what would undo it is not tried.
    fn act_on_some(&self, kind: &Kind) {
        let always = |action: &&String| *action == "archive" || is_always_allowed(&kind.path_of_action(action));
        for action in kind.actions.iter().filter(always).filter(|it| !it.starts_with("un")) {
            for row in self.rows[&kind.path].iter().skip(3).step_by(4) {
                let path = format!("{}/{}/{action}", kind.path, row.id);
                self.team.owner().post(&path, json!({})).status_is(200);
            }
        }
    }

    /// Reads the records again: what was done to them and to others may show in them.
    fn look_again(&mut self, kind: &Kind) {
        let client = self.team.owner().clone();
        for it in self.rows.get_mut(&kind.path).into_iter().flatten() {
            *it = row(client.get(&format!("{}/{}", kind.path, it.id)).status_is(200).data());
        }
    }

    pub(crate) fn delete(&mut self, kind: &Kind, id: i64) {
        self.team.owner().delete(&format!("{}/{id}", kind.path)).status_is(204);
        self.row_mut(&kind.path, id).live = false;
        if !kind.soft_deletes {
            self.rows.get_mut(&kind.path).expect("a kind").retain(|it| it.live);
        }
        self.look_at_counts();
    }

    /// Reads the records again that count those they are attached to.
    fn look_at_counts(&mut self) {
        for kind in self.kinds.clone() {
            if kind.record["properties"].get("usage_count").is_some() {
                self.look_again(&kind);
            }
        }
    }

    pub(crate) fn restore(&mut self, kind: &Kind, id: i64) {
        let path = format!("{}/{id}/restore", kind.path);
        let shown = row(self.team.owner().post(&path, json!({})).status_is(200).data());
        *self.row_mut(&kind.path, id) = shown;
        self.look_at_counts();
    }

    fn row_mut(&mut self, path: &str, id: i64) -> &mut Row {
        let rows = self.rows.get_mut(path).expect("a kind");
        rows.iter_mut().find(|it| it.id == id).expect("a record")
    }

    pub(crate) fn client(&self) -> &Client {
        self.team.owner()
    }

    /// The records that are not deleted, in the order of their ids.
    pub(crate) fn live(&self, path: &str) -> Vec<&Row> {
        self.rows[path].iter().filter(|it| it.live).collect()
    }

    /// Those of them that the list shows where no filter is named.
    pub(crate) fn listed(&self, kind: &Kind) -> Vec<&Row> {
        let kept = |row: &&Row| {
            let mut usual = kind.filters.iter().filter_map(|it| Some((it, it.otherwise()?)));
            usual.all(|(filter, value)| filter.keeps(&row.shown, value))
        };
        self.live(&kind.path).into_iter().filter(kept).collect()
    }

    pub(crate) fn deleted(&self, path: &str) -> Vec<&Row> {
        self.rows[path].iter().filter(|it| !it.live).collect()
    }

    /// The live records that a relation of a record leads to, in the order of their ids.
    pub(crate) fn related(&self, kind: &Kind, record: &Row, relation: &Relation) -> Vec<&Row> {
        self.leading(kind, record, relation).into_iter().filter(|it| it.live).collect()
    }

    /// Whether a relation of some live record would lead to a deleted one.
    pub(crate) fn leads_to_deleted(&self, kind: &Kind, relation: &Relation) -> bool {
        let deleted = |row: &&Row| self.leading(kind, row, relation).iter().any(|it| !it.live);
        self.live(&kind.path).iter().any(deleted)
    }

    /// The records that a relation of a record leads to, deleted ones included.
    fn leading(&self, kind: &Kind, record: &Row, relation: &Relation) -> Vec<&Row> {
        let rows = |target: &'_ Target| self.rows[&target.path].iter();
        let all = relation.targets.iter().flat_map(|target| rows(target).map(move |row| (target, row)));
        let pair = |it: &Row| (kind.path.clone(), record.id, relation.target().to_owned(), it.id);
        let leads = |(target, it): &(&Target, &Row)| match &relation.leads {
            Leads::One(naming) => naming.names(&record.shown, &target.singular, it.id),
            Leads::Many(naming) => naming.names(&it.shown, &kind.singular, record.id),
            Leads::Linked | Leads::LinkedFrom => self.attached.contains(&pair(it)),
            Leads::Through(list, naming) => self.live(list).into_iter().any(|between| {
                let attached = (list.to_string(), between.id, target.path.clone(), it.id);
                naming.names(&between.shown, &kind.singular, record.id) && self.attached.contains(&attached)
            }),
        };
        all.filter(leads).map(|(_, row)| row).collect()
    }
}

/// What a new record shows of a body, which may say beside what is done with it. A response shows when it was begun
/// where the body does not say it, and its answers have a list of their own.
fn said(kind: &Kind, mut body: Value) -> Value {
    let is_response = kind.path == "/form-responses";
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|field, _| kind.record["properties"].get(field).is_some());
        fields.retain(|field, value| !is_response || (field != "answers" && !value.is_null()));
    }
    body
}

/// A new or changed record shows what was sent, and may show more.
#[track_caller]
fn shows(shown: &Value, sent: &Value, here: &str) {
    match (shown, sent) {
        (Value::Object(_), Value::Object(members)) => {
            members.iter().for_each(|(name, it)| shows(&shown[name], it, &format!("{here} {name}")));
        }
        (Value::Array(items), Value::Array(wanted)) => {
            assert_eq!(items.len(), wanted.len(), "{here}");
            items.iter().zip(wanted).for_each(|(item, it)| shows(item, it, here));
        }
        (shown, sent) => assert_eq!(shown, sent, "{here}"),
    }
}

fn is_plain(schema: &Value) -> bool {
    let formed = ["format", "pattern", "enum"].iter().any(|it| schema.get(it).is_some());
    is_type(schema, "string") && !formed
}

fn row(shown: &Value) -> Row {
    Row { id: shown["id"].as_i64().expect("an id"), shown: shown.clone(), live: true }
}
