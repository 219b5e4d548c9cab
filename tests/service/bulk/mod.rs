//! Bulk: operations on records of a kind, carried out in order in one transaction, all of them or none.

mod named;
mod refused;

use std::time::Duration;

use serde_json::{Value, json};

use crate::access::interface::{Interface, records};
use crate::access::snapshot;
use crate::records::{idea, insight, project, scheme, tag};
use crate::world::{Answer, Client, Store, World, on_both, within};

on_both![
    operations_are_carried_out_in_order,
    their_entries_share_a_batch,
    links_are_changed_as_by_their_own_operations,
    actions_are_those_that_answer_the_record,
    what_is_included_is_shown_with_each,
    so_many_operations_are_taken,
    records_are_changed_as_they_are_by_then,
    numbers_are_given_in_order,
    a_repeated_request_is_answered_again,
    every_kind_takes_what_its_operations_take,
];

/// The kinds whose records are changed in bulk.
const KINDS: [&str; 11] = [
    "ideas",
    "insights",
    "learnings",
    "observations",
    "research-collections",
    "experiments",
    "goals",
    "tags",
    "pages",
    "audiences",
    "form-questions",
];

#[track_caller]
fn bulk(client: &Client, list: &str, operations: Value) -> Answer {
    client.post(&format!("{list}/bulk"), json!({ "operations": operations }))
}

/// What an operation leaves of its record.
fn names(answer: &Answer) -> Vec<Value> {
    answer.items().iter().map(|it| it.get("name").cloned().unwrap_or_default()).collect()
}

fn create(project: i64, name: &str) -> Value {
    json!({ "op": "create", "body": { "project_id": project, "name": name } })
}

fn operations_are_carried_out_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let [first, second] = ["One", "Two"].map(|name| idea(owner, project, name));
    let answer = bulk(
        owner,
        "/ideas",
        json!([
            create(project, "Made"),
            { "op": "update", "id": first, "body": { "name": "Changed" } },
            { "op": "delete", "id": second },
            { "op": "restore", "id": second },
            { "op": "archive", "id": first },
            { "op": "update", "id": first, "body": { "name": "Changed again" } },
            { "op": "update", "id": second },
            { "op": "delete", "id": second },
        ]),
    )
    .status_is(200);
    let shown = [json!("Made"), json!("Changed"), Value::Null, json!("Two"), json!("Changed"), json!("Changed again")];
    assert_eq!(names(&answer), [&shown[..], &[json!("Two"), Value::Null]].concat());
    assert_eq!(answer.items()[2], Value::Null, "a deleted record is null");
    assert_eq!(answer.body["meta"]["count"], 8);
    assert!(answer.items()[4]["archived_at"].is_string() && answer.items()[1]["archived_at"].is_null());
    let id = answer.items()[0]["id"].as_i64().expect("an id");
    assert_eq!(owner.get(&format!("/ideas/{id}")).status_is(200).data(), &answer.items()[0]);
    assert_eq!(owner.get(&format!("/ideas/{first}")).status_is(200).data(), &answer.items()[5]);
    owner.get(&format!("/ideas/{second}")).status_is(404);
    assert_eq!(owner.get("/ideas?filter[archived]=all").total(), 2);
}

fn their_entries_share_a_batch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let answer = bulk(owner, "/goals", json!([create(project, "One"), create(project, "Two")])).status_is(200);
    let batch = &answer.body["meta"]["batch_uuid"];
    assert!(batch.as_str().is_some_and(|it| it.len() == 36), "{batch}");
    for goal in answer.items() {
        let path = format!("/activities?subject_type=goal&subject_id={}", goal["id"]);
        let log = owner.get(&path).status_is(200);
        assert_eq!((log.items().len(), &log.items()[0]["batch_uuid"]), (1, batch));
        assert_eq!(log.items()[0]["event"], "created");
    }
    let alone = bulk(owner, "/goals", json!([create(project, "Three")])).status_is(200);
    assert_ne!(&alone.body["meta"]["batch_uuid"], batch);
}

