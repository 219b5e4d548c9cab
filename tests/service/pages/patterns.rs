//! Regular expressions, wherever they are written: what takes long to find out or to look for is refused before.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::records::{form, learning, made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    what_takes_long_to_find_out_is_refused,
    what_was_taken_before_is_read_and_answered,
    one_answer_is_not_looked_through_for_long,
    five_hundred_at_once_hold_up_nobody,
];

/// Four characters for which all letters that there are would be gone through.
const ENDLESS: &str = r"(?i)[\s\S]";

/// What is written every day.
const ORDINARY: [&str; 4] = [
    r"^/products/\d+(\?.*)?$",
    r"(?i)^[\w.+-]+@[\w-]+\.[\w.-]+$",
    r"(?i)^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$",
    r"^\p{L}[\p{L} '-]*$",
];

/// How long at most takes what is soon done, on a machine that does much beside.
const SOON: Duration = Duration::from_secs(8);

fn page(project: i64, url: &str) -> Value {
    json!({ "project_id": project, "name": "Page", "url": url, "url_match": "regex" })
}

fn audience(project: i64, pattern: &str) -> Value {
    let rule = json!({ "attribute": "path", "operator": "matches", "value": pattern });
    json!({ "project_id": project, "name": "Some", "conditions": { "match": "all", "rules": [rule] } })
}

fn text(pattern: &str) -> Value {
    json!({ "label": "Why", "key": "why", "type": "long_text", "validation": { "pattern": pattern } })
}

fn document(project: i64, pattern: &str) -> Value {
    let steps = json!([{ "title": "One", "questions": [text(pattern)] }]);
    let definition =
        json!({ "format": "uplift-form", "format_version": 1, "form": { "name": "Survey" }, "steps": steps });
    json!({ "project_id": project, "definition": definition })
}

/// Asks for a text in a form of its own.
#[track_caller]
fn asked(client: &Client, project: i64, pattern: &str) -> (i64, i64) {
    let form = form(client, project, "Survey");
    let mut question = text(pattern);
    question["form_id"] = json!(form);
    (form, made(client, "/form-questions", question))
}

fn what_takes_long_to_find_out_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let long = format!("(?i){}", "[\u{1}-\u{10FFFF}&&a]".repeat(40));
    let (form, question) = asked(owner, project, "^a$");
    let begun = Instant::now();
    for pattern in [ENDLESS, &long] {
        owner.post("/pages", page(project, pattern)).invalid(&[("url", "The url field format is invalid.")]);
        owner.post("/audiences", audience(project, pattern)).invalid_under("conditions.rules.0.value");
        let validation = json!({ "validation": { "pattern": pattern } });
        owner.patch(&format!("/form-questions/{question}"), validation).invalid_under("validation.pattern");
        let imported = owner.post("/forms/import", document(project, pattern));
        imported.invalid_under("definition.steps.0.questions.0.validation.pattern");
    }
    for pattern in ORDINARY {
        owner.post("/pages", page(project, pattern)).status_is(201);
        owner.post("/audiences", audience(project, pattern)).status_is(201);
        let validation = json!({ "validation": { "pattern": pattern } });
        owner.patch(&format!("/form-questions/{question}"), validation).status_is(200);
        owner.post("/forms/import", document(project, pattern)).status_is(201);
    }
    owner.get(&format!("/forms/{form}/definition")).status_is(200);
    assert!(begun.elapsed() < SOON * 2, "{:?}", begun.elapsed());
}

fn what_was_taken_before_is_read_and_answered(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, question) = asked(owner, project(owner), "^a$");
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let respond = |why: &str| owner.post("/form-responses", json!({ "form_id": form, "answers": { "why": why } }));
    respond("a").status_is(201);
    respond("b").invalid(&[("answers.why", "The answers.why field format is invalid.")]);
    let stored = json!({ "pattern": ENDLESS });
    world.execute(&format!("UPDATE form_questions SET validation = '{stored}' WHERE id = {question}"));
    let path = format!("/form-questions/{question}");
    assert_eq!(owner.get(&path).status_is(200).data()["validation"], stored);
    owner.get(&format!("/forms/{form}/definition")).status_is(200);
    respond("a").invalid(&[("answers.why", "The answers.why field format is invalid.")]);
    let renamed = owner.patch(&path, json!({ "label": "Why not", "validation": stored })).status_is(200);
    assert_eq!(renamed.data()["validation"], stored);
    owner.patch(&path, json!({ "validation": { "pattern": "^a$" } })).status_is(200);
    respond("a").status_is(201);
}

fn one_answer_is_not_looked_through_for_long(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = asked(owner, project(owner), "a{9999}b");
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let respond = |why: &str| owner.post("/form-responses", json!({ "form_id": form, "answers": { "why": why } }));
    let begun = Instant::now();
    respond(&"a".repeat(9_000)).status_is(422);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

fn five_hundred_at_once_hold_up_nobody(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    let (there, here) = (project(owner), project(other.owner()));
    let bulk = |pattern: &dyn Fn(usize) -> String| {
        let create = |at: usize| json!({ "op": "create", "body": page(there, &pattern(at)) });
        let operations: Vec<Value> = (0..500).map(create).collect();
        owner.post("/pages/bulk", json!({ "operations": operations }))
    };
    // As much work as one may be.
    let worst = |at: usize| format!("(?i){at}{}", r"[^a\p{age=16.0}]".repeat(4));
    let begun = Instant::now();
    let refused = std::thread::scope(|scope| {
        let bulks: Vec<_> = (0..3).map(|_| scope.spawn(|| bulk(&worst))).collect();
        learning(other.owner(), here, "Beside them");
        let waited = begun.elapsed();
        assert!(waited < SOON, "a create waited {waited:?}");
        bulks.into_iter().map(|it| it.join().expect("a bulk")).collect::<Vec<_>>()
    });
    for answer in refused {
        let answer = answer.status_is(422);
        let told = answer.body["errors"].to_string();
        assert!(told.contains("for more work on regular expressions than is done at once."), "{told}");
    }
    assert!(begun.elapsed() < SOON * 2, "{:?}", begun.elapsed());
    let ordinary = |at: usize| ORDINARY[at % ORDINARY.len()].to_owned();
    assert_eq!(bulk(&ordinary).status_is(200).items().len(), 500);
}
