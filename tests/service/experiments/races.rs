//! Races: two actions on an experiment at the same moment, on two servers. They end as one after the other would, and
//! the experiment, its phases, its history and its log tell the same.

use serde_json::{Value, json};

use super::lifecycle::{Pair, table};
use super::{events, hours};
use crate::durability::race::{opened, rounds, settled, together};
use crate::records::{goal, project};
use crate::world::{Client, Store, World, on_both};

on_both![of_two_actions_at_once_each_finds_what_the_other_left];

/// How often each pair of actions is sent to experiments that were made together.
const ROUNDS: usize = 50;

type Pairs = &'static [[&'static str; 2]];

/// How an experiment comes into a state, and the pairs of actions that are sent to it then.
const RACES: [(&str, &[&str], Pairs); 7] = [
    ("draft", &[], &[["start", "cancel"], ["start", "start"], ["ready", "start"]]),
    ("in_preparation", &["prepare"], &[["reset", "ready"], ["cancel", "cancel"]]),
    ("ready", &["ready"], &[["start", "cancel"]]),
    (
        "running",
        &["start"],
        &[["pause", "stop"], ["stop", "stop"], ["pause", "pause"], ["reset", "stop"], ["reset", "pause"]],
    ),
    ("paused", &["start", "pause"], &[["resume", "cancel"], ["stop", "cancel"], ["resume", "stop"]]),
    ("analyzing", &["start", "stop"], &[["complete", "complete"], ["complete", "reset"], ["reset", "reset"]]),
    (
        "completed",
        &["start", "stop", "complete"],
        &[["reopen", "implement"], ["reopen", "reopen"], ["reset", "reopen"], ["implement", "reset"]],
    ),
];

/// An experiment, and the variation that may win.
type Raced = (i64, i64);

/// What an action takes while the experiment is brought into its state.
fn prepared(action: &str) -> Value {
    match action {
        "start" => json!({ "started_at": hours(-20) }),
        "pause" => json!({ "paused_at": hours(-15) }),
        "stop" => json!({ "ended_at": hours(-10) }),
        "complete" => json!({ "result": "neutral", "decided_at": hours(-5) }),
        _ => json!({}),
    }
}

/// What an action takes in a race; the two of a pair contradict each other even where they are the same.
fn raced(action: &str, at: usize, twice: bool, winner: i64) -> Value {
    match (action, at) {
        ("stop", 0) if twice => json!({ "ended_at": hours(-2) }),
        ("stop", _) if twice => json!({ "ended_at": hours(-3) }),
        ("complete", 0) => json!({ "result": "won", "winner_variation_id": winner, "decision": "ship" }),
        ("complete", _) => json!({ "result": "lost", "decision": "rollback" }),
        _ => json!({}),
    }
}

#[track_caller]
fn bulk(client: &Client, operations: Vec<Value>) -> Vec<Value> {
    client
        .post("/experiments/bulk?include=variations", json!({ "operations": operations }))
        .status_is(200)
        .items()
        .clone()
}

/// So many experiments that stand so.
fn standing(client: &Client, project: i64, ways: &[&str]) -> Vec<Raced> {
    let goal = goal(client, project, &crate::records::unique_name("Buy"));
    let create = json!({ "op": "create", "body": {
        "project_id": project, "name": "Raced", "type": "ab", "hypothesis": "More buy.", "primary_goal_id": goal,
        "variations": [{ "name": "Control" }, { "name": "Guest first" }],
    }});
    let made = bulk(client, vec![create; ROUNDS]);
    let ids = |it: &Value| {
        let id = |it: &Value| it["id"].as_i64().expect("an id");
        (id(it), id(&it["variations"][1]))
    };
    let made: Vec<Raced> = made.iter().map(ids).collect();
    let act = |(id, _): &Raced| {
        let id = *id;
        ways.iter().map(move |action| json!({ "op": action, "id": id, "body": prepared(action) }))
    };
    let operations: Vec<Value> = made.iter().flat_map(act).collect();
    if !operations.is_empty() {
        bulk(client, operations);
    }
    made
}

