//! Numbering: schemes to the letter of the contract, and the identifiers that records claim from them.

mod access;
mod activate;
mod assignments;
mod backfill;
mod claims;
mod codes;
mod conflicts;
mod create;
mod crowd;
mod delete;
mod kills;
mod list;
mod log;
mod moves;
mod preview;
mod refusals;
mod resolution;
mod scopes;
mod sequence;
mod servers;
mod taken;
mod templates;
mod update;

use serde_json::{Value, json};

use crate::records::made;
use crate::world::Client;

/// Every member of a scheme, in the order in which it is written.
const MEMBERS: [&str; 11] = [
    "id",
    "name",
    "scope",
    "template",
    "initial_number",
    "is_active",
    "claims_count",
    "assignments",
    "sequence_states",
    "created_at",
    "updated_at",
];

const PATH: &str = "/numbering-schemes";

fn body(scope: &str, template: &str, assignments: Value) -> Value {
    json!({ "name": "Scheme", "scope": scope, "template": template, "assignments": assignments })
}

/// One assignment; the project may be null.
fn assigned(entity_type: &str, project: impl Into<Option<i64>>) -> Value {
    json!({ "entity_type": entity_type, "project_id": project.into() })
}

#[track_caller]
fn scheme(client: &Client, scope: &str, template: &str, assignments: Value) -> i64 {
    made(client, PATH, body(scope, template, assignments))
}

#[track_caller]
fn shown(client: &Client, scheme: i64) -> Value {
    client.get(&format!("{PATH}/{scheme}")).status_is(200).data().clone()
}

/// How many numbers a scheme has given, and the next of each of its states by the key.
#[track_caller]
fn counted(client: &Client, scheme: i64) -> (i64, Vec<(String, i64)>) {
    let shown = shown(client, scheme);
    let state = |it: &Value| {
        let next = it["next_number"].as_i64().expect("a number that is an integer");
        (it["scope_key"].as_str().expect("a key").to_owned(), next)
    };
    let mut states: Vec<_> = shown["sequence_states"].as_array().expect("states").iter().map(state).collect();
    // Those of projects as these were made: 7 before 10.
    states.sort_by_key(|(key, _)| (key.starts_with("project:"), key.len(), key.clone()));
    (shown["claims_count"].as_i64().expect("a count that is an integer"), states)
}

/// Creates a record and tells the identifier it claimed.
#[track_caller]
fn claim(client: &Client, kind: &str, project: i64) -> Option<String> {
    let body = json!({ "project_id": project, "name": "One" });
    let answer = client.post(&format!("/{kind}"), body).status_is(201);
    match &answer.data()["identifier"] {
        Value::Null => None,
        Value::String(identifier) => Some(identifier.clone()),
        other => panic!("no identifier: {other}"),
    }
}

/// The next records of this kind are given these identifiers, in this order.
#[track_caller]
fn claims(client: &Client, kind: &str, project: i64, identifiers: &[&str]) {
    for identifier in identifiers {
        assert_eq!(claim(client, kind, project).as_deref(), Some(*identifier), "{kind} in project {project}");
    }
}

/// A project with a code.
#[track_caller]
fn coded(client: &Client, code: &str) -> i64 {
    made(client, "/projects", json!({ "name": "Shop", "code": code }))
}

/// The number in an identifier like `N-0042`.
#[track_caller]
fn numeral(identifier: &str) -> usize {
    let digits = identifier.rsplit('-').next().unwrap_or_default();
    digits.parse().unwrap_or_else(|_| panic!("no number in {identifier}"))
}

/// The numbers are 1, 2, 3, … with none missing and none twice, whatever their order.
#[track_caller]
fn gapless(numbers: impl IntoIterator<Item = usize>) -> usize {
    let mut numbers: Vec<usize> = numbers.into_iter().collect();
    numbers.sort_unstable();
    let wrong = numbers.iter().enumerate().find(|(at, number)| *at + 1 != **number);
    assert_eq!(wrong, None, "of {} numbers, the first that is not in its place", numbers.len());
    numbers.len()
}

/// Every record of a list, page by page.
#[track_caller]
fn walk(client: &Client, path: &str) -> Vec<Value> {
    let mut records = Vec::new();
    for number in 1.. {
        let answer = client.get(&format!("{path}?page[number]={number}")).status_is(200);
        records.extend(answer.items().iter().cloned());
        if answer.body["links"]["next"].is_null() {
            assert_eq!(answer.total(), i64::try_from(records.len()).expect("a number"), "the total of {path}");
            break;
        }
    }
    records
}

/// The identifiers of all ideas and insights.
#[track_caller]
fn identifiers(client: &Client) -> Vec<String> {
    let records = ["/ideas", "/insights"].into_iter().flat_map(|path| walk(client, path));
    records.filter_map(|it| it["identifier"].as_str().map(str::to_owned)).collect()
}
