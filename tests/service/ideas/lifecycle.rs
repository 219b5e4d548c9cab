//! The commands of an idea's life: where each is allowed, what it writes, and that a change of the status goes the same
//! ways.

use serde_json::{Value, json};

use super::create_ideas;
use crate::records::experiment;
use crate::world::{Client, Store, World, on_both};

on_both![
    every_command_is_allowed_where_the_table_says,
    a_rejection_keeps_its_reason_until_the_idea_is_reopened,
    a_command_is_logged_under_its_own_event,
    a_refused_command_changes_nothing,
];

pub(super) const STATUSES: [&str; 7] =
    ["backlog", "under_review", "approved", "planned", "in_experiment", "done", "rejected"];

/// What each command makes of an idea in each of these states, and nothing where it is refused.
pub(super) const COMMANDS: [(&str, [Option<&str>; 7]); 4] = [
    ("approve", [None, Some("approved"), None, None, None, None, None]),
    ("reject", [Some("rejected"), Some("rejected"), Some("rejected"), Some("rejected"), None, None, None]),
    ("reopen", [None, None, None, None, None, None, Some("backlog")]),
    (
        "promote",
        [Some("planned"), Some("planned"), Some("planned"), Some("planned"), Some("in_experiment"), Some("done"), None],
    ),
];

fn standing(client: &Client, status: &str) -> String {
    let by_experiments = ["in_experiment", "done"].contains(&status);
    let begun = if by_experiments { "planned" } else { status };
    let id = create_ideas(client, &[json!({ "status": begun })])[0];
    let path = format!("/ideas/{id}");
    if by_experiments {
        let project = client.get(&path).status_is(200).data()["project_id"].as_i64().expect("a project");
        let tested = format!("/experiments/{}", experiment(client, project, "Tested"));
        client.patch(&tested, json!({ "idea_id": id, "status": "running" })).status_is(200);
        if status == "done" {
            client.patch(&tested, json!({ "status": "analyzing" })).status_is(200);
            client.patch(&tested, json!({ "status": "completed", "result": "neutral" })).status_is(200);
        }
    }
    assert_eq!(client.get(&path).status_is(200).data()["status"], json!(status));
    path
}

fn every_command_is_allowed_where_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (command, leads) in COMMANDS {
        for (from, to) in STATUSES.into_iter().zip(leads) {
            let path = standing(team.owner(), from);
            let answer = team.member().post(&format!("{path}/{command}"), json!({}));
            let Some(to) = to else {
                let refused = format!("The status field does not allow {command} while it is {from}.");
                answer.invalid(&[("status", &refused)]);
                continue;
            };
            answer.status_is(if command == "promote" { 201 } else { 200 });
            assert_eq!(team.owner().get(&path).status_is(200).data()["status"], json!(to), "{command} from {from}");
        }
    }
}

fn a_rejection_keeps_its_reason_until_the_idea_is_reopened(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = standing(team.owner(), "planned");
    let reason = json!({ "reason": " Too dear " });
    let rejected = team.owner().post(&format!("{path}/reject?include=project"), reason).status_is(200);
    assert_eq!(rejected.data()["rejected_reason"], json!("Too dear"));
    assert!(rejected.data()["project"]["id"].is_i64(), "{}", rejected.text());
    let reopened = team.owner().post(&format!("{path}/reopen"), json!({})).status_is(200);
    assert_eq!(reopened.data()["rejected_reason"], Value::Null);
    let said_before = json!({ "status": "rejected", "rejected_reason": "Said before" });
    team.owner().patch(&path, said_before).status_is(200);
    team.owner().patch(&path, json!({ "status": "backlog" })).status_is(200);
    let without = team.owner().send("POST", &format!("{path}/reject"), &[], b"").status_is(200);
    assert_eq!(without.data()["rejected_reason"], Value::Null, "a reason that is left out is none");
}

fn a_command_is_logged_under_its_own_event(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = standing(team.owner(), "under_review");
    team.owner().post(&format!("{path}/approve"), json!({})).status_is(200);
    team.owner().post(&format!("{path}/reject"), json!({ "reason": "Too dear" })).status_is(200);
    team.owner().post(&format!("{path}/reopen"), json!({})).status_is(200);
    let log = path.replace("/ideas/", "/activities?sort=id&subject_type=idea&subject_id=");
    let log = team.owner().get(&log).status_is(200);
    let entries: Vec<_> = log.items()[1..].iter().map(|it| json!([it["event"], it["properties"]])).collect();
    let changed = |event: &str, old: Value, new: Value| json!([event, { "attributes": new, "old": old }]);
    let rejected = json!({ "status": "rejected", "rejected_reason": "Too dear" });
    let expected = [
        changed("approved", json!({ "status": "under_review" }), json!({ "status": "approved" })),
        changed("rejected", json!({ "status": "approved", "rejected_reason": null }), rejected.clone()),
        changed("reopened", rejected, json!({ "status": "backlog", "rejected_reason": null })),
    ];
    assert_eq!(entries, expected);
}

fn a_refused_command_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = standing(team.owner(), "rejected");
    let before = team.owner().get(&path).status_is(200).body;
    team.owner().post(&format!("{path}/reject"), json!({ "reason": "Again" })).invalid_under("status");
    team.owner().post(&format!("{path}/reopen?include=nothing"), json!({})).status_is(400);
    team.owner().post(&format!("{path}/reject"), json!({ "reason": 1 })).invalid_under("reason");
    team.owner().post(&format!("{path}/reopen"), json!([])).invalid_under("body");
    team.viewer().post(&format!("{path}/reopen"), json!({})).status_is(403);
    team.owner().post("/ideas/1000000/reopen", json!({})).status_is(404);
    team.owner().get(&path).is(200, before);
}
