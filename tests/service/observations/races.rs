//! Races: two actions on an observation at the same moment, on two servers, end as one after the other would.

use serde_json::{Value, json};

use super::lifecycle::{ACTIONS, STATUSES};
use super::{shown, told};
use crate::durability::race::{led_by, opened, rounds, settled, together};
use crate::records::{insight, many, project};
use crate::world::{Store, World, on_both};

on_both![of_two_actions_at_once_each_finds_what_the_other_left];

/// How often each pair of actions is sent to observations that were made together.
const ROUNDS: usize = 25;

type Pairs = &'static [[&'static str; 2]];

/// The states, and the pairs of actions that are sent to observations that stand so.
const RACES: [(&str, Pairs); 3] = [
    (
        "open",
        &[
            ["review", "review"],
            ["review", "dismiss"],
            ["convert", "dismiss"],
            ["attach", "dismiss"],
            ["review", "attach"],
        ],
    ),
    ("reviewed", &[["convert", "dismiss"], ["reopen", "reopen"], ["attach", "dismiss"]]),
    ("dismissed", &[["reopen", "reopen"], ["reopen", "convert"]]),
];

/// What an action leads to; an attached insight does what one does that is made of the observation.
fn leads(action: &str, from: &str) -> Option<String> {
    let action = if action == "attach" { "convert" } else { action };
    led_by(&ACTIONS, STATUSES, (action, from))
}

fn of_two_actions_at_once_each_finds_what_the_other_left(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let clients = [owner.clone(), owner.at(&neighbour)];
    let project = project(owner);
    let there = insight(owner, project, "Means");
    for (from, pairs) in RACES {
        for actions in pairs.iter().flat_map(|actions| std::iter::repeat_n(actions, rounds(1))) {
            let body = json!({ "project_id": project, "name": "Seen", "source": "survey", "status": from });
            let all = many(owner, "/observations", vec![body; ROUNDS]);
            let mut lines = opened(&clients);
            for id in all {
                let request = |action: &str| match action {
                    "attach" => ("POST", format!("/observations/{id}/insights"), json!({ "ids": [there] })),
                    action => ("POST", format!("/observations/{id}/{action}"), json!({})),
                };
                let answers = together(&mut lines, &actions.map(request));
                let left = shown(owner, id);
                let stands = left["status"].as_str().expect("a status");
                let succeeds = settled(from, *actions, leads, &answers, stands);
                let linked = owner.get(&format!("/observations/{id}?include=insightsCount")).status_is(200);
                let makes = |at: &usize| succeeds[*at] && ["attach", "convert"].contains(&actions[*at]);
                assert_eq!(linked.data()["insights_count"], json!((0..2).filter(makes).count()));
                assert_eq!(left["status"] == json!("linked"), linked.data()["insights_count"] != json!(0));
                assert_eq!(last_told(&told(&team, id, 0)), stands, "{actions:?} from {from}");
            }
        }
    }
    world.is_sound();
}

/// The status that the log leads to.
fn last_told(log: &[(String, Value)]) -> String {
    let told = log.iter().rev().find_map(|(_, change)| change[1]["status"].as_str());
    told.expect("a status").to_owned()
}
