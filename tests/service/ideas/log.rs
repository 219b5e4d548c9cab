//! What each change of an idea writes into its log: one entry with exactly what changed, and nothing for no change.

use serde_json::{Value, json};

use super::{idea, number};
use crate::activities::{entries, events};
use crate::records::{insight, made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_creation_shows_every_attribute,
    an_update_shows_the_changed_attributes_only,
    scores_are_logged_with_what_follows_from_them,
    archiving_and_unarchiving_are_events_of_their_own,
    a_deletion_shows_what_was_and_a_restore_what_is_again,
    links_are_logged_on_the_record_in_the_path,
    linked_ids_in_a_body_are_logged_on_the_record,
    nothing_changed_writes_nothing,
    a_refused_change_writes_nothing,
];

#[track_caller]
fn newest(client: &Client, id: i64) -> Value {
    entries(client, "idea", id).last().expect("an entry").clone()
}

/// What the log shows of an idea as it stands.
#[track_caller]
fn attributes(client: &Client, id: i64) -> Value {
    let mut shown = client.get(&format!("/ideas/{id}")).status_is(200).data().clone();
    for member in ["id", "created_at", "updated_at"] {
        shown.as_object_mut().expect("an idea").remove(member);
    }
    shown
}

fn a_creation_shows_every_attribute(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let scheme = json!({
        "name": "Ideas", "scope": "team", "template": "I-{number:00}", "assignments": [{ "entity_type": "ideas" }],
    });
    made(team.owner(), "/numbering-schemes", scheme);
    let scores = json!({ "impact": 2, "confidence": 3, "ease": 4 });
    let body = json!({ "project_id": project(team.owner()), "name": "One", "scores": scores, "due_at": "2026-01-02" });
    let id = made(team.member(), "/ideas", body);
    let entry = newest(team.owner(), id);
    let expected = attributes(team.owner(), id);
    assert_eq!(expected["identifier"], json!("I-01"));
    assert_eq!(number(&expected, "priority_score"), Some(24.0));
    assert_eq!(entry["properties"], json!({ "attributes": expected }));
    assert_eq!([&entry["event"], &entry["description"]], [&json!("created"), &json!("created")]);
    assert_eq!(entry["causer_id"], json!(team.person("member").user_id));
    assert_eq!(events(team.owner(), "idea", id), ["created"]);
}

fn an_update_shows_the_changed_attributes_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    let body = json!({ "name": "Two", "problem": "Why", "status": "under_review", "priority": null });
    team.owner().patch(&format!("/ideas/{id}"), body).status_is(200);
    let expected = json!({
        "attributes": { "name": "Two", "problem": "Why", "status": "under_review" },
        "old": { "name": "One", "problem": null, "status": "backlog" },
    });
    assert_eq!(newest(team.owner(), id)["properties"], expected);
    assert_eq!(events(team.owner(), "idea", id), ["created", "updated"]);
}

fn scores_are_logged_with_what_follows_from_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    let path = format!("/ideas/{id}");
    let scores = json!({ "impact": 10, "confidence": 10, "ease": 10 });
    team.owner().patch(&path, json!({ "scores": scores })).status_is(200);
    let scored = json!({ "scores": scores, "priority_score": 1000, "priority_score_normalized": 100 });
    let unscored = json!({ "scores": null, "priority_score": null, "priority_score_normalized": null });
    let plain = |properties: &Value| -> Value {
        // 1000 and 1000.0 are the same number.
        serde_json::from_str(&properties.to_string().replace(".0", "")).expect("properties")
    };
    assert_eq!(plain(&newest(team.owner(), id)["properties"]), json!({ "attributes": scored, "old": unscored }));
    team.owner().patch(&path, json!({ "framework": "pie" })).status_is(200);
    let (mut now, mut before) = (unscored, scored);
    now["framework"] = json!("pie");
    before["framework"] = json!("ice");
    assert_eq!(plain(&newest(team.owner(), id)["properties"]), json!({ "attributes": now, "old": before }));
}

