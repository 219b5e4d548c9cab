//! The life of an experiment: its table as the document has it, in every pair of a state and an action, by the action
//! and by a change of the status.

use serde_json::{Value, json};

use super::{events, standing};
use crate::world::{Store, World, on_both};

on_both![
    every_action_is_allowed_where_the_table_says,
    a_change_of_the_status_goes_the_ways_of_the_actions,
    the_body_and_the_includes_are_told_before_the_state,
];

/// The table of the document.
const TABLE: &str = "
| Action | draft | in_preparation | ready | running | paused | analyzing | completed | cancelled |
| prepare (prepared) | in_preparation | – | in_preparation | – | – | – | – | – |
| ready (readied) | ready | ready | – | – | – | – | – | – |
| start (started) | running | running | running | – | – | – | – | – |
| pause (paused) | – | – | – | paused | – | – | – | – |
| resume (resumed) | – | – | – | – | running | – | – | – |
| stop (stopped) | – | – | – | analyzing | analyzing | – | – | – |
| complete (completed) | – | – | – | – | – | completed | – | – |
| reopen (reopened) | – | – | – | – | – | – | analyzing | – |
| cancel (cancelled) | cancelled | cancelled | cancelled | – | cancelled | – | – | – |
| reset (reset) | – | draft | draft | draft | draft | draft | draft | draft |
| implement (implemented) | – | – | – | – | – | – | stays | – |
| archive ∘ (archived) | stays | stays | stays | – | – | stays | stays | stays |
| unarchive ∘ (unarchived) | stays | stays | stays | stays | stays | stays | stays | stays |
| DELETE | yes | yes | yes | – | – | yes | yes | yes |
";

/// A pair of an action and a state: what comes of it, and what the log calls it.
pub(super) struct Pair {
    pub(super) action: String,
    pub(super) event: String,
    pub(super) from: String,
    pub(super) to: Option<String>,
}

pub(super) fn table() -> Vec<Pair> {
    let cells =
        |line: &str| -> Vec<String> { line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect() };
    let mut lines = TABLE.lines().filter(|line| !line.is_empty()).map(cells);
    let states = lines.next().expect("a line of states").split_off(1);
    let mut pairs = Vec::new();
    for line in lines {
        let (name, rest) = line[0].split_once(' ').unwrap_or((&line[0], ""));
        let event = rest.trim_start_matches("∘ ").trim_matches(['(', ')']).to_owned();
        for (from, to) in states.iter().zip(&line[1..]) {
            let to = match to.as_str() {
                "–" => None,
                "stays" | "yes" => Some(from.clone()),
                to => Some(to.to_owned()),
            };
            let action = name.to_lowercase();
            pairs.push(Pair { action, event: event.clone(), from: from.clone(), to });
        }
    }
    assert_eq!(pairs.len(), 14 * 8);
    pairs
}

/// What an action takes.
fn body(action: &str) -> Value {
    match action {
        "complete" => json!({ "result": "neutral" }),
        _ => json!({}),
    }
}

fn id(path: &str) -> i64 {
    path.rsplit('/').next().expect("an id").parse().expect("a number")
}

fn every_action_is_allowed_where_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    for Pair { action, event, from, to } in table() {
        let path = standing(owner, &from);
        let before = events(owner, "experiment", id(&path));
        let answer = match action.as_str() {
            "delete" => owner.delete(&path),
            action => owner.post(&format!("{path}/{action}"), body(action)),
        };
        let refused = format!("The status field does not allow {action} while it is {from}.");
        match to {
            None => {
                answer.invalid(&[("status", &refused)]);
                assert_eq!(owner.get(&path).status_is(200).data()["status"], json!(from));
                assert_eq!(events(owner, "experiment", id(&path)), before, "{action} from {from} was logged");
            }
            Some(_) if action == "delete" => {
                answer.status_is(204);
            }
            Some(to) => {
                assert_eq!(answer.status_is(200).data()["status"], json!(to), "{action} from {from}");
                // Nothing is unarchived yet.
                let logged = if action == "unarchive" { None } else { Some(event) };
                let after = events(owner, "experiment", id(&path));
                assert_eq!(after.len(), before.len() + usize::from(logged.is_some()), "{action} from {from}");
                assert!(logged.is_none_or(|event| after.last() == Some(&event)), "{action} from {from}: {after:?}");
            }
        }
    }
}

fn a_change_of_the_status_goes_the_ways_of_the_actions(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let table = table();
    let states: Vec<String> =
        table.iter().filter(|pair| pair.action == "prepare").map(|pair| pair.from.clone()).collect();
    for from in &states {
        let leads =
            |to: &&String| table.iter().any(|pair| pair.from == *from && pair.to.as_ref() == Some(to) && *to != from);
        let next: Vec<&String> = states.iter().filter(leads).collect();
        for to in &states {
            let path = standing(owner, from);
            let before = owner.get(&path).status_is(200).body;
            let mut body = if to == "completed" { body("complete") } else { json!({}) };
            body["status"] = json!(to);
            body["name"] = json!(if from == "completed" { "Guest first" } else { "Renamed" });
            let answer = owner.patch(&path, body);
            let way = table.iter().find(|pair| pair.from == *from && pair.to.as_ref() == Some(to) && to != from);
            match way {
                Some(way) => {
                    assert_eq!(answer.status_is(200).data()["status"], json!(to));
                    assert_eq!(events(owner, "experiment", id(&path)).last(), Some(&way.event), "{from} to {to}");
                }
                None if from == to => {
                    answer.status_is(200);
                }
                None => {
                    let refused = refused(from, to, &next);
                    answer.invalid(&[("status", &refused)]);
                    owner.get(&path).is(200, before);
                }
            }
        }
    }
}

/// What is said of a way that there is not.
fn refused(from: &str, to: &str, next: &[&String]) -> String {
    let names: Vec<&str> = next.iter().map(|it| it.as_str()).collect();
    let (last, first) = names.split_last().expect("every state leads somewhere");
    let may = if first.is_empty() { (*last).to_owned() } else { format!("{} or {last}", first.join(", ")) };
    format!("The status field cannot change from {from} to {to}; from {from} it may become {may}.")
}

fn the_body_and_the_includes_are_told_before_the_state(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("{}/pause", standing(owner, "draft"));
    let headers = [("Content-Type", "application/json")];
    owner.send("POST", &path, &[("Content-Type", "text/xml")], b"<a/>").status_is(415);
    owner.send("POST", &path, &headers, b"{").invalid_under("body");
    let unknown = owner.post(&format!("{path}?include=foo"), json!({})).status_is(400);
    let message = unknown.body["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Requested include(s) `foo` are not allowed."), "{message}");
    owner.send("POST", &format!("{path}?include=foo"), &[("Content-Type", "text/xml")], b"<a/>").status_is(415);
    let huge = format!("{{\"paused_at\":\"{}\"}}", "x".repeat(1024 * 1024));
    owner.send("POST", &path, &headers, huge.as_bytes()).status_is(413);
    let stands = [("status", "The status field does not allow pause while it is draft.")];
    owner.post(&path, json!({ "paused_at": "soon" })).invalid(&stands);
}
