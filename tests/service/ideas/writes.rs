//! Creating, reading and changing one idea.

use serde_json::{Value, json};

use super::{MEMBERS, idea};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    create_answers_201_with_the_whole_record,
    a_full_idea_comes_back_as_it_was_written,
    create_names_every_missing_field_at_once,
    create_refuses_what_does_not_fit,
    what_the_server_says_is_ignored_in_bodies,
    patch_and_put_change_only_the_fields_present,
    null_clears_what_may_be_empty_and_nothing_else,
    a_change_that_changes_nothing_leaves_the_time_alone,
    a_reference_must_be_live_and_of_the_team,
];

fn create_answers_201_with_the_whole_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let answer = team.owner().post("/ideas", json!({ "project_id": project, "name": "One" })).status_is(201);
    answer.members_are(&answer.body, &["data"]);
    answer.members_are(answer.data(), &MEMBERS);
    let data = answer.data();
    assert_eq!([&data["status"], &data["framework"]], [&json!("backlog"), &json!("ice")]);
    assert!(data["position"].is_i64(), "{data}");
    let counted = ["votes_count", "my_vote", "scores_count"];
    assert_eq!(counted.map(|member| data[member].clone()), [0, 0, 0].map(Value::from));
    let given = ["id", "project_id", "user_id", "name", "status", "framework", "position", "created_at", "updated_at"];
    for member in MEMBERS.iter().filter(|it| !given.contains(it) && !counted.contains(it)) {
        assert_eq!(data[*member], Value::Null, "{member}");
    }
    assert_eq!(data["created_at"], data["updated_at"]);
    team.owner().get(&format!("/ideas/{}", answer.id())).is(200, answer.body);
}

fn a_full_idea_comes_back_as_it_was_written(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (project, assignee) = (project(team.owner()), team.person("viewer").user_id);
    let body = json!({
        "project_id": project, "assignee_id": assignee, "name": "Show the price first", "description": "Two\nlines",
        "problem": "Nobody sees it", "solution": "Move it up", "hypothesis": "If … then … because …",
        "category": "Pricing", "source": "research", "status": "approved", "priority": "critical",
        "framework": "pie", "scores": { "potential": 7, "importance": 7, "ease": 8 }, "effort_days": 2.5,
        "expected_uplift": 0.125, "due_at": "2026-03-31", "rejected_reason": "Not yet",
    });
    let made = team.member().post("/ideas", body.clone()).status_is(201);
    let read = team.owner().get(&format!("/ideas/{}", made.id())).status_is(200);
    assert_eq!(read.body, made.body);
    for (field, sent) in body.as_object().expect("fields") {
        assert_eq!(&read.data()[field], sent, "{field}");
    }
    assert_eq!(read.data()["priority_score"], json!(7.33));
    assert_eq!(read.data()["user_id"], json!(team.person("member").user_id));
}

fn create_names_every_missing_field_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project_id = ("project_id", "The project id field is required.");
    let name = ("name", "The name field is required.");
    team.owner().post("/ideas", json!({})).invalid(&[project_id, name]);
    team.owner().send("POST", "/ideas", &[], b"").invalid(&[project_id, name]);
    team.owner().post("/ideas", json!({ "project_id": null, "name": " \u{a0}\t" })).invalid(&[project_id, name]);
    assert_eq!(team.owner().get("/ideas").status_is(200).total(), 0);
}

fn create_refuses_what_does_not_fit(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let long = |length: usize| "é".repeat(length);
    for (field, value, message) in [
        ("name", json!(long(256)), "The name field must not be greater than 255 characters."),
        ("name", json!(5), "The name field must be a string."),
        ("description", json!(true), "The description field must be a string."),
        ("hypothesis", json!(["a"]), "The hypothesis field must be a string."),
        ("problem", json!(long(65_536)), "The problem field must not be greater than 65535 characters."),
        ("category", json!(long(256)), "The category field must not be greater than 255 characters."),
        ("source", json!("rumour"), "The selected source is invalid."),
        ("source", json!("Internal"), "The selected source is invalid."),
        ("status", json!("open"), "The selected status is invalid."),
        ("status", json!(5), "The selected status is invalid."),
        ("priority", json!("urgent"), "The selected priority is invalid."),
        ("framework", json!("vwo"), "The selected framework is invalid."),
        ("effort_days", json!("long"), "The effort days field must be a number."),
        ("expected_uplift", json!([1]), "The expected uplift field must be a number."),
        ("due_at", json!("2026-02-30"), "The due at field must be a valid date."),
        ("due_at", json!("soon"), "The due at field must be a valid date."),
        ("project_id", json!(5.5), "The project id field must be an integer."),
        ("project_id", json!(999_999), "The selected project id is invalid."),
        ("assignee_id", json!("x"), "The assignee id field must be an integer."),
        ("assignee_id", json!(999_999), "The selected assignee id is invalid."),
    ] {
        let mut body = json!({ "project_id": project, "name": "One" });
        body[field] = value;
        team.owner().post("/ideas", body).invalid(&[(field, message)]);
    }
    let fits = json!({ "project_id": project.to_string(), "name": long(255), "problem": long(65_535) });
    team.owner().post("/ideas", fits).status_is(201);
    assert_eq!(team.owner().get("/ideas").status_is(200).total(), 1);
}

