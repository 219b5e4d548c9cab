//! Responses to forms, by a key and by the address of the form.

mod answers;
mod erased;
mod files;
pub(crate) mod held;
mod kills;
mod lanes;
mod limits;
mod made_later;
mod made_of;
mod matrices;
mod public;
mod statements;
mod states;
mod summary;
mod versions;

use serde_json::{Value, json};

use crate::records::{made, project};
use crate::world::{Answer, Client, Team};

/// A published form, public, with a text that has to be answered, a choice with scores and a number, and with these
/// fields of its own.
#[track_caller]
fn survey(team: &Team, more: Value) -> (i64, String) {
    let owner = team.owner();
    let mut body = json!({ "project_id": project(owner), "name": "Survey", "visibility": "public" });
    if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
        body.extend(more);
    }
    let form = made(owner, "/forms", body);
    let options = json!([{ "label": "High", "score": 2 }, { "label": "Low", "score": 0.5 }]);
    for question in [
        json!({ "label": "Why", "type": "short_text", "is_required": true }),
        json!({ "label": "How bad", "key": "bad", "type": "single_choice", "options": options }),
        json!({ "label": "Score", "type": "nps" }),
        json!({ "label": "From", "type": "hidden", "key": "origin", "settings": { "default": "mail" } }),
    ] {
        let mut question = question;
        question["form_id"] = json!(form);
        made(owner, "/form-questions", question);
    }
    let form = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    (form.id(), form.data()["public_token"].as_str().expect("a token").to_owned())
}

/// A response of a key that says why.
#[track_caller]
fn respond(client: &Client, form: i64, why: &str) -> i64 {
    client.post("/form-responses", json!({ "form_id": form, "answers": { "why": why } })).status_is(201).id()
}

/// The answers of a response as they are shown, by the keys of their questions.
#[track_caller]
fn answers(client: &Client, response: i64) -> Value {
    let response = client.get(&format!("/form-responses/{response}?include=answers,form")).status_is(200);
    let form = &response.data()["form_id"];
    let questions = client.get(&format!("/form-questions?filter[form_id]={form}")).status_is(200);
    let key = |id: &Value| {
        let asked = questions.items().iter().find(|it| it["id"] == *id);
        asked.map(|it| it["key"].as_str().expect("a key").to_owned())
    };
    let all = response.data()["answers"].as_array().expect("answers");
    all.iter().filter_map(|it| Some((key(&it["form_question_id"])?, it.clone()))).collect()
}

fn field<'a>(answer: &'a Answer, name: &str) -> &'a Value {
    &answer.data()[name]
}

/// How many responses a form counts.
#[track_caller]
fn counted(client: &Client, form: i64) -> i64 {
    client.get(&format!("/forms/{form}")).status_is(200).data()["responses_count"].as_i64().expect("a number")
}

/// How many responses the plan counts in this month.
#[track_caller]
fn used(client: &Client) -> i64 {
    client.get("/team/usage").status_is(200).data()["form_responses"]["used"].as_i64().expect("a number")
}
