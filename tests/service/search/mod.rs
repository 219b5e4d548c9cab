//! Searches: which records are found by a text, and in which order.

mod fields;
mod model;
mod writes;

use serde_json::Value;

use crate::conventions::encode;
use crate::world::Client;

/// The ids that a search of a list finds, in its order.
#[track_caller]
fn found(client: &Client, list: &str, text: &str) -> Vec<i64> {
    client.get(&path(list, text)).status_is(200).ids()
}

/// The path of a search, with its whole answer on one page.
fn path(list: &str, text: &str) -> String {
    format!("{list}?page[size]=500&filter[search]={}", encode(text))
}

/// What bulk creates of these bodies made, in their order.
#[track_caller]
fn bulk(client: &Client, list: &str, bodies: &[Value]) -> Vec<i64> {
    let mut made = Vec::new();
    for some in bodies.chunks(100) {
        let operations: Vec<Value> =
            some.iter().map(|body| serde_json::json!({ "op": "create", "body": body })).collect();
        let answer = client.post(&format!("{list}/bulk"), serde_json::json!({ "operations": operations }));
        made.extend(answer.status_is(200).items().iter().map(|it| it["id"].as_i64().expect("an id")));
    }
    made
}
