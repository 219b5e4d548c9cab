//! Records that the suites need before they come to their point.

use serde_json::{Value, json};

use crate::world::Client;

/// Creates a record and gives its id.
#[track_caller]
pub(crate) fn made(client: &Client, path: &str, body: Value) -> i64 {
    client.post(path, body).status_is(201).id()
}

#[track_caller]
pub(crate) fn project(client: &Client) -> i64 {
    made(client, "/projects", json!({ "name": "Shop" }))
}

#[track_caller]
pub(crate) fn collection(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/research-collections", json!({ "project_id": project, "name": name, "status": "active" }))
}

#[track_caller]
pub(crate) fn insight(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/insights", json!({ "project_id": project, "name": name }))
}

#[track_caller]
pub(crate) fn learning(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/learnings", json!({ "project_id": project, "name": name }))
}

/// The numbers in ascending order, for answers whose order says nothing.
pub(crate) fn sorted(mut ids: Vec<i64>) -> Vec<i64> {
    ids.sort_unstable();
    ids
}
