//! A database in whose way somebody stands: a session that holds a lock, or an operator who ends sessions. Whoever has to
//! wait too long is told to come again, and nobody is told of a fault.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use serde_json::json;

use super::world;
use crate::records::{learning, project};
use crate::world::{Client, Store};

/// How many clients there are at once.
const CLIENTS: usize = 40;

/// How long a lock that is held may hold up a client: a few seconds, and more on a machine that is busy.
const FEW_SECONDS: Duration = Duration::from_secs(15);

/// How often every session is ended, and the time between.
const ENDS: usize = 25;
const BETWEEN: Duration = Duration::from_millis(120);

#[test]
fn a_lock_that_is_held_costs_those_who_wait_for_it_a_few_seconds() {
    let world = world(Store::Postgres);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let held = learning(owner, project, "Held");
    let path = format!("/learnings/{held}");
    let mut session = world.postgres();
    session.batch_execute(&format!("BEGIN; SELECT 1 FROM learnings WHERE id = {held} FOR UPDATE")).expect("a lock");
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let answer = owner.patch(&path, json!({ "name": "Changed" })).status_is(503);
                assert!(answer.header("Retry-After").is_some(), "{}", answer.text());
            });
        }
        for at in 0..CLIENTS {
            let body = json!({ "project_id": project, "name": format!("Beside {at}") });
            scope.spawn(move || owner.post("/learnings", body).status_is(201));
        }
    });
    assert!(begun.elapsed() < FEW_SECONDS, "they were held up for {:?}", begun.elapsed());
    assert_eq!(owner.get("/learnings").status_is(200).total(), i64::try_from(CLIENTS).expect("a number") + 1);
    session.batch_execute("ROLLBACK").expect("the lock is given back");
    owner.patch(&path, json!({ "name": "Changed" })).status_is(200);
    world.is_sound();
}

/// Sessions that the operator ends one after the other are opened again; what could not be done is 503, never 500.
#[test]
fn sessions_that_are_ended_are_no_fault() {
    let world = world(Store::Postgres);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (over, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let work = |act: &dyn Fn(&Client) -> (u16, String)| {
        while !over.load(Ordering::Relaxed) {
            let (status, text) = act(owner);
            assert!([200, 201, 503].contains(&status), "{status}: {text}");
            done.fetch_add(usize::from(status < 300), Ordering::Relaxed);
        }
    };
    let told = |answer: crate::world::Answer| (answer.status, answer.text());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || match thread {
                0 => work(&|client| {
                    told(
                        client
                            .post("/learnings", json!({ "project_id": project, "name": "Kept", "confidence": "low" })),
                    )
                }),
                1 => work(&|client| told(client.get("/learnings?filter[confidence]=low&filter[name]=k"))),
                2 => work(&|client| told(client.get(&format!("/projects/{project}")))),
                _ => work(&|client| told(client.get("/user"))),
            });
        }
        let mut operator = world.postgres();
        for _ in 0..ENDS {
            std::thread::sleep(BETWEEN);
            let everyone = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
            operator.query_one(everyone, &[]).expect("an end");
        }
        over.store(true, Ordering::Relaxed);
    });
    assert!(done.load(Ordering::Relaxed) > ENDS, "hardly anything was done");
    assert!(!world.log().contains("Server Error"), "{}", world.log());
    world.is_sound();
}

/// Another program may hold the whole file. Those who wait are told so together, not one after the other, and reads go on.
#[test]
fn a_file_that_is_held_costs_those_who_write_a_few_seconds() {
    let world = world(Store::Sqlite);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let file = world.folder().join("uplift.db").display().to_string();
    let mut other = SqliteConnection::establish(&file).expect("the database");
    other.batch_execute("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE").expect("the lock");
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for at in 0..CLIENTS {
            let body = json!({ "project_id": project, "name": format!("Held up {at}") });
            scope.spawn(move || {
                let answer = owner.post("/learnings", body).status_is(503);
                assert!(answer.header("Retry-After").is_some(), "{}", answer.text());
            });
        }
        owner.get("/learnings").status_is(200);
        assert!(begun.elapsed() < Duration::from_secs(5), "a read was held up for {:?}", begun.elapsed());
    });
    // The first of them has a transaction to itself; the others wait for it, and then together.
    assert!(begun.elapsed() < 2 * FEW_SECONDS, "they were held up for {:?}", begun.elapsed());
    other.batch_execute("ROLLBACK").expect("the lock is given back");
    learning(owner, project, "Kept");
    assert_eq!(owner.get("/learnings").status_is(200).total(), 1);
    world.is_sound();
}
