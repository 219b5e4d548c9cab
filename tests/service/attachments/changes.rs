//! Changes: PATCH and PUT change the name and nothing else.

use std::time::Duration;

use serde_json::{Value, json};

use super::{bytes, files_are, fixture, link_to, linked, path, to_project, uploaded};
use crate::records::{learning, project};
use crate::world::{Answer, Form, Store, World, on_both};

on_both![
    patch_and_put_change_the_name,
    nothing_but_the_name_is_heard,
    a_body_without_a_name_changes_nothing,
    a_name_is_text_or_none,
    a_change_is_json_and_not_a_form,
    an_attachment_of_a_deleted_record_can_still_be_renamed,
];

/// The record without its address, which is signed anew for every answer, and without when it was changed.
fn lasting(answer: &Answer) -> Value {
    let mut data = answer.data().clone();
    (data["url"], data["updated_at"]) = (Value::Null, Value::Null);
    data
}

fn patch_and_put_change_the_name(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for id in [uploaded(owner, project, "photo.jpg", &fixture("photo.jpg")), linked(owner, project)] {
        let before = owner.get(&path(id)).status_is(200);
        for (method, name) in [("PATCH", "Second"), ("PUT", "Third")] {
            std::thread::sleep(Duration::from_millis(2));
            let body = json!({ "name": format!("  {name}\u{a0}") }).to_string();
            let headers = [("Content-Type", "application/json")];
            let answer = owner.send(method, &path(id), &headers, body.as_bytes()).status_is(200);
            let mut expected = lasting(&before);
            expected["name"] = json!(name);
            assert_eq!(lasting(&answer), expected, "{method}");
            assert!(answer.data()["updated_at"].as_str() > before.data()["updated_at"].as_str(), "{method}");
            assert_eq!(lasting(&owner.get(&path(id)).status_is(200)), expected, "{method}");
        }
    }
    files_are(&world, 1);
}

fn nothing_but_the_name_is_heard(store: Store) {
    let world = World::shared(store);
    let (team, theirs) = (world.team(), world.team());
    let owner = team.owner();
    let (one, other) = (project(owner), project(owner));
    let learning = learning(owner, other, "One");
    let id = uploaded(owner, one, "photo.jpg", &fixture("photo.jpg"));
    let link = linked(owner, one);
    for id in [id, link] {
        let before = owner.get(&path(id)).status_is(200);
        let body = json!({
            "id": 1_000_000, "project_id": other, "type": "document", "url": "https://example.com/other",
            "file": "text", "file_type": "text/html", "file_size": 1, "attachable_type": "learning",
            "attachable_id": learning, "created_at": "2020-01-01T00:00:00Z", "user_id": 1, "team_id": theirs.id,
            "name": "Only this",
        });
        for answer in [owner.patch(&path(id), body.clone()), owner.put(&path(id), body)] {
            let mut expected = lasting(&before);
            expected["name"] = json!("Only this");
            assert_eq!(lasting(&answer.status_is(200)), expected);
        }
        // Fields that are not heard are not looked at either.
        let odd = json!({ "project_id": "x", "type": 5, "url": "x", "attachable_type": [], "attachable_id": -1 });
        owner.patch(&path(id), odd).status_is(200);
        let of_theirs = project(theirs.owner());
        for absent in [999_999, of_theirs] {
            let named = json!({ "name": "Only this", "project_id": absent });
            assert_eq!(owner.patch(&path(id), named).status_is(200).data()["project_id"], json!(one));
        }
    }
    let url = owner.get(&path(link)).status_is(200).data()["url"].clone();
    assert_eq!(url, link_to(one, "project", one)["url"]);
    assert!(bytes(owner, id) == fixture("photo.jpg"));
}

fn a_body_without_a_name_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = linked(owner, project(owner));
    let before = owner.get(&path(id)).status_is(200);
    for method in ["PATCH", "PUT"] {
        for body in ["", "{}", r#"{"name":"docs.example.com"}"#, r#"{"other":1}"#] {
            let headers = [("Content-Type", "application/json")];
            let answer = owner.send(method, &path(id), &headers, body.as_bytes());
            assert_eq!(answer.status_is(200).body, before.body, "{method} {body}");
        }
    }
}

fn a_name_is_text_or_none(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = linked(owner, project(owner));
    for name in [json!(5), json!(true), json!(["x"]), json!({})] {
        owner.patch(&path(id), json!({ "name": name })).invalid(&[("name", "The name field must be a string.")]);
    }
    assert_eq!(owner.patch(&path(id), json!({ "name": null })).status_is(200).data()["name"], Value::Null);
}

fn a_change_is_json_and_not_a_form(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = linked(owner, project);
    let form = to_project(project).text("name", "Form").file("photo.jpg", &fixture("photo.jpg"));
    let content_type = Form::content_type();
    for method in ["PATCH", "PUT"] {
        let headers = [("Content-Type", content_type.as_str())];
        owner.send(method, &path(id), &headers, &form.bytes()).refused_in_words(415);
    }
    let answer = owner.submit(&path(id), &form).status_is(405);
    let allowed = answer.header("Allow").unwrap_or_default();
    assert!(["GET", "PATCH", "PUT", "DELETE"].iter().all(|it| allowed.contains(it)), "{allowed}");
    assert_eq!(owner.get(&path(id)).status_is(200).data()["name"], json!("docs.example.com"));
    files_are(&world, 0);
}

fn an_attachment_of_a_deleted_record_can_still_be_renamed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let learning = learning(owner, project, "One");
    let id = owner.post("/attachments", link_to(project, "learning", learning)).status_is(200).id();
    owner.delete(&format!("/learnings/{learning}")).status_is(204);
    owner.delete(&format!("/projects/{project}")).status_is(204);
    let answer = owner.patch(&path(id), json!({ "name": "Still here" })).status_is(200);
    assert_eq!(answer.data()["name"], json!("Still here"));
    assert_eq!(owner.get("/attachments").status_is(200).ids(), [id]);
}
