//! The log of a record, held against itself and against the record.

use serde_json::{Value, json};

use crate::world::Client;

/// The entries about a record, the oldest first.
#[track_caller]
pub(super) fn entries(client: &Client, kind: &str, id: i64) -> Vec<Value> {
    let path = format!("/activities?subject_type={kind}&subject_id={id}&sort=id&per_page=100");
    let answer = client.get(&path).status_is(200);
    assert!(answer.total() <= 100, "the log of {kind} {id} has a second page");
    answer.items().clone()
}

/// The events of a record's log, the oldest first.
#[track_caller]
pub(super) fn events(client: &Client, kind: &str, id: i64) -> Vec<String> {
    let event = |entry: &Value| entry["event"].as_str().expect("an event").to_owned();
    entries(client, kind, id).iter().map(event).collect()
}

/// Each entry's old values are those that the entries before it left, and the record is what the last one made it.
#[track_caller]
pub(super) fn the_chain_is_whole(client: &Client, learning: i64) {
    let mut state = json!({});
    for entry in entries(client, "learning", learning) {
        let properties = &entry["properties"];
        if let Some(old) = properties["old"].as_object() {
            for (field, value) in old {
                assert_eq!(&state[field], value, "the old {field} of entry {} of {learning}", entry["id"]);
            }
        }
        for (field, value) in properties["attributes"].as_object().into_iter().flatten() {
            state[field] = value.clone();
        }
    }
    let answer = client.get(&format!("/learnings/{learning}")).status_is(200);
    for field in ["name", "description", "confidence", "project_id"] {
        assert_eq!(answer.data()[field], state[field], "the {field} of {learning} is that of its last entry");
    }
}
