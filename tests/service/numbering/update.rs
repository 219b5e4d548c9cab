//! Changes of schemes: what may change when, what it does to identifiers, and what it leaves in the log.

use serde_json::{Value, json};

use super::log::entries;
use super::{PATH, assigned, body, claims, coded, counted, scheme, shown};
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    what_the_body_names_changes,
    a_template_changes_future_identifiers_only,
    scope_and_initial_number_stay_after_claims,
    before_claims_they_remake_the_sequences,
    assignments_become_exactly_these,
    assignments_are_refused_as_at_create,
    a_deleted_project_stays_assigned,
    activation_is_refused_as_at_create,
    a_code_that_a_template_needs_is_asked_for,
    a_change_is_logged_on_the_team,
    nothing_new_changes_nothing,
    a_refused_change_changes_nothing,
    a_put_is_a_patch,
];

const SCOPE: (&str, &str) = ("scope", "The scope field cannot change after identifiers have been claimed.");
const INITIAL: (&str, &str) = (
    "initial_number",
    "The initial number field cannot change after identifiers have been claimed; move the sequence instead.",
);

#[track_caller]
pub(super) fn change(client: &Client, scheme: i64, body: Value) -> Answer {
    client.patch(&format!("{PATH}/{scheme}"), body)
}

/// The assignments of a scheme, in their order.
pub(super) fn assignments(scheme: &Value) -> Vec<Value> {
    let told = |it: &Value| json!([it["entity_type"], it["assignment_scope_key"]]);
    scheme["assignments"].as_array().expect("assignments").iter().map(told).collect()
}

fn what_the_body_names_changes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let before = shown(team.owner(), id);
    let answer = change(team.owner(), id, json!({ "name": " Other ", "template": "B-{number:00}" })).status_is(200);
    answer.members_are(answer.data(), &super::MEMBERS);
    let mut expected = before.clone();
    (expected["name"], expected["template"]) = (json!("Other"), json!("B-{number:00}"));
    expected["updated_at"] = answer.data()["updated_at"].clone();
    assert_eq!(*answer.data(), expected);
    assert_ne!(answer.data()["updated_at"], before["updated_at"]);
    assert_eq!(shown(team.owner(), id), expected);
    let ignored = json!({ "claims_count": 7, "sequence_states": [], "id": 9, "team_id": 9, "nonsense": 1 });
    assert_eq!(*change(team.owner(), id, ignored).status_is(200).data(), expected);
    change(team.owner(), id, json!({ "template": "B" })).invalid_under("template");
    change(team.owner(), id, json!({ "name": null })).invalid(&[("name", "The name field is required.")]);
    change(team.owner(), id, json!({ "initial_number": 0 }))
        .invalid(&[("initial_number", "The initial number field must be at least 1.")]);
    let of_project = change(team.owner(), id, json!({ "template": "{project_code}-{number:0}" })).status_is(422);
    assert!(of_project.body["errors"]["template"].is_array(), "{}", of_project.text());
}

fn a_template_changes_future_identifiers_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1", "A-2"]);
    change(team.owner(), id, json!({ "template": "B-{number:000}" })).status_is(200);
    claims(team.owner(), "ideas", home, &["B-003"]);
    let list = team.owner().get("/ideas?sort=id").status_is(200);
    let here: Vec<&Value> = list.items().iter().map(|it| &it["identifier"]).collect();
    assert_eq!(here, ["A-1", "A-2", "B-003"]);
}

fn scope_and_initial_number_stay_after_claims(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1"]);
    change(team.owner(), id, json!({ "scope": "project" })).invalid(&[SCOPE]);
    change(team.owner(), id, json!({ "initial_number": 2 })).invalid(&[INITIAL]);
    change(team.owner(), id, json!({ "initial_number": 2, "scope": "project" })).invalid(&[SCOPE, INITIAL]);
    change(team.owner(), id, json!({ "initial_number": 1, "scope": "team", "name": "Same" })).status_is(200);
    claims(team.owner(), "ideas", home, &["A-2"]);
}

