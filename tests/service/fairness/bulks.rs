//! Bulks: a team that sends many at once holds up the writes of another for one of them at a time.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![the_bulks_of_one_team_hold_up_another_for_one_of_them];

const BULKS: usize = 20;
const OPERATIONS: usize = 100;

/// How many creates there is time for at least beside all bulks.
const CREATES: usize = 5;

/// What part of the time that all bulks take together a create may wait: one bulk, on a machine that reads and answers
/// the others meanwhile.
const PART: u32 = 4;

fn the_bulks_of_one_team_hold_up_another_for_one_of_them(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    let (there, here) = (project(owner), project(other.owner()));
    let create = json!({ "op": "create", "body": { "project_id": there, "name": "One of many" } });
    let body = json!({ "operations": vec![create; OPERATIONS] });
    let bulk = || owner.post("/learnings/bulk", body.clone()).status_is(200).items().len();
    let begun = Instant::now();
    let waited: Vec<Duration> = std::thread::scope(|scope| {
        let bulks: Vec<_> = (0..BULKS).map(|_| scope.spawn(bulk)).collect();
        let mut waited = Vec::new();
        while !bulks.iter().all(|it| it.is_finished()) {
            let started = Instant::now();
            learning(other.owner(), here, "One");
            waited.push(started.elapsed());
        }
        assert!(bulks.into_iter().all(|it| it.join().expect("a bulk") == OPERATIONS));
        waited
    });
    let whole = begun.elapsed();
    assert!(waited.len() >= CREATES, "{} creates beside {BULKS} bulks", waited.len());
    let longest = waited.iter().max().expect("a create");
    assert!(*longest * PART < whole, "one waited {longest:?}, and {BULKS} bulks took {whole:?}");
}
