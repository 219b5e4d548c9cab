//! The verdict: which variation may have won, and that a reopened experiment has none.

use serde_json::{Value, json};

use super::{standing, variations, whole};
use crate::world::{Store, World, on_both};

on_both![who_may_have_won_follows_from_the_result, without_variations_nobody_wins, a_verdict_is_taken_back];

fn who_may_have_won_follows_from_the_result(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = standing(owner, "analyzing");
    let other = standing(owner, "analyzing");
    let (ours, theirs) = (variations(owner, &path), variations(owner, &other));
    let complete = |result: &str, winner: Value| {
        let mut body = json!({ "status": "completed", "result": result, "winner_variation_id": winner });
        let changed = owner.patch(&path, body.clone());
        body.as_object_mut().expect("fields").remove("status");
        if changed.status == 200 {
            owner.post(&format!("{path}/reopen"), json!({})).status_is(200);
        }
        let done = owner.post(&format!("{path}/complete"), body);
        assert_eq!((changed.status, &changed.body["errors"]), (done.status, &done.body["errors"]));
        if done.status == 200 {
            owner.post(&format!("{path}/reopen"), json!({})).status_is(200);
        }
        done
    };
    let field = "winner_variation_id";
    let required = "The winner variation id field is required when result is won.";
    for nothing in [Value::Null, json!([]), json!({})] {
        complete("won", nothing).invalid(&[(field, required)]);
    }
    let invalid = "The selected winner variation id is invalid.";
    for wrong in [ours[0], theirs[1], 1_000_000] {
        complete("won", json!(wrong)).invalid(&[(field, invalid)]);
    }
    complete("won", json!(ours[1])).status_is(200);
    complete("lost", Value::Null).status_is(200);
    complete("lost", json!(ours[0])).status_is(200);
    complete("lost", json!(theirs[0])).invalid(&[(field, invalid)]);
    for result in ["inconclusive", "neutral", "stopped_early", "invalid"] {
        let prohibited = format!("The winner variation id field is prohibited when result is {result}.");
        complete(result, json!(ours[1])).invalid(&[(field, &prohibited)]);
        complete(result, Value::Null).status_is(200);
    }
    owner.post(&format!("{path}/complete"), json!({})).invalid(&[("result", "The result field is required.")]);
    let none = json!({ "result": "neutral", "decision": null, "winner_variation_id": null, "decided_at": null });
    let done = owner.post(&format!("{path}/complete"), none).status_is(200);
    assert_eq!(done.data()["decision"], json!("none"), "null is as good as left out");
    owner.post(&format!("{path}/reopen"), json!({})).status_is(200);
    complete("drawn", Value::Null).invalid(&[("result", "The selected result is invalid.")]);
}

fn without_variations_nobody_wins(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = whole(team.owner(), json!({ "type": "usability", "variations": [] }));
    for action in ["start", "stop"] {
        team.owner().post(&format!("/experiments/{id}/{action}"), json!({})).status_is(200);
    }
    let done = team.owner().post(&format!("/experiments/{id}/complete"), json!({ "result": "won" })).status_is(200);
    assert_eq!((&done.data()["result"], &done.data()["decision"]), (&json!("won"), &json!("none")));
}

fn a_verdict_is_taken_back(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = standing(owner, "analyzing");
    owner.patch(&path, json!({ "conclusion": "It works." })).status_is(200);
    let winner = variations(owner, &path)[1];
    let verdict = json!({ "result": "won", "decision": "ship", "winner_variation_id": winner });
    let done = owner.post(&format!("{path}/complete?include=winnerVariation"), verdict).status_is(200);
    assert_eq!(done.data()["winner_variation"]["id"], json!(winner));
    assert_eq!(done.data()["conclusion"], json!("It works."), "a conclusion that is left out stays");
    let reopened = owner.post(&format!("{path}/reopen"), json!({})).status_is(200);
    for field in ["result", "decision", "winner_variation_id", "decided_at", "implemented_at"] {
        assert_eq!(reopened.data()[field], Value::Null, "{field}");
    }
    assert!(reopened.data()["ended_at"].is_string());
    let again = json!({ "status": "completed", "result": "lost", "conclusion": "It does not." });
    assert_eq!(owner.patch(&path, again).status_is(200).data()["conclusion"], json!("It does not."));
    let long = json!({ "status": "analyzing" });
    owner.patch(&path, long).status_is(200);
    let wrong = json!({ "status": "completed", "result": "lost", "conclusion": 5 });
    owner.patch(&path, wrong).invalid(&[("conclusion", "The conclusion field must be a string.")]);
}
