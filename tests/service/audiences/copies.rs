//! Copies of audiences.

use serde_json::json;

use crate::records::{made, project, tag};
use crate::world::{Store, World, on_both};

on_both![a_copy_is_an_audience_of_its_own];

fn a_copy_is_an_audience_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, tag) = (team.owner(), tag(team.owner(), "Tag"));
    let conditions = json!({ "match": "all", "rules": [{ "attribute": "plan", "operator": "is", "value": "pro" }] });
    let body = json!({
        "project_id": project(owner), "name": "Loyal", "description": "They came back.", "conditions": conditions,
        "device": "tablet", "traffic_share": 0.25, "is_default": true, "status": "archived", "tag_ids": [tag],
    });
    let id = made(owner, "/audiences", body);
    let path = format!("/audiences/{id}/duplicate?include=tags");
    let copy = team.member().post(&path, json!({ "name": "Others" })).status_is(201);
    let copy = copy.data();
    assert_eq!((&copy["name"], &copy["description"]), (&json!("Others"), &json!("They came back.")));
    assert_eq!((&copy["conditions"], &copy["device"]), (&conditions, &json!("tablet")));
    assert_eq!((&copy["is_default"], &copy["status"]), (&json!(false), &json!("active")));
    assert_eq!(copy["tags"][0]["id"], json!(tag));
    assert_eq!(owner.get(&format!("/audiences/{id}")).status_is(200).data()["is_default"], json!(true));
}
