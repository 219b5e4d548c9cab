//! Forms, their steps and their questions, where they are more than what every kind has.

mod copies;
mod deleted;
mod lifecycle;
mod logic;
mod positions;
mod questions;

use serde_json::{Value, json};

use crate::records::{form, made, project};
use crate::world::{Client, Team};

/// A draft with nothing in it.
#[track_caller]
fn draft(team: &Team) -> i64 {
    form(team.owner(), project(team.owner()), "Survey")
}

/// Asks a question of this type in a step, under this key.
#[track_caller]
fn ask(client: &Client, step: (i64, i64), (key, of): (&str, &str), more: Value) -> i64 {
    let mut body = json!({ "form_id": step.0, "form_step_id": step.1, "label": key, "key": key, "type": of });
    if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
        body.extend(more);
    }
    made(client, "/form-questions", body)
}

/// A rule with one condition.
fn rule(question: &str, operator: &str, value: Value, action: Value) -> Value {
    let condition = if value.is_null() {
        json!({ "question": question, "operator": operator })
    } else {
        json!({ "question": question, "operator": operator, "value": value })
    };
    json!({ "conditions": { "connector": "and", "rules": [condition] }, "action": action })
}

/// The records of a list in the order of their positions, each by its id.
#[track_caller]
fn in_order(client: &Client, list: &str) -> Vec<i64> {
    let answer = client.get(&format!("{list}&sort=position,id")).status_is(200);
    let positions: Vec<i64> = answer.items().iter().map(|it| it["position"].as_i64().expect("a position")).collect();
    assert_eq!(positions, (1..).take(positions.len()).collect::<Vec<_>>(), "{list} has gaps");
    answer.ids()
}
