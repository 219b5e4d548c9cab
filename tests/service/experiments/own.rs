//! Whose own an experiment is: who recorded it, who answers for it, and who leads its project take it further.

use serde_json::json;

use super::whole;
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![members_take_further_what_is_theirs, variations_are_whose_their_experiment_is];

fn members_take_further_what_is_theirs(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.person("member"));
    let led = made(owner, "/projects", json!({ "name": "Led", "owner_id": member.user_id }));
    let recorded = whole(&member.client, json!({ "project_id": project(owner) }));
    let assigned = whole(owner, json!({ "owner_id": member.user_id }));
    let in_led = whole(owner, json!({ "project_id": led }));
    let others = whole(owner, json!({}));
    let act = |id: i64, action: &str| member.client.post(&format!("/experiments/{id}/{action}"), json!({}));
    let patch = |id: i64, status: &str| {
        member.client.patch(&format!("/experiments/{id}"), json!({ "status": status, "name": "Mine" }))
    };
    for id in [recorded, assigned, in_led] {
        act(id, "start").status_is(200);
        patch(id, "paused").status_is(200);
    }
    act(others, "ready").status_is(200);
    patch(others, "in_preparation").status_is(200);
    let forbidden = "This action is unauthorized.";
    act(others, "start").refused(403, forbidden);
    patch(others, "running").refused(403, forbidden);
    patch(others, "completed").invalid_under("status");
    member
        .client
        .patch(&format!("/experiments/{others}"), json!({ "status": "running", "name": null }))
        .invalid_under("name");
    let seize = json!({ "status": "cancelled", "owner_id": member.user_id });
    member.client.patch(&format!("/experiments/{others}"), seize).refused(403, forbidden);
    member.client.patch(&format!("/experiments/{others}"), json!({ "name": "Ours" })).status_is(200);
    member.client.delete(&format!("/experiments/{others}")).refused(403, forbidden);
    act(in_led, "reset").status_is(200);
    member.client.delete(&format!("/experiments/{in_led}")).refused(403, forbidden);
    act(assigned, "reset").status_is(200);
    member.client.delete(&format!("/experiments/{assigned}")).status_is(204);
    member.client.post(&format!("/experiments/{assigned}/restore"), json!({})).status_is(200);
    team.viewer().post(&format!("/experiments/{others}/start"), json!({})).refused(403, forbidden);
    team.admin().post(&format!("/experiments/{others}/start"), json!({})).status_is(200);
}

fn variations_are_whose_their_experiment_is(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.person("member"));
    let add = |experiment: i64| {
        let body = json!({ "experiment_id": experiment, "name": "C" });
        format!("/variations/{}", made(owner, "/variations", body))
    };
    let theirs = whole(owner, json!({}));
    member.client.delete(&add(theirs)).refused(403, "This action is unauthorized.");
    for mine in [
        whole(&member.client, json!({ "project_id": project(owner) })),
        whole(owner, json!({ "owner_id": member.user_id })),
    ] {
        member.client.delete(&add(mine)).status_is(204);
    }
}
