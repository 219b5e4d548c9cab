//! The framework of a team's own, which is cleared at the moment at which an idea begins to use it: one of both is
//! refused. And what is defined in front of one server holds for the others at once.

use serde_json::{Value, json};

use super::race::{Ask, at_once, rounds};
use crate::records::{idea, made, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![no_framework_is_cleared_and_used_at_once];

const ROUNDS: usize = 6;

/// How an idea comes to use the framework.
const WAYS: [&str; 5] = ["create", "create in bulk", "update", "update with scores", "restore"];

fn set(client: &Client, framework: &Value) -> Answer {
    client.patch("/team", json!({ "settings": { "custom_framework": framework } }))
}

fn framework() -> Value {
    json!({ "components": [{ "key": "value", "label": "Value", "weight": 1 }] })
}

/// What makes an idea use the framework, in front of this server, with the field under which it is refused.
fn use_it(client: &Client, project: i64, way: &str) -> (Ask, &'static str) {
    let body = json!({ "project_id": project, "name": "One", "framework": "custom" });
    match way {
        "create" => (Ask::new(client, "POST", "/ideas", body), "framework"),
        "create in bulk" => {
            let operations = json!({ "operations": [{ "op": "create", "body": body }] });
            (Ask::new(client, "POST", "/ideas/bulk", operations), "operations.0.framework")
        }
        "restore" => {
            // The server learns of the framework from the database, however short a time ago it was defined.
            let path = format!("/ideas/{}", made(client, "/ideas", body));
            client.delete(&path).status_is(204);
            (Ask::new(client, "POST", format!("{path}/restore"), json!({})), "framework")
        }
        way => {
            let path = format!("/ideas/{}", idea(client, project, "One"));
            let scores = if way == "update" { Value::Null } else { json!({ "value": 5 }) };
            (Ask::new(client, "PATCH", path, json!({ "framework": "custom", "scores": scores })), "framework")
        }
    }
}

fn no_framework_is_cleared_and_used_at_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let servers = [team.owner().clone(), team.owner().at(&neighbour)];
    let project = project(team.owner());
    for way in WAYS {
        for round in 0..rounds(ROUNDS) {
            let (here, there) = (&servers[round % 2], &servers[1 - round % 2]);
            set(here, &framework()).status_is(200);
            let (used, field) = use_it(there, project, way);
            let clear = Ask::new(here, "PATCH", "/team", json!({ "settings": { "custom_framework": null } }));
            let answers = at_once(vec![clear, used]);
            let done = answers.iter().filter(|(status, _)| matches!(status, 200 | 201)).count();
            let refused = answers.iter().position(|(status, _)| *status == 422);
            let (Some(refused), 1) = (refused, done) else { panic!("{way}, and cleared at once: {answers:?}") };
            let field = ["settings.custom_framework", field][refused];
            assert!(answers[refused].1["errors"][field].is_array(), "{way}: {answers:?}");
            for id in here.get("/ideas?page[size]=100").status_is(200).ids() {
                here.delete(&format!("/ideas/{id}")).status_is(204);
            }
            set(there, &Value::Null).status_is(200);
        }
    }
    world.is_sound();
}
