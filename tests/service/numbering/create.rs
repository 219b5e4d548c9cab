//! `POST /numbering-schemes`: what a new scheme holds, to the letter of the contract.

use serde_json::{Value, json};

use super::{MEMBERS, PATH, assigned, body, coded, scheme, shown};
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    create_answers_201_with_every_field_in_its_order,
    what_is_left_out_has_its_default,
    a_full_scheme_comes_back_as_it_was_written,
    a_scope_of_the_team_makes_the_state_of_the_team,
    a_scope_of_projects_makes_a_state_for_each_project_named,
    an_assignment_is_kept_by_its_entity_type_and_scope_key,
    an_inactive_scheme_is_whole_too,
    what_the_server_says_is_ignored_in_the_body,
    text_is_trimmed_and_numbers_may_be_text,
];

fn create_answers_201_with_every_field_in_its_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let answer = team.owner().post(PATH, body("project", "A-{number:0}", json!([assigned("ideas", project)])));
    let answer = answer.status_is(201);
    answer.members_are(&answer.body, &["data"]);
    let data = answer.data();
    answer.members_are(data, &MEMBERS);
    answer.members_are(&data["assignments"][0], &["id", "entity_type", "assignment_scope_key", "project_id"]);
    let state = ["id", "scope_key", "project_id", "project_code", "next_number"];
    answer.members_are(&data["sequence_states"][0], &state);
    assert!(data["created_at"].is_string());
    assert_eq!(data["created_at"], data["updated_at"]);
    team.owner().get(&format!("{PATH}/{}", answer.id())).is(200, answer.body);
}

fn what_is_left_out_has_its_default(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "name": "Ideas", "scope": "project", "template": "{number:0}" });
    let answer = team.owner().post(PATH, body).status_is(201);
    let data = answer.data();
    let expected = json!({
        "id": answer.id(), "name": "Ideas", "scope": "project", "template": "{number:0}", "initial_number": 1,
        "is_active": true, "claims_count": 0, "assignments": [], "sequence_states": [],
        "created_at": data["created_at"], "updated_at": data["updated_at"],
    });
    assert_eq!(data, &expected);
}

fn a_full_scheme_comes_back_as_it_was_written(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = coded(team.owner(), "SHOP");
    let body = json!({
        "name": "Shop", "scope": "project", "template": "{project_code}-{number:0000}", "initial_number": 42,
        "is_active": true, "assignments": [assigned("experiments", home), assigned("ideas", home)],
    });
    let answer = team.admin().post(PATH, body).status_is(201);
    let data = answer.data();
    let key = format!("project:{home}");
    let (first, second) = (&data["assignments"][0]["id"], &data["assignments"][1]["id"]);
    assert!(first.is_i64() && second.is_i64() && first != second, "{data}");
    let state = &data["sequence_states"][0]["id"];
    assert!(state.is_i64(), "{data}");
    let expected = json!({
        "id": answer.id(), "name": "Shop", "scope": "project", "template": "{project_code}-{number:0000}",
        "initial_number": 42, "is_active": true, "claims_count": 0,
        "assignments": [
            { "id": first, "entity_type": "experiments", "assignment_scope_key": key, "project_id": home },
            { "id": second, "entity_type": "ideas", "assignment_scope_key": key, "project_id": home },
        ],
        "sequence_states": [
            { "id": state, "scope_key": key, "project_id": home, "project_code": "SHOP", "next_number": 42 },
        ],
        "created_at": data["created_at"], "updated_at": data["updated_at"],
    });
    assert_eq!(data, &expected);
}

/// The states of a scheme without their ids: key, project, its code, next number.
#[track_caller]
fn states(client: &Client, scheme: i64) -> Vec<Value> {
    let shown = shown(client, scheme);
    let state = |it: &Value| json!([it["scope_key"], it["project_id"], it["project_code"], it["next_number"]]);
    let mut states: Vec<Value> = shown["sequence_states"].as_array().expect("states").iter().map(state).collect();
    states.sort_by_key(ToString::to_string);
    states
}

