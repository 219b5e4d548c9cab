//! How much the steps and questions of a form may say in all: whoever has its address reads all of it.

use serde_json::{Value, json};

use super::LONGEST;
use crate::records::{form, made, project};
use crate::visitors::ask;
use crate::world::{Store, World, on_both};

on_both![
    what_steps_say_counts_as_what_questions_ask,
    a_form_that_says_more_than_it_may_is_answered_and_grows_no_further,
];

const TOLD: &str = "The form id field names a form with steps and questions of more than 1048576 bytes.";

fn what_steps_say_counts_as_what_questions_ask(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = form(owner, project(owner), "Survey");
    let text = "\u{1f980}".repeat(60_000);
    let said = json!({ "form_id": form, "description": text });
    let asked = json!({ "form_id": form, "label": "Why?", "type": "short_text", "help_text": text });
    let steps: Vec<i64> = (0..4).map(|_| made(owner, "/form-steps", said.clone())).collect();
    owner.post("/form-steps", said).invalid(&[("form_id", TOLD)]);
    owner.post("/form-questions", asked.clone()).invalid(&[("form_id", TOLD)]);
    let first = format!("/form-steps/{}", steps[0]);
    owner.patch(&first, json!({ "description": null })).status_is(200);
    made(owner, "/form-questions", asked);
    owner.patch(&first, json!({ "description": text })).invalid(&[("form_id", TOLD)]);
}

/// One that was made before there was this bound.
fn a_form_that_says_more_than_it_may_is_answered_and_grows_no_further(store: Store) {
    const STEPS: usize = 66;
    let world = World::start(store);
    let team = world.team();
    let (owner, nobody) = (team.owner(), world.client(None));
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Long", "visibility": "public" }));
    let steps: Vec<i64> = (0..STEPS).map(|_| made(owner, "/form-steps", json!({ "form_id": form }))).collect();
    ask(&team, form, steps[0], &[json!({ "key": "why", "label": "Why?", "type": "short_text" })]);
    let published = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let token = published.data()["public_token"].as_str().expect("a token");
    let text = "\u{1f980}".repeat(LONGEST);
    world.execute(&format!("UPDATE form_steps SET description = '{text}' WHERE form_id = {form}"));

    let path = format!("/public/forms/{token}");
    let too_large = "The form field would make an answer of more than 16 MiB; ask for less, or for smaller pages.";
    nobody.get(&path).invalid(&[("form", too_large)]);
    let page = nobody.send("GET", &format!("{}/f/{token}", world.origin()), &[], b"").status_is(200);
    assert!(page.text().contains("Why?"));
    let answered = json!({ "answers": { "why": "So" }, "complete": true });
    nobody.post(&format!("{path}/responses"), answered).status_is(201);
    let step = format!("/form-steps/{}", steps[1]);
    owner.patch(&step, json!({ "title": "More" })).invalid(&[("form_id", TOLD)]);
    owner.patch(&step, json!({ "title": "Less", "description": null })).status_is(200);

    let last = steps[STEPS / 2];
    world.execute(&format!("UPDATE form_steps SET description = NULL WHERE form_id = {form} AND id > {last}"));
    let told = nobody.get(&path).status_is(200);
    assert_eq!(told.data()["steps"].as_array().map(Vec::len), Some(STEPS));
    assert_eq!(told.data()["steps"][STEPS - 1]["description"], Value::Null);
}
