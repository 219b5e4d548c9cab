//! Creating, reading and changing one learning.

use serde_json::{Value, json};

use super::MEMBERS;
use crate::records::{collection, learning, made, project};
use crate::world::{Store, World, on_both};

on_both![
    create_answers_201_with_the_whole_record,
    create_names_every_missing_field_at_once,
    create_refuses_what_does_not_fit,
    create_takes_times_as_rfc_3339_or_a_date,
    the_server_says_who_recorded_it,
    patch_and_put_change_only_the_fields_present,
    null_clears_what_may_be_empty_and_nothing_else,
    a_change_that_changes_nothing_leaves_the_time_alone,
    a_reference_must_be_live_and_of_the_team,
];

fn create_answers_201_with_the_whole_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let answer = team.owner().post("/learnings", json!({ "project_id": project, "name": "One" })).status_is(201);
    answer.members_are(answer.data(), &MEMBERS);
    let read = team.owner().get(&format!("/learnings/{}", answer.id())).status_is(200);
    assert_eq!(read.body, answer.body);
    assert_eq!(read.data()["created_at"], read.data()["updated_at"]);
    read.members_are(&read.body, &["data"]);
}

fn create_names_every_missing_field_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project_id = ("project_id", "The project id field is required.");
    let name = ("name", "The name field is required.");
    team.owner().post("/learnings", json!({})).invalid(&[project_id, name]);
    team.owner().send("POST", "/learnings", &[], b"").invalid(&[project_id, name]);
    team.owner().post("/learnings", json!({ "project_id": null, "name": " \u{a0}\t" })).invalid(&[project_id, name]);
}

fn create_refuses_what_does_not_fit(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let long = |length: usize| "é".repeat(length);
    for (field, value, message) in [
        ("name", json!(long(256)), "The name field must not be greater than 255 characters."),
        ("name", json!(5), "The name field must be a string."),
        ("name", json!(["a"]), "The name field must be a string."),
        ("name", json!([]), "The name field is required."),
        ("project_id", json!({}), "The project id field is required."),
        ("description", json!([]), "The description field must be a string."),
        ("description", json!(true), "The description field must be a string."),
        ("confidence", json!(long(256)), "The confidence field must not be greater than 255 characters."),
        ("learned_at", json!("2026-02-30"), "The learned at field must be a valid date."),
        ("learned_at", json!("soon"), "The learned at field must be a valid date."),
        ("learned_at", json!(5), "The learned at field must be a valid date."),
        ("project_id", json!(5.5), "The project id field must be an integer."),
        ("project_id", json!("05"), "The project id field must be an integer."),
        ("project_id", json!(true), "The project id field must be an integer."),
        ("project_id", json!(0), "The selected project id is invalid."),
        ("project_id", json!(999_999), "The selected project id is invalid."),
        ("research_collection_id", json!(999_999), "The selected research collection id is invalid."),
    ] {
        let mut body = json!({ "project_id": project, "name": "One" });
        body[field] = value;
        team.owner().post("/learnings", body).invalid(&[(field, message)]);
    }
    let body = json!({ "project_id": project, "name": long(255), "confidence": long(255) });
    team.owner().post("/learnings", body).status_is(201);
    assert_eq!(team.owner().get("/learnings").status_is(200).total(), 1);
}

fn create_takes_times_as_rfc_3339_or_a_date(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for (sent, kept) in [
        ("2026-01-02", "2026-01-02T00:00:00.000000Z"),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000000Z"),
        ("2026-01-02T03:04:05+05:30", "2026-01-01T21:34:05.000000Z"),
        ("2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05.123456Z"),
        ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500000Z"),
    ] {
        let body = json!({ "project_id": project, "name": "One", "learned_at": sent });
        assert_eq!(team.owner().post("/learnings", body).status_is(201).data()["learned_at"], json!(kept));
    }
}

