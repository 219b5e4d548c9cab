//! What cannot change any more once an experiment has started, and what may still change when it is completed.

use serde_json::{Value, json};

use super::{hours, standing, variations};
use crate::records::{goal, insight, tag};
use crate::world::{Store, World, on_both};

on_both![
    what_is_compared_stays_once_it_has_started,
    a_completed_experiment_keeps_all_but_what_was_learned,
    what_changes_nothing_is_refused_nowhere,
    what_only_an_action_takes_stays_while_its_status_stands,
];

fn what_is_compared_stays_once_it_has_started(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    for status in ["running", "paused", "analyzing", "completed"] {
        let path = standing(owner, status);
        let (id, ours) = (path.rsplit('/').next().expect("an id"), variations(owner, &path));
        let stays = |field: &str| format!("The {field} field cannot change while the experiment is {status}.");
        let project = owner.get(&path).status_is(200).data()["project_id"].as_i64().expect("an id");
        let other = goal(owner, project, "Another");
        let goal = stays("primary goal id");
        owner.patch(&path, json!({ "primary_goal_id": other })).invalid(&[("primary_goal_id", &goal)]);
        let variation = format!("/variations/{}", ours[1]);
        let both = json!({ "weight": 20, "is_control": true });
        let (weight, control) = (stays("weight"), stays("is control"));
        owner.patch(&variation, both).invalid(&[("is_control", &control), ("weight", &weight)]);
        owner.post(&format!("{variation}/set-control"), json!({})).invalid(&[("is_control", &control)]);
        let change = format!("The status field does not allow a change of variations while it is {status}.");
        let new = json!({ "experiment_id": id.parse::<i64>().expect("a number"), "name": "C" });
        owner.post("/variations", new).invalid(&[("status", &change)]);
        owner.post(&format!("{variation}/duplicate"), json!({})).invalid(&[("status", &change)]);
        owner.delete(&variation).invalid(&[("status", &change)]);
        assert_eq!(variations(owner, &path), ours);
        let renamed = owner.patch(&variation, json!({ "name": "B" }));
        if status == "completed" {
            renamed.invalid(&[("name", &stays("name"))]);
            let order = [ours[1], ours[0]];
            let reordered = owner.post(&format!("{path}/variations/reorder"), json!({ "ids": order }));
            reordered.invalid(&[("position", &stays("position"))]);
        } else {
            renamed.status_is(200);
        }
    }
}

fn a_completed_experiment_keeps_all_but_what_was_learned(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = standing(owner, "completed");
    let stays = |field: &str| format!("The {field} field cannot change while the experiment is completed.");
    let body = json!({ "name": "Other", "mde": 0.5, "conclusion": "Known." });
    owner.patch(&path, body).invalid(&[("name", &stays("name")), ("mde", &stays("mde"))]);
    let changed = owner.patch(&path, json!({ "conclusion": "Known." })).status_is(200);
    assert_eq!(changed.data()["conclusion"], json!("Known."));
    owner.post(&format!("{path}/tags"), json!({ "ids": [tag(owner, "Done")] })).status_is(200);
    let project = changed.data()["project_id"].as_i64().expect("an id");
    let insight = insight(owner, project, "Late");
    let refused = [("status", "The status field does not allow a change of insights while it is completed.")];
    owner.post(&format!("{path}/insights"), json!({ "ids": [insight] })).invalid(&refused);
    owner.patch(&path, json!({ "insight_ids": [insight] })).invalid(&refused);
    let from_there = json!({ "ids": [changed.id()] });
    owner.post(&format!("/insights/{insight}/experiments"), from_there).invalid(&refused);
    let none = owner.get(&format!("{path}?include=insightsCount")).status_is(200);
    assert_eq!(none.data()["insights_count"], json!(0));
}

fn what_changes_nothing_is_refused_nowhere(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = standing(owner, "completed");
    let shown = owner.get(&path).status_is(200);
    let mut same = shown.data().clone();
    same.as_object_mut().expect("fields").retain(|_, value| *value != Value::Null);
    owner.put(&path, same).is(200, shown.body);
    let variation = format!("/variations/{}", variations(owner, &path)[0]);
    let shown = owner.get(&variation).status_is(200);
    owner.put(&variation, shown.data().clone()).is(200, shown.body.clone());
    owner.post(&format!("{variation}/set-control"), json!({})).is(200, shown.body);
    owner.post(&format!("{path}/insights"), json!({ "ids": [1] })).invalid_under("ids.0");
}

fn what_only_an_action_takes_stays_while_its_status_stands(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let earlier = hours(-1);
    for (status, says) in [
        ("running", json!({ "started_at": earlier, "resumed_at": earlier })),
        ("paused", json!({ "paused_at": earlier })),
        ("analyzing", json!({ "ended_at": earlier })),
        ("completed", json!({ "result": "won", "decision": "ship", "winner_variation_id": 1, "decided_at": earlier })),
        ("cancelled", json!({ "reason": "Too dear" })),
    ] {
        let path = standing(owner, status);
        let shown = owner.get(&path).status_is(200);
        let with = |field: &str, value: &Value| {
            let mut body = json!({ "status": status });
            body[field] = value.clone();
            owner.patch(&path, body)
        };
        for (field, value) in says.as_object().expect("fields") {
            let stays =
                format!("The {} field cannot change while the experiment is {status}.", field.replace('_', " "));
            with(field, value).invalid(&[(field, &stays)]);
            // What stands there, and a time that is left out, may be said again.
            let shown_as = match field.as_str() {
                "resumed_at" | "paused_at" => "status_changed_at",
                "reason" => "cancelled_reason",
                same => same,
            };
            with(field, &shown.data()[shown_as]).is(200, shown.body.clone());
            owner.patch(&path, json!({ field: value })).is(200, shown.body.clone());
        }
    }
    let path = standing(owner, "analyzing");
    let verdict = json!({
        "status": "completed", "result": "won", "winner_variation_id": variations(owner, &path)[1], "decision": null,
        "decided_at": owner.get(&path).status_is(200).data()["ended_at"],
    });
    let done = owner.patch(&path, verdict.clone()).status_is(200);
    owner.patch(&path, verdict.clone()).is(200, done.body);
    let mut without = verdict;
    without["winner_variation_id"] = Value::Null;
    owner.patch(&path, without).invalid_under("winner_variation_id");
    owner.patch(&path, json!({ "status": "completed", "decision": 7 })).invalid_under("decision");
}