fn archiving_and_unarchiving_are_events_of_their_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    let post = |action: &str| team.owner().post(&format!("/ideas/{id}/{action}"), json!({})).status_is(200);
    post("unarchive");
    let time = post("archive").data()["archived_at"].clone();
    let entry = newest(team.owner(), id);
    assert_eq!([&entry["event"], &entry["description"]], [&json!("archived"), &json!("archived")]);
    let change =
        |now: &Value, old: &Value| json!({ "attributes": { "archived_at": now }, "old": { "archived_at": old } });
    assert_eq!(entry["properties"], change(&time, &Value::Null));
    post("archive");
    post("unarchive");
    assert_eq!(newest(team.owner(), id)["properties"], change(&Value::Null, &time));
    post("unarchive");
    assert_eq!(events(team.owner(), "idea", id), ["created", "archived", "unarchived"]);
}

fn a_deletion_shows_what_was_and_a_restore_what_is_again(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    let before = attributes(team.owner(), id);
    team.owner().delete(&format!("/ideas/{id}")).status_is(204);
    let mut deleted = newest(team.owner(), id)["properties"].clone();
    assert!(deleted["old"]["deleted_at"].is_string());
    deleted["old"]["deleted_at"] = Value::Null;
    assert_eq!(deleted, json!({ "old": before }));
    team.owner().post(&format!("/ideas/{id}/restore"), json!({})).status_is(200);
    assert_eq!(newest(team.owner(), id)["properties"], json!({ "attributes": before }));
    assert_eq!(events(team.owner(), "idea", id), ["created", "deleted", "restored"]);
}

fn links_are_logged_on_the_record_in_the_path(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let (id, why) = (idea(team.owner(), home, "One"), insight(team.owner(), home, "Why"));
    let change = |key: &str, now: Value, old: Value| json!({ "attributes": { key: now }, "old": { key: old } });
    team.owner().post(&format!("/ideas/{id}/insights"), json!({ "ids": [why] })).status_is(200);
    assert_eq!(newest(team.owner(), id)["properties"], change("insight_ids", json!([why]), json!([])));
    team.owner().delete(&format!("/ideas/{id}/insights/{why}")).status_is(200);
    assert_eq!(newest(team.owner(), id)["properties"], change("insight_ids", json!([]), json!([why])));
    assert_eq!(events(team.owner(), "idea", id), ["created", "attached", "detached"]);
    assert_eq!(events(team.owner(), "insight", why), ["created"]);
    team.owner().post(&format!("/insights/{why}/ideas"), json!({ "ids": [id] })).status_is(200);
    let entry = entries(team.owner(), "insight", why).last().expect("an entry").clone();
    assert_eq!(entry["properties"], change("idea_ids", json!([id]), json!([])));
    assert_eq!(events(team.owner(), "idea", id).len(), 3, "the entry stands on the record in the path");
}

fn linked_ids_in_a_body_are_logged_on_the_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let (id, why) = (idea(team.owner(), home, "One"), insight(team.owner(), home, "Why"));
    team.owner().patch(&format!("/ideas/{id}"), json!({ "insight_ids": [why] })).status_is(200);
    let properties = newest(team.owner(), id)["properties"].clone();
    assert_eq!(
        [&properties["attributes"]["insight_ids"], &properties["old"]["insight_ids"]],
        [&json!([why]), &json!([])]
    );
}

fn nothing_changed_writes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let scores = json!({ "impact": 1, "confidence": 2, "ease": 3 });
    let body = json!({ "project_id": project(team.owner()), "name": "One", "scores": scores });
    let id = made(team.owner(), "/ideas", body);
    let path = format!("/ideas/{id}");
    team.owner().patch(&path, json!({})).status_is(200);
    let same = json!({ "name": " One ", "status": "backlog", "framework": "ice", "scores": scores, "insight_ids": [] });
    team.owner().put(&path, same).status_is(200);
    team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    team.owner().post(&format!("{path}/unarchive"), json!({})).status_is(200);
    team.owner().put(&format!("{path}/insights"), json!({ "ids": [] })).status_is(200);
    assert_eq!(events(team.owner(), "idea", id), ["created"]);
}

fn a_refused_change_writes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    let path = format!("/ideas/{id}");
    team.owner().patch(&path, json!({ "name": "Two", "status": "done" })).status_is(422);
    team.owner().patch(&path, json!({ "name": "Two", "scores": { "impact": 0 } })).status_is(422);
    team.viewer().post(&format!("{path}/archive"), json!({})).status_is(403);
    team.owner().post(&format!("{path}/insights"), json!({ "ids": [999_999] })).status_is(422);
    assert_eq!(events(team.owner(), "idea", id), ["created"]);
}
