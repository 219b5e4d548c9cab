//! Copies of forms, and the documents that tell how to make them again.

use serde_json::{Value, json};

use super::{ask, draft, rule};
use crate::records::{made, project, step, tag};
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    a_definition_makes_the_same_form_again,
    steps_and_questions_stand_where_a_definition_says,
    a_copy_is_a_draft_of_its_own,
    a_definition_that_lies_is_refused_by_path,
    the_copy_of_a_project_has_its_forms,
];

/// A published form with rules that jump.
fn published(team: &Team) -> i64 {
    let (owner, form) = (team.owner(), draft(team));
    let [one, two] = ["One", "Two"].map(|title| step(owner, form, title));
    let jump = rule("first", "equals", json!(true), json!({ "type": "jump_to_step", "to": two }));
    ask(owner, (form, one), ("first", "yes_no"), json!({ "logic": [jump] }));
    let options =
        json!({ "options": [{ "label": "A", "value": "a" }, { "label": "B", "score": 2 }], "allow_other": true });
    ask(owner, (form, two), ("second", "single_choice"), options);
    let fields = json!({ "title": "Say", "target": "idea", "mapping": { "second": "name" }, "visibility": "public" });
    owner.patch(&format!("/forms/{form}"), fields).status_is(200);
    owner.put(&format!("/forms/{form}/tags"), json!({ "ids": [tag(owner, "Kept")] })).status_is(200);
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    form
}

#[track_caller]
fn definition(client: &Client, form: i64) -> Value {
    client.get(&format!("/forms/{form}/definition")).status_is(200).body
}

fn a_definition_makes_the_same_form_again(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let form = published(&team);
    let told = definition(team.viewer(), form);
    assert_eq!((&told["format"], &told["format_version"]), (&json!("uplift-form"), &json!(1)));
    assert_eq!(told["steps"][0]["questions"][0]["logic"][0]["action"], json!({ "type": "jump_to_step", "to": 2 }));
    let text = told.to_string();
    for left_out in ["\"id\":1", "form_id", "public_token", "project_id", "status", "tags"] {
        assert!(!text.contains(left_out), "{left_out} in {text}");
    }
    let owner = other.owner();
    let body = json!({ "project_id": project(owner), "definition": told });
    let imported = owner.post("/forms/import", body.clone()).status_is(201);
    let mut placed = body.clone();
    placed["definition"]["form"]["research_collection_id"] = json!(999_999);
    let elsewhere = owner.post("/forms/import", placed).status_is(201);
    assert_eq!(elsewhere.data()["research_collection_id"], Value::Null, "where a form stands is not told");
    assert_eq!((&imported.data()["status"], &imported.data()["name"]), (&json!("draft"), &json!("Survey")));
    assert_eq!(definition(owner, imported.id()), told);
    let steps = owner.get(&format!("/form-steps?filter[form_id]={}&sort=position", imported.id())).status_is(200).ids();
    let questions = owner.get(&format!("/form-questions?filter[form_id]={}", imported.id())).status_is(200);
    assert_eq!(questions.items()[0]["logic"][0]["action"]["to"], json!(steps[1]));
    let mut named = body;
    named["name"] = json!("Another");
    assert_eq!(owner.post("/forms/import", named).status_is(201).data()["name"], json!("Another"));
    owner.post(&format!("/forms/{}/publish", imported.id()), json!({})).status_is(200);
    owner.get(&format!("/forms/{}/definition?version=1", imported.id())).status_is(200);
    owner.get(&format!("/forms/{}/definition?version=2", imported.id())).invalid_under("version");
}

fn steps_and_questions_stand_where_a_definition_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let jump = |to: i64| rule("b", "is_answered", Value::Null, json!({ "type": "jump_to_step", "to": to }));
    let with = |to: i64| {
        let definition = json!({ "format": "uplift-form", "format_version": 1, "form": { "name": "Odd" }, "steps": [
            { "title": "Nowhere" },
            { "title": "Third", "position": 30 },
            { "title": "First", "position": 10, "logic": [jump(to)], "questions": [
                { "key": "c", "label": "c", "type": "nps" },
                { "key": "b", "label": "b", "type": "nps", "position": 2 },
                { "key": "a", "label": "a", "type": "nps", "position": 1 },
            ] },
            { "title": "Second", "position": 20 },
        ] });
        owner.post("/forms/import", json!({ "project_id": project(owner), "definition": definition }))
    };
    for (said, stands) in [(30, 3), (4, 4)] {
        let told = definition(owner, with(said).status_is(201).id());
        let steps = told["steps"].as_array().expect("steps");
        let titles: Vec<&Value> = steps.iter().map(|it| &it["title"]).collect();
        assert_eq!(titles, ["First", "Second", "Third", "Nowhere"]);
        assert_eq!(steps.iter().map(|it| &it["position"]).collect::<Vec<_>>(), [1, 2, 3, 4]);
        let questions = steps[0]["questions"].as_array().expect("questions");
        assert_eq!(questions.iter().map(|it| &it["key"]).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(steps[0]["logic"][0]["action"]["to"], json!(stands), "{said}");
    }
    let path = "definition.steps.2.logic.0.action.to";
    with(3).invalid(&[(path, "The selected definition.steps.2.logic.0.action.to is invalid.")]);
}