fn of_two_actions_at_once_each_finds_what_the_other_left(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let clients = [owner.clone(), owner.at(&neighbour)];
    let (project, table) = (project(owner), table());
    let leads = |action: &str, from: &str| {
        let pair = table.iter().find(|pair| pair.action == action && pair.from == from);
        pair.expect("a pair of the table").to.clone()
    };
    let mut won = [0; 2];
    for (from, ways, pairs) in RACES {
        for actions in pairs.iter().flat_map(|actions| std::iter::repeat_n(actions, rounds(1))) {
            let all = standing(owner, project, ways);
            let mut lines = opened(&clients);
            for (id, winner) in all {
                let path = format!("/experiments/{id}");
                let request = |at: usize| {
                    let body = raced(actions[at], at, actions[0] == actions[1], winner);
                    ("POST", format!("{path}/{}", actions[at]), body)
                };
                let answers = together(&mut lines, &[request(0), request(1)]);
                let shown = owner.get(&path).status_is(200).data().clone();
                let stands = shown["status"].as_str().expect("a status");
                let succeeds = settled(from, *actions, leads, &answers, stands);
                let done: Vec<usize> = (0..2).filter(|at| succeeds[*at]).collect();
                assert!(done.iter().any(|at| answers[*at].1["data"] == shown), "{shown} was answered by nobody");
                for at in done.iter().filter(|_| done.len() == 1) {
                    won[*at] += 1;
                }
                everything_agrees(owner, id, &shown, &table, 1 + ways.len() + done.len());
            }
        }
    }
    assert!(won.iter().all(|it| *it > 0), "each of both was first now and then: {won:?}");
    world.is_sound();
}

/// The log leads to the state, the history tells its steps, and the phases are those of the times.
#[track_caller]
fn everything_agrees(client: &Client, id: i64, shown: &Value, table: &[Pair], entries: usize) {
    let log = events(client, "experiment", id);
    assert_eq!((log.len(), log[0].as_str()), (entries, "created"), "{log:?}");
    let mut steps = vec!["draft"];
    for event in &log[1..] {
        let from = steps[steps.len() - 1];
        let pair = table.iter().find(|pair| pair.event == *event && pair.from == from);
        let to = pair.and_then(|pair| pair.to.as_deref());
        let to = to.unwrap_or_else(|| panic!("{event} is not allowed while it is {from}: {log:?}"));
        steps.extend((to != from).then_some(to));
    }
    assert_eq!(shown["status"], json!(steps[steps.len() - 1]), "{log:?}");

    let path = format!("/experiments/{id}");
    let history = client.get(&format!("{path}/history")).status_is(200).items().clone();
    let told: Vec<&str> = history.iter().filter_map(|it| it["status"].as_str()).collect();
    assert_eq!(told, steps, "{log:?}");
    assert!(history.windows(2).all(|pair| pair[0]["to"] == pair[1]["from"]), "{history:?}");
    assert!(history.iter().rev().skip(1).all(|it| it["from"].as_str() <= it["to"].as_str()), "{history:?}");
    assert_eq!(history[history.len() - 1]["to"], Value::Null);

    let phases = client.get(&format!("{path}/phases")).status_is(200).items().clone();
    let times = |it: &Value| json!([it["started_at"], it["ended_at"]]);
    let phased: Vec<Value> = phases.iter().map(times).collect();
    let started = shown["started_at"].is_string();
    assert_eq!(phased, if started { vec![times(shown)] } else { Vec::new() }, "{log:?}");
    let ended = ["analyzing", "completed"].contains(&steps[steps.len() - 1]);
    assert!(ended == (shown["ended_at"].is_string() && shown["status"] != json!("cancelled")), "{shown}");
    assert_eq!(shown["result"].is_string(), shown["status"] == json!("completed"), "{shown}");
}
