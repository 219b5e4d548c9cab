//! Merges at the moment at which others merge or delete what they name: each is answered as one after the other would
//! be.

use serde_json::{Value, json};

use super::race::{Ask, at_once, rounds};
use crate::records::{insight, learning, project, tag};
use crate::world::{Client, Store, World, on_both};

on_both![merges_that_contradict_each_other_are_refused_by_what_they_name];

const ROUNDS: usize = 6;

const KINDS: [&str; 3] = ["/insights", "/learnings", "/tags"];

/// What is done beside the merge of the first of two into the second, and what it may be answered; with the field under
/// which the merge is refused after it.
const BESIDE: [(&str, u16, &str); 3] =
    [("merge back", 422, "target_id"), ("delete target", 204, "target_id"), ("delete source", 404, "source_ids.0")];

fn merge(client: &Client, kind: &str, [source, target]: [i64; 2]) -> Ask {
    Ask::new(client, "POST", format!("{kind}/merge"), json!({ "source_ids": [source], "target_id": target }))
}

fn merges_that_contradict_each_other_are_refused_by_what_they_name(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let servers = [team.owner().clone(), team.owner().at(&neighbour)];
    let project = project(team.owner());
    let make = |kind: &str, name: &str| match kind {
        "/insights" => insight(team.owner(), project, name),
        "/learnings" => learning(team.owner(), project, name),
        _ => tag(team.owner(), name),
    };
    for (kind, (beside, second, field)) in KINDS.iter().flat_map(|kind| BESIDE.map(|beside| (*kind, beside))) {
        for round in 0..rounds(ROUNDS) {
            let (here, there) = (&servers[round % 2], &servers[1 - round % 2]);
            let [one, other] = ["One", "Other"].map(|name| make(kind, name));
            let asked = match beside {
                "merge back" => merge(there, kind, [other, one]),
                "delete target" => Ask::new(there, "DELETE", format!("{kind}/{other}"), Value::Null),
                _ => Ask::new(there, "DELETE", format!("{kind}/{one}"), Value::Null),
            };
            let answers = at_once(vec![merge(here, kind, [one, other]), asked]);
            match [answers[0].0, answers[1].0] {
                [200, status] => assert_eq!(status, second, "{beside} after a merge of {kind}: {answers:?}"),
                [422, 200 | 204] => {
                    let errors = answers[0].1["errors"].as_object().expect("errors");
                    assert_eq!(errors.keys().collect::<Vec<_>>(), [field], "{kind} after {beside}");
                }
                _ => panic!("{kind} beside {beside}: {answers:?}"),
            }
        }
    }
    world.is_sound();
}
