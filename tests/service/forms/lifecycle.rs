//! The life of a form: who may answer it, and what it needs for that.

use serde_json::{Value, json};

use super::draft;
use crate::activities::entries;
use crate::records::{collection, made, project, question};
use crate::world::{Store, World, on_both};

on_both![
    every_status_and_action_is_as_the_table_says,
    what_could_not_be_answered_is_not_published,
    a_published_form_keeps_the_questions_that_its_mapping_names,
    an_address_is_good_until_it_is_rotated,
    fields_of_a_form_agree_with_each_other,
    the_plan_limits_forms,
];

/// What becomes of a status by each action; nothing where it is refused.
type Becomes = [Option<&'static str>; 4];

/// The actions in the order of the table, and what is done to come to each status.
const ACTIONS: [&str; 4] = ["publish", "close", "archive", "unarchive"];
const TABLE: [(&str, &[&str], Becomes); 4] = [
    ("draft", &[], [Some("published"), None, Some("archived"), None]),
    ("published", &["publish"], [None, Some("closed"), Some("archived"), None]),
    ("closed", &["publish", "close"], [Some("published"), None, Some("archived"), None]),
    ("archived", &["publish", "archive"], [None, None, Some("archived"), Some("closed")]),
];

fn every_status_and_action_is_as_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    for (status, before, becomes) in TABLE {
        for (action, becomes) in ACTIONS.into_iter().zip(becomes) {
            let form = draft(&team);
            question(owner, form, "Asked");
            let path = format!("/forms/{form}");
            for action in before {
                owner.post(&format!("{path}/{action}"), json!({})).status_is(200);
            }
            let done = owner.post(&format!("{path}/{action}"), json!({}));
            match becomes {
                Some(becomes) => {
                    assert_eq!(done.status_is(200).data()["status"], json!(becomes), "{action} of {status}");
                }
                None => {
                    let refused = format!("The status field does not allow {action} while it is {status}.");
                    done.invalid(&[("status", &refused)]);
                }
            }
        }
    }
    let never = draft(&team);
    owner.post(&format!("/forms/{never}/archive"), json!({})).status_is(200);
    let back = owner.post(&format!("/forms/{never}/unarchive"), json!({})).status_is(200);
    assert_eq!(back.data()["status"], json!("draft"), "it was never published");
    let ignored = owner.patch(&format!("/forms/{never}"), json!({ "status": "published" })).status_is(200);
    assert_eq!(ignored.data()["status"], json!("draft"), "it is not for bodies to say");
}

fn what_could_not_be_answered_is_not_published(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = draft(&team);
    let path = format!("/forms/{form}");
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Read this", "type": "statement" }));
    owner.patch(&path, json!({ "closes_at": "2020-01-01" })).status_is(200);
    let none = "The questions field must have at least one question that can be answered.";
    let closed = "The closes at field must be a date after now.";
    owner.post(&format!("{path}/publish"), json!({})).invalid(&[("questions", none), ("closes_at", closed)]);
    let told = owner.get(&format!("{path}/validate")).status_is(200);
    assert_eq!(told.data(), &json!({ "valid": false, "errors": { "questions": [none], "closes_at": [closed] } }));

    let choice = made(owner, "/form-questions", json!({ "form_id": form, "label": "Which one?", "type": "dropdown" }));
    owner.patch(&path, json!({ "closes_at": null, "target": "idea", "mapping": { "nobody": "name" } })).status_is(200);
    let options = ("questions.which_one.options", "The questions.which_one.options field is required.");
    let mapped = ("mapping.nobody", "The selected mapping.nobody is invalid.");
    owner.post(&format!("{path}/publish"), json!({})).invalid(&[options, mapped]);
    owner.patch(&path, json!({ "mapping": { "which_one": "severity" } })).invalid_under("mapping.which_one");
    owner.patch(&path, json!({ "mapping": { "which_one": "category" } })).status_is(200);
    let question = format!("/form-questions/{choice}");
    owner.patch(&question, json!({ "options": [{ "label": "A" }, { "label": "B" }] })).status_is(200);
    assert_eq!(owner.get(&format!("{path}/validate")).status_is(200).data(), &json!({ "valid": true, "errors": {} }));
    let published = owner.post(&format!("{path}/publish"), json!({})).status_is(200);
    assert!(published.data()["published_at"].is_string() && published.data()["closed_at"].is_null());

    // What would bring such a fault is refused from now on, and what is there already is not.
    owner.patch(&question, json!({ "options": [] })).invalid(&[options]);
    let unmapped = ("mapping.which_one", "The selected mapping.which_one is invalid.");
    owner.delete(&question).invalid(&[("questions", none), unmapped]);
    owner.patch(&path, json!({ "mapping": { "nobody": "name" } })).invalid(&[mapped]);
    owner.patch(&path, json!({ "closes_at": "2020-01-01" })).invalid(&[("closes_at", closed)]);
    owner.patch(&path, json!({ "name": "Renamed" })).status_is(200);
    let closed = owner.post(&format!("{path}/close"), json!({})).status_is(200);
    assert!(closed.data()["closed_at"].is_string());
    owner.patch(&question, json!({ "options": [] })).status_is(200);
    let events: Vec<Value> = entries(owner, "form", form).into_iter().map(|it| it["event"].clone()).collect();
    assert_eq!((&events[events.len() - 3], events.last()), (&json!("published"), Some(&json!("closed"))));
}