fn links_are_changed_as_by_their_own_operations(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let idea = idea(owner, project, "One");
    let [first, second, third] = ["One", "Two", "Three"].map(|name| insight(owner, project, name));
    let change = |op: &str, ids: &[i64]| json!({ "op": op, "id": idea, "relation": "insights", "ids": ids });
    let linked = || {
        let answer = owner.get(&format!("/ideas/{idea}?include=insights")).status_is(200);
        let all = answer.data()["insights"].as_array().expect("insights").iter().map(|it| it["id"].as_i64());
        all.map(|id| id.expect("an id")).collect::<Vec<_>>()
    };
    bulk(owner, "/ideas", json!([change("attach", &[first, second]), change("attach", &[third])])).status_is(200);
    assert_eq!(linked(), [first, second, third]);
    bulk(owner, "/ideas", json!([change("detach", &[first, third, first])])).status_is(200);
    assert_eq!(linked(), [second]);
    let log = owner.get(&format!("/activities?subject_type=idea&subject_id={idea}")).status_is(200);
    let detached = log.items().iter().find(|it| it["event"] == "detached").expect("an entry");
    assert_eq!(detached["properties"]["old"], json!({ "insight_ids": [first, second, third] }), "it is logged at once");
    bulk(owner, "/ideas", json!([change("set", &[third]), change("detach", &[second])])).status_is(200);
    assert_eq!(linked(), [third]);
    let texts = json!({ "op": "detach", "id": idea.to_string(), "relation": "insights", "ids": [third.to_string()] });
    bulk(owner, "/ideas", json!([texts])).status_is(200);
    assert_eq!(linked(), [0; 0]);
    let wrong = json!({ "op": "detach", "id": idea, "relation": "insights", "ids": [first, "x"] });
    bulk(owner, "/ideas", json!([wrong])).invalid_under("operations.0.ids.1");
    bulk(owner, "/ideas", json!([change("set", &[third]), change("set", &[])])).status_is(200);
    assert_eq!(linked(), [0; 0]);
}

fn actions_are_those_that_answer_the_record(store: Store) {
    let world = World::start(store);
    let interface = Interface::of(&world);
    let schemas = &interface.document["components"]["schemas"];
    let named = |schema: &str| -> Vec<&str> {
        let op = &schemas[schema]["properties"]["operations"]["items"]["properties"]["op"]["enum"];
        op.as_array().expect("operations").iter().filter_map(Value::as_str).collect()
    };
    let ideas = ["create", "update", "delete", "restore", "archive", "unarchive", "approve", "reject", "reopen"];
    let rest = ["score", "vote", "unvote", "rank", "attach", "detach", "set"];
    assert_eq!(named("IdeaOperations"), [&ideas[..], &rest].concat());
    assert!(!named("InsightOperations").contains(&"promote"), "it makes an idea");
    assert!(!named("PageOperations").contains(&"duplicate") && !named("TagOperations").contains(&"merge"));
    assert!(named("ExperimentOperations").contains(&"start"));
    let deeper: Vec<&str> = named("ExperimentOperations").into_iter().filter(|op| op.contains('/')).collect();
    assert_eq!(deeper, ["variations/reorder", "variations/rebalance"], "of actions further down those that answer it");
}

fn what_is_included_is_shown_with_each(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (idea, insight) = (idea(owner, project, "One"), insight(owner, project, "One"));
    let operations = json!({ "operations": [
        { "op": "attach", "id": idea, "relation": "insights", "ids": [insight] },
        create(project, "Two"),
        { "op": "update", "id": idea, "body": { "name": "Renamed" } },
    ]});
    let answer = owner.post("/ideas/bulk?include=insights,project,insightsCount", operations.clone()).status_is(200);
    for (shown, linked) in answer.items().iter().zip([1, 0, 1]) {
        assert_eq!(shown["insights"].as_array().map(Vec::len), Some(linked), "{shown}");
        assert_eq!((&shown["insights_count"], &shown["project"]["id"]), (&json!(linked), &json!(project)));
    }
    let before = snapshot(&world, owner);
    owner.post("/ideas/bulk?include=nonsense", operations).status_is(400);
    assert_eq!(snapshot(&world, owner), before);
}

fn so_many_operations_are_taken(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let many = |number: usize| -> Value { (0..number).map(|at| create(project, &format!("{at}"))).collect() };
    let answer = bulk(owner, "/ideas", many(500)).status_is(200);
    assert_eq!((answer.items().len(), owner.get("/ideas").total()), (500, 500));
    for (operations, error) in [
        (many(501), "The operations field must not have more than 500 items."),
        (json!([]), "The operations field is required."),
        (json!({}), "The operations field is required."),
        (Value::Null, "The operations field is required."),
        (json!("all"), "The operations field must be an array."),
    ] {
        bulk(owner, "/ideas", operations).invalid(&[("operations", error)]);
    }
    owner.post("/ideas/bulk", json!({})).invalid(&[("operations", "The operations field is required.")]);
    assert_eq!(owner.get("/ideas").total(), 500);
    owner.get("/ideas/bulk").status_is(405);
    for list in ["/forms", "/form-responses"] {
        bulk(owner, list, json!([])).status_is(405);
    }
}

