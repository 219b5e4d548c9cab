//! Identifiers that are taken already: a claim passes over them and takes the next.

use serde_json::{Value, json};

use super::{PATH, assigned, body, claims, counted, scheme};
use crate::durability::line::Line;
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    a_taken_identifier_is_passed_over,
    an_identifier_of_a_deleted_record_is_taken_too,
    a_gap_between_taken_identifiers_is_used,
    what_is_taken_among_insights_is_free_among_ideas,
    many_taken_identifiers_are_passed_over_in_one_claim,
];

/// A scheme for every project and, later, one of the same template and scope for the project alone.
const TEMPLATE: &str = "A-{number:0}";

fn a_taken_identifier_is_passed_over(store: Store) {
    let world = World::shared(store);
    for scope in ["team", "project"] {
        let team = world.team();
        let home = project(team.owner());
        scheme(team.owner(), scope, TEMPLATE, json!([assigned("ideas", None)]));
        claims(team.owner(), "ideas", home, &["A-1", "A-2", "A-3"]);
        let second = scheme(team.owner(), scope, TEMPLATE, json!([assigned("ideas", home)]));
        claims(team.owner(), "ideas", home, &["A-4", "A-5"]);
        let (given, states) = counted(team.owner(), second);
        assert_eq!((given, states[0].1), (2, 6), "what was passed over was not claimed");
    }
}

fn an_identifier_of_a_deleted_record_is_taken_too(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", TEMPLATE, json!([assigned("insights", None)]));
    claims(team.owner(), "insights", home, &["A-1", "A-2"]);
    let ids = team.owner().get("/insights").status_is(200).ids();
    for id in &ids {
        team.owner().delete(&format!("/insights/{id}")).status_is(204);
    }
    scheme(team.owner(), "team", TEMPLATE, json!([assigned("insights", home)]));
    claims(team.owner(), "insights", home, &["A-3"]);
    for id in &ids {
        team.owner().post(&format!("/insights/{id}/restore"), json!({})).status_is(200);
    }
    let list = team.owner().get("/insights").status_is(200);
    let here: Vec<&Value> = list.items().iter().map(|it| &it["identifier"]).collect();
    assert_eq!(here, ["A-1", "A-2", "A-3"]);
}

fn a_gap_between_taken_identifiers_is_used(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let mut later = body("team", TEMPLATE, json!([assigned("ideas", None)]));
    later["initial_number"] = json!(3);
    team.owner().post(PATH, later).status_is(201);
    claims(team.owner(), "ideas", home, &["A-3", "A-4"]);
    scheme(team.owner(), "team", TEMPLATE, json!([assigned("ideas", home)]));
    claims(team.owner(), "ideas", home, &["A-1", "A-2", "A-5"]);
}

fn what_is_taken_among_insights_is_free_among_ideas(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", TEMPLATE, json!([assigned("insights", None)]));
    claims(team.owner(), "insights", home, &["A-1", "A-2"]);
    scheme(team.owner(), "team", TEMPLATE, json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1", "A-2"]);
}

fn many_taken_identifiers_are_passed_over_in_one_claim(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", TEMPLATE, json!([assigned("ideas", None)]));
    let mut line = Line::open(team.owner()).expect("the server listens");
    for _ in 0..300 {
        let (status, _) = line.ask("POST", "/ideas", &json!({ "project_id": home, "name": "One" })).expect("an answer");
        assert_eq!(status, 201);
    }
    scheme(team.owner(), "team", TEMPLATE, json!([assigned("ideas", home)]));
    claims(team.owner(), "ideas", home, &["A-301", "A-302"]);
}
