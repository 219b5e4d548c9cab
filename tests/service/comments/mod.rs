//! Comments: what people say about records, and who may.

mod rights;
mod threads;

use serde_json::{Value, json};

use crate::world::{Answer, Client};

/// Comments on a record, or answers the comment that is named.
fn say(client: &Client, (kind, id): (&str, i64), parent: Option<i64>, body: &str) -> Answer {
    let body = json!({ "commentable_type": kind, "commentable_id": id, "parent_id": parent, "body": body });
    client.post("/comments", body)
}

/// A comment as it is shown.
fn shown(client: &Client, id: i64) -> Value {
    client.get(&format!("/comments/{id}")).status_is(200).data().clone()
}
