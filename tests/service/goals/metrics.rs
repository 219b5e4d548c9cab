//! What a goal is measured by: a share of visitors lies between none and all, and an effect is above nothing.

use serde_json::json;

use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![a_share_lies_between_none_and_all, an_effect_is_above_nothing_and_at_most_tenfold];

fn a_share_lies_between_none_and_all(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let above = "The baseline value field must not be greater than 1.";
    let below = "The target value field must be at least 0.";
    let goal = json!({ "project_id": project, "name": "Buy", "baseline_value": 1.5, "target_value": -0.1 });
    team.owner().post("/goals", goal).invalid(&[("baseline_value", above), ("target_value", below)]);
    let mean = json!({ "project_id": project, "name": "Spend", "metric_type": "mean", "baseline_value": 38.5 });
    let path = format!("/goals/{}", made(team.owner(), "/goals", mean));
    team.owner().patch(&path, json!({ "metric_type": "binomial" })).invalid(&[("baseline_value", above)]);
    let both = json!({ "metric_type": "binomial", "baseline_value": 0.25 });
    assert_eq!(team.owner().patch(&path, both).status_is(200).data()["baseline_value"], json!(0.25));
}

fn an_effect_is_above_nothing_and_at_most_tenfold(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let goal = |effect: f64| {
        team.owner().post("/goals", json!({ "project_id": project, "name": "Buy", "target_mde": effect }))
    };
    goal(0.0).invalid(&[("target_mde", "The target mde field must be greater than 0.")]);
    goal(-0.5).invalid_under("target_mde");
    goal(10.5).invalid(&[("target_mde", "The target mde field must not be greater than 10.")]);
    goal(10.0).status_is(201);
}
