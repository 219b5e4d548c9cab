//! In what order a form, its responses and its team are held from other servers: everywhere the same, so that no two
//! wait for each other.

use std::time::Duration;

use serde_json::json;

use crate::records::{comment, linked, made, pictured, project, published};
use crate::world::{Client, Store, World, within};

/// How many sessions of the database wait for a lock.
pub(crate) const WAITING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/// Another server holds a form while something is written, which holds none of these rows before it.
#[track_caller]
fn waits_with_nothing_held(world: &World, form: i64, free: &[(&str, i64)], write: impl FnOnce() + Send) {
    let mut elsewhere = world.postgres();
    elsewhere.batch_execute(&format!("BEGIN; SELECT 1 FROM forms WHERE id = {form} FOR UPDATE")).expect("a lock");
    std::thread::scope(|scope| {
        let waits = scope.spawn(write);
        within(Duration::from_secs(10), "the write waits for the form", || world.count(WAITING) > 0);
        for (table, id) in free {
            let lock = format!("SELECT 1 FROM {table} WHERE id = {id} FOR NO KEY UPDATE NOWAIT");
            elsewhere.batch_execute(&lock).expect("a lock that nobody has");
        }
        elsewhere.batch_execute("COMMIT").expect("the locks are given back");
        waits.join().expect("what was written");
    });
}

/// A project, a form in it, and a response to that which was begun.
fn begun(owner: &Client) -> (i64, i64, i64) {
    let project = project(owner);
    let form = published(owner, project, "Asked");
    let response = made(owner, "/form-responses", json!({ "form_id": form, "status": "in_progress" }));
    (project, form, response)
}

#[test]
fn a_form_is_held_before_its_responses() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let owner = team.owner();
    let (project, form, response) = begun(owner);
    let said = comment(owner, "form_response", response, "First");
    let free = [("form_responses", response), ("comments", said)];
    waits_with_nothing_held(&world, form, &free, || {
        comment(owner, "form_response", response, "Second");
    });
    waits_with_nothing_held(&world, form, &free, || {
        linked(owner, project, "form_response", response);
    });
    waits_with_nothing_held(&world, form, &free, || {
        linked(owner, project, "comment", said);
    });
}

#[test]
fn a_form_is_held_before_its_team() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let owner = team.owner();
    let (project, form, response) = begun(owner);
    let free = [("teams", team.id)];
    waits_with_nothing_held(&world, form, &free, || {
        pictured(owner, project, "form", form, 1);
    });
    waits_with_nothing_held(&world, form, &free, || {
        pictured(owner, project, "form_response", response, 2);
    });
}
