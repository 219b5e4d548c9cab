//! The life of an observation: every state with every action, and the changes of its status that do the same.

use serde_json::{Value, json};

use super::{shown, told};
use crate::records::{insight, observation, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    every_action_is_allowed_where_the_table_says,
    a_status_changes_as_the_actions_do,
    the_reason_is_kept_until_it_is_reopened
];

pub(super) const STATUSES: [&str; 4] = ["open", "reviewed", "linked", "dismissed"];

/// What each action makes of an observation in each of these states, and nothing where it is refused.
pub(super) const ACTIONS: [(&str, [Option<&str>; 4]); 6] = [
    ("review", [Some("reviewed"), None, None, None]),
    ("dismiss", [Some("dismissed"), Some("dismissed"), None, None]),
    ("reopen", [None, Some("open"), None, Some("open")]),
    ("convert", [Some("linked"), Some("linked"), Some("linked"), None]),
    ("archive", [Some("open"), Some("reviewed"), Some("linked"), Some("dismissed")]),
    ("unarchive", [Some("open"), Some("reviewed"), Some("linked"), Some("dismissed")]),
];

/// An observation that stands so.
fn standing(owner: &Client, project: i64, status: &str) -> i64 {
    let id = observation(owner, project, "Seen");
    match status {
        "linked" => {
            let ids = [insight(owner, project, "Means")];
            owner.post(&format!("/observations/{id}/insights"), json!({ "ids": ids })).status_is(200);
        }
        "open" => {}
        status => drop(owner.patch(&format!("/observations/{id}"), json!({ "status": status })).status_is(200)),
    }
    assert_eq!(shown(owner, id)["status"], json!(status));
    id
}

fn every_action_is_allowed_where_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (action, leads) in ACTIONS {
        for (from, to) in STATUSES.into_iter().zip(leads) {
            let id = standing(owner, project, from);
            let before = shown(owner, id);
            let answer = owner.post(&format!("/observations/{id}/{action}"), json!({}));
            let Some(to) = to else {
                let refused = format!("The status field does not allow {action} while it is {from}.");
                answer.invalid(&[("status", &refused)]);
                assert_eq!(shown(owner, id), before, "{action} while {from}");
                continue;
            };
            answer.status_is(if action == "convert" { 201 } else { 200 });
            assert_eq!(shown(owner, id)["status"], json!(to), "{action} while {from}");
        }
    }
}

fn a_status_changes_as_the_actions_do(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let ways = |from: &str| match from {
        "open" => &["reviewed", "dismissed"][..],
        "reviewed" => &["open", "dismissed"],
        "dismissed" => &["open"],
        _ => &[],
    };
    for from in STATUSES {
        for to in STATUSES.into_iter().filter(|to| *to != from) {
            let id = standing(owner, project, from);
            let since = told(&team, id, 0).len();
            let answer = owner.patch(&format!("/observations/{id}"), json!({ "status": to }));
            if ways(from).contains(&to) {
                assert_eq!(answer.status_is(200).data()["status"], json!(to));
                let entries = told(&team, id, since);
                assert_eq!(entries, [("updated".to_owned(), json!([{ "status": from }, { "status": to }]))]);
                continue;
            }
            let refused = match (from, ways(from)) {
                _ if to == "linked" => "The status field cannot be linked, which its links decide.".to_owned(),
                (from, []) => {
                    format!("The status field cannot change from {from} to {to}; from {from} it may not be changed.")
                }
                (from, ways) => {
                    let ways = ways.join(" or ");
                    format!("The status field cannot change from {from} to {to}; from {from} it may become {ways}.")
                }
            };
            answer.invalid(&[("status", &refused)]);
            assert_eq!(shown(owner, id)["status"], json!(from));
        }
    }
    let body = |status: &str| json!({ "project_id": project, "name": "One", "source": "survey", "status": status });
    let refused = "The status field cannot be linked, which its links decide.";
    owner.post("/observations", body("linked")).invalid(&[("status", refused)]);
    for status in ["open", "reviewed", "dismissed"] {
        assert_eq!(owner.post("/observations", body(status)).status_is(201).data()["status"], json!(status));
    }
}

fn the_reason_is_kept_until_it_is_reopened(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let body = json!({
        "project_id": project, "name": "One", "source": "survey", "status": "dismissed", "reason": "A test.",
        "dismissed_reason": "Not heard.",
    });
    let id = owner.post("/observations", body).status_is(201);
    assert_eq!(id.data()["dismissed_reason"], json!("A test."));
    let path = format!("/observations/{}", id.id());
    let reason = |answer: &crate::world::Answer| answer.data()["dismissed_reason"].clone();
    assert_eq!(reason(&owner.post(&format!("{path}/reopen"), json!({})).status_is(200)), Value::Null);
    owner.post(&format!("{path}/dismiss"), json!({ "reason": 5 })).invalid_under("reason");
    let dismissed = owner.post(&format!("{path}/dismiss"), json!({ "reason": "Seen once." })).status_is(200);
    assert_eq!(reason(&dismissed), json!("Seen once."));
    let stays = [("reason", "The reason field cannot change while the observation is dismissed.")];
    owner.patch(&path, json!({ "status": "dismissed", "reason": "Else" })).invalid(&stays);
    let again = owner.patch(&path, json!({ "status": "dismissed", "reason": "Seen once." })).status_is(200);
    assert_eq!(reason(&again), json!("Seen once."));
    assert_eq!(reason(&owner.patch(&path, json!({ "status": "open" })).status_is(200)), Value::Null);
    owner.patch(&path, json!({ "status": "dismissed", "reason": ["x"] })).invalid_under("reason");
    let dismissed = owner.patch(&path, json!({ "status": "dismissed", "reason": "Else" })).status_is(200);
    assert_eq!(reason(&dismissed), json!("Else"));
}
