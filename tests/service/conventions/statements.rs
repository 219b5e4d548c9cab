//! How many statements a request costs: bounded, and the same however many records there are.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::declared::{Kind, document, is_integer, is_type, kinds};
use super::samples::named_by;
use super::walk::encode;
use crate::world::{Store, Team, World, on_both};

on_both![every_request_costs_a_bounded_number_of_statements];

/// The most statements of each request, those of its transaction included. Each include of a read adds one. A write that
/// includes something reads the record once more, after its commit.
const LIST: u64 = 6;
const VIEW: u64 = 5;
const WRITE: u64 = 15;

/// How often each request is made; the cheapest counts, because now and then one looks its key up as well.
const TIMES: usize = 4;

fn every_request_costs_a_bounded_number_of_statements(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let kinds = kinds(&document(&world));
    let shelf = Shelf { world: &world, team: &team, kinds: &kinds, next: Cell::new(0) };
    shelf.fill(1);
    let few = shelf.costs();
    shelf.fill(30);
    let many = shelf.costs();
    assert!(few.keys().eq(many.keys()), "the same requests were made twice");
    for (request, (cost, most)) in &few {
        let (among_many, _) = many[request];
        assert!(*cost > 0, "{request} costs no statement, so nothing was measured");
        assert_eq!(*cost, among_many, "{request} costs another number of statements when there are many records");
        assert!(cost <= most, "{request} costs {cost} statements; at most {most} were agreed");
    }
}

/// For each request what it costs and what it may cost.
type Costs = BTreeMap<String, (u64, u64)>;

struct Shelf<'w> {
    world: &'w World,
    team: &'w Team<'w>,
    kinds: &'w [Kind],
    next: Cell<u32>,
}