fn a_copy_is_a_draft_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), published(&team));
    let copy = owner.post(&format!("/forms/{form}/duplicate?include=tags"), json!({})).status_is(201);
    let expected =
        json!({ "name": "Copy of Survey", "status": "draft", "published_at": null, "mapping": { "second": "name" } });
    for (field, value) in expected.as_object().expect("fields") {
        assert_eq!(&copy.data()[field], value, "{field}");
    }
    assert_eq!(copy.data()["tags"].as_array().map(Vec::len), Some(1));
    let original = owner.get(&format!("/forms/{form}")).status_is(200);
    assert_ne!(copy.data()["public_token"], original.data()["public_token"]);
    let (mut told, mut again) = (definition(owner, form), definition(owner, copy.id()));
    for document in [&mut told, &mut again] {
        document["form"]["name"] = Value::Null;
    }
    assert_eq!(told, again);
    for step in owner.get(&format!("/form-steps?filter[form_id]={}", copy.id())).status_is(200).items() {
        let log = format!("/activities?subject_type=form_step&subject_id={}", step["id"]);
        let created = owner.get(&log).status_is(200).items()[0].clone();
        assert_eq!(created["properties"]["attributes"]["logic"], step["logic"], "as it was created");
    }
    let there = project(owner);
    let moved = owner.post(&format!("/forms/{form}/duplicate"), json!({ "name": "There", "project_id": there }));
    assert_eq!(moved.status_is(201).data()["project_id"], json!(there));
    owner.post(&format!("/forms/{form}/duplicate"), json!({ "project_id": 999_999 })).invalid_under("project_id");
}

fn a_definition_that_lies_is_refused_by_path(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, there) = (team.owner(), project(team.owner()));
    let before = owner.get("/forms").status_is(200).total();
    let with = |steps: Value| {
        let definition =
            json!({ "format": "uplift-form", "format_version": 1, "form": { "name": "Lies" }, "steps": steps });
        owner.post("/forms/import", json!({ "project_id": there, "definition": definition }))
    };
    let question = json!({ "label": "Q", "type": "song" });
    with(json!([{ "questions": [{ "label": "Q", "type": "nps" }, question] }]))
        .invalid_under("definition.steps.0.questions.1.type");
    let jump = rule("q", "is_answered", Value::Null, json!({ "type": "jump_to_step", "to": 7 }));
    with(json!([{ "logic": [jump], "questions": [] }])).invalid_under("definition.steps.0.logic.0.action.to");
    let twice = json!([{ "questions": [
        { "label": "Q", "key": "q", "type": "nps" }, { "label": "R", "key": "q", "type": "nps" },
    ] }]);
    with(twice).invalid_under("definition.steps.0.questions.1.key");
    with(json!([{ "questions": [{ "label": "Q", "type": "nps", "settings": 3 }] }]))
        .invalid_under("definition.steps.0.questions.0.settings");
    with(json!({})).invalid_under("definition.steps");
    with(json!([1])).invalid_under("definition.steps.0");
    let empty = json!({ "project_id": there, "definition": {} });
    owner.post("/forms/import", empty).invalid(&[("definition", "The definition field is required.")]);
    let none = json!({ "project_id": there, "definition": { "steps": [] } });
    let refused = owner.post("/forms/import", none);
    assert_eq!(refused.status, 422);
    for path in ["definition.format", "definition.format_version", "definition.form"] {
        assert!(refused.body["errors"][path].is_array(), "{path} in {}", refused.body);
    }
    assert_eq!(owner.get("/forms").status_is(200).total(), before);
}

fn the_copy_of_a_project_has_its_forms(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), published(&team));
    let project = owner.get(&format!("/forms/{form}")).status_is(200).data()["project_id"].clone();
    let lookup = json!({ "project_id": project, "type": "theme", "key": "kept", "label": "Kept" });
    made(owner, "/project-lookups", lookup);
    let copy = owner.post(&format!("/projects/{project}/duplicate"), json!({})).status_is(201).id();
    let forms = owner.get(&format!("/forms?filter[project_id]={copy}&include=tags")).status_is(200);
    assert_eq!((forms.total(), &forms.items()[0]["status"]), (1, &json!("draft")));
    assert_eq!(forms.items()[0]["tags"].as_array().map(Vec::len), Some(1));
    assert_eq!(definition(owner, forms.ids()[0]), definition(owner, form));
    let lookups = owner.get(&format!("/project-lookups?filter[project_id]={copy}")).status_is(200);
    assert_eq!((lookups.total(), &lookups.items()[0]["key"]), (1, &json!("kept")));
}
