//! The records of a walk: some of every kind, attached to each other, one of each kind deleted.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::declared::{Kind, Leads, Relation, document, is_type, kinds};
use super::samples::{self, EACH, GONE, NAMES, REFERENCES};
use crate::world::{Client, Team, World};

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
                _ => data.create(&kind, each),
            }
        }
        for kind in data.kinds.clone() {
            kind.links().for_each(|relation| data.attach(&kind, relation));
        }
        for kind in data.kinds.clone() {
            data.change_some(&kind);
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
        self.team.admin();
        let users = self.team.owner().get("/users").status_is(200);
        let rows = users.items().iter().map(row).collect();
        self.rows.insert("/users".to_owned(), rows);
    }

    fn create(&mut self, kind: &Kind, count: usize) {
        assert!(kind.body.is_some(), "{} lists what clients cannot create: say in Dataset::of who makes it", kind.path);
        for number in 0..count {
            let body = samples::body(kind, number, &self.ids());
            let client = if number % 3 == 2 { self.team.admin() } else { self.team.owner() };
            let created = client.post(&kind.path, body.clone()).status_is(201);
            for (field, sent) in body.as_object().expect("fields") {
                assert_eq!(&created.data()[field], sent, "{field} of a new record under {}", kind.path);
            }
            self.rows.entry(kind.path.clone()).or_default().push(row(created.data()));
        }
    }

    fn ids(&self) -> BTreeMap<String, Vec<i64>> {
        self.rows.iter().map(|(path, rows)| (path.clone(), rows.iter().map(|it| it.id).collect())).collect()
    }

    /// Attaches records to each other, some to none and some to several, from whichever side comes first.
    fn attach(&mut self, kind: &Kind, relation: &Relation) {
        let (near, far) = (self.ids()[&kind.path].clone(), self.ids()[&relation.target].clone());
        let here = |data: &Self| data.attached.iter().filter(|it| it.0 == kind.path && it.2 == relation.target).count();
        if here(self) > 0 {
            return;
        }
        for (number, id) in near.iter().enumerate() {
            let mut ids: Vec<i64> =
                (0..(number + 1) % 4).map(|step| far[(GONE + step + number / 4) % far.len()]).collect();
            ids.dedup();
            let path = format!("{}/{id}/{}", kind.path, relation.name);
            self.team.owner().put(&path, json!({ "ids": ids })).status_is(200);
            for other in ids {
                let (one, two) = (kind.path.clone(), relation.target.clone());
                self.attached.insert((one.clone(), *id, two.clone(), other));
                self.attached.insert((two, other, one, *id));
            }
        }
    }

    /// Changes two records, the later one first, so that they were changed in another order than made.
    fn change_some(&mut self, kind: &Kind) {
        let Some(fields) = kind.body.as_ref().and_then(|it| it["properties"].as_object()) else { return };
        let field = fields.iter().find(|(name, it)| is_plain(it) && !kind.compares(name)).map(|(name, _)| name.clone());
        let field = field.unwrap_or_else(|| panic!("{} has no plain text that no list compares", kind.path));
        for place in [1, 0] {
            let path = format!("{}/{}", kind.path, self.rows[&kind.path][place].id);
            let changed = self.team.owner().patch(&path, json!({ &field: format!("Changed {place}") }));
            let shown = row(changed.status_is(200).data());
            self.rows.get_mut(&kind.path).expect("a kind")[place] = shown;
        }
    }

    pub(crate) fn delete(&mut self, kind: &Kind, id: i64) {
        self.team.owner().delete(&format!("{}/{id}", kind.path)).status_is(204);
        self.row_mut(&kind.path, id).live = false;
    }

    pub(crate) fn restore(&mut self, kind: &Kind, id: i64) {
        let path = format!("{}/{id}/restore", kind.path);
        let shown = row(self.team.owner().post(&path, json!({})).status_is(200).data());
        *self.row_mut(&kind.path, id) = shown;
    }

    fn row_mut(&mut self, path: &str, id: i64) -> &mut Row {
        let rows = self.rows.get_mut(path).expect("a kind");
        rows.iter_mut().find(|it| it.id == id).expect("a record")
    }

    pub(crate) fn client(&self) -> &Client {
        self.team.owner()
    }

    /// The records that a list shows, in the order of their ids.
    pub(crate) fn live(&self, path: &str) -> Vec<&Row> {
        self.rows[path].iter().filter(|it| it.live).collect()
    }

    pub(crate) fn deleted(&self, path: &str) -> Vec<&Row> {
        self.rows[path].iter().filter(|it| !it.live).collect()
    }

    /// Whether a deleted record is attached to a live one.
    pub(crate) fn deleted_is_attached(&self, kind: &Kind, relation: &Relation) -> bool {
        let (near, far) = (self.live(&kind.path), self.deleted(&relation.target));
        let pair = |a: i64, b: i64| (kind.path.clone(), a, relation.target.clone(), b);
        near.iter().any(|a| far.iter().any(|b| self.attached.contains(&pair(a.id, b.id))))
    }

    /// The live records that a relation of a record leads to, in the order of their ids.
    pub(crate) fn related(&self, kind: &Kind, record: &Row, relation: &Relation) -> Vec<&Row> {
        let target = relation.target.as_str();
        let rows = self.live(target).into_iter();
        match relation.leads {
            Leads::One => {
                let named = record.shown.get(format!("{}_id", relation.key));
                let named = named.unwrap_or_else(|| panic!("{} has no {}_id to include by", kind.path, relation.key));
                rows.filter(|it| named.as_i64() == Some(it.id)).collect()
            }
            Leads::Many => {
                let field = format!("{}_id", kind.singular);
                let names = |it: &Row| it.shown.get(&field).map(|id| id.as_i64() == Some(record.id));
                let unsaid = || panic!("{target} has no {field} by which {} includes it", kind.path);
                rows.filter(|it| names(it).unwrap_or_else(unsaid)).collect()
            }
            Leads::Linked => {
                let pair = |it: &Row| (kind.path.clone(), record.id, target.to_owned(), it.id);
                rows.filter(|it| self.attached.contains(&pair(it))).collect()
            }
        }
    }
}

fn is_plain(schema: &Value) -> bool {
    let formed = ["format", "pattern", "enum"].iter().any(|it| schema.get(it).is_some());
    is_type(schema, "string") && !formed
}

fn row(shown: &Value) -> Row {
    Row { id: shown["id"].as_i64().expect("an id"), shown: shown.clone(), live: true }
}

/// The kinds, each after those that its records name.
fn in_order(kinds: &[Kind]) -> Vec<Kind> {
    let names = |kind: &Kind| -> Vec<&'static str> {
        let fields = kind.body.as_ref().and_then(|it| it["properties"].as_object());
        let named = |field: &String| REFERENCES.iter().find(|(name, _)| name == field);
        let named =
            fields.into_iter().flatten().filter(|(_, it)| !is_type(it, "array")).filter_map(|(it, _)| named(it));
        named.map(|it| it.1).filter(|path| *path != kind.path).collect()
    };
    let mut ordered: Vec<Kind> = Vec::new();
    while ordered.len() < kinds.len() {
        let ready = |kind: &&Kind| names(kind).iter().all(|path| ordered.iter().any(|it| it.path == *path));
        let fresh = kinds.iter().filter(|kind| !ordered.iter().any(|it| it.path == kind.path));
        let next = fresh.clone().find(ready).cloned();
        let waiting: Vec<_> = fresh.map(|it| &it.path).collect();
        let next = next.unwrap_or_else(|| panic!("{waiting:?} name kinds that have no list, or each other"));
        ordered.push(next);
    }
    ordered
}
