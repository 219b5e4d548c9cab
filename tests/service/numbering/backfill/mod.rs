//! Backfill: records without an identifier get one, in the order of their creation.

mod crowd;
mod log_entries;
mod order;
mod refusals;

use serde_json::{Value, json};

use super::PATH;
use crate::world::{Answer, Client};

#[track_caller]
fn backfill(client: &Client, scheme: i64, body: Value) -> Answer {
    client.post(&format!("{PATH}/{scheme}/backfill"), body)
}

/// The identifiers of the records of this list, in the order of their ids.
#[track_caller]
fn identifiers(client: &Client, list: &str) -> Vec<Option<String>> {
    let path = format!("{list}?sort=id&page[size]=100");
    let answer = client.get(&path).status_is(200);
    answer.items().iter().map(|it| it["identifier"].as_str().map(str::to_owned)).collect()
}

/// Creates so many ideas, hundreds at once.
#[track_caller]
fn seed(client: &Client, project: i64, ideas: usize) {
    const AT_ONCE: usize = 500;
    let create = json!({ "op": "create", "body": { "project_id": project, "name": "One of many" } });
    for first in (0..ideas).step_by(AT_ONCE) {
        let operations = vec![&create; AT_ONCE.min(ideas - first)];
        let made = client.post("/ideas/bulk", json!({ "operations": operations })).status_is(200);
        assert_eq!(made.items().len(), operations.len());
        assert!(made.items().iter().all(|idea| idea["identifier"].is_null()), "no scheme is there yet");
    }
}
