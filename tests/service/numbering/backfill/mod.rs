//! Backfill: records without an identifier get one, in the order of their creation.

mod crowd;
mod log_entries;
mod order;
mod refusals;

use serde_json::{Value, json};

use super::PATH;
use super::line::Line;
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

/// Creates so many ideas at once, on several connections.
#[track_caller]
fn seed(client: &Client, project: i64, ideas: usize) {
    const LINES: usize = 20;
    let body = json!({ "project_id": project, "name": "One of many" });
    std::thread::scope(|scope| {
        for at in 0..LINES {
            let body = &body;
            scope.spawn(move || {
                let mut line = Line::open(client);
                for _ in (at..ideas).step_by(LINES) {
                    let (status, answer) = line.ask("POST", "/ideas", body).expect("an answer");
                    assert_eq!((status, &answer["data"]["identifier"]), (201, &Value::Null));
                }
            });
        }
    });
}
