//! What is wrong with a step: where it is told, and how it is marked.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{FormVisitor, ask, form, has, publish, responses, step};
use crate::world::{Store, Team, World, on_both};

on_both![
    a_fault_of_an_earlier_step_is_told_on_its_page,
    what_is_new_in_an_earlier_step_is_shown_first,
    what_is_wrong_is_marked_where_it_is,
];

/// A form of two steps, whose questions may be left out; with the first of these and its token.
fn two_steps(team: &Team) -> (i64, i64, String) {
    let form = form(team, json!({}));
    let [first, second] = ["First", "Second"].map(|title| step(team, form, json!({ "title": title })));
    let question = |key: &str| json!({ "key": key, "label": key.to_uppercase(), "type": "short_text" });
    ask(team, form, first, &[question("a"), question("n")]);
    ask(team, form, second, &[question("b")]);
    (form, first, publish(team, form))
}

/// Changes a question of a form.
#[track_caller]
fn change(team: &Team, form: i64, key: &str, body: Value) {
    let found = team.owner().get(&format!("/form-questions?filter[form_id]={form}&filter[key]={key}")).status_is(200);
    team.owner().patch(&format!("/form-questions/{}", found.ids()[0]), body).status_is(200);
}

fn a_fault_of_an_earlier_step_is_told_on_its_page(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (form, _, token) = two_steps(&team);
    let visitor = FormVisitor::of(&world, &token);
    has(&visitor.next(&[("a.a", "abc")]), &["Step 2 of 2"]);
    change(&team, form, "a", json!({ "type": "number", "settings": {} }));
    change(&team, form, "n", json!({ "is_required": true }));
    let refused = visitor.press("next", &[("a.b", "done")]).status_is(422);
    assert!(refused.header("set-cookie").is_some_and(|it| !it.contains("Max-Age=0")), "it goes on there");
    has(
        &refused.text(),
        &[
            "<title>Error: ",
            "<h2 class=\"step-title\" dir=\"auto\">First</h2>",
            "<a href=\"#q-a\">The A field must be a number.</a>",
            "<a href=\"#q-n\">The N field is required.</a>",
            "value=\"abc\"",
            "aria-describedby=\"error-a\" aria-invalid=\"true\"",
            ">Continue<",
        ],
    );
    let told = responses(&team, form);
    assert_eq!((&told[0].0["status"], &told[0].1), (&json!("in_progress"), &json!({ "a": "abc", "b": "done" })));
    has(&visitor.next(&[("a.a", "5"), ("a.n", "x")]), &["Step 2 of 2", "value=\"done\""]);
    let done = visitor.press("next", &[("a.b", "done")]).status_is(303);
    assert!(done.header("location").is_some_and(|it| it.ends_with("/done")));
    let told = responses(&team, form);
    let all = json!({ "a": 5, "n": "x", "b": "done" });
    assert_eq!((told.len(), &told[0].0["status"], &told[0].1), (1, &json!("completed"), &all));
}

fn what_is_new_in_an_earlier_step_is_shown_first(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (form, first, token) = two_steps(&team);
    let new = |key: &str| json!({ "key": key, "label": key.to_uppercase(), "type": "short_text", "is_required": true });
    let visitor = FormVisitor::of(&world, &token);
    visitor.next(&[("a.a", "abc")]);
    ask(&team, form, first, &[new("c")]);
    let shown = visitor.next(&[("a.b", "done")]);
    has(&shown, &["<h2 class=\"step-title\" dir=\"auto\">First</h2>", "name=\"a.c\"", "value=\"abc\""]);
    assert!(!shown.contains("There is a problem"), "{shown}");
    has(&visitor.press("next", &[("a.a", "abc")]).status_is(422).text(), &["The C field is required."]);
    has(&visitor.next(&[("a.a", "abc"), ("a.c", "y")]), &["Step 2 of 2", "value=\"done\""]);
    // Nothing is said yet of what stands beside what was shown.
    ask(&team, form, first, &[new("d")]);
    change(&team, form, "n", json!({ "is_required": true }));
    let refused = visitor.press("next", &[("a.b", "done")]).status_is(422).text();
    has(&refused, &["The N field is required.", "name=\"a.d\"", "value=\"y\""]);
    assert!(!refused.contains("The D field"), "{refused}");
    assert_eq!(responses(&team, form)[0].1, json!({ "a": "abc", "b": "done", "c": "y" }));
}

fn what_is_wrong_is_marked_where_it_is(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let form = form(&team, json!({ "one_response_per_respondent": true }));
    let only = step(&team, form, json!({}));
    let matrix = json!({
        "rows": [{ "id": "r", "label": "Price" }, { "id": "s", "label": "Speed" }],
        "columns": [{ "id": "x", "label": "Good" }],
    });
    let mut several = matrix.clone();
    several["multiple"] = json!(true);
    ask(
        &team,
        form,
        only,
        &[
            json!({ "key": "email", "label": "Mail", "type": "email", "is_required": true, "help_text": "At work" }),
            json!({ "key": "m", "label": "Grid", "type": "matrix", "settings": matrix, "is_required": true }),
            json!({ "key": "g", "label": "Grids", "type": "matrix", "settings": several, "is_required": true }),
        ],
    );
    let visitor = FormVisitor::of(&world, &publish(&team, form));
    let refused = visitor.press("next", &[("a.m.r", "x")]).status_is(422).text();
    has(
        &refused,
        &[
            "id=\"email-error\">The email field is required. </p>",
            "aria-describedby=\"email-help email-error\" aria-invalid=\"true\"",
            "id=\"error-email\">The Mail field is required. </p>",
            "aria-describedby=\"help-email error-email\" aria-invalid=\"true\"",
            "role=\"radiogroup\" aria-required=\"true\">\n<legend dir=\"auto\">Price</legend>",
            "role=\"radiogroup\" aria-required=\"true\" aria-invalid=\"true\">\n<legend dir=\"auto\">Speed</legend>",
            "<a href=\"#q-m-s\">The Grid: Speed field is required.</a>",
            "<a href=\"#q-g-r\">The Grids: Price field is required.</a>",
            "<a href=\"#q-g-s\">The Grids: Speed field is required.</a>",
            "id=\"q-g-r\" name=\"a.g.r\" value=\"x\" aria-invalid=\"true\">",
            "id=\"q-g-s\" name=\"a.g.s\" value=\"x\" aria-invalid=\"true\">",
        ],
    );
    assert!(!refused.contains("The Grid: Price field"), "{refused}");
    let ids: Vec<&str> =
        refused.split(" id=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(id, _)| id).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
}
