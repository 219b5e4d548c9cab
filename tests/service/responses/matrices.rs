//! What is missing in the rows of a question.

use serde_json::{Value, json};

use super::{answers, field};
use crate::records::{form, made, project};
use crate::world::{Store, World, on_both};

on_both![every_row_that_is_missing_is_told];

fn every_row_that_is_missing_is_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = form(owner, project(owner), "Grid");
    let settings = json!({ "rows": [{ "label": "R" }, { "label": "S" }], "columns": [{ "label": "X" }] });
    let body = json!({ "form_id": form, "label": "M", "type": "matrix", "is_required": true, "settings": settings });
    made(owner, "/form-questions", body);
    owner.patch(&format!("/forms/{form}"), json!({ "visibility": "public" })).status_is(200);
    let published = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let token = field(&published, "public_token").as_str().expect("a token");

    // The question is named once, its rows each.
    let previewed = owner.post(&format!("/forms/{form}/preview"), json!({})).status_is(200);
    let begun = world.client(None).post(&format!("/public/forms/{token}/responses"), json!({})).status_is(201);
    for told in [&previewed, &begun] {
        assert_eq!([field(told, "required"), field(told, "missing")], [&json!(["m"]), &json!(["m"])]);
    }
    let [r, s] = ["r", "s"].map(|row| (format!("answers.m.{row}"), format!("The answers.m.{row} field is required.")));
    let both = [(r.0.as_str(), r.1.as_str()), (s.0.as_str(), s.1.as_str())];
    let create = |answers: Value| owner.post("/form-responses", json!({ "form_id": form, "answers": answers }));
    create(json!({})).invalid(&both);
    create(json!({ "m": {} })).invalid(&both);
    create(json!({ "m": { "r": "x" } })).invalid(&both[1..]);
    world
        .client(None)
        .post(&format!("/public/forms/{token}/responses"), json!({ "answers": { "m": null }, "complete": true }))
        .invalid(&both);
    let response = create(json!({ "m": { "r": "x", "s": "x" } })).status_is(201).id();
    let answer = format!("/form-answers/{}", answers(owner, response)["m"]["id"]);
    owner
        .patch(&answer, json!({ "value": null }))
        .invalid(&[("value.r", "The value.r field is required."), ("value.s", "The value.s field is required.")]);
}