fn a_published_form_keeps_the_questions_that_its_mapping_names(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = draft(&team);
    let path = format!("/forms/{form}");
    let question = |key: &str| json!({ "form_id": form, "key": key, "label": key, "type": "short_text" });
    let [a, b] = ["a", "b"].map(|key| made(owner, "/form-questions", question(key)));
    let [mapped, other] = [a, b].map(|id| format!("/form-questions/{id}"));
    owner.patch(&path, json!({ "target": "idea", "mapping": { "a": "name" } })).status_is(200);
    owner.post(&format!("{path}/publish"), json!({})).status_is(200);

    let refused = [("mapping.a", "The selected mapping.a is invalid.")];
    for change in [json!({ "type": "statement" }), json!({ "type": "consent" }), json!({ "key": "aa" })] {
        owner.patch(&mapped, change).invalid(&refused);
    }
    owner.delete(&mapped).invalid(&refused);
    let step = owner.get(&mapped).status_is(200).data()["form_step_id"].clone();
    let elsewhere = made(owner, "/form-steps", json!({ "form_id": form }));
    owner.patch(&other, json!({ "form_step_id": elsewhere })).status_is(200);
    owner.delete(&format!("/form-steps/{step}")).invalid(&refused);
    let bulk = json!({ "operations": [{ "op": "delete", "id": a }] });
    owner.post("/form-questions/bulk", bulk).invalid(&[("operations.0.mapping.a", refused[0].1)]);
    owner.patch(&mapped, json!({ "type": "long_text", "label": "Renamed" })).status_is(200);
    owner.patch(&other, json!({ "type": "consent" })).status_is(200);

    // A fault that is there already refuses nothing.
    owner.post(&format!("{path}/close"), json!({})).status_is(200);
    owner.delete(&mapped).status_is(204);
    owner.post(&format!("{path}/publish"), json!({})).invalid(&[refused[0]]);
    owner.post(&format!("/form-questions/{a}/restore"), json!({})).status_is(200);
    owner.post(&format!("{path}/publish"), json!({})).status_is(200);
}

fn an_address_is_good_until_it_is_rotated(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/forms/{}", draft(&team));
    let before = owner.get(&path).status_is(200).data().clone();
    let token = before["public_token"].as_str().expect("a token");
    assert!(token.len() == 32 && token.chars().all(|it| it.is_ascii_alphanumeric()), "{token}");
    let after = owner.post(&format!("{path}/rotate-token"), json!({})).status_is(200).data().clone();
    assert_ne!(before["public_token"], after["public_token"]);
    let log = entries(owner, "form", before["id"].as_i64().expect("an id"));
    assert_eq!(log.last().expect("an entry")["event"], json!("token_rotated"));
    let told = serde_json::to_string(&log).expect("JSON");
    assert!(!told.contains(token) && !told.contains("public_token"), "the log tells an address");
    owner.patch(&path, json!({ "public_token": "mine", "slug": "mine", "version": 9 })).status_is(200);
    assert_eq!(owner.get(&path).status_is(200).data()["public_token"], after["public_token"]);
}

fn fields_of_a_form_agree_with_each_other(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let create = |more: Value| {
        let mut body = json!({ "project_id": project, "name": "Survey" });
        body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
        owner.post("/forms", body)
    };
    let late = "The closes at field must be a date after or equal to opens at.";
    create(json!({ "opens_at": "2026-02-01", "closes_at": "2026-01-01" })).invalid(&[("closes_at", late)]);
    let once = "The one response per respondent field cannot be true while anonymous is.";
    let both = json!({ "anonymous": true, "one_response_per_respondent": true });
    create(both).invalid(&[("one_response_per_respondent", once)]);
    create(json!({ "response_limit": 0 })).invalid_under("response_limit");
    create(json!({ "visibility": "everyone" })).invalid_under("visibility");
    create(json!({ "redirect_url": "ftp://example.com" })).invalid_under("redirect_url");
    let first = create(json!({})).status_is(201).data().clone();
    let second = create(json!({})).status_is(201).data().clone();
    assert_eq!((&first["slug"], &second["slug"]), (&json!("survey"), &json!("survey-2")));
    let defaults = json!({
        "visibility": "team", "target": "none", "status": "draft", "version": 1, "responses_count": 0, "mapping": null,
        "anonymous": false, "one_response_per_respondent": false, "published_at": null, "closed_at": null,
    });
    for (field, value) in defaults.as_object().expect("fields") {
        assert_eq!(&first[field], value, "{field}");
    }
    let study = collection(owner, project, "Study");
    let of_study = create(json!({ "research_collection_id": study })).status_is(201).id();
    let shown = owner.get(&format!("/research-collections/{study}?include=forms,formsCount")).status_is(200);
    assert_eq!((&shown.data()["forms"][0]["id"], &shown.data()["forms_count"]), (&json!(of_study), &json!(1)));
}

fn the_plan_limits_forms(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = draft(&team);
    team.plan("free");
    let refused = "The free plan allows 1 forms; the limit is reached.";
    let project = owner.get(&format!("/forms/{form}")).status_is(200).data()["project_id"].clone();
    owner.post("/forms", json!({ "project_id": project, "name": "Two" })).refused(403, refused);
    owner.post(&format!("/forms/{form}/duplicate"), json!({})).refused(403, refused);
    assert_eq!(owner.get("/team/usage").status_is(200).data()["forms"], json!({ "used": 1, "limit": 1 }));
    owner.delete(&format!("/forms/{form}")).status_is(204);
    owner.post("/forms", json!({ "project_id": project, "name": "Two" })).status_is(201);
    owner.post(&format!("/forms/{form}/restore"), json!({})).refused(403, refused);
}
