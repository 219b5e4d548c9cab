//! What is erased while the figures of a summary are generated anew: they were read before, and are written after it.

use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use serde_json::json;

use super::super::{field, respond, survey};
use crate::world::{Store, World, on_both};

on_both![nothing_is_told_of_what_was_erased_meanwhile];

/// In which time what is sent comes to where it waits.
const AWHILE: Duration = Duration::from_millis(500);

/// Lets what is written to a form wait, in the order in which it is sent, until what this gives is called.
fn hold(world: &World, store: Store, form: i64) -> Box<dyn FnOnce()> {
    match store {
        Store::Sqlite => {
            let file = world.folder().join("uplift.db").display().to_string();
            let mut other = SqliteConnection::establish(&file).expect("the database");
            other.batch_execute("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE").expect("the lock");
            Box::new(move || other.batch_execute("ROLLBACK").expect("the lock is given back"))
        }
        Store::Postgres => {
            let mut other = world.postgres();
            other.batch_execute(&format!("BEGIN; SELECT 1 FROM forms WHERE id = {form} FOR UPDATE")).expect("a lock");
            Box::new(move || other.batch_execute("ROLLBACK").expect("the lock is given back"))
        }
    }
}

fn nothing_is_told_of_what_was_erased_meanwhile(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let (erased, _) = (respond(owner, form, "secret"), respond(owner, form, "another"));
    let kept = owner.post("/form-response-summaries", json!({ "form_id": form })).status_is(201);
    assert!(kept.text().contains("secret"), "{}", kept.text());
    let path = format!("/form-response-summaries/{}", kept.id());

    let give_back = hold(&world, store, form);
    thread::scope(|scope| {
        let erase = scope.spawn(|| drop(owner.delete(&format!("/form-responses/{erased}")).status_is(204)));
        thread::sleep(AWHILE);
        let regenerate = scope.spawn(|| owner.post(&format!("{path}/regenerate"), json!({})).status_is(200).text());
        thread::sleep(AWHILE);
        give_back();
        erase.join().expect("the response is erased");
        let generated = regenerate.join().expect("the figures are generated");
        assert!(!generated.contains("secret"), "{generated}");
    });
    let left = owner.get(&path).status_is(200);
    assert!(!left.text().contains("secret"), "{}", left.text());
    assert_eq!(field(&left, "is_stale"), &json!(true));
}
