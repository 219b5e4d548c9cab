//! Races: two commands on an idea at the same moment, on two servers, end as one after the other would, and the idea,
//! its history and its log tell the same.

use serde_json::{Value, json};

use super::lifecycle::{COMMANDS, STATUSES};
use crate::activities::entries;
use crate::durability::race::{led_by, opened, rounds, settled, together};
use crate::records::{many, project};
use crate::world::{Client, Store, World, on_both};

on_both![of_two_commands_at_once_each_finds_what_the_other_left];

/// How often each pair of commands is sent to ideas that were made together.
const ROUNDS: usize = 25;

type Pairs = &'static [[&'static str; 2]];

/// The states, and the pairs of commands that are sent to ideas that stand so.
const RACES: [(&str, Pairs); 4] = [
    ("backlog", &[["reject", "reject"], ["reject", "promote"], ["promote", "promote"]]),
    ("under_review", &[["approve", "reject"], ["approve", "approve"], ["approve", "promote"], ["reject", "reject"]]),
    ("planned", &[["promote", "reject"]]),
    ("rejected", &[["reopen", "reopen"], ["reopen", "promote"]]),
];

fn leads(command: &str, from: &str) -> Option<String> {
    led_by(&COMMANDS, STATUSES, (command, from))
}

fn of_two_commands_at_once_each_finds_what_the_other_left(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let clients = [owner.clone(), owner.at(&neighbour)];
    let project = project(owner);
    for (from, pairs) in RACES {
        for commands in pairs.iter().flat_map(|commands| std::iter::repeat_n(commands, rounds(1))) {
            let body = json!({ "project_id": project, "name": "Raced", "status": from });
            let all = many(owner, "/ideas", vec![body; ROUNDS]);
            let mut lines = opened(&clients);
            for id in all {
                let request = |at: usize| {
                    let body = if commands[at] == "reject" { json!({ "reason": at.to_string() }) } else { json!({}) };
                    ("POST", format!("/ideas/{id}/{}", commands[at]), body)
                };
                let answers = together(&mut lines, &[request(0), request(1)]);
                let left = owner.get(&format!("/ideas/{id}?include=experimentsCount")).status_is(200).data().clone();
                let stands = left["status"].as_str().expect("a status");
                let succeeds = settled(from, *commands, leads, &answers, stands);
                let done = || (0..2).filter(|at| succeeds[*at]);
                let promoted = done().filter(|at| commands[*at] == "promote").count();
                assert_eq!(left["experiments_count"], json!(promoted), "{commands:?} from {from}");
                assert_eq!(left["promoted_at"].is_string(), promoted > 0, "{left}");
                let rejected = done().find(|at| commands[*at] == "reject").map(|at| at.to_string());
                assert_eq!(left["rejected_reason"], json!(rejected), "{commands:?} from {from}");
                it_agrees(owner, id, stands, 1 + done().count());
            }
        }
    }
    world.is_sound();
}

/// The log has so many entries, and it and the history lead to the state.
#[track_caller]
fn it_agrees(client: &Client, id: i64, stands: &str, told: usize) {
    let log = entries(client, "idea", id);
    assert_eq!(log.len(), told, "{log:?}");
    let last = log.iter().rev().find_map(|entry| entry["properties"]["attributes"]["status"].as_str());
    assert_eq!(last, Some(stands), "{log:?}");
    let history = client.get(&format!("/ideas/{id}/history")).status_is(200).items().clone();
    let now = history.last().expect("a status");
    assert_eq!((&now["status"], &now["to"]), (&json!(stands), &Value::Null), "{history:?}");
    assert!(history.windows(2).all(|pair| pair[0]["to"] == pair[1]["from"]), "{history:?}");
}
