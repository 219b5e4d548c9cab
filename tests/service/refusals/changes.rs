//! Changes by the command line: in force within a second, whatever is asked meanwhile, on every server.

use serde_json::json;

use crate::records::project;
use crate::world::{Client, Store, TAKES_EFFECT, Team, World, on_both, within};

on_both![
    a_revocation_takes_effect,
    a_role_takes_effect_both_ways,
    a_plan_takes_effect_both_ways,
    billing_takes_effect_both_ways,
    a_removal_takes_effect,
    a_new_name_takes_effect,
    every_server_on_the_database_hears_of_it,
];

/// The status of a write that a member may make, and that changes nothing when it fails.
fn writes(client: &Client, project: i64) -> u16 {
    client.post("/learnings", json!({ "project_id": project, "name": "One" })).status
}

/// Changes the billing and does not wait until it holds.
fn billing(world: &World, team: &Team, mode: &str) {
    world.cli(&["team", "billing", &team.id.to_string(), "--mode", mode]);
}

fn a_revocation_takes_effect(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let guest = team.key(team.person("owner").user_id, "read", &[]);
    for _ in 0..3 {
        guest.client.get("/user").status_is(200);
    }
    world.cli(&["key", "revoke", &guest.key_id]);
    within(TAKES_EFFECT, "the key is revoked", || guest.client.get("/user").status == 401);
}

fn a_role_takes_effect_both_ways(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let member = team.person("member");
    let (id, user) = (team.id.to_string(), member.user_id.to_string());
    assert_eq!(writes(&member.client, project), 201);
    for (role, status) in [("viewer", 403), ("member", 201)] {
        world.cli(&["user", "role", "--team", &id, "--user", &user, "--role", role]);
        within(TAKES_EFFECT, role, || writes(&member.client, project) == status);
        assert_eq!(member.client.get("/user").status_is(200).body["role"], json!(role));
    }
}

fn a_plan_takes_effect_both_ways(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("free");
    project(team.owner());
    let creates = || team.owner().post("/projects", json!({ "name": "Next" })).status;
    assert_eq!(creates(), 403);
    let plan = |plan: &str| world.cli(&["team", "plan", &team.id.to_string(), "--plan", plan]);
    plan("starter");
    within(TAKES_EFFECT, "starter has three projects", || creates() == 201);
    plan("free");
    within(TAKES_EFFECT, "free has one project", || creates() == 403);
    assert_eq!(team.owner().get("/user").status_is(200).body["team"]["plan"], json!("free"));
}

fn billing_takes_effect_both_ways(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    assert_eq!(writes(team.owner(), project), 201);
    for (mode, status) in [("blocked", 402), ("active", 201), ("blocked", 402), ("trialing", 201)] {
        billing(&world, &team, mode);
        within(TAKES_EFFECT, mode, || writes(team.owner(), project) == status);
    }
}

fn a_removal_takes_effect(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let guest = team.newcomer("member");
    guest.client.get("/learnings").status_is(200);
    world.cli(&["user", "remove", "--team", &team.id.to_string(), "--user", &guest.user_id.to_string()]);
    within(TAKES_EFFECT, "the member is removed", || guest.client.get("/learnings").status == 403);
    guest.client.get("/user").refused_in_words(403);
}

fn a_new_name_takes_effect(store: Store) {
    let world = World::start(store);
    let team = world.team();
    team.owner().get("/user").status_is(200);
    world.cli(&["team", "set", &team.id.to_string(), "--name", "Renamed", "--timezone", "Europe/Athens"]);
    let renamed = || team.owner().get("/user").body["team"]["name"] == json!("Renamed");
    within(TAKES_EFFECT, "the team is renamed", renamed);
    assert_eq!(team.owner().get("/user").body["team"]["timezone"], json!("Europe/Athens"));
}

fn every_server_on_the_database_hears_of_it(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let neighbour = world.neighbour();
    let there = team.owner().at(&neighbour);
    assert_eq!((writes(team.owner(), project), writes(&there, project)), (201, 201));
    billing(&world, &team, "blocked");
    within(TAKES_EFFECT, "blocked on both", || (writes(team.owner(), project), writes(&there, project)) == (402, 402));
    billing(&world, &team, "active");
    within(TAKES_EFFECT, "active on both", || (writes(team.owner(), project), writes(&there, project)) == (201, 201));
    let guest = team.key(team.person("owner").user_id, "read", &[]);
    let guest_there = guest.client.at(&neighbour);
    assert_eq!((guest.client.get("/user").status, guest_there.get("/user").status), (200, 200));
    world.cli(&["key", "revoke", &guest.key_id]);
    let statuses = || (guest.client.get("/user").status, guest_there.get("/user").status);
    within(TAKES_EFFECT, "revoked on both", || statuses() == (401, 401));
    let here = team.owner().get("/learnings").status_is(200);
    assert_eq!(there.get("/learnings").status_is(200).ids(), here.ids());
}
