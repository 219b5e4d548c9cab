//! The members of a project: who works on it, which gives them no rights.

use serde_json::{Value, json};

use crate::activities::entries;
use crate::records::made;
use crate::world::{Store, World, on_both};

on_both![
    members_are_named_by_whoever_may_change_the_project,
    only_members_of_the_team_work_on_a_project,
    whoever_leaves_the_team_leaves_its_projects,
];

fn members_are_named_by_whoever_may_change_the_project(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (member, viewer) = (team.person("member").user_id, team.person("viewer").user_id);
    let led = json!({ "name": "Shop", "owner_id": member, "user_ids": [viewer] });
    let project = made(team.owner(), "/projects", led);
    let path = format!("/projects/{project}/users");
    let named = |body: &Value| body["users"].as_array().expect("users").iter().map(|it| it["id"].clone()).collect();
    let attached = team.member().post(&path, json!({ "ids": [member] })).status_is(200);
    let users: Vec<Value> = named(attached.data());
    assert_eq!(json!(users), json!([member, viewer]));
    let entry = entries(team.owner(), "project", project).pop().expect("an entry");
    assert_eq!(entry["event"], json!("attached"));
    assert_eq!(entry["properties"]["attributes"], json!({ "user_ids": [member, viewer] }));
    team.admin().delete(&format!("{path}/{viewer}")).status_is(200);
    team.viewer().post(&path, json!({ "ids": [viewer] })).refused(403, "This action is unauthorized.");
    let other = made(team.owner(), "/projects", json!({ "name": "Blog" }));
    let refused = team.member().put(&format!("/projects/{other}/users"), json!({ "ids": [] }));
    refused.refused(403, "This action is unauthorized.");
    let shown = team.viewer().get(&format!("/users/{member}?include=projects,projectsCount")).status_is(200);
    assert_eq!(shown.data()["projects"][0]["id"], json!(project));
    assert_eq!(shown.data()["projects_count"], json!(1));
}

fn only_members_of_the_team_work_on_a_project(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let project = made(team.owner(), "/projects", json!({ "name": "Shop" }));
    let theirs = other.person("owner").user_id;
    let named = team.owner().post(&format!("/projects/{project}/users"), json!({ "ids": [theirs] }));
    named.invalid(&[("ids.0", "The selected ids.0 is invalid.")]);
}

fn whoever_leaves_the_team_leaves_its_projects(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let leaver = team.newcomer("member");
    let project = made(team.owner(), "/projects", json!({ "name": "Shop", "user_ids": [leaver.user_id] }));
    team.owner().delete(&format!("/users/{}", leaver.user_id)).status_is(204);
    let shown = team.owner().get(&format!("/projects/{project}?include=users,usersCount")).status_is(200);
    assert_eq!((&shown.data()["users"], &shown.data()["users_count"]), (&json!([]), &json!(0)));
}
