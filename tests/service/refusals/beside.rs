//! What has to be looked up, or told from several fields, is told beside a field that cannot be read.

use serde_json::{Value, json};

use crate::records::{form, idea, made, page, project, published, question, scheme, tag};
use crate::world::{Store, World, on_both};

on_both![
    what_a_create_looks_up_is_told,
    what_hangs_on_a_faulty_field_is_not_told,
    what_an_action_looks_up_is_told,
    what_is_wrong_with_people_is_told,
];

const NO_NAME: &str = "The name field must be a string.";
const NO_LABEL: &str = "The label field must be a string.";
const TAKEN: &str = "The key has already been taken.";

fn what_a_create_looks_up_is_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);

    owner.post("/comments", json!({ "commentable_type": "idea", "commentable_id": 99_999 })).invalid(&[
        ("commentable_id", "The selected commentable id is invalid."),
        ("body", "The body field is required."),
    ]);

    made(owner, "/project-lookups", json!({ "type": "theme", "key": "spring", "label": "Spring" }));
    owner
        .post("/project-lookups", json!({ "type": "theme", "key": "spring", "label": 5 }))
        .invalid(&[("key", TAKEN), ("label", NO_LABEL)]);

    let form = form(owner, project, "Survey");
    question(owner, form, "Why");
    let asked = |field: &str, value: Value| {
        let mut body = json!({ "form_id": form, "key": "why", "label": "Why", "type": "short_text" });
        body[field] = value;
        owner.post("/form-questions", body)
    };
    asked("label", json!(5)).invalid(&[("key", TAKEN), ("label", NO_LABEL)]);
    let no_boolean = "The is required field must be true or false.";
    asked("is_required", json!("maybe")).invalid(&[("key", TAKEN), ("is_required", no_boolean)]);
    asked("type", json!("zz")).invalid(&[("key", TAKEN), ("type", "The selected type is invalid.")]);

    let answered = published(owner, project, "Answered");
    let body = json!({ "form_id": answered, "answers": { "zz": 1 }, "source": "zz" });
    owner.post("/form-responses", body).invalid(&[
        ("source", "The selected source is invalid."),
        ("answers.zz", "The selected answers.zz is invalid."),
    ]);

    scheme(owner, "First", json!([{ "entity_type": "ideas" }]));
    let numbered = |assignment: Value| {
        let template = "{project_code}-{number:000}";
        let body = json!({ "name": 5, "scope": "project", "template": template, "assignments": [assignment] });
        owner.post("/numbering-schemes", body)
    };
    numbered(json!({ "entity_type": "ideas" })).invalid(&[
        ("name", NO_NAME),
        (
            "assignments.0.entity_type",
            "The assignments.0.entity_type has already been taken by the active scheme First.",
        ),
    ]);
    numbered(json!({ "entity_type": "experiments", "project_id": project })).invalid(&[
        ("name", NO_NAME),
        (
            "assignments.0.project_id",
            "The assignments.0.project_id names a project without a code, which the template needs.",
        ),
    ]);
}

fn what_hangs_on_a_faulty_field_is_not_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);

    made(owner, "/project-lookups", json!({ "type": "theme", "key": "spring", "label": "Spring" }));
    let lookup = json!({ "type": "theme", "project_id": "x", "key": "spring", "label": "Spring" });
    owner.post("/project-lookups", lookup).invalid(&[("project_id", "The project id field must be an integer.")]);

    let idea = idea(owner, project, "Shorter form");
    let parent =
        made(owner, "/comments", json!({ "commentable_type": "idea", "commentable_id": idea, "body": "Why?" }));
    let answer = json!({ "commentable_type": "idea", "commentable_id": "x", "parent_id": parent, "body": "So." });
    owner.post("/comments", answer).invalid(&[("commentable_id", "The commentable id field must be an integer.")]);

    let above = page(owner, project, "Home");
    let below = json!({ "project_id": "x", "name": "Cart", "parent_id": above });
    owner.post("/pages", below).invalid(&[("project_id", "The project id field must be an integer.")]);

    let rank = format!("/ideas/{idea}/rank");
    owner.post(&rank, json!({ "after_id": "x" })).invalid(&[("after_id", "The after id field must be an integer.")]);
}

fn what_an_action_looks_up_is_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();

    let scheme = scheme(owner, "Scheme", json!([{ "entity_type": "ideas" }]));
    let path = format!("/numbering-schemes/{scheme}");
    owner.post(&format!("{path}/sequence"), json!({ "scope_key": "zz", "next_number": 0 })).invalid(&[
        ("scope_key", "The selected scope key is invalid."),
        ("next_number", "The next number field must be at least 1."),
    ]);
    owner.post(&format!("{path}/backfill"), json!({ "entity_types": ["experiments"], "limit": 0 })).invalid(&[
        ("limit", "The limit field must be at least 1."),
        ("entity_types.0", "The selected entity_types.0 is invalid."),
    ]);

    let one = tag(owner, "One");
    owner.post("/tags/merge", json!({ "source_ids": [99_999], "target_id": "x" })).invalid(&[
        ("target_id", "The target id field must be an integer."),
        ("source_ids.0", "The selected source_ids.0 is invalid."),
    ]);
    owner.post("/tags/merge", json!({ "source_ids": [99_999, "x", one], "target_id": one })).invalid(&[
        ("source_ids.1", "The source_ids.1 field must be an integer."),
        ("source_ids.0", "The selected source_ids.0 is invalid."),
        ("source_ids.2", "The selected source_ids.2 is invalid."),
    ]);
    owner
        .post("/project-lookups/reorder", json!({ "type": "zz", "ids": [] }))
        .invalid(&[("type", "The selected type is invalid."), ("ids", "The ids field is required.")]);
}

fn what_is_wrong_with_people_is_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();

    let past = "The expires at field must be a date after now.";
    let key = json!({ "name": 5, "abilities": ["read"], "expires_at": "2020-01-01" });
    owner.post("/keys", key).invalid(&[("name", NO_NAME), ("expires_at", past)]);
    let key = json!({ "name": "Key", "abilities": ["zz"], "expires_at": "2020-01-01" });
    let told = owner.post("/keys", key).status_is(422);
    assert_eq!(told.body["errors"]["expires_at"], json!([past]));

    let email = owner.get("/user").status_is(200).body["email"].clone();
    owner.post("/invitations", json!({ "email": email, "role": "zz" })).invalid(&[
        ("email", "The email is that of a member of the team already."),
        ("role", "The selected role is invalid."),
    ]);

    let path = format!("/users/{}", team.person("owner").user_id);
    owner
        .patch(&path, json!({ "role": "member", "name": 5 }))
        .invalid(&[("name", NO_NAME), ("role", "The role cannot change: a team keeps at least one owner.")]);
}
