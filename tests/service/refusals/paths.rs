//! Ids in paths: whole numbers from 1 on, of a record of the team.

use serde_json::json;

use crate::records::{collection, insight, learning, project};
use crate::world::{Store, World, on_both};

on_both![
    a_malformed_id_is_refused_under_the_kinds_name,
    an_id_too_large_for_the_database_is_not_found,
    an_absent_record_is_named,
    a_record_of_another_team_is_not_found_by_any_verb,
];

const KINDS: [(&str, &str); 4] = [
    ("learnings", "learning"),
    ("insights", "insight"),
    ("projects", "project"),
    ("research-collections", "research_collection"),
];

fn a_malformed_id_is_refused_under_the_kinds_name(store: Store) {
    let world = World::start(store);
    let team = world.team();
    for (path, name) in KINDS {
        for id in ["abc", "0", "-1", "+1", "01", "1.5", "1e3", "1abc", "0x1", "%D9%A1", "null", "%00", "1%00", "%FF"] {
            team.owner().get(&format!("/{path}/{id}")).invalid_under(name);
        }
        team.owner().patch(&format!("/{path}/abc"), json!({})).invalid_under(name);
        team.owner().delete(&format!("/{path}/abc")).invalid_under(name);
    }
    team.owner().post("/learnings/abc/restore", json!({})).invalid_under("learning");
    team.owner().post("/learnings/abc/insights", json!({ "ids": [1] })).invalid_under("learning");
    let id = learning(team.owner(), project(team.owner()), "One");
    team.owner().delete(&format!("/learnings/{id}/insights/abc")).invalid_under("insight");
}

fn an_id_too_large_for_the_database_is_not_found(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let nines = "9".repeat(400);
    for id in ["9223372036854775807", "9223372036854775808", "18446744073709551616", nines.as_str()] {
        for (path, _) in KINDS {
            team.owner().get(&format!("/{path}/{id}")).refused_in_words(404);
            team.owner().delete(&format!("/{path}/{id}")).refused_in_words(404);
        }
    }
    let message = "No learning 9223372036854775808 in this team.";
    team.owner().get("/learnings/9223372036854775808").refused(404, message);
}

fn an_absent_record_is_named(store: Store) {
    let world = World::start(store);
    let team = world.team();
    for (path, name) in [("learnings", "learning"), ("insights", "insight"), ("projects", "project")] {
        let message = format!("No {name} 99999 in this team.");
        let path = format!("/{path}/99999");
        team.owner().get(&path).refused(404, &message);
        team.owner().patch(&path, json!({ "name": "x" })).refused(404, &message);
        team.owner().put(&path, json!({ "name": "x" })).refused(404, &message);
        team.owner().delete(&path).refused(404, &message);
        team.owner().post(&format!("{path}/restore"), json!({})).refused(404, &message);
    }
}

fn a_record_of_another_team_is_not_found_by_any_verb(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let owner = theirs.owner();
    let project = project(owner);
    let ids = [
        learning(owner, project, "Theirs"),
        insight(owner, project, "Theirs"),
        project,
        collection(owner, project, "Theirs"),
    ];
    for ((kind, _), id) in KINDS.iter().zip(ids) {
        let path = format!("/{kind}/{id}");
        let before = theirs.owner().get(&path).status_is(200);
        let stranger = ours.owner();
        stranger.get(&path).refused_in_words(404);
        stranger.patch(&path, json!({ "name": "Mine", "team_id": ours.id })).refused_in_words(404);
        stranger.put(&path, json!({ "name": "Mine" })).refused_in_words(404);
        stranger.delete(&path).refused_in_words(404);
        stranger.post(&format!("{path}/restore"), json!({})).refused_in_words(404);
        theirs.owner().get(&path).is(200, before.body);
    }
}
