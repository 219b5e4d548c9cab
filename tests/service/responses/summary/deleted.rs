//! What a summary tells of questions and steps that were deleted since.

use serde_json::{Value, json};

use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![a_deleted_question_changes_no_figures, a_response_went_to_the_last_step_that_is_left];

fn a_deleted_question_changes_no_figures(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Two steps" }));
    let [one, two] = ["One", "Two"].map(|title| made(owner, "/form-steps", json!({ "form_id": form, "title": title })));
    let questions = [("a", one), ("c", two), ("d", two), ("k", two)].map(|(key, step)| {
        let question = json!({ "form_id": form, "form_step_id": step, "label": key, "key": key, "type": "short_text" });
        made(owner, "/form-questions", question)
    });
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let respond = |status: &str, answers: Value| {
        let body = json!({ "form_id": form, "status": status, "answers": answers });
        owner.post("/form-responses", body).status_is(201).id()
    };
    respond("completed", json!({ "a": "1", "d": "1" }));
    respond("completed", json!({ "a": "2", "c": "2" }));
    // It has rows of the second step, where it did not go.
    let first_alone = respond("completed", json!({ "a": "3" }));
    owner.post(&format!("/form-responses/{first_alone}/disqualify"), json!({})).status_is(200);
    respond("in_progress", json!({ "a": "4", "d": "4" }));
    respond("in_progress", json!({ "a": "5", "c": "5", "d": "5" }));
    respond("in_progress", json!({ "a": "6", "k": "6" }));

    let told = |query: &str| -> Value {
        let told = owner.get(&format!("/forms/{form}/summary{query}")).status_is(200);
        let questions = told.data()["questions"].as_array().expect("questions").iter();
        let figures = questions.map(|it| {
            let figures = ["seen", "answered", "skipped", "drop_off"].map(|name| it[name].clone());
            (it["key"].as_str().expect("a key").to_owned(), json!(figures))
        });
        figures.collect()
    };
    let before = ["", "?partial=true"].map(told);
    let all = json!({ "a": [6, 2, 4, 1], "c": [5, 1, 4, 0], "d": [5, 1, 4, 2], "k": [5, 0, 5, 1] });
    assert_eq!(before[0], all);
    // Each leaves a place that those after it move up to.
    for question in [questions[2], questions[1]] {
        owner.delete(&format!("/form-questions/{question}")).status_is(204);
        assert_eq!(["", "?partial=true"].map(told), before);
    }
}

fn a_response_went_to_the_last_step_that_is_left(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Three steps" }));
    let steps = ["a", "b", "z"].map(|key| {
        let step = made(owner, "/form-steps", json!({ "form_id": form }));
        let question = json!({ "form_id": form, "form_step_id": step, "label": key, "key": key, "type": "short_text" });
        made(owner, "/form-questions", question);
        step
    });
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let answers = json!({ "a": "1", "b": "2", "z": "3" });
    let begun = json!({ "form_id": form, "status": "in_progress", "answers": answers });
    owner.post("/form-responses", begun).status_is(201);
    let told = || -> (Value, Value) {
        let told = owner.get(&format!("/forms/{form}/summary?partial=true")).status_is(200);
        let steps = told.data()["steps"].as_array().expect("steps").iter();
        let questions = told.data()["questions"].as_array().expect("questions").iter();
        let figures = questions.map(|it| {
            let figures = ["seen", "answered", "drop_off"].map(|name| it[name].clone());
            (it["key"].as_str().expect("a key").to_owned(), json!(figures))
        });
        (steps.map(|it| json!([it["reached"], it["left"]])).collect(), figures.collect())
    };
    let last = format!("/form-steps/{}", steps[2]);
    let whole = (json!([[1, 0], [1, 0], [1, 1]]), json!({ "a": [1, 1, 0], "b": [1, 1, 0], "z": [1, 1, 1] }));
    assert_eq!(told(), whole);
    owner.patch(&last, json!({ "is_hidden": true })).status_is(200);
    let hidden = json!({ "a": [1, 1, 0], "b": [1, 1, 1], "z": [0, 0, 0] });
    assert_eq!(told(), (json!([[1, 0], [1, 1], [0, 0]]), hidden));
    owner.patch(&last, json!({ "is_hidden": false })).status_is(200);
    let two_left = (json!([[1, 0], [1, 1]]), whole.1.clone());
    owner.delete(&last).status_is(204);
    assert_eq!(told(), two_left, "what was answered last is what it was");
    owner.post(&format!("{last}/restore"), json!({})).status_is(200);
    assert_eq!(told(), whole);
    owner.delete(&format!("/form-steps/{}", steps[0])).status_is(204);
    assert_eq!(told(), two_left);
}
