//! Backfills among creates, beside one another, and cut off by the end of the server.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;

use super::{backfill, seed};
use crate::durability::line::Line;
use crate::numbering::crowd::world;
use crate::numbering::{PATH, assigned, counted, gapless, numeral, scheme};
use crate::records::project;
use crate::world::{Client, Store, World, on_both, within};

on_both![
    ten_thousand_are_numbered_among_creates_and_a_kill,
    two_backfills_at_once_share_the_records,
    a_client_that_leaves_leaves_nothing_half_done,
    a_scheme_that_is_switched_off_meanwhile_numbers_no_more,
];

const IDEAS: usize = 10_000;
const CLIENTS: usize = 8;
const PATIENCE: Duration = Duration::from_secs(60);

/// How many live ideas have an identifier.
const NUMBERED: &str = "SELECT count(*) FROM ideas WHERE identifier IS NOT NULL";

fn ten_thousand_are_numbered_among_creates_and_a_kill(store: Store) {
    let world = world(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    seed(owner, home, IDEAS);
    let id = scheme(owner, "team", "N-{number:0}", json!([assigned("ideas", None)]));
    let created = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| create_until_it_breaks(owner, home, &created, &AtomicBool::new(false)));
        }
        scope.spawn(|| {
            let body = json!({ "limit": IDEAS });
            Line::open(owner)?.ask("POST", &format!("{PATH}/{id}/backfill"), &body)
        });
        within(PATIENCE, "part of it is numbered", || world.count(BACKFILLED) >= 1_000);
        world.kill();
    });
    let before: usize = usize::try_from(world.count(BACKFILLED)).expect("a number");
    assert!(before >= 1_000 && before.is_multiple_of(500), "{before}: a transaction is there whole or not at all");
    world.restart();

    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| create_until_it_breaks(owner, home, &created, &over));
        }
        let body = json!({ "limit": IDEAS });
        let mut line = Line::open(owner).expect("the server listens");
        let answer = line.ask("POST", &format!("{PATH}/{id}/backfill"), &body);
        over.store(true, Ordering::Relaxed);
        let (status, answer) = answer.expect("an answer");
        assert_eq!((status, &answer["data"]["assigned"]), (200, &json!(IDEAS - before)), "{answer}");
        assert_eq!(answer["data"]["remaining"], json!(0));
    });
    let created = created.into_inner().expect("a lock");
    every_idea_has_one(&world, owner, id);
    let acknowledged: BTreeSet<&String> = created.iter().collect();
    assert_eq!(acknowledged.len(), created.len(), "no create was told the number of another");
    let answer = backfill(owner, id, json!({})).status_is(200);
    assert_eq!(answer.data()["assigned"], json!(0));
}

/// How many got their identifier from a backfill.
const BACKFILLED: &str = "SELECT count(*) FROM activities WHERE event = 'claimed_number'";

fn create_until_it_breaks(client: &Client, project: i64, created: &Mutex<Vec<String>>, over: &AtomicBool) {
    let mut line = Line::open(client).expect("the server listens");
    let body = json!({ "project_id": project, "name": "One of many" });
    while !over.load(Ordering::Relaxed) {
        match line.ask("POST", "/ideas", &body) {
            Some((201, answer)) => {
                let identifier = answer["data"]["identifier"].as_str().expect("an identifier").to_owned();
                created.lock().expect("a lock").push(identifier);
            }
            Some((500.., _)) => {}
            Some(other) => panic!("a create was answered {other:?}"),
            None => return,
        }
    }
}

/// Every idea has a number, none has that of another, and none is missing.
#[track_caller]
fn every_idea_has_one(world: &World, client: &Client, scheme: i64) {
    let ideas = world.count("SELECT count(*) FROM ideas");
    assert_eq!(world.count(NUMBERED), ideas, "each has an identifier");
    let records = super::super::walk(client, "/ideas");
    let numbers = records.iter().map(|it| numeral(it["identifier"].as_str().expect("an identifier")));
    assert_eq!(i64::try_from(gapless(numbers)).expect("a number"), ideas);
    assert_eq!(counted(client, scheme), (ideas, vec![("team".to_owned(), ideas + 1)]));
    world.is_sound();
}

fn two_backfills_at_once_share_the_records(store: Store) {
    const FEW: usize = 2_000;
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let home = project(owner);
    seed(owner, home, FEW);
    let id = scheme(owner, "team", "N-{number:0}", json!([assigned("ideas", None)]));
    let clients = [owner.clone(), owner.at(&neighbour), owner.clone()];
    let assigned: i64 = std::thread::scope(|scope| {
        let calls: Vec<_> = clients
            .iter()
            .map(|client| scope.spawn(move || backfill(client, id, json!({ "limit": FEW })).status_is(200)))
            .collect();
        let answers = calls.into_iter().map(|call| call.join().expect("a client"));
        answers.map(|answer| answer.data()["assigned"].as_i64().expect("a number")).sum()
    });
    assert_eq!(assigned, i64::try_from(FEW).expect("a number"), "each was numbered by one of them");
    every_idea_has_one(&world, owner, id);
}

fn a_client_that_leaves_leaves_nothing_half_done(store: Store) {
    const SOME: usize = 3_000;
    let world = world(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    seed(owner, home, SOME);
    let id = scheme(owner, "team", "N-{number:0}", json!([assigned("ideas", None)]));
    let mut line = Line::open(owner).expect("the server listens");
    let body = json!({ "limit": SOME }).to_string();
    line.send("POST", &format!("{PATH}/{id}/backfill"), body.len(), &body).expect("a request");
    within(PATIENCE, "it has begun", || world.count(NUMBERED) > 0);
    drop(line);
    let told = "SELECT count(*) FROM activities WHERE event = 'numbering_scheme_backfilled'";
    within(PATIENCE, "it is brought to its end", || world.count(told) == 1);
    every_idea_has_one(&world, owner, id);
}

fn a_scheme_that_is_switched_off_meanwhile_numbers_no_more(store: Store) {
    const SOME: usize = 4_000;
    let world = world(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    seed(owner, home, SOME);
    let id = scheme(owner, "team", "N-{number:0}", json!([assigned("ideas", None)]));
    let answer = std::thread::scope(|scope| {
        let call = scope.spawn(|| backfill(owner, id, json!({ "limit": SOME })));
        within(PATIENCE, "it has begun", || world.count(NUMBERED) > 0);
        owner.post(&format!("{PATH}/{id}/deactivate"), json!({})).status_is(200);
        call.join().expect("a client")
    });
    let answer = answer.status_is(200);
    let numbered = world.count(NUMBERED);
    assert_eq!(answer.data()["assigned"], json!(numbered));
    assert_eq!(counted(owner, id), (numbered, vec![("team".to_owned(), numbered + 1)]));
    owner.post(&format!("{PATH}/{id}/activate"), json!({})).status_is(200);
    backfill(owner, id, json!({ "limit": SOME })).status_is(200);
    every_idea_has_one(&world, owner, id);
}
