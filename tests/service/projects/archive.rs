//! Archiving a project: who may, what it changes, and that a change of the status asks for the same right.

use serde_json::json;

use crate::records::made;
use crate::world::{Store, World, on_both};

on_both![
    an_archived_project_is_made_active_again,
    a_paused_project_stays_paused_when_it_is_unarchived,
    who_leads_a_project_may_change_it_but_not_archive_it,
    what_is_wrong_with_a_body_is_told_before_who_may_archive,
];

fn an_archived_project_is_made_active_again(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/projects/{}", made(team.owner(), "/projects", json!({ "name": "Shop" })));
    let archived = team.owner().post(&format!("{path}/archive"), json!({})).status_is(200);
    assert_eq!(archived.data()["status"], json!("archived"));
    team.owner().post(&format!("{path}/archive"), json!({})).is(200, archived.body);
    let active = team.owner().post(&format!("{path}/unarchive?include=owner"), json!({})).status_is(200);
    assert_eq!((&active.data()["status"], &active.data()["owner"]), (&json!("active"), &json!(null)));
    let log = path.replace("/projects/", "/activities?sort=id&subject_type=project&subject_id=");
    let log = team.owner().get(&log).status_is(200);
    let entries: Vec<_> = log.items()[1..].iter().map(|it| json!([it["event"], it["properties"]])).collect();
    let (active, archived) = (json!({ "status": "active" }), json!({ "status": "archived" }));
    let expected = [
        json!(["archived", { "attributes": archived, "old": active }]),
        json!(["unarchived", { "attributes": active, "old": archived }]),
    ];
    assert_eq!(entries, expected);
}

fn a_paused_project_stays_paused_when_it_is_unarchived(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/projects/{}", made(team.owner(), "/projects", json!({ "name": "Shop", "status": "paused" })));
    let before = team.owner().get(&path).status_is(200).body;
    team.owner().post(&format!("{path}/unarchive"), json!({})).is(200, before);
}

fn who_leads_a_project_may_change_it_but_not_archive_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let lead = team.newcomer("member");
    let path =
        format!("/projects/{}", made(team.owner(), "/projects", json!({ "name": "Led", "owner_id": lead.user_id })));
    lead.client.patch(&path, json!({ "status": "paused" })).status_is(200);
    lead.client.patch(&path, json!({ "status": "archived" })).status_is(403);
    lead.client.post(&format!("{path}/archive"), json!({})).status_is(403);
    team.admin().patch(&path, json!({ "status": "archived" })).status_is(200);
    lead.client.patch(&path, json!({ "name": "Still led" })).status_is(200);
    for status in ["active", "paused"] {
        lead.client.patch(&path, json!({ "status": status })).status_is(403);
    }
    lead.client.patch(&path, json!({ "status": "archived" })).status_is(200);
    let project = team.owner().get(&path).status_is(200);
    assert_eq!((&project.data()["status"], &project.data()["name"]), (&json!("archived"), &json!("Still led")));
}

fn what_is_wrong_with_a_body_is_told_before_who_may_archive(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let lead = team.newcomer("member");
    let path =
        format!("/projects/{}", made(team.owner(), "/projects", json!({ "name": "Led", "owner_id": lead.user_id })));
    lead.client.patch(&path, json!({ "status": "archived", "name": null })).invalid_under("name");
}
