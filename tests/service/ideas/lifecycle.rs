//! The commands of an idea's life: where each is allowed, what it writes, and that a change of the status goes the same
//! ways.

use serde_json::{Value, json};

use super::shelf;
use crate::world::{Client, Store, World, on_both};

on_both![
    every_command_is_allowed_where_the_table_says,
    a_rejection_keeps_its_reason_until_the_idea_is_reopened,
    a_command_is_logged_under_its_own_event,
    a_refused_command_changes_nothing,
    of_two_contradictory_commands_at_once_one_succeeds,
];

/// For each command the status that it leads to, by the status that it starts from; what is not here is refused.
const TABLE: [(&str, &str, &str); 6] = [
    ("approve", "under_review", "approved"),
    ("reject", "backlog", "rejected"),
    ("reject", "under_review", "rejected"),
    ("reject", "approved", "rejected"),
    ("reject", "planned", "rejected"),
    ("reopen", "rejected", "backlog"),
];

const BY_HAND: [&str; 5] = ["backlog", "under_review", "approved", "planned", "rejected"];

fn standing(client: &Client, status: &str) -> String {
    format!("/ideas/{}", shelf(client, &[json!({ "status": status })])[0])
}

fn every_command_is_allowed_where_the_table_says(store: Store) {
    let world = World::start(store);
    let team = world.team();
    for command in ["approve", "reject", "reopen"] {
        for from in BY_HAND {
            let path = standing(team.owner(), from);
            let answer = team.member().post(&format!("{path}/{command}"), json!({}));
            match TABLE.iter().find(|it| (it.0, it.1) == (command, from)) {
                Some((.., to)) => {
                    assert_eq!(answer.status_is(200).data()["status"], json!(to), "{command} from {from}");
                }
                None => {
                    let refused = format!("The status field does not allow {command} while it is {from}.");
                    answer.invalid(&[("status", &refused)]);
                }
            }
        }
    }
}

fn a_rejection_keeps_its_reason_until_the_idea_is_reopened(store: Store) {
    let world = World::start(store);
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
    let world = World::start(store);
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
    let world = World::start(store);
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

fn of_two_contradictory_commands_at_once_one_succeeds(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    for _ in 0..20 {
        let path = standing(team.owner(), "under_review");
        let answers: Vec<u16> = std::thread::scope(|scope| {
            let post = |at: usize| {
                let (client, path) = (&clients[at], &path);
                scope.spawn(move || client.post(&format!("{path}/reject"), json!({ "reason": at.to_string() })).status)
            };
            let threads = [post(0), post(1)];
            threads.map(|thread| thread.join().expect("a request")).to_vec()
        });
        let done = answers.iter().position(|it| *it == 200).expect("one of them");
        assert_eq!(answers[1 - done], 422, "{answers:?}");
        let idea = team.owner().get(&path).status_is(200);
        assert_eq!(idea.data()["rejected_reason"], json!(done.to_string()));
    }
}
