//! Bulks: a team that sends many at once holds up the writes of another for one of them at a time.

use std::time::Instant;

use serde_json::{Value, json};

use super::hold_up_a_create_for_one_of_them;
use crate::records::{learning, project};
use crate::world::{Client, Store, World, meanwhile, on_both};

on_both![the_bulks_of_one_team_hold_up_another_for_one_of_them, who_writes_now_and_then_waits_for_no_bulk,];

const BULKS: usize = 20;
const OPERATIONS: usize = 100;

/// Makes so many learnings at once.
fn bulk(owner: &Client, project: i64, operations: usize) {
    let create = json!({ "op": "create", "body": { "project_id": project, "name": "One of many" } });
    let body: Value = json!({ "operations": vec![create; operations] });
    assert_eq!(owner.post("/learnings/bulk", body).status_is(200).items().len(), operations);
}

fn the_bulks_of_one_team_hold_up_another_for_one_of_them(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    let project = project(owner);
    hold_up_a_create_for_one_of_them(other.owner(), BULKS, |_| bulk(owner, project, OPERATIONS));
}

fn who_writes_now_and_then_waits_for_no_bulk(store: Store) {
    const CREATES: usize = 16;
    /// How many may wait: on a machine that does other things as well, for those.
    const WAIT: usize = 2;
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let (owner, creator) = (team.owner(), other.owner());
    let (theirs, here) = (project(owner), project(creator));
    let begun = Instant::now();
    bulk(owner, theirs, 5 * OPERATIONS);
    let took = begun.elapsed();
    let mut waits = Vec::new();
    meanwhile(
        4,
        |_| bulk(owner, theirs, 5 * OPERATIONS),
        || {
            for _ in 0..CREATES {
                // So long that some bulk is always carried out whole, and another one is under way.
                std::thread::sleep(took * 3 / 2);
                let begun = Instant::now();
                learning(creator, here, "One");
                waits.push(begun.elapsed());
            }
        },
    );
    // Who waited for them would wait so long every other time.
    let waited = waits.iter().filter(|it| **it > took / 2).count();
    assert!(waited <= WAIT, "{waited} creates waited beside bulks of {took:?}: {waits:?}");
}
