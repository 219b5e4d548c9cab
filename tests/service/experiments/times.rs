//! When something was done: an action may be told its time, between the last change of the status and now.

use serde_json::{Value, json};

use super::{hours, standing, whole};
use crate::world::{Store, World, on_both};

on_both![
    each_time_lies_after_the_one_before_and_not_in_the_future,
    a_time_that_is_left_out_is_now,
    what_ends_and_what_is_reset,
    an_experiment_runs_in_so_many_intervals,
];

fn each_time_lies_after_the_one_before_and_not_in_the_future(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/experiments/{}", whole(owner, json!({})));
    let act = |action: &str, body: Value| owner.post(&format!("{path}/{action}"), body);
    act("start", json!({ "started_at": hours(-20) })).status_is(200);
    let early = "The paused at field must be a date after or equal to started at.";
    act("pause", json!({ "paused_at": hours(-21) })).invalid(&[("paused_at", early)]);
    act("pause", json!({ "paused_at": "soon" })).invalid(&[("paused_at", "The paused at field must be a valid date.")]);
    act("pause", json!({ "paused_at": hours(-10) })).status_is(200);
    let early = "The resumed at field must be a date after or equal to the last change of status.";
    act("resume", json!({ "resumed_at": hours(-11) })).invalid(&[("resumed_at", early)]);
    act("resume", json!({ "resumed_at": hours(-8) })).status_is(200);
    let early = "The ended at field must be a date after or equal to the last change of status.";
    act("stop", json!({ "ended_at": hours(-9) })).invalid(&[("ended_at", early)]);
    let late = "The ended at field must be a date before or equal to now.";
    owner.patch(&path, json!({ "status": "analyzing", "ended_at": hours(1) })).invalid(&[("ended_at", late)]);
    let ended = hours(-4);
    owner.patch(&path, json!({ "status": "analyzing", "ended_at": ended })).status_is(200);
    let early = "The decided at field must be a date after or equal to ended at.";
    act("complete", json!({ "result": "neutral", "decided_at": hours(-5) })).invalid(&[("decided_at", early)]);
    act("complete", json!({ "result": "neutral", "decided_at": hours(-3) })).status_is(200);
    let early = "The implemented at field must be a date after or equal to decided at.";
    act("implement", json!({ "implemented_at": hours(-4) })).invalid(&[("implemented_at", early)]);
    act("implement", json!({ "implemented_at": hours(-2) })).status_is(200);
}

fn a_time_that_is_left_out_is_now(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = standing(team.owner(), "completed");
    let done = team.owner().post(&format!("{path}/implement"), json!({ "implemented_at": null })).status_is(200);
    let times = ["started_at", "ended_at", "decided_at", "implemented_at"]
        .map(|name| done.data()[name].as_str().unwrap_or_else(|| panic!("{name} is not there")).to_owned());
    let mut sorted = times.clone();
    sorted.sort();
    assert_eq!(times, sorted);
}

fn what_ends_and_what_is_reset(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let never = standing(owner, "ready");
    let cancelled = owner.post(&format!("{never}/cancel"), json!({ "reason": " Too dear " })).status_is(200);
    assert_eq!(cancelled.data()["cancelled_reason"], json!("Too dear"));
    assert_eq!(cancelled.data()["ended_at"], Value::Null, "what never started does not end");
    let paused = standing(owner, "paused");
    let cancelled = owner.patch(&paused, json!({ "status": "cancelled", "reason": "Too slow" })).status_is(200);
    assert_eq!(cancelled.data()["cancelled_reason"], json!("Too slow"));
    assert!(cancelled.data()["ended_at"].is_string());
    let reset = owner.post(&format!("{paused}/reset"), json!({})).status_is(200);
    for field in ["started_at", "ended_at", "cancelled_reason", "result", "decision", "decided_at"] {
        assert_eq!(reset.data()[field], Value::Null, "{field}");
    }
    // What was changed before the reset does not bind what comes after it.
    owner.post(&format!("{paused}/start"), json!({ "started_at": hours(-30) })).status_is(200);
    owner.post(&format!("{paused}/stop"), json!({ "ended_at": hours(-29) })).status_is(200);
}

fn an_experiment_runs_in_so_many_intervals(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = standing(owner, "running");
    let id: i64 = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    // Not many at once, since a bulk may take so long and no longer.
    for pairs in std::iter::repeat_n(50, 19).chain([49]) {
        let pair = [json!({ "op": "pause", "id": id }), json!({ "op": "resume", "id": id })];
        owner.post("/experiments/bulk", json!({ "operations": vec![pair; pairs].concat() })).status_is(200);
    }
    owner.post(&format!("{path}/pause"), json!({})).status_is(200);
    let refused = "The status field does not allow more than 1000 intervals in which the experiment ran.";
    owner.post(&format!("{path}/resume"), json!({})).invalid(&[("status", refused)]);
    owner.patch(&path, json!({ "status": "running" })).invalid(&[("status", refused)]);
    owner.post(&format!("{path}/stop"), json!({})).status_is(200);
}
