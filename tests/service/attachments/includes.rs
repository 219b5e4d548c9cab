//! Includes: an attachment with what it is attached to, and a record with what is attached to it.

use serde_json::{Value, json};

use super::{MEMBERS, fixture, link_to, path, to, uploaded};
use crate::records::{insight, learning, made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    an_attachment_shows_what_it_is_attached_to,
    every_answer_with_one_attachment_takes_the_include,
    a_deleted_record_is_shown_as_none,
    another_include_is_refused_before_anything_is_written,
    a_record_shows_what_is_attached_to_it,
    learnings_show_no_attachments,
    includes_change_neither_rows_nor_order,
];

const REFUSED: &str = "Requested include(s) `project` are not allowed. Allowed include(s) are `attachable`.";

/// The kinds whose records show their attachments, and that exist.
fn kinds(client: &Client) -> Vec<&'static str> {
    let there = |kind: &&str| client.get(&format!("/{kind}s")).status == 200;
    ["insight", "idea"].into_iter().filter(there).collect()
}

fn an_attachment_shows_what_it_is_attached_to(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let mut records = vec![("project", project), ("learning", learning(owner, project, "One"))];
    for kind in kinds(owner) {
        records.push((kind, made(owner, &format!("/{kind}s"), json!({ "project_id": project, "name": "One" }))));
    }
    for (kind, id) in &records {
        owner.post("/attachments", link_to(project, kind, *id)).status_is(200);
    }
    let list = owner.get("/attachments?include=attachable").status_is(200);
    assert_eq!(list.items().len(), records.len());
    for ((kind, id), item) in records.iter().zip(list.items()) {
        let whole = owner.get(&format!("/{kind}s/{id}")).status_is(200).data().clone();
        assert_eq!(item["attachable"], whole, "{kind}");
        let single = owner.get(&format!("{}?include=attachable", path(item["id"].as_i64().expect("an id"))));
        assert_eq!(single.status_is(200).data(), item);
    }
    let bare = owner.get("/attachments").status_is(200);
    assert!(bare.items().iter().all(|item| item.as_object().map(serde_json::Map::len) == Some(MEMBERS.len())));
}

fn every_answer_with_one_attachment_takes_the_include(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let insight = insight(owner, project, "One");
    let whole = owner.get(&format!("/insights/{insight}")).status_is(200).data().clone();
    let form = to(project, "insight", insight).file("photo.jpg", &fixture("photo.jpg"));
    let made = owner.submit("/attachments?include=attachable", &form).status_is(200);
    let one = format!("{}?include=attachable", path(made.id()));
    for answer in [
        owner.post("/attachments?include=attachable", link_to(project, "insight", insight)),
        owner.get(&one),
        owner.patch(&one, json!({ "name": "Two" })),
        owner.put(&one, json!({ "name": "Three" })),
        made,
    ] {
        assert_eq!(answer.status_is(200).data()["attachable"], whole);
    }
}

fn a_deleted_record_is_shown_as_none(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let learning = learning(owner, project, "One");
    let id = owner.post("/attachments", link_to(project, "learning", learning)).status_is(200).id();
    let one = format!("{}?include=attachable", path(id));
    owner.delete(&format!("/learnings/{learning}")).status_is(204);
    for answer in [owner.get(&one), owner.patch(&one, json!({ "name": "Kept" }))] {
        let data = answer.status_is(200).data().clone();
        assert_eq!(data.get("attachable"), Some(&Value::Null));
        assert_eq!([&data["attachable_id"], &data["attachable_type"]], [&json!(learning), &json!("learning")]);
    }
    let list = owner.get("/attachments?include=attachable").status_is(200);
    assert_eq!(list.items()[0].get("attachable"), Some(&Value::Null));
    owner.post(&format!("/learnings/{learning}/restore"), json!({})).status_is(200);
    assert_eq!(owner.get(&one).status_is(200).data()["attachable"]["id"], json!(learning));
}

