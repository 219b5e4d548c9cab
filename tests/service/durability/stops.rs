//! Stops: a server that is told to end answers what it has begun, loses nothing, and is quick about it.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::line::Line;
use super::{walk, world};
use crate::records::project;
use crate::world::{Client, Store, World, on_both, within};

on_both![
    sigterm_in_a_burst_loses_nothing,
    sigint_in_a_burst_loses_nothing,
    idle_connections_do_not_hold_it_up,
    what_is_tidied_up_does_not_hold_it_up,
];

const THREADS: usize = 8;
const ACKNOWLEDGED: usize = 100;
const PATIENCE: Duration = Duration::from_secs(60);
/// How long an end may take on a loaded machine; one that waited for idle connections would take half a minute.
const QUICKLY: Duration = Duration::from_secs(15);

/// Of how many requests it takes most of a minute to forget them, where each takes two milliseconds.
const REMEMBERED: i64 = 20_000;

fn sigterm_in_a_burst_loses_nothing(store: Store) {
    stop_in_a_burst(store, "TERM");
}

fn sigint_in_a_burst_loses_nothing(store: Store) {
    stop_in_a_burst(store, "INT");
}

/// A request without an answer must have had no effect: it was in flight nowhere but on the wire.
fn stop_in_a_burst(store: Store, signal: &str) {
    let world = world(store);
    let team = world.team();
    let project = project(team.owner());
    let acknowledged = Mutex::new(BTreeSet::new());
    let took = std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (client, acknowledged) = (team.owner().clone(), &acknowledged);
            scope.spawn(move || create_while_it_serves(&client, project, &format!("Burst {thread}"), acknowledged));
        }
        within(PATIENCE, "the burst is acknowledged", || acknowledged.lock().expect("a lock").len() >= ACKNOWLEDGED);
        let (mut slow, body) = half_a_create(team.owner(), project);
        let slow = scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(700));
            slow.send_rest(&body[10..]).expect("the connection is still there");
            slow.answer().expect("an answer to what was in flight").0
        });
        let start = Instant::now();
        assert_eq!(world.end_by(signal), Some(0), "{}", world.log());
        let took = start.elapsed();
        assert_eq!(slow.join().expect("a thread"), 201, "a request in flight is carried out");
        took
    });
    assert!(took < QUICKLY, "it took {took:?}");
    world.restart();
    let here = walk(team.owner(), "/learnings");
    let mut here: BTreeSet<String> = here.iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect();
    assert!(here.remove("Slow"), "what was in flight is kept");
    let acknowledged = acknowledged.into_inner().expect("a lock");
    assert_eq!(here, acknowledged, "what was carried out was answered, and what was answered is kept");
    world.is_sound();
}

/// Creates until nobody answers any more; a line that the server ended is opened again.
fn create_while_it_serves(client: &Client, project: i64, word: &str, acknowledged: &Mutex<BTreeSet<String>>) {
    let mut line = Line::open(client);
    for number in 0.. {
        let Some(open) = &mut line else { return };
        let name = format!("{word} {number}");
        match open.ask("POST", "/learnings", &json!({ "project_id": project, "name": name })) {
            Some((201, _)) => {
                acknowledged.lock().expect("a lock").insert(name);
                if open.ended {
                    line = Line::open(client);
                }
            }
            Some((503, _)) | None => line = Line::open(client),
            Some(other) => panic!("a create was answered {other:?}"),
        }
    }
}

/// A create of which the server has the head and ten bytes, and the body it waits for.
fn half_a_create(client: &Client, project: i64) -> (Line, String) {
    let body = json!({ "project_id": project, "name": "Slow" }).to_string();
    let mut line = Line::open(client).expect("the server listens");
    line.send("POST", "/learnings", body.len(), &body[..10]).expect("half a request");
    std::thread::sleep(Duration::from_millis(100));
    (line, body)
}

fn idle_connections_do_not_hold_it_up(store: Store) {
    let world = world(store);
    let team = world.team();
    let mut idle: Vec<Line> = (0..4).map(|_| Line::open(team.owner()).expect("the server listens")).collect();
    for line in idle.iter_mut().take(2) {
        assert_eq!(line.ask("GET", "/user", &Value::Null).expect("an answer").0, 200);
    }
    let start = Instant::now();
    assert_eq!(world.end_by("TERM"), Some(0), "{}", world.log());
    assert!(start.elapsed() < QUICKLY, "it took {:?}", start.elapsed());
}

/// Requests that may be repeated no more are forgotten from the start on.
fn what_is_tidied_up_does_not_hold_it_up(store: Store) {
    let world = World::start(store);
    let team = world.team().id;
    let (numbers, then) = match store {
        Store::Sqlite => {
            ("WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n) SELECT id FROM n", "id")
        }
        Store::Postgres => {
            ("SELECT generate_series(1, 1000000) AS id", "TIMESTAMPTZ '2020-01-01' + id * INTERVAL '1 microsecond'")
        }
    };
    world.execute(&format!(
        "INSERT INTO idempotent_requests (team_id, token_id, key, digest, created_at) \
         SELECT {team}, 1, 'request ' || id, '', {then} FROM ({numbers} LIMIT {REMEMBERED}) AS numbers"
    ));
    world.slow_down(store, "DELETE", "idempotent_requests", Duration::from_millis(2));
    world.restart();
    let left = || world.count("SELECT count(*) FROM idempotent_requests");
    within(PATIENCE, "the first are forgotten", || left() < REMEMBERED);
    let start = Instant::now();
    assert_eq!(world.end_by("TERM"), Some(0), "{}", world.log());
    assert!(start.elapsed() < QUICKLY, "it took {:?}", start.elapsed());
    assert!(left() > 0, "all were forgotten before");
}
