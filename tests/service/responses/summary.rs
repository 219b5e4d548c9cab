//! The summary of a form: how far people came, and of which responses it is.

mod deleted;
mod erased;
mod every_type;
mod kept;

use serde_json::{Value, json};

use super::{respond, survey};
use crate::records::{made, project};
use crate::world::{Client, Store, World, on_both};

on_both![a_form_is_followed_as_far_as_each_response_went, a_summary_is_of_the_responses_that_are_asked_for];

/// A form of two steps, the second of which is for those who did not say that all is well.
fn branching(owner: &Client) -> (i64, i64, i64) {
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Branching" }));
    let [one, two] = ["One", "Two"].map(|title| made(owner, "/form-steps", json!({ "form_id": form, "title": title })));
    let ends = json!([{
        "conditions": { "connector": "and", "rules": [{ "question": "well", "operator": "equals", "value": true }] },
        "action": { "type": "end" },
    }]);
    let well = json!({ "form_id": form, "form_step_id": one, "label": "Well", "type": "yes_no", "logic": ends });
    made(owner, "/form-questions", well);
    for (key, step) in [("name", one), ("why", two)] {
        let question = json!({ "form_id": form, "form_step_id": step, "label": key, "key": key, "type": "short_text" });
        made(owner, "/form-questions", question);
    }
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    (form, one, two)
}

fn a_form_is_followed_as_far_as_each_response_went(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, one, two) = branching(owner);
    let empty = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    assert_eq!(empty.data()["completion_rate"], Value::Null);
    assert_eq!(empty.data()["questions"][0]["options"][0]["percent"], Value::Null);
    let answer = |status: &str, answers: Value| {
        owner
            .post("/form-responses", json!({ "form_id": form, "status": status, "answers": answers }))
            .status_is(201)
            .id()
    };
    answer("completed", json!({ "well": true }));
    answer("completed", json!({ "well": false, "why": "slow" }));
    answer("in_progress", json!({}));
    answer("in_progress", json!({ "well": false, "name": "Ann" }));
    let not_asked = answer("in_progress", json!({ "well": false, "why": "no" }));
    owner.post(&format!("/form-responses/{not_asked}/disqualify"), json!({})).status_is(200);
    let spam = answer("completed", json!({ "well": true }));
    owner.post(&format!("/form-responses/{spam}/spam"), json!({})).status_is(200);

    for (query, answered) in [("", 2), ("?partial=true", 3)] {
        let told = owner.get(&format!("/forms/{form}/summary{query}")).status_is(200);
        let data = told.data();
        let head = ["form_id", "starts", "completed", "drop_off", "completion_rate"].map(|it| data[it].clone());
        assert_eq!(head, [json!(form), json!(5), json!(2), json!(3), json!(0.4)], "{query}");
        let steps = json!([
            { "step_id": one, "title": "One", "reached": 5, "left": 2, "left_rate": 0.4 },
            { "step_id": two, "title": "Two", "reached": 2, "left": 1, "left_rate": 0.5 },
        ]);
        assert_eq!(data["steps"], steps, "{query}");
        let question =
            |at: usize| ["key", "seen", "answered", "skipped", "drop_off"].map(|it| data["questions"][at][it].clone());
        let well = [json!("well"), json!(5), json!(answered), json!(5 - answered), json!(0)];
        assert_eq!(question(0), well, "{query}");
        assert_eq!(question(1)[3..], [json!(5 - (answered - 2)), json!(1)], "{query}");
        assert_eq!(question(2), [json!("why"), json!(2), json!(1), json!(1), json!(1)], "{query}");
        assert_eq!(data["questions"][2]["drop_off_rate"], json!(0.5));
    }
    // A question that is deleted stays where it has answers, last.
    let questions = owner.get(&format!("/form-questions?filter[form_id]={form}&filter[key]=well,name")).status_is(200);
    for question in questions.ids() {
        owner.patch(&format!("/form-questions/{question}"), json!({ "logic": [] })).status_is(200);
        owner.delete(&format!("/form-questions/{question}")).status_is(204);
    }
    let told = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    let left = told.data()["questions"].as_array().expect("questions").iter().map(|it| it["key"].clone());
    assert_eq!(left.collect::<Vec<_>>(), [json!("why"), json!("well")]);
}

