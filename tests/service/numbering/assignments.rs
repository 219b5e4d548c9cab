//! Assignments: no two active schemes hold the same kind of record in the same place.

use serde_json::{Value, json};

use super::{PATH, assigned, body, coded, scheme};
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    two_active_schemes_may_not_hold_the_same_place,
    a_conflict_is_told_under_the_assignment_that_has_it,
    other_places_and_other_kinds_do_not_conflict,
    an_inactive_scheme_conflicts_with_nothing,
    one_scheme_may_not_name_a_place_twice,
    schemes_of_two_teams_do_not_conflict,
    a_refused_scheme_takes_no_place,
    a_project_named_under_a_template_with_its_code_needs_one,
];

/// A scheme with these assignments is refused under exactly these places, in whatever scope.
#[track_caller]
fn conflicts(client: &Client, assignments: &Value, places: &[usize]) {
    for scope in ["team", "project"] {
        let answer = client.post(PATH, body(scope, "B-{number:0}", assignments.clone())).status_is(422);
        let fields: Vec<&String> = answer.body["errors"].as_object().expect("errors").keys().collect();
        let wanted: Vec<String> = places.iter().map(|at| format!("assignments.{at}.entity_type")).collect();
        assert_eq!(fields, wanted.iter().collect::<Vec<_>>(), "{}", answer.text());
    }
}

fn two_active_schemes_may_not_hold_the_same_place(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    for entity_type in ["experiments", "ideas", "insights"] {
        scheme(team.owner(), "team", "A-{number:0}", json!([assigned(entity_type, None)]));
        conflicts(team.owner(), &json!([assigned(entity_type, None)]), &[0]);
        conflicts(team.owner(), &json!([{ "entity_type": entity_type }]), &[0]);
        scheme(team.owner(), "project", "A-{number:0}", json!([assigned(entity_type, home)]));
        conflicts(team.owner(), &json!([assigned(entity_type, home)]), &[0]);
    }
    assert_eq!(team.owner().get(PATH).status_is(200).total(), 6);
}

fn a_conflict_is_told_under_the_assignment_that_has_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None), assigned("insights", home)]));
    let body = body("team", "B-{number:0}", json!([assigned("insights", None), assigned("ideas", None)]));
    team.owner().post(PATH, body).invalid_under("assignments.1.entity_type");
    let free = assigned("experiments", None);
    conflicts(team.owner(), &json!([free, assigned("insights", home)]), &[1]);
    conflicts(team.owner(), &json!([assigned("insights", home), free, assigned("ideas", None)]), &[0, 2]);
}

fn other_places_and_other_kinds_do_not_conflict(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    for (scope, assignments) in [
        ("team", json!([assigned("ideas", None)])),
        ("team", json!([assigned("insights", None)])),
        ("project", json!([assigned("experiments", None), assigned("ideas", one)])),
        ("team", json!([assigned("ideas", two)])),
        ("project", json!([assigned("insights", one), assigned("experiments", one)])),
    ] {
        scheme(team.owner(), scope, "A-{number:0}", assignments);
    }
}

fn an_inactive_scheme_conflicts_with_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let inactive = || {
        let mut body = body("team", "A-{number:0}", json!([assigned("ideas", None)]));
        body["is_active"] = json!(false);
        team.owner().post(PATH, body).status_is(201);
    };
    inactive();
    inactive();
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    inactive();
    conflicts(team.owner(), &json!([assigned("ideas", None)]), &[0]);
}

fn one_scheme_may_not_name_a_place_twice(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    for assignments in [
        json!([assigned("ideas", None), assigned("ideas", None)]),
        json!([assigned("ideas", None), { "entity_type": "ideas" }]),
        json!([assigned("ideas", home), { "entity_type": "ideas", "project_id": home.to_string() }]),
    ] {
        conflicts(team.owner(), &assignments, &[1]);
        let mut inactive = body("team", "A-{number:0}", assignments);
        inactive["is_active"] = json!(false);
        team.owner().post(PATH, inactive).invalid_under("assignments.1.entity_type");
    }
    let fine = json!([assigned("ideas", None), assigned("ideas", home), assigned("insights", home)]);
    scheme(team.owner(), "team", "A-{number:0}", fine);
}

fn schemes_of_two_teams_do_not_conflict(store: Store) {
    let world = World::shared(store);
    for team in [world.team(), world.team()] {
        scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    }
}

fn a_refused_scheme_takes_no_place(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    conflicts(team.owner(), &json!([assigned("insights", None), assigned("ideas", None)]), &[1]);
    scheme(team.owner(), "team", "B-{number:0}", json!([assigned("insights", None)]));
}

fn a_project_named_under_a_template_with_its_code_needs_one(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (with, without) = (coded(team.owner(), "WITH"), project(team.owner()));
    let template = "{project_code}-{number:0}";
    let assignments = json!([assigned("ideas", with), assigned("ideas", without), assigned("insights", None)]);
    team.owner().post(PATH, body("project", template, assignments)).invalid_under("assignments.1.project_id");
    scheme(team.owner(), "project", template, json!([assigned("ideas", with), assigned("insights", None)]));
    scheme(team.owner(), "project", "{number:0}", json!([assigned("ideas", without)]));
}
