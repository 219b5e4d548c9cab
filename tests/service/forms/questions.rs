//! Questions: their keys, what each type can be told, and how much a form asks.

use serde_json::{Value, json};

use super::{ask, draft};
use crate::records::{made, step};
use crate::world::{Store, World, on_both};

on_both![
    keys_come_from_labels_and_stay_taken,
    each_type_keeps_the_settings_it_has,
    a_form_has_only_so_many_questions,
    a_form_has_only_so_many_steps,
    a_form_asks_only_so_much
];

fn keys_come_from_labels_and_stay_taken(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let asked = |label: &str| {
        let body = json!({ "form_id": form, "label": label, "type": "short_text" });
        owner.post("/form-questions", body).status_is(201).data().clone()
    };
    let keys = ["Your name?", "your  NAME", "2nd choice", "日本", "Größe"].map(|label| asked(label)["key"].clone());
    assert_eq!(keys, ["your_name", "your_name_2", "q_2nd_choice", "question", "gro_e"].map(Value::from));
    let gone = asked("Your name?");
    assert_eq!(gone["key"], json!("your_name_3"));
    owner.delete(&format!("/form-questions/{}", gone["id"])).status_is(204);
    let taken = [("key", "The key has already been taken.")];
    let body = |key: &str| json!({ "form_id": form, "label": "Again", "type": "nps", "key": key });
    owner.post("/form-questions", body("your_name_3")).invalid(&taken);
    assert_eq!(asked("Your name?")["key"], json!("your_name_4"));
    for key in ["Upper", "1st", "with-dash", ""] {
        let refused = owner.post("/form-questions", body(key));
        if key.is_empty() {
            refused.status_is(422)
        } else {
            refused.invalid_under("key")
        };
    }
    let other = made(owner, "/form-questions", body("other"));
    owner.patch(&format!("/form-questions/{other}"), json!({ "key": "your_name" })).invalid(&taken);
    owner.patch(&format!("/form-questions/{other}"), json!({ "key": "renamed" })).status_is(200);
    owner.patch(&format!("/form-questions/{other}"), json!({ "form_id": draft(&team) })).invalid_under("form_id");
}

fn each_type_keeps_the_settings_it_has(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let step = step(owner, form, "One");
    let scale = ask(owner, (form, step), ("scale", "scale"), json!({ "settings": { "min": 1, "max": 7, "rows": 3 } }));
    let path = format!("/form-questions/{scale}");
    let shown = owner.get(&path).status_is(200).data().clone();
    assert_eq!((&shown["settings"], &shown["validation"]), (&json!({ "min": 1, "max": 7 }), &json!({})));
    owner.patch(&path, json!({ "settings": { "min": 5, "max": 2 } })).invalid_under("settings.max");
    owner.patch(&path, json!({ "settings": { "step": 0 } })).invalid_under("settings.step");
    let changed = owner.patch(&path, json!({ "type": "number" })).status_is(200);
    assert_eq!(changed.data()["settings"], json!({ "min": 1, "max": 7 }));
    let pattern = json!({ "type": "short_text", "validation": { "pattern": "(" } });
    owner.patch(&path, pattern).invalid_under("validation.pattern");
    let matrix = json!({ "form_id": form, "label": "Grid", "type": "matrix" });
    let refused = owner.post("/form-questions", matrix.clone());
    assert_eq!(refused.status, 422);
    assert!(refused.body["errors"]["settings.rows"].is_array(), "{}", refused.body);
    let mut body = matrix;
    body["settings"] = json!({ "rows": [{ "label": "Speed" }], "columns": [{ "label": "Good" }, { "label": "Good" }] });
    let made = owner.post("/form-questions", body).status_is(201);
    let columns = &made.data()["settings"]["columns"];
    assert_eq!((&columns[0]["id"], &columns[1]["id"]), (&json!("good"), &json!("good-2")));
    let options =
        json!({ "options": [{ "label": "A" }, { "id": "a", "label": "B", "score": 2 }, { "label": "other" }] });
    let choice = ask(owner, (form, step), ("choice", "single_choice"), options);
    let options = owner.get(&format!("/form-questions/{choice}")).status_is(200).data()["options"].clone();
    let ids: Vec<&Value> = options.as_array().expect("options").iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, [&json!("a-2"), &json!("a"), &json!("other-2")]);
    let twice = json!({ "options": [{ "id": "a", "label": "A" }, { "id": "a", "label": "B" }] });
    owner.patch(&format!("/form-questions/{choice}"), twice).invalid_under("options.1.id");
}