fn a_scope_of_the_team_makes_the_state_of_the_team(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = coded(team.owner(), "HOME");
    for assignments in [json!([assigned("ideas", None)]), json!([assigned("insights", home)])] {
        let id = scheme(team.owner(), "team", "T-{number:0}", assignments);
        assert_eq!(states(team.owner(), id), [json!(["team", null, null, 1])]);
    }
    let mut unassigned = body("team", "T-{number:0}", json!([]));
    unassigned["initial_number"] = json!(7);
    let id = team.owner().post(PATH, unassigned).status_is(201).id();
    assert_eq!(states(team.owner(), id), [json!(["team", null, null, 7])], "it is named without assignments too");
}

fn a_scope_of_projects_makes_a_state_for_each_project_named(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (one, two) = (coded(team.owner(), "ONE"), project(team.owner()));
    project(team.owner());
    let assignments = json!([
        assigned("ideas", two),
        assigned("ideas", one),
        assigned("insights", one),
        assigned("experiments", None),
    ]);
    let mut several = body("project", "P-{number:0}", assignments);
    several["initial_number"] = json!(100);
    let id = team.owner().post(PATH, several).status_is(201).id();
    let expected =
        [json!([format!("project:{one}"), one, "ONE", 100]), json!([format!("project:{two}"), two, null, 100])];
    assert_eq!(states(team.owner(), id), expected);
    let id = scheme(team.owner(), "project", "P-{number:0}", json!([assigned("insights", None)]));
    assert!(states(team.owner(), id).is_empty(), "a scheme for every project names none");
}

fn an_assignment_is_kept_by_its_entity_type_and_scope_key(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    for scope in ["team", "project"] {
        let mut mixed = body(scope, "A-{number:0}", json!([]));
        mixed["is_active"] = json!(false);
        mixed["assignments"] = json!([
            { "entity_type": "ideas" },
            { "entity_type": "insights", "project_id": null },
            { "entity_type": "ideas", "project_id": home.to_string() },
        ]);
        let answer = team.owner().post(PATH, mixed).status_is(201);
        let kept = answer.data()["assignments"].as_array().expect("assignments");
        let told = |it: &Value| json!([it["entity_type"], it["assignment_scope_key"], it["project_id"]]);
        let expected = [
            json!(["ideas", "team", null]),
            json!(["insights", "team", null]),
            json!(["ideas", format!("project:{home}"), home]),
        ];
        assert_eq!(kept.iter().map(told).collect::<Vec<_>>(), expected, "{scope}");
    }
}

fn an_inactive_scheme_is_whole_too(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let mut inactive = body("team", "A-{number:0}", json!([assigned("ideas", None)]));
    inactive["is_active"] = json!(false);
    let answer = team.owner().post(PATH, inactive).status_is(201);
    assert_eq!(answer.data()["is_active"], json!(false));
    assert_eq!(answer.data()["sequence_states"].as_array().map(Vec::len), Some(1));
}

fn what_the_server_says_is_ignored_in_the_body(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let mut body = body("team", "A-{number:0}", json!([{ "id": 77, "entity_type": "ideas", "nonsense": 1 }]));
    for (field, value) in [
        ("id", json!(77)),
        ("team_id", json!(other.id)),
        ("claims_count", json!(5)),
        ("sequence_states", json!([{ "scope_key": "team", "next_number": 9 }])),
        ("created_at", json!("2001-01-01")),
    ] {
        body[field] = value;
    }
    let answer = team.owner().post(PATH, body).status_is(201);
    let data = answer.data();
    assert_eq!([&data["claims_count"], &data["sequence_states"][0]["next_number"]], [&json!(0), &json!(1)]);
    assert_ne!(data["created_at"], json!("2001-01-01T00:00:00.000000Z"));
    assert_eq!(other.owner().get(PATH).status_is(200).total(), 0);
}

fn text_is_trimmed_and_numbers_may_be_text(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({
        "name": "  Ideas\u{a0}", "scope": " team ", "template": "  A {number:0} ", "initial_number": "12",
        "is_active": "0",
    });
    let answer = team.owner().post(PATH, body).status_is(201);
    let data = answer.data();
    assert_eq!([&data["name"], &data["scope"], &data["template"]], ["Ideas", "team", "A {number:0}"]);
    assert_eq!([&data["initial_number"], &data["is_active"]], [&json!(12), &json!(false)]);
}
