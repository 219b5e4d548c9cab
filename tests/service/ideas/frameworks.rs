//! The framework of an idea: the team's unless said, and what a change of it or of the scores does to the other.

use serde_json::{Value, json};

use super::{idea, number};
use crate::records::{made, project};
use crate::world::{Client, Store, TAKES_EFFECT, World, on_both, within};

on_both![
    the_default_framework_is_the_teams,
    another_framework_without_scores_clears_them,
    the_same_framework_again_keeps_the_scores,
    another_framework_with_scores_replaces_both,
    scores_are_replaced_whole_and_counted_anew,
    null_clears_the_scores,
    scores_are_read_by_the_framework_that_the_idea_will_have,
];

fn scored(client: &Client) -> String {
    let scores = json!({ "impact": 7, "confidence": 7, "ease": 7 });
    let body = json!({ "project_id": project(client), "name": "One", "framework": "ice", "scores": scores });
    format!("/ideas/{}", made(client, "/ideas", body))
}

/// The idea has this framework, these scores, and this score of them.
#[track_caller]
fn holds(client: &Client, path: &str, framework: &str, scores: &Value, score: Option<f64>) {
    let read = client.get(path).status_is(200);
    assert_eq!([&read.data()["framework"], &read.data()["scores"]], [&json!(framework), scores]);
    assert_eq!(number(read.data(), "priority_score"), score);
    assert_eq!(read.data()["priority_score_normalized"].is_null(), score.is_none() || framework == "rice");
}

fn the_default_framework_is_the_teams(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let (home, elsewhere) = (project(team.owner()), project(other.owner()));
    let before = idea(team.owner(), home, "Before");
    let framework = |client: &Client, id: i64| {
        client.get(&format!("/ideas/{id}")).status_is(200).data()["framework"].as_str().map(str::to_owned)
    };
    assert_eq!(framework(team.owner(), before).as_deref(), Some("ice"));
    for next in ["pie", "rice", "pxl", "ice"] {
        world.cli(&["team", "set", &team.id.to_string(), "--framework", next]);
        within(TAKES_EFFECT, next, || {
            let id = idea(team.owner(), home, "After");
            framework(team.owner(), id).as_deref() == Some(next)
        });
        let said = made(team.owner(), "/ideas", json!({ "project_id": home, "name": "Said", "framework": "rice" }));
        assert_eq!(framework(team.owner(), said).as_deref(), Some("rice"), "what is said counts");
    }
    assert_eq!(framework(team.owner(), before).as_deref(), Some("ice"), "what is there stays");
    assert_eq!(framework(other.owner(), idea(other.owner(), elsewhere, "Other")).as_deref(), Some("ice"));
}

fn another_framework_without_scores_clears_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = scored(team.owner());
    holds(team.owner(), &path, "ice", &json!({ "impact": 7, "confidence": 7, "ease": 7 }), Some(343.0));
    let answer = team.owner().patch(&path, json!({ "framework": "pie" })).status_is(200);
    assert_eq!(answer.data()["scores"], Value::Null);
    holds(team.owner(), &path, "pie", &Value::Null, None);
    team.owner().patch(&path, json!({ "framework": "ice" })).status_is(200);
    holds(team.owner(), &path, "ice", &Value::Null, None);
}

fn the_same_framework_again_keeps_the_scores(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = scored(team.owner());
    let before = team.owner().get(&path).status_is(200);
    team.owner().patch(&path, json!({ "framework": "ice" })).is(200, before.body.clone());
    team.owner().get(&path).is(200, before.body);
}

fn another_framework_with_scores_replaces_both(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = scored(team.owner());
    for (framework, scores, score) in [
        ("pie", json!({ "potential": 7, "importance": 8, "ease": 8 }), Some(7.67)),
        ("rice", json!({ "reach": 100, "impact": 0.5, "confidence": 0.8, "effort": 2 }), Some(20.0)),
        ("pxl", json!({ "noticeable": true }), None),
        ("ice", json!({ "impact": 1, "confidence": 2, "ease": 3 }), Some(6.0)),
    ] {
        team.owner().patch(&path, json!({ "framework": framework, "scores": scores })).status_is(200);
        holds(team.owner(), &path, framework, &scores, score);
    }
}

fn scores_are_replaced_whole_and_counted_anew(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = scored(team.owner());
    let half = json!({ "impact": 10 });
    team.owner().patch(&path, json!({ "scores": half })).status_is(200);
    holds(team.owner(), &path, "ice", &half, None);
    let whole = json!({ "impact": 10, "confidence": 10, "ease": 10 });
    team.owner().put(&path, json!({ "scores": whole })).status_is(200);
    holds(team.owner(), &path, "ice", &whole, Some(1000.0));
    team.owner().put(&path, json!({ "name": "Untouched" })).status_is(200);
    holds(team.owner(), &path, "ice", &whole, Some(1000.0));
}

fn null_clears_the_scores(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = scored(team.owner());
    team.owner().patch(&path, json!({ "scores": null })).status_is(200);
    holds(team.owner(), &path, "ice", &Value::Null, None);
}

fn scores_are_read_by_the_framework_that_the_idea_will_have(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let path = scored(team.owner());
    let pie = json!({ "potential": 5 });
    team.owner().patch(&path, json!({ "scores": pie })).invalid_under("scores.potential");
    team.owner().patch(&path, json!({ "framework": "pie", "scores": { "impact": 5 } })).invalid_under("scores.impact");
    team.owner().patch(&path, json!({ "framework": "pie", "scores": pie })).status_is(200);
    team.owner().patch(&path, json!({ "scores": { "importance": 5 } })).status_is(200);
    holds(team.owner(), &path, "pie", &json!({ "importance": 5 }), None);
    world.cli(&["team", "set", &team.id.to_string(), "--framework", "rice"]);
    team.owner().patch(&path, json!({ "scores": pie })).status_is(200);
}
