//! What a new scheme may not be: the limits and types of the contract, each refused under its field.

use serde_json::{Value, json};

use super::{PATH, assigned, body};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    every_missing_field_is_named_at_once,
    a_field_that_does_not_fit_is_refused,
    the_limits_themselves_fit,
    assignments_that_are_no_list_are_refused,
    an_assignment_that_does_not_fit_is_refused_under_its_place,
    what_is_wrong_with_assignments_is_told_field_by_field,
    every_complaint_is_told_at_once,
    nothing_is_kept_of_a_refused_scheme,
];

fn every_missing_field_is_named_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let required = [
        ("name", "The name field is required."),
        ("scope", "The scope field is required."),
        ("template", "The template field is required."),
    ];
    team.owner().post(PATH, json!({})).invalid(&required);
    team.owner().send("POST", PATH, &[], b"").invalid(&required);
    team.owner().post(PATH, json!({ "name": " ", "scope": null, "template": "" })).invalid(&required);
    for (field, message) in required {
        let mut body = body("team", "A-{number:0}", json!([]));
        body.as_object_mut().expect("fields").remove(field);
        team.owner().post(PATH, body).invalid(&[(field, message)]);
    }
}

/// A field, what does not fit in it, and what is said of that.
fn misfits() -> [(&'static str, Value, &'static str); 21] {
    [
        ("name", json!("é".repeat(256)), "The name field must not be greater than 255 characters."),
        ("name", json!(5), "The name field must be a string."),
        ("name", json!(["a"]), "The name field must be a string."),
        ("name", json!("a\u{0}b"), "The name field must not contain a NUL character."),
        ("scope", json!("teams"), "The selected scope is invalid."),
        ("scope", json!("Team"), "The selected scope is invalid."),
        ("scope", json!(5), "The selected scope is invalid."),
        ("template", json!(5), "The template field must be a string."),
        ("template", json!({}), "The template field is required."),
        ("initial_number", json!(0), "The initial number field must be at least 1."),
        ("initial_number", json!(-1), "The initial number field must be at least 1."),
        ("initial_number", json!(1.5), "The initial number field must be an integer."),
        (
            "initial_number",
            json!(1_000_000_000_000_001_i64),
            "The initial number field must not be greater than 1000000000000000.",
        ),
        ("initial_number", json!("05"), "The initial number field must be an integer."),
        ("initial_number", json!("one"), "The initial number field must be an integer."),
        ("initial_number", json!(true), "The initial number field must be an integer."),
        ("initial_number", json!([1]), "The initial number field must be an integer."),
        ("is_active", json!("yes"), "The is active field must be true or false."),
        ("is_active", json!("true"), "The is active field must be true or false."),
        ("is_active", json!(2), "The is active field must be true or false."),
        ("is_active", json!([]), "The is active field must be true or false."),
    ]
}

fn a_field_that_does_not_fit_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (field, value, message) in misfits() {
        let mut body = body("team", "A-{number:0}", json!([]));
        body[field] = value;
        team.owner().post(PATH, body).invalid(&[(field, message)]);
    }
    // As they may be left out, null is as wrong as any other value of another type.
    for (field, value, message) in [
        ("initial_number", json!(1e300), "The initial number field must be an integer."),
        ("is_active", Value::Null, "The is active field must be true or false."),
    ] {
        let mut body = body("team", "A-{number:0}", json!([]));
        body[field] = value;
        team.owner().post(PATH, body).invalid(&[(field, message)]);
    }
    // Whatever has no size is no number and too small, and what is too long may be no text as well.
    let least = ["The initial number field must be an integer.", "The initial number field must be at least 1."];
    let longest = ["The name field must be a string.", "The name field must not be greater than 255 characters."];
    for (field, value, messages) in [
        ("initial_number", Value::Null, least),
        ("initial_number", json!(false), least),
        ("initial_number", json!({}), least),
        ("name", json!(vec![1; 256]), longest),
    ] {
        let mut body = body("team", "A-{number:0}", json!([]));
        body[field] = value;
        team.owner().post(PATH, body).invalid(&messages.map(|message| (field, message)));
    }
    let long = format!("{}{{number:0}}", "é".repeat(121 - "{number:0}".len()));
    let message = "The template field must not be greater than 120 characters.";
    team.owner().post(PATH, body("team", &long, json!([]))).invalid(&[("template", message)]);
    let missing = "The template field is invalid at position 122: a number such as {number:0000} is missing.";
    let both = [("template", message), ("template", missing)];
    team.owner().post(PATH, body("team", &"x".repeat(121), json!([]))).invalid(&both);
}

fn the_limits_themselves_fit(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let template = format!("{}{{number:0}}", "é".repeat(120 - "{number:0}".len()));
    let mut widest = body("team", &template, json!([]));
    widest["name"] = json!("é".repeat(255));
    widest["initial_number"] = json!(1);
    let answer = team.owner().post(PATH, widest.clone()).status_is(201);
    for field in ["name", "template", "initial_number"] {
        assert_eq!(answer.data()[field], widest[field]);
    }
    team.owner().post(PATH, widest).status_is(201);
    assert_eq!(team.owner().get(PATH).status_is(200).total(), 2, "a name may come twice");
}

