//! What the verbs of a record write: one entry each, with exactly what changed, and nothing for no change.

use serde_json::{Value, json};

use super::{entries, events};
use crate::records::{insight, learning, made, project};
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    a_creation_shows_every_attribute,
    an_update_shows_the_changed_attributes_only,
    a_deletion_shows_what_was,
    a_restore_shows_what_is_again,
    the_time_of_deletion_stands_among_the_attributes,
    attaching_and_detaching_show_the_ids_before_and_after,
    insight_ids_in_a_body_are_logged_on_the_record,
    nothing_changed_writes_nothing,
    a_refused_change_writes_nothing,
    the_causer_is_the_user_of_the_key,
    the_verbs_of_insights_and_projects_are_logged_alike,
];

fn created(team: &Team) -> (i64, Value) {
    let project = project(team.owner());
    let body = json!({ "project_id": project, "name": "One", "confidence": "low", "learned_at": "2026-01-02" });
    let attributes = json!({
        "project_id": project, "research_collection_id": null, "user_id": team.person("owner").user_id,
        "name": "One", "description": null, "confidence": "low", "learned_at": "2026-01-02T00:00:00.000000Z",
    });
    (made(team.owner(), "/learnings", body), attributes)
}

/// The properties of the newest entry.
#[track_caller]
fn newest(client: &Client, id: i64) -> Value {
    entries(client, "learning", id).last().expect("an entry")["properties"].clone()
}

/// The same without the time of deletion, of which another test speaks.
fn without_deletion(mut properties: Value) -> Value {
    for part in ["attributes", "old"] {
        if let Some(part) = properties.get_mut(part).and_then(Value::as_object_mut) {
            part.remove("deleted_at");
        }
    }
    properties
}

fn a_creation_shows_every_attribute(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, attributes) = created(&team);
    assert_eq!(without_deletion(newest(team.owner(), id)), json!({ "attributes": attributes }));
    assert_eq!(events(team.owner(), "learning", id), ["created"]);
}

fn an_update_shows_the_changed_attributes_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, _) = created(&team);
    let path = format!("/learnings/{id}");
    let body = json!({ "name": "Two", "confidence": "low", "description": "Why", "learned_at": null });
    team.owner().patch(&path, body).status_is(200);
    let expected = json!({
        "attributes": { "name": "Two", "description": "Why", "learned_at": null },
        "old": { "name": "One", "description": null, "learned_at": "2026-01-02T00:00:00.000000Z" },
    });
    assert_eq!(newest(team.owner(), id), expected);
    let other = project(team.owner());
    let before = team.owner().get(&path).status_is(200).data()["project_id"].clone();
    team.owner().put(&path, json!({ "project_id": other.to_string() })).status_is(200);
    let expected = json!({ "attributes": { "project_id": other }, "old": { "project_id": before } });
    assert_eq!(newest(team.owner(), id), expected);
    assert_eq!(events(team.owner(), "learning", id), ["created", "updated", "updated"]);
}

fn a_deletion_shows_what_was(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, attributes) = created(&team);
    team.owner().delete(&format!("/learnings/{id}")).status_is(204);
    assert_eq!(without_deletion(newest(team.owner(), id)), json!({ "old": attributes }));
    assert_eq!(events(team.owner(), "learning", id), ["created", "deleted"]);
}

fn a_restore_shows_what_is_again(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, attributes) = created(&team);
    team.owner().delete(&format!("/learnings/{id}")).status_is(204);
    team.owner().post(&format!("/learnings/{id}/restore"), json!({})).status_is(200);
    assert_eq!(without_deletion(newest(team.owner(), id)), json!({ "attributes": attributes }));
    assert_eq!(events(team.owner(), "learning", id), ["created", "deleted", "restored"]);
}

fn the_time_of_deletion_stands_among_the_attributes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, _) = created(&team);
    assert_eq!(newest(team.owner(), id)["attributes"].get("deleted_at"), Some(&Value::Null));
    team.owner().delete(&format!("/learnings/{id}")).status_is(204);
    assert!(newest(team.owner(), id)["old"]["deleted_at"].is_string());
    team.owner().post(&format!("/learnings/{id}/restore"), json!({})).status_is(200);
    assert_eq!(newest(team.owner(), id)["attributes"].get("deleted_at"), Some(&Value::Null));
}