fn what_the_server_says_is_ignored_in_bodies(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let project = project(team.owner());
    let claimed = json!({
        "id": 77, "team_id": other.id, "identifier": "MINE-1", "user_id": team.person("owner").user_id,
        "priority_score": 999, "priority_score_normalized": 99, "archived_at": "2001-01-01",
        "created_at": "2001-01-01", "updated_at": "2001-01-01", "deleted_at": "2001-01-01", "nonsense": { "a": [1] },
    });
    let mut body = claimed.clone();
    body["project_id"] = json!(project);
    body["name"] = json!("One");
    let made = team.member().post("/ideas", body).status_is(201);
    assert_ne!(made.id(), 77);
    assert_eq!(made.data()["user_id"], json!(team.person("member").user_id));
    for field in ["identifier", "priority_score", "priority_score_normalized", "archived_at", "deleted_at"] {
        assert_eq!(made.data()[field], Value::Null, "{field}");
    }
    assert_ne!(made.data()["created_at"], json!("2001-01-01T00:00:00.000000Z"));
    let path = format!("/ideas/{}", made.id());
    team.owner().patch(&path, claimed).is(200, made.body.clone());
    team.owner().get(&path).is(200, made.body);
    assert_eq!(other.owner().get("/ideas").status_is(200).total(), 0);
}

fn patch_and_put_change_only_the_fields_present(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "project_id": project(team.owner()), "name": "One", "problem": "Why", "priority": "low" });
    let before = team.owner().post("/ideas", body).status_is(201);
    let path = format!("/ideas/{}", before.id());
    let patched = team.owner().patch(&path, json!({ "name": "  Two  " })).status_is(200);
    let mut expected = before.data().clone();
    expected["name"] = json!("Two");
    expected["updated_at"] = patched.data()["updated_at"].clone();
    assert_eq!(patched.data(), &expected);
    assert!(patched.data()["updated_at"].as_str() > before.data()["updated_at"].as_str());
    let put = team.owner().put(&path, json!({ "priority": "high" })).status_is(200);
    expected["priority"] = json!("high");
    expected["updated_at"] = put.data()["updated_at"].clone();
    assert_eq!(put.data(), &expected);
    assert_eq!(team.owner().get(&path).status_is(200).data(), &expected);
}

fn null_clears_what_may_be_empty_and_nothing_else(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let full = json!({
        "project_id": project(team.owner()), "name": "One", "assignee_id": team.person("owner").user_id,
        "description": "a", "problem": "b", "solution": "c", "hypothesis": "d", "category": "e", "source": "form",
        "priority": "low", "effort_days": 1, "expected_uplift": 2, "due_at": "2026-01-02", "rejected_reason": "f",
        "scores": { "impact": 1, "confidence": 2, "ease": 3 },
    });
    let path = format!("/ideas/{}", team.owner().post("/ideas", full.clone()).status_is(201).id());
    for (field, message) in [
        ("name", "The name field is required."),
        ("project_id", "The project id field is required."),
        ("status", "The selected status is invalid."),
    ] {
        team.owner().patch(&path, json!({ field: null })).invalid(&[(field, message)]);
        team.owner().put(&path, json!({ field: null })).invalid(&[(field, message)]);
    }
    let nullable = || full.as_object().expect("fields").keys().filter(|it| *it != "name" && *it != "project_id");
    let mut cleared: Value =
        nullable().map(|field| (field.clone(), Value::Null)).collect::<serde_json::Map<_, _>>().into();
    cleared["description"] = json!("  ");
    let answer = team.owner().patch(&path, cleared).status_is(200);
    for field in nullable() {
        assert_eq!(answer.data()[field], Value::Null, "{field}");
    }
}

fn a_change_that_changes_nothing_leaves_the_time_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let scores = json!({ "impact": 1, "confidence": 2, "ease": 3 });
    let body = json!({ "project_id": project(team.owner()), "name": "One", "scores": scores });
    let before = team.owner().post("/ideas", body).status_is(201);
    let path = format!("/ideas/{}", before.id());
    team.owner().patch(&path, json!({})).is(200, before.body.clone());
    let same = json!({ "name": " One ", "problem": "", "status": "backlog", "framework": "ice", "scores": scores });
    team.owner().put(&path, same).is(200, before.body.clone());
    team.owner().get(&path).is(200, before.body);
}

fn a_reference_must_be_live_and_of_the_team(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let home = project(ours.owner());
    let gone = project(ours.owner());
    ours.owner().delete(&format!("/projects/{gone}")).status_is(204);
    let former = ours.user("member");
    ours.remove(former);
    let path = format!("/ideas/{}", idea(ours.owner(), home, "One"));
    for (field, value, message) in [
        ("project_id", project(theirs.owner()), "The selected project id is invalid."),
        ("project_id", gone, "The selected project id is invalid."),
        ("assignee_id", theirs.person("owner").user_id, "The selected assignee id is invalid."),
        ("assignee_id", former, "The selected assignee id is invalid."),
    ] {
        let mut body = json!({ "project_id": home, "name": "Two" });
        body[field] = json!(value);
        ours.owner().post("/ideas", body).invalid(&[(field, message)]);
        ours.owner().patch(&path, json!({ field: value })).invalid(&[(field, message)]);
    }
}
