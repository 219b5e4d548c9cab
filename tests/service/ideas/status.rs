//! The status of an idea: the arrows along which it moves by hand, and the two that only experiments bring about.

use serde_json::{Value, json};

use super::create_ideas;
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![
    a_status_moves_along_the_arrows_only,
    an_idea_starts_in_any_status_but_those_the_system_sets,
    a_forbidden_move_changes_nothing_else,
    the_same_status_again_is_no_change,
    an_idea_lives_from_the_backlog_to_the_plan_and_back,
    moves_at_once_follow_the_arrows_one_after_another,
];

const STATUSES: [&str; 7] = ["backlog", "under_review", "approved", "planned", "in_experiment", "done", "rejected"];

const ARROWS: [(&str, &str); 8] = [
    ("backlog", "under_review"),
    ("under_review", "approved"),
    ("approved", "planned"),
    ("backlog", "rejected"),
    ("under_review", "rejected"),
    ("approved", "rejected"),
    ("planned", "rejected"),
    ("rejected", "backlog"),
];

fn by_hand() -> impl Iterator<Item = &'static str> {
    STATUSES.into_iter().filter(|it| !["in_experiment", "done"].contains(it))
}

fn a_status_moves_along_the_arrows_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for from in by_hand() {
        for to in STATUSES {
            let body = json!({ "project_id": project, "name": "One", "status": from });
            let path = format!("/ideas/{}", made(team.owner(), "/ideas", body));
            let answer = team.member().patch(&path, json!({ "status": to }));
            let now = if from == to || ARROWS.contains(&(from, to)) {
                assert_eq!(answer.status_is(200).data()["status"], json!(to), "from {from}");
                to
            } else {
                answer.invalid_under("status");
                from
            };
            assert_eq!(team.owner().get(&path).status_is(200).data()["status"], json!(now), "from {from} to {to}");
        }
    }
}

fn an_idea_starts_in_any_status_but_those_the_system_sets(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for status in by_hand() {
        let body = json!({ "project_id": project, "name": "One", "status": status });
        assert_eq!(team.member().post("/ideas", body).status_is(201).data()["status"], json!(status));
    }
    for status in ["in_experiment", "done"] {
        let body = json!({ "project_id": project, "name": "One", "status": status });
        team.owner().post("/ideas", body).invalid_under("status");
    }
    assert_eq!(team.owner().get("/ideas?filter[status]=in_experiment,done").status_is(200).total(), 0);
}

fn a_forbidden_move_changes_nothing_else(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_ideas(team.owner(), &[json!({ "status": "planned" })]);
    let path = format!("/ideas/{}", ids[0]);
    let before = team.owner().get(&path).status_is(200);
    for status in ["done", "in_experiment", "approved", "backlog"] {
        team.owner().patch(&path, json!({ "name": "Changed", "status": status })).invalid_under("status");
        team.owner().put(&path, json!({ "problem": "Changed", "status": status })).invalid_under("status");
    }
    team.owner().get(&path).is(200, before.body);
}

fn the_same_status_again_is_no_change(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for status in by_hand() {
        let ids = create_ideas(team.owner(), &[json!({ "status": status })]);
        let path = format!("/ideas/{}", ids[0]);
        let before = team.owner().get(&path).status_is(200);
        team.owner().patch(&path, json!({ "status": status })).is(200, before.body);
    }
}

fn an_idea_lives_from_the_backlog_to_the_plan_and_back(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_ideas(team.owner(), &[json!({})]);
    let path = format!("/ideas/{}", ids[0]);
    for status in ["under_review", "approved", "planned"] {
        team.owner().patch(&path, json!({ "status": status })).status_is(200);
    }
    let rejected = json!({ "status": "rejected", "rejected_reason": "Too dear" });
    let rejected = team.owner().patch(&path, rejected).status_is(200);
    assert_eq!(rejected.data()["rejected_reason"], json!("Too dear"));
    let reopened = team.owner().patch(&path, json!({ "status": "backlog", "rejected_reason": null })).status_is(200);
    assert_eq!([&reopened.data()["status"], &reopened.data()["rejected_reason"]], [&json!("backlog"), &Value::Null]);
    team.owner().patch(&path, json!({ "status": "approved" })).invalid_under("status");
}

fn moves_at_once_follow_the_arrows_one_after_another(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let id = create_ideas(team.owner(), &[json!({})])[0];
    let path = format!("/ideas/{id}");
    std::thread::scope(|scope| {
        for at in 0..10 {
            let (client, path) = (&clients[at % 2], &path);
            scope.spawn(move || {
                for turn in 0..8 {
                    let to = by_hand().nth((at + turn * 3) % 5).expect("a status");
                    let answer = client.patch(path, json!({ "status": to }));
                    assert!([200, 422].contains(&answer.status), "{}", answer.text());
                }
            });
        }
    });
    let log = format!("/activities?subject_type=idea&subject_id={id}&sort=id&per_page=100");
    let log = team.owner().get(&log).status_is(200);
    let mut now = "backlog".to_owned();
    for entry in &log.items()[1..] {
        let (old, new) = (&entry["properties"]["old"]["status"], &entry["properties"]["attributes"]["status"]);
        assert_eq!(*old, json!(now), "each move begins where the one before it ended");
        let new = new.as_str().expect("a status");
        assert!(ARROWS.contains(&(now.as_str(), new)), "from {now} to {new}");
        new.clone_into(&mut now);
    }
    assert!(log.total() > 2, "nothing moved");
    assert_eq!(team.owner().get(&path).status_is(200).data()["status"], json!(now));
}
