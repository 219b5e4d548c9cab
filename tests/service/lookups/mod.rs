//! Project lookups: the words by which teams and projects fill fields, and what these are called.

mod changes;
mod merging;
mod values;

use serde_json::{Value, json};

use crate::records::made;
use crate::world::Client;

/// Makes a category of ideas, of the project where one is given.
#[track_caller]
fn category(client: &Client, project: Option<i64>, key: &str) -> i64 {
    made(client, "/project-lookups", lookup("idea_category", project, key))
}

/// What makes a lookup.
fn lookup(of: &str, project: Option<i64>, key: &str) -> Value {
    json!({ "type": of, "project_id": project, "key": key, "label": key.to_uppercase() })
}

/// How many records use a lookup, as it says itself.
#[track_caller]
fn uses(client: &Client, lookup: i64) -> Value {
    client.get(&format!("/project-lookups/{lookup}")).status_is(200).data()["uses_count"].clone()
}
