//! How many statements a request costs: bounded, and the same however many records there are.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::compared::Matching;
use super::declared::Leads;
use super::declared::{Kind, document, is_integer, kinds};
use super::filters::written;
use super::fixture::ConventionFixture;
use super::walk::encode;
use crate::access::arranged::arrange;
use crate::records::{pictured, scheme};
use crate::world::{Store, World, on_both};

on_both![every_request_costs_a_bounded_number_of_statements];

/// On a slow machine each of the times that a request is made may look the key up, which is remembered for a moment.
/// What grows with the records grows by more.
const KEY: u64 = 1;

/// The most statements of each read, those of its transaction included. Each include adds one, and so does all that is
/// part of the records, such as the assignments of schemes.
const LIST: u64 = 5;
const VIEW: u64 = 5;

/// A list without parts whose total is one counter is one statement; who asks may have to be looked up.
const PLAIN_LIST: u64 = 2;

/// The most statements of each write, which is logged and counted as well; a create may claim an identifier, for which
/// the team's numbers are held on PostgreSQL and its scheme is read once more then, and links are read before and
/// after. One that includes something reads the record once more, after its commit.
const CREATE: u64 = 19;
const UPDATE: u64 = 7;
const DELETE: u64 = 8;
/// It looks whether another record has come by the identifier, and ideas come last.
const RESTORE: u64 = 11;
const ACT: u64 = 7;
const LINK: u64 = 14;

/// What an experiment needs is looked for, and what follows for its idea: where the others stand that test it.
const FOLLOWS: u64 = 10;

/// What has parts, as schemes have, is held with the numbers of its team, and its parts are read before it is changed
/// and written by themselves.
const PARTED: u64 = 3;

/// What is part of a record is changed while that is held, and is whose that is; and experiments look at their idea and
/// at their primary goal. The figures of an experiment are computed anew of its team's settings, its variations and
/// that goal.
const WHOLE: u64 = 13;

/// An attachment and its file.
const FILE: u64 = 4;

/// A file that nothing has any more goes with its attachment.
const DELETE_WITH_FILE: u64 = 10;

fn every_request_costs_a_bounded_number_of_statements(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let kinds = kinds(&document(&world));
    let fixture = ConventionFixture { world: &world, team: &team, kinds: &kinds, next: Cell::new(0) };
    // Every record that may have an identifier claims one.
    scheme(team.owner(), "All", json!([{ "entity_type": "ideas" }, { "entity_type": "insights" }]));
    // One insight takes the place of another.
    fixture.fill(2);
    let few = costs(&fixture);
    // With more of them, what includes everything would not be a short read any more.
    fixture.fill(20);
    let many = costs(&fixture);
    assert!(few.keys().eq(many.keys()), "the same requests were made twice");
    for (request, (cost, most)) in &few {
        let (among_many, _) = many[request];
        assert!(*cost > 0, "{request} costs no statement, so nothing was measured");
        let differ = cost.abs_diff(among_many);
        assert!(differ <= KEY, "{request} costs {cost} statements, and {among_many} when there are many records");
        assert!(*cost <= most + KEY, "{request} costs {cost} statements; at most {most} were agreed");
    }
}

/// For each request what it costs and what it may cost.
type Costs = BTreeMap<String, (u64, u64)>;

fn costs(fixture: &ConventionFixture<'_>) -> Costs {
    let mut costs = Costs::new();
    for kind in fixture.kinds {
        let records = fixture.client().get(&kind.path).status_is(200);
        let first = &records.items()[0];
        lists(fixture, kind, first, &mut costs);
        let path = format!("{}/{}", kind.path, first["id"]);
        views(fixture, kind, &path, &mut costs);
        writes(fixture, kind, &path, &mut costs);
    }
    files(fixture, &mut costs);
    costs
}

fn lists(fixture: &ConventionFixture<'_>, kind: &Kind, first: &Value, costs: &mut Costs) {
    let list = LIST + parts(kind);
    let mut add = |told: String, query: &str, most: u64| {
        let path = format!("{}?{query}", kind.path);
        // Each address is another, so that no page is found that was kept.
        let cost = fixture.cost(|time| drop(fixture.client().get(&format!("{path}&time={time}")).status_is(200)));
        costs.insert(format!("GET {}?{told}", kind.path), (cost, most));
    };
    add(String::new(), "", if parts(kind) == 0 { PLAIN_LIST } else { list });
    for filter in &kind.filters {
        // The first record meets each filter, so that its page is read however many others there are.
        let held = encode(&filter.held(first).first().map(written).unwrap_or_default());
        let name = format!("filter[{}]", filter.name);
        add(format!("{name} by one"), &format!("{name}={held}"), list);
        // As many as a filter takes, or nearly.
        let others = if filter.matching == Matching::Partial { 49 } else { 200 };
        let many: Vec<String> = (0..others).map(|it| it.to_string()).collect();
        let many = if is_integer(&filter.schema) { many.join(",") } else { "none,".repeat(others) };
        add(format!("{name} by many"), &format!("{name}={held},{many}"), list);
    }
    for sort in &kind.sorts {
        add(format!("sort={sort}"), &format!("sort={sort}"), list);
    }
    let every = kind.sorts.join(",-");
    add(format!("sort={every}"), &format!("sort={every}"), list);
    for (include, most) in includes(kind) {
        add(format!("include={include}"), &format!("include={include}"), list + most);
    }
}

