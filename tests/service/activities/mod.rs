//! Activities: the list to the letter of the contract, and what each change writes into it.

mod entries;
mod list;
mod others;
mod parameters;
mod periods;

use serde_json::Value;

use crate::world::Client;

/// Every member of an entry, in the order in which it is written.
const MEMBERS: [&str; 14] = [
    "id",
    "log_name",
    "description",
    "subject_type",
    "subject_id",
    "event",
    "causer_type",
    "causer_id",
    "properties",
    "batch_uuid",
    "created_at",
    "updated_at",
    "subject",
    "causer",
];

fn path(kind: &str, id: i64) -> String {
    format!("/activities?subject_type={kind}&subject_id={id}")
}

/// The entries of a record, oldest first.
#[track_caller]
pub(crate) fn entries(client: &Client, kind: &str, id: i64) -> Vec<Value> {
    let answer = client.get(&format!("{}&sort=id&per_page=100", path(kind, id))).status_is(200);
    answer.items().clone()
}

/// The events of a record, oldest first.
#[track_caller]
pub(crate) fn events(client: &Client, kind: &str, id: i64) -> Vec<String> {
    entries(client, kind, id).iter().map(|entry| entry["event"].as_str().unwrap_or_default().to_owned()).collect()
}
