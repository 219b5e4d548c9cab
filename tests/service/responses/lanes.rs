//! Lanes of writes: on PostgreSQL nobody who has a key waits for what comes without one, nor that for them.

use std::time::Duration;

use serde_json::json;

use super::held::WAITING;
use super::survey;
use crate::records::{learning, project};
use crate::world::{Client, Store, World, within};

/// How many writes of others are answered while one waits.
const OTHERS: usize = 5;

/// Another server holds a row, for which `waits` has to wait; meanwhile `others` is answered again and again.
fn answered_meanwhile(world: &World, row: &str, waits: impl FnOnce() + Send, others: impl Fn(usize)) {
    let mut elsewhere = world.postgres();
    elsewhere.batch_execute(&format!("BEGIN; SELECT 1 FROM {row} FOR UPDATE")).expect("a lock");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(waits);
        within(Duration::from_secs(10), "it waits for the row", || world.count(WAITING) > 0);
        (0..OTHERS).for_each(others);
        assert!(!waiting.is_finished(), "it was answered before the row was given back");
        elsewhere.batch_execute("COMMIT").expect("the lock is given back");
        waiting.join().expect("it was answered");
    });
}

#[test]
fn what_comes_without_a_key_and_what_comes_with_one_wait_for_no_other() {
    let world = World::start(Store::Postgres);
    let (asked, other) = (world.team(), world.team());
    let (form, token) = survey(&asked, json!({}));
    let (visitor, owner) = (world.client(None), other.owner());
    let submit = |why: &str| submit(&visitor, &token, why);
    let project = project(owner);
    let held = learning(owner, project, "Held");
    answered_meanwhile(
        &world,
        &format!("forms WHERE id = {form}"),
        || submit("Held up"),
        |at| {
            learning(owner, project, &format!("Beside {at}"));
        },
    );
    let change = || {
        owner.patch(&format!("/learnings/{held}"), json!({ "name": "Changed" })).status_is(200);
    };
    answered_meanwhile(&world, &format!("learnings WHERE id = {held}"), change, |at| submit(&format!("Beside {at}")));
    assert_eq!(asked.owner().get(&format!("/forms/{form}")).data()["responses_count"], 6);
    world.is_sound();
}

#[test]
fn others_of_a_lane_are_served_while_one_waits_for_what_is_held() {
    let world = World::start(Store::Postgres);
    let (held_up, other) = (world.team(), world.team());
    let (form, token) = survey(&held_up, json!({}));
    let (_, others) = survey(&other, json!({}));
    let visitor = world.client(None);
    answered_meanwhile(
        &world,
        &format!("forms WHERE id = {form}"),
        || submit(&visitor, &token, "Held up"),
        |at| {
            submit(&visitor, &others, &format!("Beside {at}"));
        },
    );
    world.is_sound();
}

fn submit(visitor: &Client, token: &str, why: &str) {
    let body = json!({ "answers": { "why": why }, "complete": true });
    visitor.post(&format!("/public/forms/{token}/responses"), body).status_is(201);
}