fn assignments_that_are_no_list_are_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for assignments in [json!(5), json!("ideas"), json!(true), json!({ "entity_type": "ideas" })] {
        let message = "The assignments field must be an array.";
        team.owner().post(PATH, body("team", "A-{number:0}", assignments)).invalid(&[("assignments", message)]);
    }
}

fn an_assignment_that_does_not_fit_is_refused_under_its_place(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let gone = project(team.owner());
    team.owner().delete(&format!("/projects/{gone}")).status_is(204);
    let foreign = project(other.owner());
    let required = "The assignments.1.entity_type field is required.";
    let unknown = "The selected assignments.1.entity_type is invalid.";
    let integer = "The assignments.1.project_id field must be an integer.";
    let selected = "The selected assignments.1.project_id is invalid.";
    for (second, field, message) in [
        (json!({}), "entity_type", required),
        (json!({ "project_id": null }), "entity_type", required),
        (json!({ "entity_type": null }), "entity_type", required),
        (json!({ "entity_type": "idea" }), "entity_type", unknown),
        (json!({ "entity_type": "learnings" }), "entity_type", unknown),
        (json!({ "entity_type": "Insights" }), "entity_type", unknown),
        (json!({ "entity_type": 5 }), "entity_type", unknown),
        (json!({ "entity_type": "insights", "project_id": "x" }), "project_id", integer),
        (json!({ "entity_type": "insights", "project_id": 1.5 }), "project_id", integer),
        (json!({ "entity_type": "insights", "project_id": true }), "project_id", integer),
        (assigned("insights", 999_999), "project_id", selected),
        (assigned("insights", 0), "project_id", selected),
        (assigned("insights", gone), "project_id", selected),
        (assigned("insights", foreign), "project_id", selected),
    ] {
        for scope in ["team", "project"] {
            let body = body(scope, "A-{number:0}", json!([assigned("ideas", None), second]));
            team.owner().post(PATH, body).invalid(&[(&format!("assignments.1.{field}"), message)]);
        }
    }
    for item in [json!(5), json!("ideas"), json!(null), json!([])] {
        let body = body("team", "A-{number:0}", json!([assigned("ideas", None), item]));
        let answer = team.owner().post(PATH, body).status_is(422);
        let errors = answer.body["errors"].as_object().expect("errors");
        assert!(errors.keys().all(|it| it.starts_with("assignments.1")) && !errors.is_empty(), "{}", answer.text());
    }
}

fn what_is_wrong_with_assignments_is_told_field_by_field(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let create = |assignments: Value| team.owner().post(PATH, body("team", "A-{number:0}", assignments));
    let answer = create(json!([{ "entity_type": "ideas", "project_id": "x" }, {}])).status_is(422);
    answer.members_are(&answer.body["errors"], &["assignments.1.entity_type", "assignments.0.project_id"]);
    answer.invalid(&[
        ("assignments.1.entity_type", "The assignments.1.entity_type field is required."),
        ("assignments.0.project_id", "The assignments.0.project_id field must be an integer."),
    ]);
    create(json!([{ "entity_type": "zzz", "project_id": 999_999 }])).invalid(&[
        ("assignments.0.entity_type", "The selected assignments.0.entity_type is invalid."),
        ("assignments.0.project_id", "The selected assignments.0.project_id is invalid."),
    ]);
    create(json!([assigned("ideas", 999_999), assigned("ideas", None), assigned("ideas", None)])).invalid(&[
        ("assignments.2.entity_type", "The assignments.2.entity_type field has a duplicate value."),
        ("assignments.0.project_id", "The selected assignments.0.project_id is invalid."),
    ]);
}

fn every_complaint_is_told_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({
        "scope": "teams", "template": "{number}", "initial_number": 0, "is_active": 5,
        "assignments": [assigned("ideas", 999_999), { "entity_type": "pages" }],
    });
    let answer = team.owner().post(PATH, body).status_is(422);
    let mut fields: Vec<&String> = answer.body["errors"].as_object().expect("errors").keys().collect();
    fields.sort_unstable();
    let expected = [
        "assignments.0.project_id",
        "assignments.1.entity_type",
        "initial_number",
        "is_active",
        "name",
        "scope",
        "template",
    ];
    assert_eq!(fields, expected);
    assert_eq!(answer.body["message"], json!("The name field is required. (and 6 more errors)"));
}

fn nothing_is_kept_of_a_refused_scheme(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let log = format!("/activities?subject_type=team&subject_id={}", team.id);
    let before = team.owner().get(&log).status_is(200).total();
    for wrong in [
        body("team", "A", json!([assigned("ideas", None)])),
        body("team", "A-{number:0}", json!([assigned("ideas", None), assigned("ideas", 999_999)])),
        body("team", "A-{number:0}", json!([assigned("ideas", None), assigned("ideas", None)])),
    ] {
        team.owner().post(PATH, wrong).status_is(422);
    }
    assert_eq!(team.owner().get(PATH).status_is(200).total(), 0);
    assert_eq!(team.owner().get(&log).status_is(200).total(), before);
    super::scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
}
