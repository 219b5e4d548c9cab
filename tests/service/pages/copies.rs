//! Copies of pages.

use serde_json::{Value, json};

use crate::records::{idea, linked, made, page, project, tag};
use crate::world::{Store, World, on_both};

on_both![a_copy_has_what_was_said_of_the_page, a_copy_is_named_after_the_page, a_copy_is_logged_with_what_it_is_of];

fn a_copy_has_what_was_said_of_the_page(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let (parent, tag) = (page(team.owner(), project, "Parent"), tag(team.owner(), "Cart"));
    let body = json!({
        "project_id": project, "name": "Cart", "parent_id": parent, "url": "/cart", "url_match": "prefix",
        "type": "cart", "device": "mobile", "monthly_visitors": 5, "conversion_rate": 0.5, "importance": 3,
        "status": "archived", "tag_ids": [tag],
    });
    let id = made(team.owner(), "/pages", body);
    made(team.owner(), "/pages", json!({ "project_id": project, "name": "Child", "parent_id": id }));
    linked(team.owner(), project, "page", id);
    let idea = idea(team.owner(), project, "Idea");
    team.owner().patch(&format!("/ideas/{idea}"), json!({ "page_id": id })).status_is(200);
    let counts = "childrenCount,attachmentsCount,ideasCount,tags,parent";
    let copy = team.member().post(&format!("/pages/{id}/duplicate?include={counts}"), json!({})).status_is(201);
    let (copy, member) = (copy.data(), team.person("member").user_id);
    for (field, value) in [
        ("name", json!("Copy of Cart")),
        ("parent_id", json!(parent)),
        ("user_id", json!(member)),
        ("url", json!("/cart")),
        ("url_match", json!("prefix")),
        ("type", json!("cart")),
        ("device", json!("mobile")),
        ("monthly_visitors", json!(5)),
        ("conversion_rate", json!(0.5)),
        ("bounce_rate", Value::Null),
        ("importance", json!(3)),
        ("status", json!("active")),
        ("children_count", json!(0)),
        ("attachments_count", json!(0)),
        ("ideas_count", json!(0)),
    ] {
        assert_eq!(copy[field], value, "{field} of {copy}");
    }
    assert_eq!(copy["tags"][0]["id"], json!(tag));
    assert_eq!(team.owner().get(&format!("/tags/{tag}")).status_is(200).data()["usage_count"], json!(2));
}

fn a_copy_is_named_after_the_page(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let long = page(team.owner(), project, &"é".repeat(255));
    let path = format!("/pages/{long}/duplicate");
    let named = |body: Value| team.owner().post(&path, body).status_is(201).data()["name"].clone();
    assert_eq!(named(json!({})), json!(format!("Copy of {}", "é".repeat(247))));
    assert_eq!(named(json!({ "name": " Other " })), json!("Other"));
    assert_eq!(named(json!({ "name": "" })), named(json!({ "name": null })));
    team.owner().post(&path, json!({ "name": 5 })).invalid(&[("name", "The name field must be a string.")]);
    team.owner().post("/pages/999999/duplicate", json!({})).refused(404, "No page 999999 in this team.");
    team.viewer().post(&path, json!({})).status_is(403);
}

fn a_copy_is_logged_with_what_it_is_of(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = page(team.owner(), project(team.owner()), "Cart");
    let copy = team.owner().post(&format!("/pages/{id}/duplicate"), json!({})).status_is(201).id();
    let entries = |id: i64| {
        let log = team.owner().get(&format!("/activities?subject_type=page&subject_id={id}&sort=id")).status_is(200);
        log.items().clone()
    };
    let (of_page, of_copy) = (entries(id), entries(copy));
    assert_eq!(of_page[1]["event"], json!("duplicated"));
    assert_eq!(of_page[1]["properties"], json!({ "attributes": { "page_id": copy } }));
    assert_eq!((of_copy.len(), &of_copy[0]["event"]), (1, &json!("created")));
    assert!(of_copy[0]["batch_uuid"].is_string());
    assert_eq!(of_copy[0]["batch_uuid"], of_page[1]["batch_uuid"]);
}