fn a_form_has_only_so_many_questions(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let create = |number: usize| json!({ "op": "create", "body": { "form_id": form, "label": format!("Question {number}"), "type": "nps" } });
    let all: Vec<Value> = (0..200).map(create).collect();
    owner.post("/form-questions/bulk", json!({ "operations": all })).status_is(200);
    let refused = [("form_id", "The form id field names a form with 200 questions.")];
    owner.post("/form-questions", json!({ "form_id": form, "label": "More", "type": "nps" })).invalid(&refused);
    let one = owner.get(&format!("/form-questions?filter[form_id]={form}")).status_is(200).ids()[0];
    owner.delete(&format!("/form-questions/{one}")).status_is(204);
    made(owner, "/form-questions", json!({ "form_id": form, "label": "More", "type": "nps" }));
    owner.post(&format!("/form-questions/{one}/restore"), json!({})).invalid(&refused);
}

fn a_form_has_only_so_many_steps(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let all: Vec<i64> = (0..100).map(|at| step(owner, form, &format!("Step {at}"))).collect();
    let refused = [("form_id", "The form id field names a form with 100 steps.")];
    let more = json!({ "form_id": form, "title": "More" });
    owner.post("/form-steps", more.clone()).invalid(&refused);
    let path = format!("/form-steps/{}", all[0]);
    owner.delete(&path).status_is(204);
    let last = made(owner, "/form-steps", more);
    owner.post(&format!("{path}/restore"), json!({})).invalid(&refused);
    owner.delete(&format!("/form-steps/{last}")).status_is(204);
    owner.post(&format!("{path}/restore"), json!({})).status_is(200);
    assert_eq!(owner.get(&format!("/form-steps?filter[form_id]={form}")).status_is(200).total(), 100);
}

/// Whoever has the address of a form reads all of it, and each answer goes through all of its logic.
fn a_form_asks_only_so_much(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let options: Vec<Value> = (0..200).map(|at| json!({ "id": at.to_string(), "label": "é".repeat(450) })).collect();
    let large = |form: i64, key: &str| json!({ "form_id": form, "key": key, "label": "Which?", "type": "dropdown", "options": options });
    let all: Vec<i64> = ["a", "b", "c", "d", "e"].map(|key| made(owner, "/form-questions", large(form, key))).into();
    let told = "The form id field names a form with steps and questions of more than 1048576 bytes.";
    owner.post("/form-questions", large(form, "f")).invalid(&[("form_id", told)]);
    let path = format!("/form-questions/{}", all[0]);
    owner.patch(&path, json!({ "options": [] })).status_is(200);
    made(owner, "/form-questions", large(form, "f"));
    owner.patch(&path, json!({ "options": options })).invalid(&[("form_id", told)]);
    owner.get(&format!("/forms/{form}/definition")).status_is(200);

    let form = draft(&team);
    made(owner, "/form-questions", json!({ "form_id": form, "key": "q", "label": "Q", "type": "long_text" }));
    let condition = json!({ "question": "q", "operator": "contains", "value": "x" });
    let rule = json!({
        "conditions": { "connector": "and", "rules": vec![condition; 20] }, "action": { "type": "show" },
    });
    let asks = |key: &str, rules: usize| {
        let body = json!({ "form_id": form, "key": key, "label": key, "type": "nps", "logic": vec![&rule; rules] });
        owner.post("/form-questions", body)
    };
    (0..10).for_each(|at| drop(asks(&format!("n{at}"), 20).status_is(201)));
    let told = "The form id field names a form with more than 4000 conditions.";
    asks("more", 1).invalid(&[("form_id", told)]);
    asks("none", 0).status_is(201);
}