/// How many of the four complete responses each query is about.
const ASKED_FOR: [(&str, i64); 13] = [
    ("", 4),
    ("period=all", 4),
    ("period=today", 1),
    ("period=2026-01", 3),
    ("from=2026-01-02&to=2026-01-03", 2),
    ("to=2026-01-01", 1),
    ("period=1h", 1),
    ("filter[source]=import", 3),
    ("filter[answer][why]=slow", 2),
    ("filter[answer][why]=slow&filter[completed_to]=2026-01-02", 1),
    ("filter[skipped]=score", 4),
    ("filter[answered]=score", 0),
    ("filter[source]=", 4),
];

fn a_summary_is_of_the_responses_that_are_asked_for(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    for (day, why, seconds) in [("01", "slow", 10), ("02", "dear", 30), ("03", "slow again", 50)] {
        owner
            .post(
                "/form-responses",
                json!({
                    "form_id": form, "source": "import", "answers": { "why": why },
                    "started_at": format!("2026-01-{day}T10:00:00Z"),
                    "completed_at": format!("2026-01-{day}T10:00:{seconds}Z"),
                }),
            )
            .status_is(201);
    }
    respond(owner, form, "today");
    let completed = |query: &str| {
        let told = owner.get(&format!("/forms/{form}/summary?{query}")).status_is(200);
        told.data()["completed"].as_i64().expect("a number")
    };
    for (query, count) in ASKED_FOR {
        assert_eq!(completed(query), count, "{query}");
    }
    let told =
        owner.get(&format!("/forms/{form}/summary?period=2026-01&filter[source]=import,api&samples=2")).status_is(200);
    let figures = ["avg_seconds", "median_seconds", "last_response_at", "starts"].map(|it| told.data()[it].clone());
    assert_eq!(figures, [json!(30.0), json!(30.0), json!("2026-01-03T10:00:50.000000Z"), json!(3)]);
    assert_eq!(told.data()["questions"][0]["samples"], json!(["slow again", "dear"]));
    let meta = &told.body["meta"];
    assert_eq!((&meta["timezone"], &meta["filters"]), (&json!("UTC"), &json!({ "source": ["import", "api"] })));

    what_is_asked_wrong_is_refused(owner, form);
    the_same_figures_are_drawn(owner, form, &told.data()["questions"][0]["question_id"]);
    team.viewer().get(&format!("/forms/{form}/summary")).status_is(200);
}

fn what_is_asked_wrong_is_refused(owner: &Client, form: i64) {
    let ask = |query: &str| owner.get(&format!("/forms/{form}/summary?{query}"));
    for filter in ["status", "form_id", "nothing"] {
        ask(&format!("filter[{filter}]=1")).refused_in_words(400);
    }
    ask("period=2026&from=2026-01-01").invalid(&[("period", "The period field is prohibited.")]);
    ask("from=2026-02-01&to=2026-01-01").invalid_under("to");
    ask("period=soon").invalid_under("period");
    ask("samples=101").invalid_under("samples");
    ask("partial=perhaps").invalid_under("partial");
    owner.get("/forms/999999/summary").status_is(404);
}

/// The same as a picture, in which texts are only counted.
fn the_same_figures_are_drawn(owner: &Client, form: i64, question: &Value) {
    let ask = |query: &str| owner.get(&format!("/forms/{form}/summary?{query}"));
    let drawn = |path: &str| {
        let answer = owner.get(&format!("/forms/{form}/{path}")).status_is(200);
        assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
        answer.text()
    };
    let svg = drawn("summary.svg?period=2026-01&filter[source]=import");
    assert!(svg.contains("3 begun, 3 completed, Period: 2026-01, Source: import</title>"), "{svg}");
    assert!(svg.contains("Why · Answered: 100 % (3 of 3 who saw it);") && !svg.contains("slow"), "{svg}");
    assert_eq!(drawn("summary?format=svg&period=2026-01&filter[source]=import"), svg);
    let one = drawn(&format!("summary.svg?question_id={question}&width=320&theme=dark"));
    assert!(one.contains("\">Answered: ") && one.contains("(4 of ") && one.contains("width=\"320\""), "{one}");
    ask("format=svg&question_id=999999").invalid(&[("question_id", "The selected question id is invalid.")]);
    ask("format=pdf").invalid_under("format");
}
