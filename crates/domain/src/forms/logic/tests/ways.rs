//! Which way answers lead, told by hand.

use super::*;

/// Where answers lead: the steps, the questions that are seen, those that are missing, and what ended the form.
fn way(form: &Definition, given: Json) -> (Vec<i64>, Vec<String>, Vec<String>, Json) {
    let form_path = form.form_path(&answers(given));
    let ended_by = form_path.ended_by.as_ref().map_or(Json::Null, Json::from);
    (form_path.path, form_path.questions, form_path.missing, ended_by)
}

fn keys(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| (*key).to_owned()).collect()
}

fn three_steps(first: Question, logic: &[Json]) -> Definition {
    form(vec![(logic, vec![first]), (&[], vec![text("b", &[])]), (&[], vec![text("c", &[])])])
}

#[test]
fn without_rules_all_is_seen() {
    let form = three_steps(text("a", &[]), &[]);
    assert_eq!(way(&form, json!({})), (vec![10, 20, 30], keys(&["a", "b", "c"]), vec![], Json::Null));
}

#[test]
fn the_first_rule_that_applies_leads_on() {
    let form = three_steps(text("a", &[jump("a", 30)]), &[answered("a", "end")]);
    assert_eq!(way(&form, json!({ "a": "x" })).0, [10, 30]);
    let form = three_steps(text("a", &[answered("a", "end"), jump("a", 30)]), &[]);
    let (path, seen, _, ended_by) = way(&form, json!({ "a": "x" }));
    assert_eq!((path, seen, ended_by), (vec![10], keys(&["a"]), json!("a")));
    let form = three_steps(text("a", &[]), &[answered("a", "end")]);
    assert_eq!(way(&form, json!({ "a": "x" })).3, json!(10));
    assert_eq!(way(&form, json!({})).0, [10, 20, 30]);
}

#[test]
fn what_is_jumped_over_is_not_answered() {
    let last = text("c", &[answered("b", "show")]);
    let skipped = rule(json!({ "question": "b", "operator": "is_skipped" }), json!({ "type": "require" }));
    let last_but_one = text("d", &[skipped]);
    let form = form(vec![
        (&[jump("a", 30)], vec![text("a", &[])]),
        (&[], vec![text("b", &[])]),
        (&[], vec![last_but_one, last]),
    ]);
    let (path, seen, missing, _) = way(&form, json!({ "a": "x", "b": "y", "c": "z" }));
    assert_eq!((path, seen, missing), (vec![10, 30], keys(&["a", "d"]), keys(&["d"])));
    let (path, seen, missing, _) = way(&form, json!({ "b": "y" }));
    assert_eq!((path, seen, missing), (vec![10, 20, 30], keys(&["a", "b", "d", "c"]), vec![]));
}

#[test]
fn hiding_wins_and_a_hidden_step_hides_what_is_in_it() {
    let both = text("b", &[answered("a", "show"), answered("h", "hide")]);
    let mut form = form(vec![
        (&[], vec![text("a", &[]), text("h", &[]), both]),
        (&[answered("h", "show")], vec![text("c", &[answered("a", "end")])]),
        (&[], vec![text("d", &[])]),
    ]);
    form.steps[1].is_hidden = true;
    assert_eq!(way(&form, json!({})).0, [10, 30]);
    assert_eq!(way(&form, json!({ "a": "x" })).1, keys(&["a", "h", "b", "d"]));
    assert_eq!(way(&form, json!({ "h": "x" })).1, keys(&["a", "h", "c", "d"]));
    let (path, seen, _, ended_by) = way(&form, json!({ "a": "x", "h": "x" }));
    assert_eq!((path, seen, ended_by), (vec![10, 20], keys(&["a", "h", "c"]), json!("c")));
    form.steps[1].logic = Rules::default();
    assert_eq!(way(&form, json!({ "a": "x", "h": "x" })).0, [10, 30]);
}

#[test]
fn nobody_is_asked_what_nobody_sees() {
    let hidden = |logic: &[Json]| Question {
        is_required: true,
        logic: rules(logic),
        settings: Settings::of(QuestionType::Hidden, &json!({ "default": "web" })),
        ..question("h", QuestionType::Hidden)
    };
    let statement = Question { is_required: true, ..question("s", QuestionType::Statement) };
    let web = rule(when("h", "equals", json!("web")), json!({ "type": "show" }));
    let form = form(vec![(&[], vec![text("a", &[]), hidden(&[answered("a", "hide")]), statement, text("b", &[web])])]);
    let mut given = answers(json!({}));
    form.fill_defaults(&mut given);
    let form_path = form.form_path(&given);
    assert_eq!((form_path.questions.clone(), form_path.required.clone()), (keys(&["a", "s", "b"]), vec![]));
    assert_eq!(form_path.visible, keys(&["a", "h", "s", "b"]));
    assert!(form_path.keeps("h"));
    let mut given = answers(json!({ "a": "x", "h": "app" }));
    form.fill_defaults(&mut given);
    assert_eq!(given.get("h"), Some(&Answer::stored(json!("app"))));
    let form_path = form.form_path(&given);
    assert_eq!((form_path.questions.clone(), form_path.keeps("h")), (keys(&["a", "s"]), false));
}

#[test]
fn a_matrix_is_missing_until_every_row_is_answered() {
    let matrix = Question { is_required: true, ..question("m", QuestionType::Matrix) };
    let form = form(vec![(&[], vec![matrix])]);
    assert_eq!(way(&form, json!({})).2, keys(&["m"]));
    assert_eq!(way(&form, json!({ "m": { "a": "a", "b": "c" } })).2, keys(&["m"]));
    assert_eq!(way(&form, json!({ "m": { "a": "a", "b": "c", "c": "b" } })).2, [""; 0]);
}

#[test]
fn a_draft_that_leads_back_goes_on() {
    let form = three_steps(text("a", &[]), &[jump("a", 10)]);
    assert_eq!(way(&form, json!({ "a": "x" })).0, [10, 20, 30]);
    let form = three_steps(text("a", &[]), &[jump("a", 70)]);
    assert_eq!(way(&form, json!({ "a": "x" })).0, [10, 20, 30]);
}