fn another_include_is_refused_before_anything_is_written(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    owner.get("/attachments?include=project").refused(400, REFUSED);
    owner.get(&format!("{}?include=project", path(id))).refused(400, REFUSED);
    owner.patch(&format!("{}?include=project", path(id)), json!({ "name": "Two" })).refused(400, REFUSED);
    owner.post("/attachments?include=project", link_to(project, "project", project)).refused(400, REFUSED);
    let form = super::to_project(project).file("picture.png", &fixture("picture.png"));
    owner.submit("/attachments?include=project", &form).refused(400, REFUSED);
    owner.submit("/attachments?include=project,attachable", &form).refused(400, REFUSED);
    for name in ["attachableCount", "attachableExists", "attachables", "Attachable", "user"] {
        owner.get(&format!("/attachments?include={name}")).refused(400, &REFUSED.replace("project", name));
    }
    assert_eq!(owner.get(&path(id)).status_is(200).data()["name"], json!("photo.jpg"));
    assert_eq!(super::total(owner), 1);
    super::files_are(&world, 1);
}

/// An attachment without the address that is signed anew for every answer.
fn unsigned(mut attachment: Value) -> Value {
    if attachment["type"] != json!("link") {
        attachment["url"] = Value::Null;
    }
    attachment
}

fn a_record_shows_what_is_attached_to_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for kind in kinds(owner) {
        let make = |name: &str| made(owner, &format!("/{kind}s"), json!({ "project_id": project, "name": name }));
        let (full, bare) = (make("Full"), make("Bare"));
        let form = to(project, kind, full).file("photo.jpg", &fixture("photo.jpg"));
        let file = owner.submit("/attachments", &form).status_is(200).id();
        let link = owner.post("/attachments", link_to(project, kind, full)).status_is(200).id();
        let query = "include=attachments,attachmentsCount,attachmentsExists";
        let list = owner.get(&format!("/{kind}s?sort=id&{query}")).status_is(200);
        let single = owner.get(&format!("/{kind}s/{full}?{query}")).status_is(200);
        for item in [&list.items()[0], single.data()] {
            let here: Vec<Value> =
                item["attachments"].as_array().expect("attachments").iter().cloned().map(unsigned).collect();
            let whole = [file, link].map(|id| unsigned(owner.get(&path(id)).status_is(200).data().clone()));
            assert_eq!(here, whole, "{kind}");
            let url = item["attachments"][0]["url"].as_str().expect("an address");
            assert!(world.client(None).get(url).status_is(200).raw == fixture("photo.jpg"));
            assert_eq!([&item["attachments_count"], &item["attachments_exists"]], [&json!(2), &json!(true)]);
        }
        let other = owner.get(&format!("/{kind}s/{bare}?{query}")).status_is(200).data().clone();
        assert_eq!(other["attachments"], json!([]));
        assert_eq!([&other["attachments_count"], &other["attachments_exists"]], [&json!(0), &json!(false)]);
        owner.delete(&path(file)).status_is(204);
        let left = owner.get(&format!("/{kind}s/{full}?{query}")).status_is(200).data().clone();
        assert_eq!([&left["attachments"][0]["id"], &left["attachments_count"]], [&json!(link), &json!(1)]);
        assert_eq!(owner.get(&format!("/{kind}s/{full}")).status_is(200).data().get("attachments"), None);
    }
}

fn learnings_show_no_attachments(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let message = "Requested include(s) `attachments` are not allowed. \
                   Allowed include(s) are `insights, insightsCount, insightsExists`.";
    team.owner().get("/learnings?include=attachments").refused(400, message);
}

fn includes_change_neither_rows_nor_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let ids: Vec<i64> = (0..3).map(|_| super::linked(owner, project)).collect();
    let answer = owner.get("/attachments?include=attachable&sort=-id&page[size]=2").status_is(200);
    assert_eq!((answer.ids(), answer.total()), (vec![ids[2], ids[1]], 3));
}
