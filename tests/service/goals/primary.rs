//! The primary goal of a project: there is one at most, and whoever becomes it steps another down.

use serde_json::{Value, json};

use crate::records::{made, project};
use crate::world::{Client, Store, World, on_both};

on_both![the_primary_goal_steps_the_other_of_its_project_down, archiving_again_changes_nothing];

fn primary(client: &Client) -> Vec<i64> {
    client.get("/goals?filter[is_primary]=true&sort=id").status_is(200).ids()
}

fn the_primary_goal_steps_the_other_of_its_project_down(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (here, there) = (project(team.owner()), project(team.owner()));
    let goal = |project: i64, is_primary: bool| {
        made(team.owner(), "/goals", json!({ "project_id": project, "name": "Buy", "is_primary": is_primary }))
    };
    let (first, other) = (goal(here, true), goal(there, true));
    let second = goal(here, true);
    assert_eq!(primary(team.owner()), [other, second]);
    team.owner().patch(&format!("/goals/{first}"), json!({ "is_primary": true })).status_is(200);
    assert_eq!(primary(team.owner()), [first, other]);
    // It takes its place along.
    team.owner().patch(&format!("/goals/{other}"), json!({ "project_id": here, "key": "other" })).status_is(200);
    assert_eq!(primary(team.owner()), [other]);
    let log = team.owner().get(&format!("/activities?subject_type=goal&subject_id={second}&sort=id")).status_is(200);
    let events: Vec<&Value> = log.items().iter().map(|entry| &entry["event"]).collect();
    assert_eq!(events, ["created", "updated"]);
    assert_eq!(
        log.items()[1]["properties"],
        json!({ "attributes": { "is_primary": false }, "old": { "is_primary": true } })
    );
}

fn archiving_again_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!(
        "/goals/{}",
        made(team.owner(), "/goals", json!({ "project_id": project(team.owner()), "name": "Buy" }))
    );
    let archived = team.member().post(&format!("{path}/archive"), json!({})).status_is(200);
    assert_eq!(archived.data()["status"], json!("archived"));
    team.member().post(&format!("{path}/archive"), json!({})).is(200, archived.body);
    let active = team.member().post(&format!("{path}/unarchive"), json!({})).status_is(200);
    assert_eq!(active.data()["status"], json!("active"));
}