fn before_claims_they_remake_the_sequences(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (one, two) = (project(team.owner()), project(team.owner()));
    let both = json!([assigned("ideas", one), assigned("insights", one), assigned("ideas", two)]);
    let id = scheme(team.owner(), "team", "A-{number:0}", both);
    assert_eq!(counted(team.owner(), id).1, [("team".to_owned(), 1)]);
    let answer = change(team.owner(), id, json!({ "scope": "project", "initial_number": 5 })).status_is(200);
    assert_eq!(answer.data()["sequence_states"].as_array().map(Vec::len), Some(2));
    let of = |number| vec![(format!("project:{one}"), number), (format!("project:{two}"), number)];
    assert_eq!(counted(team.owner(), id).1, of(5));
    change(team.owner(), id, json!({ "initial_number": 8 })).status_is(200);
    assert_eq!(counted(team.owner(), id).1, of(8));
    claims(team.owner(), "ideas", one, &["A-8"]);
    claims(team.owner(), "ideas", two, &["A-8"]);
    let other = scheme(team.owner(), "project", "B-{number:0}", json!([]));
    change(team.owner(), other, json!({ "scope": "team" })).status_is(200);
    assert_eq!(counted(team.owner(), other).1, [("team".to_owned(), 1)]);
}

fn assignments_become_exactly_these(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (one, two) = (project(team.owner()), project(team.owner()));
    let id =
        scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", one), assigned("insights", one)]));
    let before = shown(team.owner(), id);
    claims(team.owner(), "ideas", one, &["A-1"]);
    let set = json!({ "assignments": [assigned("ideas", two), assigned("insights", one)] });
    let answer = change(team.owner(), id, set.clone()).status_is(200);
    let key = |project: i64| format!("project:{project}");
    assert_eq!(assignments(answer.data()), [json!(["insights", key(one)]), json!(["ideas", key(two)])]);
    assert_eq!(answer.data()["assignments"][0]["id"], before["assignments"][1]["id"], "what stays is left as it is");
    assert_eq!(counted(team.owner(), id), (1, vec![(key(one), 2), (key(two), 1)]));
    assert_eq!(super::claim(team.owner(), "ideas", one), None);
    claims(team.owner(), "ideas", two, &["A-1"]);
    claims(team.owner(), "insights", one, &["A-2"]);
    change(team.owner(), id, json!({ "name": "Left alone" })).status_is(200);
    assert_eq!(assignments(&shown(team.owner(), id)).len(), 2, "what a body does not name stays");
    change(team.owner(), id, json!({ "assignments": [] })).status_is(200);
    assert_eq!(super::claim(team.owner(), "ideas", two), None);
}

fn assignments_are_refused_as_at_create(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let home = project(team.owner());
    scheme(team.owner(), "team", "O-{number:0}", json!([assigned("ideas", home)]));
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("insights", None)]));
    let before = shown(team.owner(), id);
    let foreign = project(other.owner());
    let taken = "The assignments.1.entity_type has already been taken by the active scheme Scheme.";
    let twice = "The assignments.1.entity_type field has a duplicate value.";
    for (second, field, message) in [
        (assigned("ideas", home), "entity_type", taken),
        (assigned("insights", None), "entity_type", twice),
        (assigned("pages", None), "entity_type", "The selected assignments.1.entity_type is invalid."),
        (assigned("ideas", foreign), "project_id", "The selected assignments.1.project_id is invalid."),
        (json!({}), "entity_type", "The assignments.1.entity_type field is required."),
    ] {
        let set = json!({ "assignments": [assigned("insights", None), second] });
        change(team.owner(), id, set).invalid(&[(&format!("assignments.1.{field}"), message)]);
    }
    let no_list = [("assignments", "The assignments field must be an array.")];
    change(team.owner(), id, json!({ "assignments": "ideas" })).invalid(&no_list);
    assert_eq!(shown(team.owner(), id), before);
    let inactive = json!({ "is_active": false, "assignments": [assigned("ideas", home)] });
    change(team.owner(), id, inactive).status_is(200);
}

fn a_deleted_project_stays_assigned(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (home, gone) = (project(team.owner()), coded(team.owner(), "GONE"));
    let id = scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", gone)]));
    team.owner().delete(&format!("/projects/{gone}")).status_is(204);
    let both = json!({ "assignments": [assigned("ideas", gone), assigned("ideas", home)] });
    let answer = change(team.owner(), id, both).status_is(200);
    assert_eq!(assignments(answer.data()).len(), 2);
    change(team.owner(), id, json!({ "template": "B-{number:0}" })).status_is(200);
    change(team.owner(), id, json!({ "assignments": [assigned("insights", gone)] }))
        .invalid(&[("assignments.0.project_id", "The selected assignments.0.project_id is invalid.")]);
}

