//! The record that is made of a response after its questions became others: it tells what was kept of the answers.

use serde_json::{Value, json};

use super::{field, survey};
use crate::records::made;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    what_is_made_later_tells_the_texts_that_were_kept,
    an_answer_without_a_text_names_nothing,
    what_is_made_at_completion_tells_its_last_answers,
];

/// A matrix with one row and one column.
fn grid(row: &str) -> Value {
    json!({ "rows": [{ "id": row, "label": row.to_uppercase() }], "columns": [{ "id": "x", "label": "X" }] })
}

/// The survey, with a matrix; and the id of a question by its key.
fn gridded(owner: &Client, form: i64) -> impl Fn(&str) -> i64 {
    let matrix = json!({ "form_id": form, "label": "Grid", "type": "matrix", "settings": grid("r1") });
    made(owner, "/form-questions", matrix);
    move |key| owner.get(&format!("/form-questions?filter[form_id]={form}&filter[key]={key}")).status_is(200).ids()[0]
}

#[track_caller]
fn convert(owner: &Client, response: i64, target: &str) -> Answer {
    owner.post(&format!("/form-responses/{response}/convert"), json!({ "target": target })).status_is(201)
}

fn what_is_made_later_tells_the_texts_that_were_kept(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let question = gridded(owner, form);
    let answers = json!({ "why": "Slow", "bad": "high", "grid": { "r1": "x" } });
    let responses: [i64; 8] = std::array::from_fn(|_| {
        owner.post("/form-responses", json!({ "form_id": form, "answers": answers })).status_is(201).id()
    });
    let change = |key: &str, body: Value| {
        owner.patch(&format!("/form-questions/{}", question(key)), body).status_is(200);
    };
    let map = |mapping: Value| {
        let body = json!({ "target": "idea", "mapping": mapping });
        owner.patch(&format!("/forms/{form}"), body).status_is(200);
    };
    let kept = json!("Why: Slow\nHow bad: High\nFrom: mail\nGrid: R1: X");
    let lists = |response: i64, target: &str| {
        let made = convert(owner, response, target);
        assert_eq!((field(&made, "name"), field(&made, "description")), (&json!("Slow"), &kept));
    };

    let renamed = json!([{ "id": "high", "label": "Severe", "score": 5 }, { "id": "low", "label": "Low" }]);
    change("bad", json!({ "options": renamed }));
    lists(responses[0], "idea");
    change("bad", json!({ "options": [{ "id": "low", "label": "Low" }] }));
    lists(responses[1], "idea");
    map(json!({ "bad": "name" }));
    assert_eq!(field(&convert(owner, responses[2], "idea"), "name"), &json!("High"));
    map(json!({ "bad": "effort_days" }));
    let counted = convert(owner, responses[3], "idea");
    assert_eq!(field(&counted, "effort_days"), &json!(2.0), "the score that it had");
    assert_eq!(field(&counted, "name"), &json!(format!("Survey: response {}", responses[3])));

    map(json!({ "grid": "name" }));
    change("grid", json!({ "settings": grid("s1") }));
    assert_eq!(field(&convert(owner, responses[4], "idea"), "name"), &json!("R1: X"));
    change("grid", json!({ "type": "short_text", "settings": {} }));
    assert_eq!(field(&convert(owner, responses[5], "idea"), "name"), &json!("R1: X"));
    change("grid", json!({ "type": "hidden", "settings": {} }));
    lists(responses[6], "insight");
    lists(responses[7], "observation");
}

fn an_answer_without_a_text_names_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let question = gridded(owner, form);
    let begun = json!({ "form_id": form, "status": "in_progress", "answers": { "grid": { "r1": "x" } } });
    let responses: [i64; 2] = std::array::from_fn(|_| owner.post("/form-responses", begun.clone()).status_is(201).id());
    owner.patch(&format!("/form-questions/{}", question("grid")), json!({ "settings": grid("s1") })).status_is(200);
    for response in responses {
        // With the rest its text is written anew, of which no row is left.
        let path = format!("/form-responses/{response}");
        owner.put(&format!("{path}/answers"), json!({ "answers": { "score": 3 } })).status_is(200);
        owner.post(&format!("{path}/disqualify"), json!({})).status_is(200);
    }
    let listed = convert(owner, responses[0], "idea");
    assert_eq!(field(&listed, "name"), &json!(format!("Survey: response {}", responses[0])));
    assert_eq!(field(&listed, "description"), &json!("Score: 3\nFrom: mail"));
    let mapping = json!({ "target": "idea", "mapping": { "grid": "name" } });
    owner.patch(&format!("/forms/{form}"), mapping).status_is(200);
    let named = convert(owner, responses[1], "idea");
    assert_eq!(field(&named, "name"), &json!(format!("Survey: response {}", responses[1])));
}

fn what_is_made_at_completion_tells_its_last_answers(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let mapping = json!({ "why": "name", "bad": "priority", "score": "effort_days", "origin": "problem" });
    let (form, _) = survey(&team, json!({ "target": "idea", "mapping": mapping }));
    let first = json!({ "why": "First", "bad": "high", "score": 3 });
    let begun = json!({ "form_id": form, "status": "in_progress", "answers": first });
    let response = owner.post("/form-responses", begun).status_is(201).id();
    let last = json!({ "answers": { "why": "Last", "bad": null, "score": 9 } });
    let done = owner.post(&format!("/form-responses/{response}/complete"), last).status_is(200);
    let idea = owner.get(&format!("/ideas/{}", field(&done, "created_record_id"))).status_is(200);
    let told = ["name", "priority", "effort_days", "problem"].map(|name| field(&idea, name).clone());
    assert_eq!(told, [json!("Last"), Value::Null, json!(9.0), json!("mail")]);
}
