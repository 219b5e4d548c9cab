//! How many statements a response costs.

use serde_json::json;

use super::survey;
use crate::records::made;
use crate::world::{Store, World, on_both};

on_both![a_response_costs_a_bounded_number_of_statements];

/// The most statements of a response that is complete, those of its transaction included, but for its answers.
const RESPONSE: u64 = 22;

/// How often it is sent: the first one looks up what is remembered then.
const TIMES: usize = 5;

fn a_response_costs_a_bounded_number_of_statements(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (form, token) = survey(&team, json!({}));
    for label in (0..12).map(|it| format!("More {it}")) {
        made(team.owner(), "/form-questions", json!({ "form_id": form, "label": label, "type": "short_text" }));
    }
    let statements = || world.metric::<u64>("uplift_database_statements_total");
    let mut before = statements();
    let costs = (0..TIMES).map(|_| {
        let body = json!({ "answers": { "why": "so" }, "complete": true });
        world.client(None).post(&format!("/public/forms/{token}/responses"), body).status_is(201);
        let after = statements();
        after - std::mem::replace(&mut before, after)
    });
    // What was not answered has a row as well, so there are sixteen.
    let answers = match store {
        // Each is a statement of its own, which stays prepared, and so is what tells its id.
        Store::Sqlite => 32,
        // Their ids are asked for at once, and they are written at once.
        Store::Postgres => 2,
    };
    let cost = costs.min().expect("a cost");
    assert!(
        cost <= RESPONSE + answers,
        "a response costs {cost} statements; at most {} were agreed",
        RESPONSE + answers
    );
}