fn attaching_and_detaching_show_the_ids_before_and_after(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, _) = created(&team);
    let home = project(team.owner());
    let [a, b] = ["A", "B"].map(|name| insight(team.owner(), home, name));
    let path = format!("/learnings/{id}/insights");
    let change =
        |now: Value, before: Value| json!({ "attributes": { "insight_ids": now }, "old": { "insight_ids": before } });
    team.owner().post(&path, json!({ "ids": [a] })).status_is(200);
    assert_eq!(newest(team.owner(), id), change(json!([a]), json!([])));
    team.owner().post(&path, json!({ "ids": [a, b] })).status_is(200);
    assert_eq!(newest(team.owner(), id), change(json!([a, b]), json!([a])));
    team.owner().delete(&format!("{path}/{a}")).status_is(200);
    assert_eq!(newest(team.owner(), id), change(json!([b]), json!([a, b])));
    assert_eq!(events(team.owner(), "learning", id), ["created", "attached", "attached", "detached"]);
    team.owner().put(&path, json!({ "ids": [a] })).status_is(200);
    assert_eq!(newest(team.owner(), id), change(json!([a]), json!([b])));
    assert_eq!(events(team.owner(), "insight", a), ["created"], "the entry stands on the record in the path");
}

fn insight_ids_in_a_body_are_logged_on_the_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, _) = created(&team);
    let a = insight(team.owner(), project(team.owner()), "A");
    team.owner().patch(&format!("/learnings/{id}"), json!({ "insight_ids": [a] })).status_is(200);
    let log = entries(team.owner(), "learning", id);
    assert!(log.len() > 1, "the new insights are not logged");
    let properties = &log[log.len() - 1]["properties"];
    assert_eq!(properties["attributes"]["insight_ids"], json!([a]));
    assert_eq!(properties["old"]["insight_ids"], json!([]));
}

fn nothing_changed_writes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, _) = created(&team);
    let a = insight(team.owner(), project(team.owner()), "A");
    let path = format!("/learnings/{id}");
    team.owner().patch(&path, json!({ "insight_ids": [a] })).status_is(200);
    let before = events(team.owner(), "learning", id);
    team.owner().patch(&path, json!({})).status_is(200);
    team.owner().patch(&path, json!({ "name": " One ", "confidence": "low", "description": "" })).status_is(200);
    team.owner().put(&path, json!({ "learned_at": "2026-01-02T01:00:00+01:00", "insight_ids": [a] })).status_is(200);
    team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    team.owner().post(&format!("{path}/insights"), json!({ "ids": [a] })).status_is(200);
    team.owner().put(&format!("{path}/insights"), json!({ "ids": [a] })).status_is(200);
    let b = insight(team.owner(), project(team.owner()), "B");
    team.owner().delete(&format!("{path}/insights/{b}")).status_is(200);
    assert_eq!(events(team.owner(), "learning", id), before);
}

fn a_refused_change_writes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (id, _) = created(&team);
    let path = format!("/learnings/{id}");
    team.owner().patch(&path, json!({ "name": "Two", "project_id": 999_999 })).status_is(422);
    team.viewer().patch(&path, json!({ "name": "Two" })).status_is(403);
    team.owner().post(&format!("{path}/insights"), json!({ "ids": [999_999] })).status_is(422);
    assert_eq!(events(team.owner(), "learning", id), ["created"]);
}

fn the_causer_is_the_user_of_the_key(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    team.admin().patch(&format!("/learnings/{id}"), json!({ "name": "Two" })).status_is(200);
    let causers: Vec<Value> =
        entries(team.owner(), "learning", id).iter().map(|entry| entry["causer_id"].clone()).collect();
    assert_eq!(causers, [json!(team.person("owner").user_id), json!(team.person("admin").user_id)]);
}

fn the_verbs_of_insights_and_projects_are_logged_alike(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let insight = insight(team.owner(), project, "A");
    for (kind, path, id) in [("insight", "insights", insight), ("project", "projects", project)] {
        let path = format!("/{path}/{id}");
        team.owner().patch(&path, json!({ "name": "New" })).status_is(200);
        team.owner().patch(&path, json!({ "name": "New" })).status_is(200);
        team.owner().delete(&path).status_is(204);
        team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
        assert_eq!(events(team.owner(), kind, id), ["created", "updated", "deleted", "restored"], "{kind}");
    }
}
