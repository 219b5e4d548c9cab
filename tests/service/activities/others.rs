//! Changes to what is no subject type: logged on what it belongs to, by whoever made them.

use serde_json::{Value, json};

use super::{entries, events, path};
use crate::records::{collection, learning, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_research_collection_is_logged_on_its_project,
    keys_and_memberships_are_logged_on_the_team,
    the_command_line_is_no_causer,
    requests_that_change_one_record_are_no_batch,
];

fn named(entry: &Value, name: &str) -> bool {
    entry["properties"].to_string().contains(name)
}

#[track_caller]
fn has(client: &Client, kind: &str, id: i64, event: &str, name: &str) -> Value {
    let log = entries(client, kind, id);
    let found = log.iter().find(|entry| entry["event"] == json!(event) && named(entry, name));
    found.cloned().unwrap_or_else(|| panic!("no {event} of {name} on {kind} {id}: {log:#?}"))
}

fn a_research_collection_is_logged_on_its_project(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let id = collection(team.member(), project, "Diary study");
    let entry = has(team.owner(), "project", project, "research_collection_created", "Diary study");
    assert_eq!(entry["description"], json!("research_collection_created"));
    assert_eq!(entry["log_name"], json!("default"));
    assert_eq!(entry["causer_id"], json!(team.person("member").user_id));
    let path = format!("/research-collections/{id}");
    team.owner().patch(&path, json!({ "name": "Diary" })).status_is(200);
    team.owner().patch(&path, json!({ "name": "Diary" })).status_is(200);
    team.owner().delete(&path).status_is(204);
    team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    let expected = [
        "created",
        "research_collection_created",
        "research_collection_updated",
        "research_collection_deleted",
        "research_collection_restored",
    ];
    assert_eq!(events(team.owner(), "project", project), expected);
}

fn keys_and_memberships_are_logged_on_the_team(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, id) = (team.owner(), team.id);
    let before = entries(owner, "team", id).len();
    let guest = team.newcomer("viewer");
    let log = entries(owner, "team", id);
    assert!(log.len() >= before + 2, "a membership and a key are two changes: {log:#?}");
    let text = json!(log).to_string();
    assert!(!text.contains(guest.client.token()), "the log tells the token");
    let before = log.len();
    team.role(guest.user_id, "member");
    world.cli(&["key", "revoke", &guest.key_id]);
    team.remove(guest.user_id);
    assert!(entries(owner, "team", id).len() >= before + 3);
}

fn the_command_line_is_no_causer(store: Store) {
    let world = World::start(store);
    let team = world.team();
    world.cli(&["team", "set", &team.id.to_string(), "--name", "Renamed"]);
    let log = entries(team.owner(), "team", team.id);
    let expected = json!({ "attributes": { "name": "Renamed" }, "old": { "name": team.name } });
    let entry = log.iter().find(|entry| entry["properties"] == expected);
    let entry = entry.unwrap_or_else(|| panic!("the new name is not logged: {log:#?}"));
    assert_eq!([&entry["causer_type"], &entry["causer_id"]], [&Value::Null, &Value::Null]);
    assert_eq!(entry["event"], json!("updated"));
}

fn requests_that_change_one_record_are_no_batch(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    team.owner().patch(&format!("/learnings/{id}"), json!({ "name": "Two" })).status_is(200);
    let answer = team.owner().get(&path("learning", id)).status_is(200);
    assert!(answer.items().iter().all(|entry| entry["batch_uuid"] == Value::Null));
}
