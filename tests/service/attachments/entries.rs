//! Entries: what is attached, renamed and deleted stands in the log of the record, and names the attachment.

use serde_json::{Value, json};

use super::{fixture, link_to, linked, path, to, to_project, upload, uploaded};
use crate::activities::{entries, events};
use crate::records::{insight, learning, project};
use crate::world::{Store, World, on_both};

on_both![
    what_happens_to_an_attachment_is_logged_on_its_record,
    an_entry_names_the_attachment_and_who_did_it,
    what_is_attached_to_a_project_is_logged_there,
    what_changed_nothing_or_was_refused_is_not_logged,
    the_log_goes_on_after_the_record_is_gone,
    an_attachment_is_no_subject_of_its_own,
];

fn what_happens_to_an_attachment_is_logged_on_its_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (kind, id) in [("learning", learning(owner, project, "One")), ("insight", insight(owner, project, "One"))] {
        let link = owner.post("/attachments", link_to(project, kind, id)).status_is(200).id();
        let form = to(project, kind, id).file("photo.jpg", &fixture("photo.jpg"));
        let file = owner.submit("/attachments", &form).status_is(200).id();
        owner.patch(&path(link), json!({ "name": "Two" })).status_is(200);
        owner.put(&path(file), json!({ "name": "Three" })).status_is(200);
        owner.delete(&path(link)).status_is(204);
        owner.delete(&path(file)).status_is(204);
        let expected = [
            "created",
            "attachment_created",
            "attachment_created",
            "attachment_updated",
            "attachment_updated",
            "attachment_deleted",
            "attachment_deleted",
        ];
        assert_eq!(events(owner, kind, id), expected, "{kind}");
    }
    assert_eq!(events(owner, "project", project), ["created"]);
}

fn an_entry_names_the_attachment_and_who_did_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let learning = learning(team.owner(), project, "One");
    let form = to(project, "learning", learning).file("photo.jpg", &fixture("photo.jpg"));
    let id = team.member().submit("/attachments", &form).status_is(200).id();
    team.admin().patch(&path(id), json!({ "name": "Renamed" })).status_is(200);
    team.owner().delete(&path(id)).status_is(204);
    let log = entries(team.owner(), "learning", learning);
    for (entry, (event, name, role)) in log[1..].iter().zip([
        ("attachment_created", "photo.jpg", "member"),
        ("attachment_updated", "Renamed", "admin"),
        ("attachment_deleted", "Renamed", "owner"),
    ]) {
        assert_eq!([&entry["event"], &entry["description"]], [event, event]);
        assert_eq!(
            [&entry["log_name"], &entry["subject_type"], &entry["causer_type"]],
            ["default", "learning", "user"]
        );
        assert_eq!(entry["subject_id"], json!(learning));
        assert_eq!(entry["causer_id"], json!(team.person(role).user_id));
        assert_eq!(entry["properties"]["attachment"], json!({ "id": id, "name": name }), "{entry:#}");
        assert_eq!(entry["batch_uuid"], Value::Null);
        let text = entry.to_string();
        assert!(!text.contains("signature") && !text.contains("expires"), "the log keeps an address: {text}");
    }
    assert_eq!(log[2]["properties"]["attributes"], json!({ "name": "Renamed" }));
    assert_eq!(log[2]["properties"]["old"], json!({ "name": "photo.jpg" }));
    let attributes = &log[1]["properties"]["attributes"];
    for (field, value) in [("name", json!("photo.jpg")), ("file_type", json!("image/jpeg")), ("type", json!("image"))] {
        assert_eq!(attributes[field], value, "{field}");
    }
    assert_eq!(log[3]["properties"]["old"]["name"], json!("Renamed"));
}

fn what_is_attached_to_a_project_is_logged_there(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = linked(owner, project);
    owner.delete(&path(id)).status_is(204);
    assert_eq!(events(owner, "project", project), ["created", "attachment_created", "attachment_deleted"]);
}

fn what_changed_nothing_or_was_refused_is_not_logged(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    owner.patch(&path(id), json!({ "name": " photo.jpg " })).status_is(200);
    owner.put(&path(id), json!({})).status_is(200);
    owner.patch(&path(id), json!({ "name": 5 })).status_is(422);
    owner.patch(&format!("{}?include=x", path(id)), json!({ "name": "x" })).status_is(400);
    upload(owner, project, "page.png", &fixture("impostors/page.png")).status_is(422);
    owner.submit("/attachments", &to_project(project)).status_is(422);
    team.viewer().delete(&path(id)).status_is(403);
    owner.get(&format!("{}/file", path(id))).status_is(200);
    world.client(None).get(&super::address(owner, id)).status_is(200);
    assert_eq!(events(owner, "project", project), ["created", "attachment_created"]);
}

fn the_log_goes_on_after_the_record_is_gone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let learning = learning(owner, project, "One");
    let id = owner.post("/attachments", link_to(project, "learning", learning)).status_is(200).id();
    owner.delete(&format!("/learnings/{learning}")).status_is(204);
    owner.patch(&path(id), json!({ "name": "Two" })).status_is(200);
    owner.delete(&path(id)).status_is(204);
    let expected = ["created", "attachment_created", "deleted", "attachment_updated", "attachment_deleted"];
    assert_eq!(events(owner, "learning", learning), expected);
}

fn an_attachment_is_no_subject_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = linked(team.owner(), project(team.owner()));
    let path = format!("/activities?subject_type=attachment&subject_id={id}");
    team.owner().get(&path).invalid_under("subject_type");
}