fn views(fixture: &ConventionFixture<'_>, kind: &Kind, path: &str, costs: &mut Costs) {
    for (include, most) in includes(kind).into_iter().chain([(String::new(), 0)]) {
        let path = format!("{path}?include={include}");
        let cost = fixture.cost(|_| drop(fixture.client().get(&path).status_is(200)));
        costs.insert(format!("GET one of {} with {include}", kind.path), (cost, VIEW + parts(kind) + most));
    }
}

fn writes(fixture: &ConventionFixture<'_>, kind: &Kind, first: &str, costs: &mut Costs) {
    let owner = fixture.client();
    let mut add = |verb: &str, most: u64, cost: u64| {
        costs.insert(format!("{verb} {}", kind.path), (cost, most));
    };
    let Some(create) = &kind.create else { return };
    let parted = parted(kind);
    let mut body = fixture.body(kind, &fixture.there()).expect("a body");
    let mut body = || {
        if !body["email"].is_null() {
            body["email"] = json!(format!("{}@example.test", fixture.fresh().replace(' ', "-")));
        }
        body["name"] = json!(fixture.fresh());
        if ["/project-lookups", "/form-questions"].contains(&kind.path.as_str()) {
            body["key"] = json!(fixture.fresh().to_lowercase().replace(' ', "_"));
        }
        body.clone()
    };
    let mut made = Vec::new();
    add(
        "create",
        CREATE + parted,
        fixture.cost(|_| made.push(owner.post(&kind.path, body()).status_is(create.done).id())),
    );
    if let Some(update) = &kind.update {
        let change = || owner.patch(first, json!({ "name": fixture.fresh() })).status_is(update.done);
        // A name that only one may have is looked for first.
        let looked_for = u64::from(kind.path == "/tags");
        add("update", UPDATE + looked_for + parted, fixture.cost(|_| drop(change())));
    }
    acts(fixture, kind, &made, &mut add);
    links(fixture, kind, &made, &mut add);
    deletes(fixture, kind, &made, &mut add);
}

/// What the parts of a record, or the whole that it is part of, add to each write.
fn parted(kind: &Kind) -> u64 {
    match kind.path.as_str() {
        // The team is held while its lookups change, and what stands after one that is deleted moves up.
        "/project-lookups" => 4,
        // A form is held with all its steps and questions, and a slug is looked for.
        path if path.starts_with("/form") => 10,
        "/experiments" | "/variations" => WHOLE,
        _ if parts(kind) == 0 => 0,
        _ => parts(kind) + PARTED,
    }
}

fn acts(fixture: &ConventionFixture<'_>, kind: &Kind, made: &[i64], add: &mut impl FnMut(&str, u64, u64)) {
    let owner = fixture.client();
    let one = |time: usize| format!("{}/{}", kind.path, made[time]);
    for action in &kind.actions {
        for time in 0..made.len() {
            arrange(&kind.path_of_action(action), owner, &one(time));
        }
        let body = if action == "complete" { json!({ "result": "neutral" }) } else { json!({}) };
        let act = |time| owner.post(&format!("{}/{action}", one(time)), body.clone()).status_is(200);
        let follows = if kind.path == "/experiments" { FOLLOWS } else { 0 };
        // The team is held while its seats are counted.
        let held = u64::from(kind.path == "/invitations");
        // What is computed is read before it is written, each in its own transaction.
        let before = u64::from(action == "regenerate");
        add(action, ACT + follows + held + before + parted(kind), fixture.cost(|time| drop(act(time))));
    }
}