impl Shelf<'_> {
    /// Makes records until there are so many of each kind, all related to the first ones.
    fn fill(&self, count: i64) {
        for kind in self.kinds.iter().filter(|it| it.body.is_none()) {
            assert_eq!(kind.path, "/users", "say who makes what is listed under {}", kind.path);
            for _ in self.total(kind)..count {
                self.team.user("viewer");
            }
        }
        // A kind that names another is made after it, whatever the order of their paths.
        for _ in self.kinds {
            for kind in self.kinds.iter().filter(|it| it.body.is_some()) {
                for _ in self.total(kind)..count {
                    self.create(kind);
                }
            }
        }
        for kind in self.kinds {
            for link in kind.links() {
                let (near, far) = (self.ids(&kind.path), self.ids(&link.target));
                let path = format!("{}/{}/{}", kind.path, near[0], link.name);
                self.team.owner().put(&path, json!({ "ids": far })).status_is(200);
            }
        }
    }

    fn total(&self, kind: &Kind) -> i64 {
        self.team.owner().get(&kind.path).status_is(200).total()
    }

    fn ids(&self, path: &str) -> Vec<i64> {
        self.team.owner().get(path).status_is(200).ids()
    }

    /// Creates a record that names the first of each kind there is, or none where the kinds it needs are not there.
    fn create(&self, kind: &Kind) {
        if let Some(body) = self.body(kind) {
            self.team.owner().post(&kind.path, body).status_is(201);
        }
    }

    fn body(&self, kind: &Kind) -> Option<Value> {
        let schema = kind.body.as_ref()?;
        let required = |field: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == field));
        let mut body = json!({});
        for (field, schema) in schema["properties"].as_object()? {
            if field.ends_with("_id") {
                match self.ids(named_by(&kind.path, field)).first() {
                    Some(first) => body[field] = json!(first),
                    None if required(field) => return None,
                    None => {}
                }
            } else if required(field) {
                assert!(is_type(schema, "string"), "say what stands in {field} of {}", kind.path);
                body[field] = json!(self.fresh());
            }
        }
        Some(body)
    }

    fn fresh(&self) -> String {
        self.next.set(self.next.get() + 1);
        format!("Text {}", self.next.get())
    }

    fn statements(&self) -> u64 {
        let metrics = self.world.client(None).get(&format!("{}/metrics", self.world.origin())).status_is(200).text();
        let line = metrics.lines().find_map(|it| it.strip_prefix("uplift_database_statements_total "));
        line.and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("no count of statements in {metrics}"))
    }

    fn cost(&self, mut request: impl FnMut(usize)) -> u64 {
        let once = |time| {
            let before = self.statements();
            request(time);
            self.statements() - before
        };
        (0..TIMES).map(once).min().unwrap_or_default()
    }

    /// What each request costs at its cheapest, and may cost.
    fn costs(&self) -> Costs {
        let mut costs = Costs::new();
        for kind in self.kinds {
            let records = self.team.owner().get(&kind.path).status_is(200);
            let first = &records.items()[0];
            self.lists(kind, first, &mut costs);
            let path = format!("{}/{}", kind.path, first["id"]);
            self.views(kind, &path, &mut costs);
            if kind.body.is_some() {
                self.writes(kind, &path, &mut costs);
            }
        }
        costs
    }

    fn lists(&self, kind: &Kind, first: &Value, costs: &mut Costs) {
        let mut add = |told: String, query: &str, most: u64| {
            let path = format!("{}?{query}", kind.path);
            let cost = self.cost(|_| drop(self.team.owner().get(&path).status_is(200)));
            costs.insert(format!("GET {}?{told}", kind.path), (cost, most));
        };
        add(String::new(), "", LIST);
        for (filter, matching) in &kind.filters {
            // The first record meets each filter, so that its page is read however many others there are.
            let (field, schema) = kind.filtered(filter, *matching);
            let held = first[&field].as_str().map_or(first[&field].to_string(), str::to_owned);
            let held = encode(&held);
            add(format!("filter[{filter}] by one"), &format!("filter[{filter}]={held}"), LIST);
            let many: Vec<String> = (0..200).map(|it| it.to_string()).collect();
            let many = if is_integer(schema) { many.join(",") } else { "none,".repeat(200) };
            add(format!("filter[{filter}] by 200"), &format!("filter[{filter}]={held},{many}"), LIST);
        }
        for sort in &kind.sorts {
            add(format!("sort={sort}"), &format!("sort={sort}"), LIST);
        }
        let every = kind.sorts.join(",-");
        add(format!("sort={every}"), &format!("sort={every}"), LIST);
        for (include, most) in includes(kind) {
            add(format!("include={include}"), &format!("include={include}"), LIST + most);
        }
    }

    fn views(&self, kind: &Kind, path: &str, costs: &mut Costs) {
        for (include, most) in includes(kind).into_iter().chain([(String::new(), 0)]) {
            let path = format!("{path}?include={include}");
            let cost = self.cost(|_| drop(self.team.owner().get(&path).status_is(200)));
            costs.insert(format!("GET one of {} with {include}", kind.path), (cost, VIEW + most));
        }
    }

    fn writes(&self, kind: &Kind, first: &str, costs: &mut Costs) {
        let owner = self.team.owner();
        let mut add = |verb: &str, path: &str, cost: u64| {
            costs.insert(format!("{verb} {}{path}", kind.path), (cost, WRITE));
        };
        let body = self.body(kind).expect("a body");
        let mut made = Vec::new();
        add("create", "", self.cost(|_| made.push(owner.post(&kind.path, body.clone()).status_is(201).id())));
        add("update", "", self.cost(|_| drop(owner.patch(first, json!({ "name": self.fresh() })).status_is(200))));
        let one = |time: usize| format!("{}/{}", kind.path, made[time]);
        add("delete", "", self.cost(|time| drop(owner.delete(&one(time)).status_is(204))));
        let restore = |time: usize| owner.post(&format!("{}/restore", one(time)), json!({})).status_is(200);
        add("restore", "", self.cost(|time| drop(restore(time))));
        for link in kind.links() {
            let related = self.ids(&link.target)[0];
            let path = |time: usize| format!("{}/{}", one(time), link.name);
            let put = |time: usize, ids: Value| drop(owner.put(&path(time), json!({ "ids": ids })).status_is(200));
            let attach = |time: usize| drop(owner.post(&path(time), json!({ "ids": [related] })).status_is(200));
            let detach = |time: usize| drop(owner.delete(&format!("{}/{related}", path(time))).status_is(200));
            add("attach", &link.name, self.cost(attach));
            add("clear", &link.name, self.cost(|time| put(time, json!([]))));
            add("set", &link.name, self.cost(|time| put(time, json!([related]))));
            add("detach", &link.name, self.cost(detach));
        }
        for id in made {
            owner.delete(&format!("{}/{id}", kind.path)).status_is(204);
        }
    }
}

/// Each include alone and all at once, with how many they are.
fn includes(kind: &Kind) -> Vec<(String, u64)> {
    let mut includes: Vec<(String, u64)> = kind.includes.iter().map(|include| (include.clone(), 1)).collect();
    let all = u64::try_from(includes.len()).expect("a small number");
    includes.push((kind.includes.join(","), all));
    includes
}
