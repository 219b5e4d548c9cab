//! What an experiment needs to start: all that is missing is told together, whichever way it is started.

use serde_json::{Value, json};

use super::{standing, variations, whole};
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![
    all_that_is_missing_is_told_together,
    weights_divide_all_visitors,
    what_a_change_says_is_there_before_the_guards_look,
    some_types_need_no_variations,
    nothing_starts_in_an_archived_project_or_while_it_is_archived,
];

const FEW: &str = "The variations field must have at least 2 items.";
const CONTROLS: &str = "The variations field must have exactly one control.";
const WEIGHTS: &str = "The variations field must have weights above 0 that sum to 100.";

fn all_that_is_missing_is_told_together(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let bare = json!({ "project_id": project, "name": "Bare", "type": "ab" });
    let path = format!("/experiments/{}", made(team.owner(), "/experiments", bare));
    let expected = json!({
        "variations": [FEW, CONTROLS, WEIGHTS],
        "primary_goal_id": ["The primary goal id field is required."],
        "hypothesis": ["The hypothesis field is required."],
        "started_at": ["The started at field must be a date before or equal to now."],
    });
    let late = super::hours(2);
    let started = team.owner().post(&format!("{path}/start"), json!({ "started_at": late })).status_is(422);
    assert_eq!(started.body["errors"], expected);
    let changed = team.owner().patch(&path, json!({ "status": "running", "started_at": late })).status_is(422);
    assert_eq!(changed.body["errors"], expected);
    assert_eq!(team.owner().get(&path).status_is(200).data()["status"], json!("draft"));
}

fn weights_divide_all_visitors(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (weights, starts) in [
        ([50.0, 50.0], true),
        ([33.34, 66.67], true),
        ([33.34, 66.65], true),
        ([50.0, 50.02], false),
        ([100.0, 0.0], false),
        ([10.0, 20.0], false),
    ] {
        let named = json!([{ "name": "A", "weight": weights[0] }, { "name": "B", "weight": weights[1] }]);
        let id = whole(team.owner(), json!({ "variations": named }));
        let answer = team.owner().post(&format!("/experiments/{id}/start"), json!({}));
        if starts {
            answer.status_is(200);
        } else {
            answer.invalid(&[("variations", WEIGHTS)]);
        }
    }
}

fn what_a_change_says_is_there_before_the_guards_look(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = whole(team.owner(), json!({ "hypothesis": null }));
    let path = format!("/experiments/{id}");
    let required = "The hypothesis field is required.";
    team.owner().post(&format!("{path}/start"), json!({})).invalid(&[("hypothesis", required)]);
    team.owner().patch(&path, json!({ "status": "running" })).invalid(&[("hypothesis", required)]);
    let both = json!({ "status": "running", "hypothesis": "More buy.", "paused_at": "never", "result": "won" });
    let started = team.owner().patch(&path, both).status_is(200);
    assert_eq!(started.data()["status"], json!("running"));
    assert_eq!(started.data()["result"], Value::Null, "what belongs to another action is not heard");
    let log = team.owner().get(&format!("/activities?subject_type=experiment&subject_id={id}&sort=-id"));
    let entry = log.status_is(200).items()[0].clone();
    assert_eq!(entry["event"], json!("started"));
    let attributes = json!({
        "status": "running", "hypothesis": "More buy.", "started_at": started.data()["started_at"],
    });
    assert_eq!(entry["properties"]["attributes"], attributes);
    assert_eq!(entry["properties"]["old"], json!({ "status": "draft", "hypothesis": null, "started_at": null }));
}

fn some_types_need_no_variations(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (kind, needs) in [("before_after", false), ("usability", false), ("aa", true), ("feature_flag", true)] {
        let id = whole(team.owner(), json!({ "type": kind, "variations": [] }));
        let answer = team.owner().post(&format!("/experiments/{id}/start"), json!({}));
        if needs {
            assert_eq!(answer.status_is(422).body["errors"]["variations"], json!([FEW, CONTROLS, WEIGHTS]));
        } else {
            answer.status_is(200);
        }
    }
}

fn nothing_starts_in_an_archived_project_or_while_it_is_archived(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = standing(team.owner(), "ready");
    team.owner().post(&format!("{path}/archive"), json!({})).status_is(200);
    let archived = [("archived_at", "The archived at field must be empty to start.")];
    team.owner().post(&format!("{path}/start"), json!({})).invalid(&archived);
    team.owner().post(&format!("{path}/unarchive"), json!({})).status_is(200);
    let project = team.owner().get(&path).status_is(200).data()["project_id"].clone();
    team.owner().post(&format!("/projects/{project}/archive"), json!({})).status_is(200);
    let archived = [("project_id", "The project id field names an archived project.")];
    team.owner().post(&format!("{path}/start"), json!({})).invalid(&archived);
    team.owner().patch(&path, json!({ "status": "running" })).invalid(&archived);
    let elsewhere = made(team.owner(), "/projects", json!({ "name": "Elsewhere" }));
    team.owner().post(&format!("/projects/{elsewhere}/archive"), json!({})).status_is(200);
    team.owner().patch(&path, json!({ "status": "running", "project_id": elsewhere })).invalid(&archived);
    team.owner().post(&format!("/projects/{project}/unarchive"), json!({})).status_is(200);
    team.owner().post(&format!("{path}/start"), json!({})).status_is(200);
    assert_eq!(variations(team.owner(), &path).len(), 2);
}
