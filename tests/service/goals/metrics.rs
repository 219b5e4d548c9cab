//! What a goal is measured by: a share of visitors lies between none and all, and an effect is above nothing.

use serde_json::json;

use crate::experiments::{row, running};
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![
    a_share_lies_between_none_and_all,
    an_effect_is_above_nothing_and_at_most_tenfold,
    what_was_measured_stays_what_it_is,
    results_and_the_metric_agree_where_both_come_at_once,
];

fn a_share_lies_between_none_and_all(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let above = "The baseline value field must not be greater than 1.";
    let below = "The target value field must be at least 0.";
    let goal = json!({ "project_id": project, "name": "Buy", "baseline_value": 1.5, "target_value": -0.1 });
    team.owner().post("/goals", goal).invalid(&[("baseline_value", above), ("target_value", below)]);
    let mean = json!({ "project_id": project, "name": "Spend", "metric_type": "mean", "baseline_value": 38.5 });
    let path = format!("/goals/{}", made(team.owner(), "/goals", mean));
    team.owner().patch(&path, json!({ "metric_type": "binomial" })).invalid(&[("baseline_value", above)]);
    for exact in [936_435.902_871_838_7, 0.225_027_842_722_884_79, 1.763_660_918_455_302e-215] {
        let changed = team.owner().patch(&path, json!({ "baseline_value": exact })).status_is(200);
        assert_eq!(changed.data()["baseline_value"].as_f64(), Some(exact));
    }
    let both = json!({ "metric_type": "binomial", "baseline_value": 0.25 });
    assert_eq!(team.owner().patch(&path, both).status_is(200).data()["baseline_value"], json!(0.25));
}

fn an_effect_is_above_nothing_and_at_most_tenfold(store: Store) {
    let world = World::shared(store);
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

fn what_was_measured_stays_what_it_is(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (experiment, variations, goal) = running(owner);
    let path = format!("/goals/{goal}");
    owner.patch(&path, json!({ "metric_type": "count" })).status_is(200);
    owner.patch(&path, json!({ "metric_type": "binomial" })).status_is(200);
    let rows = json!([row(variations[0], goal, "2026-01-02", 1000, 200)]);
    owner.post(&format!("{experiment}/results"), json!({ "rows": rows })).status_is(200);
    let refused = [("metric_type", "The metric type field cannot change once there are results.")];
    owner.patch(&path, json!({ "metric_type": "count" })).invalid(&refused);
    owner.patch(&path, json!({ "metric_type": "binomial", "name": "Buy" })).status_is(200);
    let bulk = json!({ "operations": [{ "op": "update", "id": goal, "body": { "metric_type": "mean" } }] });
    owner.post("/goals/bulk", bulk).invalid_under("operations.0.metric_type");
    // Those of a deleted experiment count as well: it may come back.
    owner.post(&format!("{experiment}/stop"), json!({})).status_is(200);
    owner.delete(&experiment).status_is(204);
    owner.patch(&path, json!({ "metric_type": "count" })).invalid(&refused);
    // What an experiment shows follows its goal, also where that changed while it was deleted.
    let figures = |path: &str| owner.get(path).status_is(200).data()["required_sample_size"].clone();
    owner.patch(&path, json!({ "baseline_value": 0.2, "target_mde": 0.1 })).status_is(200);
    owner.post(&format!("{experiment}/restore"), json!({})).status_is(200);
    let restored = figures(&experiment);
    assert!(restored.is_i64(), "{restored}");
    owner.patch(&path, json!({ "target_mde": 0.2 })).status_is(200);
    assert!(figures(&experiment).as_i64() < restored.as_i64());
}

fn results_and_the_metric_agree_where_both_come_at_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let (here, there) = (team.owner(), team.owner().at(&neighbour));
    for _ in 0..12 {
        let (experiment, variations, goal) = running(here);
        let rows = json!({ "rows": [row(variations[0], goal, "2026-01-02", 1000, 200)] });
        let (recorded, changed) = std::thread::scope(|scope| {
            let recorded = scope.spawn(|| here.post(&format!("{experiment}/results"), rows).status);
            let changed = there.patch(&format!("/goals/{goal}"), json!({ "metric_type": "mean" })).status;
            (recorded.join().expect("an answer"), changed)
        });
        assert!(matches!((recorded, changed), (200, 422) | (422, 200)), "{recorded} and {changed}");
    }
}
