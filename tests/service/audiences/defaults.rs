//! The default audience of a project: there is one at most.

use serde_json::{Value, json};

use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![the_default_audience_steps_the_other_of_its_project_down, audiences_made_at_once_leave_one_default];

fn the_default_audience_steps_the_other_of_its_project_down(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (here, there) = (project(owner), project(owner));
    let audience =
        |project: i64| made(owner, "/audiences", json!({ "project_id": project, "name": "All", "is_default": true }));
    let defaults = || owner.get("/audiences?filter[is_default]=true&sort=id").status_is(200).ids();
    let (first, other) = (audience(here), audience(there));
    let second = audience(here);
    assert_eq!(defaults(), [other, second]);
    owner.patch(&format!("/audiences/{first}"), json!({ "is_default": true })).status_is(200);
    assert_eq!(defaults(), [first, other]);
    owner.patch(&format!("/audiences/{other}"), json!({ "project_id": here })).status_is(200);
    assert_eq!(defaults(), [other]);
    owner.patch(&format!("/audiences/{other}"), json!({ "is_default": false })).status_is(200);
    assert_eq!(owner.get("/audiences?filter[is_default]=true").status_is(200).total(), 0);
    let last = |id: i64| {
        let log = owner.get(&format!("/activities?subject_type=audience&subject_id={id}")).status_is(200);
        log.items()[0].clone()
    };
    let (down, up) =
        (last(second), owner.get(&format!("/activities?subject_type=audience&subject_id={first}&sort=id")));
    assert_eq!(down["properties"], json!({ "attributes": { "is_default": false }, "old": { "is_default": true } }));
    let up: Vec<Value> = up.status_is(200).items().clone();
    assert_eq!(up[2]["batch_uuid"], down["batch_uuid"], "who steps up and who steps down change in one batch");
    assert!(down["batch_uuid"].is_string());
}

fn audiences_made_at_once_leave_one_default(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let project = project(team.owner());
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    std::thread::scope(|scope| {
        for at in 0..16 {
            let client = &clients[at % 2];
            let body = json!({ "project_id": project, "name": "All", "is_default": true });
            scope.spawn(move || client.post("/audiences", body).status_is(201));
        }
    });
    assert_eq!(team.owner().get("/audiences").status_is(200).total(), 16);
    let defaults = team.owner().get("/audiences?filter[is_default]=true").status_is(200);
    assert_eq!(defaults.total(), 1);
}
