//! Observations, where they are more than what every kind has.

mod convert;
mod lifecycle;
mod links;
mod races;

use serde_json::{Value, json};

use crate::world::{Client, Team};

/// An observation as it is shown.
fn shown(client: &Client, id: i64) -> Value {
    client.get(&format!("/observations/{id}")).status_is(200).data().clone()
}

/// What the log tells of an observation since this many entries, newest last: each event with what it changed.
fn told(team: &Team, id: i64, since: usize) -> Vec<(String, Value)> {
    let path = format!("/activities?subject_type=observation&subject_id={id}&sort=id");
    let entries = team.owner().get(&path).status_is(200).items().clone();
    let entry = |it: &Value| {
        (
            it["event"].as_str().expect("an event").to_owned(),
            json!([it["properties"]["old"], it["properties"]["attributes"]]),
        )
    };
    entries.iter().skip(since).map(entry).collect()
}
