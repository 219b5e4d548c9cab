//! Writes of several clients on two servers: however they cross, none waits for another that waits for it, which
//! PostgreSQL would find out a second later.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::records::{form, idea, insight, project, question, scheme};
use crate::world::{Client, Store, World};

const CLIENTS: usize = 8;
const WRITES: usize = 24;

#[test]
fn no_write_waits_for_one_that_waits_for_it() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let (project, other) = (project(owner), crate::records::project(owner));
    scheme(owner, "All", json!([{ "entity_type": "ideas" }]));
    let ideas: Vec<i64> = (0..6).map(|number| idea(owner, project, &format!("Idea {number}"))).collect();
    let insights = [insight(owner, project, "One"), insight(owner, project, "Other")];
    let form = form(owner, project, "Answered");
    question(owner, form, "Why");
    owner.patch(&format!("/forms/{form}"), json!({ "target": "idea", "mapping": { "why": "name" } })).status_is(200);
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let write = |client: &Client, number: usize| {
        let idea = ideas[number % ideas.len()];
        let path = format!("/ideas/{idea}");
        let post = |path: &str, body: Value| client.post(path, body);
        match number % 8 {
            0 => post("/ideas", json!({ "project_id": project, "name": "New" })),
            1 => post("/form-responses", json!({ "form_id": form, "answers": { "why": "So" } })),
            2 => client.patch(&path, json!({ "name": "Changed", "project_id": ([project, other][number / 8 % 2]) })),
            3 => post(&format!("{path}/archive"), json!({})),
            4 => post(&format!("{path}/unarchive"), json!({})),
            5 => client.put(&format!("{path}/insights"), json!({ "ids": insights })),
            6 => client.patch(&format!("/projects/{project}"), json!({ "name": format!("Project {number}") })),
            _ => {
                let update = |id: &i64| json!({ "op": "update", "id": id, "body": { "name": "Together" } });
                post("/ideas/bulk", json!({ "operations": ideas.iter().rev().map(update).collect::<Vec<_>>() }))
            }
        }
    };
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let at = if client % 2 == 0 { owner.clone() } else { owner.at(&neighbour) };
            scope.spawn(move || {
                for number in 0..WRITES {
                    let answer = write(&at, client * 5 + number * 3);
                    assert!([200, 201].contains(&answer.status), "{} {}", answer.status, answer.text());
                }
            });
        }
    });
    // The server tells of them a moment later.
    thread::sleep(Duration::from_secs(2));
    let found = world.count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    assert_eq!(found, 0, "deadlocks");
    world.is_sound();
}