/// More of them than are read at once, and each several times.
fn records_are_changed_as_they_are_by_then(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let made: Value = (0..100).map(|at| create(project, &format!("{at}"))).collect();
    let made = bulk(owner, "/goals", made).status_is(200);
    let ids: Vec<i64> = made.items().iter().filter_map(|it| it["id"].as_i64()).collect();
    let rename = |id: &i64, name: &str| json!({ "op": "update", "id": id, "body": { "name": format!("{name} {id}") } });
    let twice = ids.iter().flat_map(|id| [rename(id, "First"), rename(id, "Second")]);
    let described = ids.iter().map(|id| json!({ "op": "update", "id": id, "body": { "description": "Told" } }));
    bulk(owner, "/goals", twice.chain(described).collect()).status_is(200);
    for id in [ids[0], ids[31], ids[99]] {
        let goal = owner.get(&format!("/goals/{id}")).status_is(200);
        assert_eq!(
            (&goal.data()["name"], &goal.data()["description"]),
            (&json!(format!("Second {id}")), &json!("Told"))
        );
        let log = owner.get(&format!("/activities?subject_type=goal&subject_id={id}&sort=id")).status_is(200);
        let olds: Vec<&Value> = log.items().iter().map(|it| &it["properties"]["old"]["name"]).collect();
        assert_eq!(olds.len(), 4);
        assert!(olds.contains(&&json!(format!("First {id}"))), "{olds:?}");
    }
}

fn numbers_are_given_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    scheme(owner, "Ideas", json!([{ "entity_type": "ideas", "project_id": null }]));
    let operations: Value = (0..5).map(|at| create(project, &format!("{at}"))).collect();
    let given = |answer: &Answer| -> Vec<String> {
        answer.items().iter().map(|it| it["identifier"].as_str().expect("a number").to_owned()).collect()
    };
    let first = given(&bulk(owner, "/ideas", operations.clone()).status_is(200));
    assert_eq!(first.iter().collect::<std::collections::BTreeSet<_>>().len(), 5, "{first:?}");
    let mut broken = operations.clone();
    broken.as_array_mut().expect("operations").push(json!({ "op": "create", "body": {} }));
    bulk(owner, "/ideas", broken).status_is(422);
    let second = given(&bulk(owner, "/ideas", operations).status_is(200));
    let last = |all: &[String]| -> i64 {
        let digits: String = all[all.len() - 1].chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    };
    assert_eq!(last(&second), last(&first) + 5, "what was undone took no number");
}

fn a_repeated_request_is_answered_again(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let body = json!({ "operations": [create(project, "One"), create(project, "Two")] }).to_string();
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "a")];
    let send = || owner.send("POST", "/ideas/bulk?include=project", &headers, body.as_bytes()).status_is(200);
    let first = send();
    assert_eq!(first.header("etag"), None);
    let again = send();
    assert_eq!((again.text(), again.header("idempotency-replayed")), (first.text(), Some("true")));
    assert_eq!(owner.get("/ideas").total(), 2);
}

fn every_kind_takes_what_its_operations_take(store: Store) {
    let world = World::start(store);
    let (interface, team) = (Interface::of(&world), world.team());
    let (owner, here) = (team.owner(), records(&team));
    let mut tried = Vec::new();
    for operation in interface.operations().into_iter().filter(|it| it.path.ends_with("/bulk")) {
        let (list, id) = (operation.list(), here[&operation.list()]);
        let path = format!("{list}/{id}");
        let (field, said) = match list.as_str() {
            "/form-questions" => ("label", "In bulk"),
            _ => ("name", "In bulk"),
        };
        let answer = bulk(owner, &list, json!([{ "op": "update", "id": id, "body": { field: said } }]));
        let shown = answer.status_is(200).items()[0].clone();
        assert_eq!(shown[field], said, "{path}");
        assert_eq!(owner.get(&path).status_is(200).data(), &shown, "{path}");
        tried.push(list);
    }
    let mut kinds = KINDS.map(|it| format!("/{it}"));
    kinds.sort_unstable();
    tried.sort_unstable();
    assert_eq!(tried, kinds);
}

/// New rows wait to be written together. Where another server takes what one of them has before they are, the bulk is
/// carried out again as if none had waited.
#[test]
fn what_another_takes_meanwhile_is_seen() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let owner = team.owner();
    let other = tag(owner, "Other");
    let mut elsewhere = world.postgres();
    elsewhere.execute("BEGIN", &[]).expect("a transaction");
    elsewhere.execute("UPDATE tags SET slug = 'taken' WHERE id = $1", &[&other]).expect("a tag");
    let create = |name: &str| json!({ "op": "create", "body": { "name": name } });
    let answer = std::thread::scope(|scope| {
        let waits = scope.spawn(|| bulk(owner, "/tags", json!([create("one"), create("taken"), create("two")])));
        within(Duration::from_secs(10), "the bulk waits for the other", || {
            world.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0
        });
        elsewhere.execute("COMMIT", &[]).expect("a tag that has the slug");
        waits.join().expect("an answer")
    });
    let answer = answer.status_is(200);
    let slugs: Vec<&Value> = answer.items().iter().map(|it| &it["slug"]).collect();
    assert_eq!(slugs, ["one", "taken-2", "two"]);
    assert_eq!(owner.get("/tags").total(), 4);
}