fn activation_is_refused_as_at_create(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let mut inactive = body("team", "A-{number:0}", json!([assigned("insights", home), assigned("ideas", home)]));
    inactive["is_active"] = json!(false);
    let id = team.owner().post(PATH, inactive).status_is(201).id();
    let other = scheme(team.owner(), "team", "O-{number:0}", json!([assigned("ideas", home)]));
    let taken = "The assignments.1.entity_type has already been taken by the active scheme Scheme.";
    change(team.owner(), id, json!({ "is_active": true })).invalid(&[("assignments.1.entity_type", taken)]);
    change(team.owner(), other, json!({ "is_active": false })).status_is(200);
    assert_eq!(super::claim(team.owner(), "ideas", home), None);
    change(team.owner(), id, json!({ "is_active": true })).status_is(200);
    claims(team.owner(), "ideas", home, &["A-1"]);
    let taken = "The assignments.0.entity_type has already been taken by the active scheme Scheme.";
    change(team.owner(), other, json!({ "is_active": true })).invalid(&[("assignments.0.entity_type", taken)]);
    let elsewhere = json!({ "is_active": true, "assignments": [assigned("ideas", None)] });
    change(team.owner(), other, elsewhere).status_is(200);
}

fn a_code_that_a_template_needs_is_asked_for(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (bare, named) = (project(team.owner()), coded(team.owner(), "NAMED"));
    let both = json!([assigned("ideas", named), assigned("ideas", bare)]);
    let id = scheme(team.owner(), "project", "A-{number:0}", both);
    let template = json!({ "template": "{project_code}-{number:0}" });
    let lacking = "The assignments.1.project_id names a project without a code, which the template needs.";
    change(team.owner(), id, template.clone()).invalid(&[("assignments.1.project_id", lacking)]);
    team.owner().patch(&format!("/projects/{bare}"), json!({ "code": "BARE" })).status_is(200);
    change(team.owner(), id, template).status_is(200);
    claims(team.owner(), "ideas", bare, &["BARE-1"]);
    let cleared = team.owner().patch(&format!("/projects/{bare}"), json!({ "code": null }));
    cleared.invalid(&[("code", "The code field cannot be cleared: the numbering scheme Scheme writes it.")]);
}

fn a_change_is_logged_on_the_team(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    team.admin();
    let before = entries(team.owner(), &team).len();
    let body = json!({ "name": "Other", "is_active": false, "assignments": [assigned("ideas", home)] });
    team.admin().patch(&format!("{PATH}/{id}"), body).status_is(200);
    change(team.owner(), id, json!({ "assignments": [assigned("ideas", home)], "name": "Other" })).status_is(200);
    let log = entries(team.owner(), &team);
    assert_eq!(log.len(), before + 1, "the second changed nothing");
    let entry = &log[0];
    assert_eq!(entry["event"], "numbering_scheme_updated");
    assert_eq!(entry["causer_id"], json!(team.person("admin").user_id));
    let expected = json!({
        "attributes": { "name": "Other", "is_active": false, "assignments": [assigned("ideas", home)] },
        "old": { "name": "Scheme", "is_active": true, "assignments": [assigned("ideas", None)] },
        "numbering_scheme": { "id": id, "name": "Other" },
    });
    assert_eq!(entry["properties"], expected);
}

fn nothing_new_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let both = json!([assigned("ideas", home), assigned("insights", None)]);
    let id = scheme(team.owner(), "team", "A-{number:0}", both);
    let (before, log) = (shown(team.owner(), id), entries(team.owner(), &team).len());
    let turned = json!([assigned("insights", None), assigned("ideas", home)]);
    let same = json!({ "name": "Scheme", "scope": "team", "is_active": true, "assignments": turned });
    for body in [json!({}), same] {
        assert_eq!(*change(team.owner(), id, body).status_is(200).data(), before);
    }
    team.owner().send("PATCH", &format!("{PATH}/{id}"), &[], b"").status_is(200);
    assert_eq!(entries(team.owner(), &team).len(), log);
}

fn a_refused_change_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let (before, log) = (shown(team.owner(), id), entries(team.owner(), &team));
    let several = json!({ "name": "", "scope": "teams", "assignments": [assigned("ideas", 999_999)] });
    change(team.owner(), id, several).invalid(&[
        ("name", "The name field is required."),
        ("scope", "The selected scope is invalid."),
        ("assignments.0.project_id", "The selected assignments.0.project_id is invalid."),
    ]);
    team.owner()
        .send("PATCH", &format!("{PATH}/{id}"), &[("Content-Type", "application/json")], b"{")
        .invalid_under("body");
    assert_eq!((shown(team.owner(), id), entries(team.owner(), &team)), (before, log));
}

fn a_put_is_a_patch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let answer = team.owner().put(&format!("{PATH}/{id}"), json!({ "name": "Put" })).status_is(200);
    assert_eq!([&answer.data()["name"], &answer.data()["template"]], ["Put", "A-{number:0}"]);
    assert_eq!(assignments(answer.data()).len(), 1);
}
