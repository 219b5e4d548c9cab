//! What the settings of a team mean for its experiments.

use serde_json::json;

use crate::records::{experiment, goal, made, project};
use crate::world::{Store, World, on_both};

on_both![new_experiments_are_judged_as_the_team_does, a_hypothesis_is_needed_where_the_team_wants_one];

fn new_experiments_are_judged_as_the_team_does(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let before = experiment(owner, project, "Before");
    owner.patch("/team", json!({ "settings": { "significance": 0.1, "power": 0.9 } })).status_is(200);
    let judged = |id: i64| {
        let shown = owner.get(&format!("/experiments/{id}")).status_is(200);
        (shown.data()["significance"].clone(), shown.data()["power"].clone())
    };
    assert_eq!(judged(before), (json!(0.05), json!(0.8)), "those there are stay");
    assert_eq!(judged(experiment(owner, project, "After")), (json!(0.1), json!(0.9)));
    let body = json!({ "project_id": project, "name": "Own", "type": "usability", "significance": 0.01 });
    assert_eq!(judged(made(owner, "/experiments", body)), (json!(0.01), json!(0.9)));
}

fn a_hypothesis_is_needed_where_the_team_wants_one(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let goal = goal(owner, project, "Buy");
    let body = json!({ "project_id": project, "name": "No idea why", "type": "ab", "primary_goal_id": goal,
        "variations": [{ "name": "A", "is_control": true }, { "name": "B" }] });
    let path = format!("/experiments/{}/start", made(owner, "/experiments", body));
    owner.post(&path, json!({})).invalid(&[("hypothesis", "The hypothesis field is required.")]);
    owner.patch("/team", json!({ "settings": { "require_hypothesis": false } })).status_is(200);
    owner.post(&path, json!({})).status_is(200);
}
