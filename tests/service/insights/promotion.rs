//! Promotion: an idea is made of an insight, in one request.

use serde_json::{Value, json};

use crate::records::{insight, project, tag};
use crate::world::{Client, Store, World, on_both};

on_both![
    an_idea_takes_over_what_the_body_does_not_say,
    a_promotion_is_logged_on_both_in_one_batch,
    a_promotion_that_is_refused_makes_nothing,
];

fn last(client: &Client, kind: &str, id: i64) -> Value {
    let log = client.get(&format!("/activities?subject_type={kind}&subject_id={id}")).status_is(200);
    log.items()[0].clone()
}

fn an_idea_takes_over_what_the_body_does_not_say(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here, there) = (team.owner(), project(team.owner()), project(team.owner()));
    let said = json!({ "project_id": here, "name": "Shipping comes late", "description": "Seven of eight." });
    let insight = owner.post("/insights", said).status_is(201).id();
    let path = format!("/insights/{insight}/promote");
    let made = team.member().post(&format!("{path}?include=insights"), json!({})).status_is(201);
    let idea = made.data();
    assert_eq!((&idea["name"], &idea["description"]), (&json!("Shipping comes late"), &json!("Seven of eight.")));
    assert_eq!((&idea["project_id"], &idea["status"]), (&json!(here), &json!("backlog")));
    assert_eq!(idea["user_id"], json!(team.person("member").user_id));
    assert_eq!(idea["insights"][0]["id"], json!(insight));
    let sale = tag(owner, "Sale");
    let body = json!({ "project_id": there, "name": "Show it", "priority": "high", "tag_ids": [sale] });
    let other = owner.post(&format!("{path}?include=tags"), body).status_is(201);
    assert_eq!((&other.data()["name"], &other.data()["project_id"]), (&json!("Show it"), &json!(there)));
    assert_eq!(other.data()["tags"][0]["id"], json!(sale));
    let ideas = owner.get(&format!("/insights/{insight}?include=ideasCount")).status_is(200);
    assert_eq!(ideas.data()["ideas_count"], json!(2));
    owner.post(&format!("{path}?include=learnings"), json!({})).status_is(400);
}

fn a_promotion_is_logged_on_both_in_one_batch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let insight = insight(owner, project, "One");
    let idea = owner.post(&format!("/insights/{insight}/promote"), json!({})).status_is(201).id();
    let (created, promoted) = (last(owner, "idea", idea), last(owner, "insight", insight));
    assert_eq!((&created["event"], &promoted["event"]), (&json!("created"), &json!("promoted")));
    assert_eq!(promoted["properties"], json!({ "attributes": { "idea_id": idea } }));
    assert!(created["batch_uuid"].is_string());
    assert_eq!(created["batch_uuid"], promoted["batch_uuid"]);
    owner.patch(&format!("/ideas/{idea}"), json!({ "name": "Other" })).status_is(200);
    assert_eq!(last(owner, "idea", idea)["batch_uuid"], Value::Null);
}

fn a_promotion_that_is_refused_makes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let insight = insight(owner, project, "One");
    let path = format!("/insights/{insight}/promote");
    owner.post(&path, json!({ "project_id": 999_999 })).invalid_under("project_id");
    owner.post(&path, json!({ "name": "" })).invalid_under("name");
    team.viewer().post(&path, json!({})).status_is(403);
    owner.post(&format!("/insights/{insight}/archive"), json!({})).status_is(200);
    let refused = "The status field does not allow promote while it is archived.";
    owner.post(&path, json!({})).invalid(&[("status", refused)]);
    assert_eq!(owner.get("/ideas").status_is(200).total(), 0);
    assert_eq!(last(owner, "insight", insight)["event"], json!("archived"));
}