fn the_server_says_who_recorded_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let owner = team.person("owner").user_id;
    let body = json!({
        "project_id": project, "name": "One", "user_id": owner, "id": 77, "team_id": 1,
        "created_at": "2001-01-01", "deleted_at": "2001-01-01", "nonsense": { "a": [1] },
    });
    let answer = team.member().post("/learnings", body).status_is(201);
    assert_eq!(answer.data()["user_id"], json!(team.person("member").user_id));
    assert_eq!(answer.data()["deleted_at"], Value::Null);
    assert_ne!(answer.data()["created_at"], json!("2001-01-01T00:00:00.000000Z"));
    let path = format!("/learnings/{}", answer.id());
    let changed = team.owner().patch(&path, json!({ "user_id": owner, "name": "Two" })).status_is(200);
    assert_eq!(changed.data()["user_id"], answer.data()["user_id"]);
}

fn patch_and_put_change_only_the_fields_present(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let body = json!({ "project_id": project, "name": "One", "description": "Why", "confidence": "low" });
    let before = team.owner().post("/learnings", body).status_is(201);
    let path = format!("/learnings/{}", before.id());
    let patched = team.owner().patch(&path, json!({ "name": "  Two  " })).status_is(200);
    let put = team.owner().put(&path, json!({ "confidence": "high" })).status_is(200);
    let mut expected = before.data().clone();
    expected["name"] = json!("Two");
    expected["updated_at"] = patched.data()["updated_at"].clone();
    assert_eq!(patched.data(), &expected);
    assert!(patched.data()["updated_at"].as_str() > before.data()["updated_at"].as_str());
    expected["confidence"] = json!("high");
    expected["updated_at"] = put.data()["updated_at"].clone();
    assert_eq!(put.data(), &expected);
    assert_eq!(team.owner().get(&path).status_is(200).data(), &expected);
}

fn null_clears_what_may_be_empty_and_nothing_else(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let collection = collection(team.owner(), project, "Survey");
    let id = made(
        team.owner(),
        "/learnings",
        json!({
            "project_id": project, "research_collection_id": collection, "name": "One", "description": "Why",
            "confidence": "low", "learned_at": "2026-01-02",
        }),
    );
    let path = format!("/learnings/{id}");
    for method in ["PATCH", "PUT"] {
        for field in ["name", "project_id"] {
            let message = format!("The {} field is required.", field.replace('_', " "));
            for nothing in [Value::Null, json!([]), json!({})] {
                let body = json!({ field: nothing }).to_string();
                let json_type = [("Content-Type", "application/json")];
                team.owner().send(method, &path, &json_type, body.as_bytes()).invalid(&[(field, &message)]);
            }
        }
    }
    team.owner().patch(&path, json!({ "description": "", "confidence": "  " })).status_is(200);
    let body = json!({ "research_collection_id": null, "learned_at": null });
    let answer = team.owner().put(&path, body).status_is(200);
    for field in ["research_collection_id", "description", "confidence", "learned_at"] {
        assert_eq!(answer.data()[field], Value::Null, "{field}");
    }
}

fn a_change_that_changes_nothing_leaves_the_time_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    let before = team.owner().get(&path).status_is(200);
    team.owner().patch(&path, json!({})).is(200, before.body.clone());
    team.owner().put(&path, json!({ "name": " One ", "confidence": null })).is(200, before.body.clone());
    team.owner().get(&path).is(200, before.body);
}

fn a_reference_must_be_live_and_of_the_team(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let home = project(ours.owner());
    let foreign = project(theirs.owner());
    let foreign_collection = collection(theirs.owner(), foreign, "Theirs");
    let gone = project(ours.owner());
    let gone_collection = collection(ours.owner(), home, "Gone");
    ours.owner().delete(&format!("/projects/{gone}")).status_is(204);
    ours.owner().delete(&format!("/research-collections/{gone_collection}")).status_is(204);
    let id = learning(ours.owner(), home, "One");
    for (field, value, message) in [
        ("project_id", foreign, "The selected project id is invalid."),
        ("project_id", gone, "The selected project id is invalid."),
        ("research_collection_id", foreign_collection, "The selected research collection id is invalid."),
        ("research_collection_id", gone_collection, "The selected research collection id is invalid."),
    ] {
        let mut body = json!({ "project_id": home, "name": "Two" });
        body[field] = json!(value);
        ours.owner().post("/learnings", body).invalid(&[(field, message)]);
        ours.owner().patch(&format!("/learnings/{id}"), json!({ field: value })).invalid(&[(field, message)]);
    }
}
