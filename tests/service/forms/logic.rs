//! Rules: what writes refuse of them, what only a published form has to keep, and where answers lead.

use serde_json::{Value, json};

use super::{ask, draft, rule};
use crate::records::step;
use crate::world::{Store, World, on_both};

on_both![
    answers_lead_where_the_rules_say,
    rules_are_judged_as_far_as_a_write_can,
    a_published_form_keeps_its_rules_whole,
    another_type_is_held_against_the_rules_where_they_count,
];

fn answers_lead_where_the_rules_say(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let [one, two, three] = ["One", "Two", "Three"].map(|title| step(owner, form, title));
    let jump = rule("score", "gte", json!(9), json!({ "type": "jump_to_step", "to": three }));
    ask(owner, (form, one), ("score", "nps"), json!({ "is_required": true, "logic": [jump] }));
    ask(owner, (form, one), ("plan", "hidden"), json!({ "settings": { "default": "free" } }));
    let why = rule("score", "lt", json!(7), json!({ "type": "require" }));
    ask(owner, (form, two), ("why", "long_text"), json!({ "logic": [why] }));
    let shown = rule("plan", "equals", json!("PRO"), json!({ "type": "show" }));
    ask(owner, (form, two), ("seats", "number"), json!({ "logic": [shown] }));
    ask(owner, (form, three), ("thanks", "statement"), json!({}));
    let preview = |answers: Value| {
        let told = team.viewer().post(&format!("/forms/{form}/preview"), json!({ "answers": answers })).status_is(200);
        told.data().clone()
    };
    let expected = |path: &[i64], questions: &[&str], required: &[&str], missing: &[&str]| json!({ "path": path, "questions": questions, "required": required, "missing": missing, "ended_by": null });
    let all = [one, two, three];
    assert_eq!(preview(json!({})), expected(&all, &["score", "why", "thanks"], &["score"], &["score"]));
    let low = expected(&all, &["score", "why", "thanks"], &["score", "why"], &["why"]);
    assert_eq!(preview(json!({ "score": "3" })), low);
    assert_eq!(preview(json!({ "score": 10 })), expected(&[one, three], &["score", "thanks"], &["score"], &[]));
    let pro = preview(json!({ "score": 8, "plan": "pro" }));
    assert_eq!(pro, expected(&all, &["score", "why", "seats", "thanks"], &["score"], &[]));
    let wrong = json!({ "answers": { "score": 11, "nobody": 1, "seats": "many" } });
    owner.post(&format!("/forms/{form}/preview"), wrong).invalid(&[
        ("answers.nobody", "The selected answers.nobody is invalid."),
        ("answers.score", "The answers.score field must not be greater than 10."),
        ("answers.seats", "The answers.seats field must be a number."),
    ]);
}

fn rules_are_judged_as_far_as_a_write_can(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let one = step(owner, form, "One");
    let score = ask(owner, (form, one), ("score", "nps"), json!({}));
    let path = format!("/form-questions/{score}");
    let logic = |rules: Value| owner.patch(&path, json!({ "logic": rules }));
    let show = json!({ "type": "show" });
    logic(json!([rule("score", "sings", json!(1), show.clone())])).invalid_under("logic.0.conditions.rules.0.operator");
    logic(json!([rule("score", "contains", json!("a"), show.clone())]))
        .invalid_under("logic.0.conditions.rules.0.operator");
    logic(json!([rule("score", "gte", json!("much"), show.clone())])).invalid_under("logic.0.conditions.rules.0.value");
    let elsewhere = step(owner, draft(&team), "Elsewhere");
    let jump = json!({ "type": "jump_to_step", "to": elsewhere });
    logic(json!([rule("score", "gte", json!(1), jump)])).invalid_under("logic.0.action.to");
    let of_itself = json!([rule("new", "contains", json!("a"), show.clone())]);
    for form in [form, draft(&team)] {
        let new = json!({ "form_id": form, "label": "New", "key": "new", "type": "nps", "logic": of_itself });
        owner.post("/form-questions", new).invalid_under("logic.0.conditions.rules.0.operator");
    }
    // A question that is yet to come may be named already.
    logic(json!([rule("later", "equals", json!("x"), show)])).status_is(200);
    let told = owner.get(&format!("/forms/{form}/validate")).status_is(200).data()["errors"].clone();
    let at = "questions.score.logic.0.conditions.rules.0.question";
    assert_eq!(told, json!({ at: [format!("The selected {at} is invalid.")] }));
}

fn a_published_form_keeps_its_rules_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let [one, two, three] = ["One", "Two", "Three"].map(|title| step(owner, form, title));
    let first = ask(owner, (form, one), ("first", "yes_no"), json!({}));
    let jump = rule("first", "equals", json!(true), json!({ "type": "jump_to_step", "to": three }));
    owner.patch(&format!("/form-steps/{one}"), json!({ "logic": [jump] })).status_is(200);
    ask(owner, (form, two), ("second", "nps"), json!({}));
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let to = "The steps.1.logic.0.action.to field must point to a later step.";
    let back = owner.post(&format!("/forms/{form}/steps/reorder"), json!({ "ids": [three, one, two] }));
    back.invalid(&[("steps.2.logic.0.action.to", &to.replace("steps.1", "steps.2"))]);
    owner.delete(&format!("/form-steps/{three}")).invalid_under("steps.1.logic.0.action.to");
    let gone = owner.delete(&format!("/form-questions/{first}"));
    gone.invalid_under("steps.1.logic.0.conditions.rules.0.question");
    owner
        .patch(&format!("/form-questions/{first}"), json!({ "type": "number" }))
        .invalid_under("steps.1.logic.0.conditions.rules.0.value");
    owner.patch(&format!("/form-questions/{first}"), json!({ "label": "Reworded" })).status_is(200);
    owner.post(&format!("/forms/{form}/close"), json!({})).status_is(200);
    owner.delete(&format!("/form-questions/{first}")).status_is(204);
}

fn another_type_is_held_against_the_rules_where_they_count(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), draft(&team));
    let one = step(owner, form, "One");
    let options = json!([{ "id": "x", "label": "X" }, { "id": "y", "label": "Y" }]);
    let end = rule("a", "equals", json!("x"), json!({ "type": "end" }));
    let more = json!({ "options": options, "logic": [end] });
    let path = format!("/form-questions/{}", ask(owner, (form, one), ("a", "single_choice"), more));
    owner.patch(&path, json!({ "type": "number" })).status_is(200);
    let at = "questions.a.logic.0.conditions.rules.0";
    let told = owner.get(&format!("/forms/{form}/validate")).status_is(200).data()["errors"].clone();
    assert_eq!(told, json!({ format!("{at}.value"): [format!("The {at}.value field must be a number.")] }));
    owner.patch(&path, json!({ "type": "single_choice", "options": options })).status_is(200);
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let other = json!({ "type": "dropdown", "options": [{ "id": "y", "label": "Y" }] });
    owner.patch(&path, other).invalid_under(&format!("{at}.value"));
    owner.patch(&path, json!({ "type": "multiple_choice" })).invalid_under(&format!("{at}.operator"));
}