fn links(fixture: &ConventionFixture<'_>, kind: &Kind, made: &[i64], add: &mut impl FnMut(&str, u64, u64)) {
    let owner = fixture.client();
    for link in kind.links() {
        let related = fixture.ids(link.target())[0];
        let path = |time: usize| format!("{}/{}/{}", kind.path, made[time], link.name);
        // An observation stands where its insights say.
        let follows = [("/observations", "insights"), ("/insights", "observations")];
        let follows = if follows.contains(&(kind.path.as_str(), link.name.as_str())) { 4 } else { 0 };
        let most = LINK + follows + parted(kind);
        let put = |time: usize, ids: Value| drop(owner.put(&path(time), json!({ "ids": ids })).status_is(200));
        let attach = |time: usize| drop(owner.post(&path(time), json!({ "ids": [related] })).status_is(200));
        let detach = |time: usize| drop(owner.delete(&format!("{}/{related}", path(time))).status_is(200));
        add(&format!("attach {} of", link.name), most, fixture.cost(attach));
        add(&format!("clear {} of", link.name), most, fixture.cost(|time| put(time, json!([]))));
        add(&format!("set {} of", link.name), most, fixture.cost(|time| put(time, json!([related]))));
        add(&format!("detach {} of", link.name), most, fixture.cost(detach));
    }
}

fn deletes(fixture: &ConventionFixture<'_>, kind: &Kind, made: &[i64], add: &mut impl FnMut(&str, u64, u64)) {
    let (owner, parted) = (fixture.client(), parted(kind));
    let one = |time: usize| format!("{}/{}", kind.path, made[time]);
    // What goes for good takes its links along; tags count what comes and goes.
    let linked = u64::from(kind.relations.iter().any(|it| matches!(it.leads, Leads::Linked | Leads::LinkedFrom)));
    if kind.deletes {
        // What is deleted for good takes its attachments along as well, unless others name it.
        let for_good = if kind.soft_deletes { 0 } else { 1 + unused(kind) };
        let most = DELETE + linked + for_good + parted;
        add("delete", most, fixture.cost(|time| drop(owner.delete(&one(time)).status_is(204))));
    }
    if kind.soft_deletes {
        let restore = |time: usize| owner.post(&format!("{}/restore", one(time)), json!({})).status_is(200);
        // An idea looks at the experiments that tested it meanwhile.
        let tested = if kind.path == "/ideas" { 2 } else { 0 };
        add("restore", RESTORE + linked + parted + tested, fixture.cost(|time| drop(restore(time))));
        made.iter().for_each(|id| drop(owner.delete(&format!("{}/{id}", kind.path)).status_is(204)));
    }
}

/// What it takes to find out that nothing names a record, and to let deleted records forget it.
fn unused(kind: &Kind) -> u64 {
    let names = |leads: &Leads| matches!(leads, Leads::Many(_) | Leads::LinkedFrom);
    let named = kind.relations.iter().filter(|it| names(&it.leads) && it.target() != "/attachments");
    match u64::try_from(named.count()).expect("a small number") {
        0 => 0,
        kinds => 1 + 3 * kinds,
    }
}

/// Files are no JSON: they come by another body, and are read at two addresses.
fn files(fixture: &ConventionFixture<'_>, costs: &mut Costs) {
    let owner = fixture.client();
    let project = fixture.ids("/projects")[0];
    let mut add = |told: &str, cost: u64, most: u64| costs.insert(told.to_owned(), (cost, most));
    let mut made = Vec::new();
    let seed = || fixture.fresh().trim_start_matches("Text ").parse().expect("a number");
    let cost = fixture.cost(|_| made.push(pictured(owner, project, "project", project, seed())));
    add("upload a file", cost, CREATE);
    let one = |time: usize| format!("/attachments/{}", made[time]);
    add("GET a file", fixture.cost(|time| drop(owner.get(&format!("{}/file", one(time))).status_is(200))), FILE);
    let address = |time| owner.get(&one(time)).status_is(200).data()["url"].as_str().expect("an address").to_owned();
    let addresses: Vec<String> = (0..made.len()).map(address).collect();
    add("open a file", fixture.cost(|time| drop(owner.get(&addresses[time]).status_is(200))), FILE);
    add("delete a file", fixture.cost(|time| drop(owner.delete(&one(time)).status_is(204))), DELETE_WITH_FILE);
}

fn parts(kind: &Kind) -> u64 {
    u64::try_from(kind.parts().count()).expect("a small number")
}

/// Each include alone and all at once, with how many they are.
fn includes(kind: &Kind) -> Vec<(String, u64)> {
    // What is shown within another relation brings that one along.
    let cost = |include: &str| if include.contains('.') { 2 } else { 1 };
    let mut includes: Vec<(String, u64)> = kind.includes.iter().map(|it| (it.clone(), cost(it))).collect();
    let all = u64::try_from(includes.len()).expect("a small number");
    includes.push((kind.includes.join(","), all));
    includes
}
