//! Bulks of several servers that name the same records, each in another order: they do not deadlock.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::race::{Ask, at_once};
use crate::records::{idea, project, unique_name};
use crate::world::{Client, Store, World, on_both};

on_both![bulks_of_the_same_records_take_their_turns];

const IDEAS: usize = 40;
const AT_ONCE: usize = 12;

/// How long all of them may take on a loaded machine; each circle costs a second before the database finds it.
const WITHIN: Duration = Duration::from_secs(30);

fn bulks_of_the_same_records_take_their_turns(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let servers = [team.owner().clone(), team.owner().at(&neighbour)];
    let project = project(team.owner());
    let ideas: Vec<i64> = (0..IDEAS).map(|_| idea(team.owner(), project, &unique_name("One"))).collect();
    let bulk = |at: usize| {
        // Steps that have no divisor in common with the number of ideas come to each of them once.
        let step = [1, 3, 7, 9, 11, 13, 17, 19, 21, 23, 27, 29][at];
        let change = |place: usize| {
            let body = json!({ "problem": format!("Told by {at}") });
            json!({ "op": "update", "id": ideas[place * step % IDEAS], "body": body })
        };
        let operations: Vec<Value> = (0..IDEAS).map(change).collect();
        let client: &Client = &servers[at % 2];
        Ask::new(client, "POST", "/ideas/bulk", json!({ "operations": operations }))
    };
    let started = Instant::now();
    let answers = at_once((0..AT_ONCE).map(bulk).collect());
    assert!(answers.iter().all(|it| it.0 == 200), "{answers:?}");
    assert!(started.elapsed() < WITHIN, "it took {:?}", started.elapsed());
    let told: Vec<Value> = team
        .owner()
        .get("/ideas?page[size]=100")
        .status_is(200)
        .items()
        .iter()
        .map(|it| it["problem"].clone())
        .collect();
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "one came last: {told:?}");
    if store == Store::Postgres {
        no_deadlock_was_seen(&world);
    }
    world.is_sound();
}

fn no_deadlock_was_seen(world: &World) {
    // A session tells what it counted within a second, and when it goes idle.
    std::thread::sleep(Duration::from_millis(1_500));
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let seen: i64 = world.postgres().query_one(deadlocks, &[]).expect("a count").get(0);
    assert_eq!(seen, 0, "deadlocks");
}
