//! What is done to an insight beside changing its fields.

use serde_json::{Value, json};

use crate::records::{insight, project};
use crate::world::{Store, World, on_both};

on_both![an_insight_is_archived_and_comes_back, only_what_is_not_active_is_reactivated];

fn an_insight_is_archived_and_comes_back(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let insight = insight(owner, project, "One");
    let act = |action: &str| owner.post(&format!("/insights/{insight}/{action}"), json!({})).status_is(200);
    for _ in 0..2 {
        assert_eq!(act("archive").data()["status"], json!("archived"));
    }
    for _ in 0..2 {
        assert_eq!(act("unarchive").data()["status"], json!("active"));
    }
    owner.patch(&format!("/insights/{insight}"), json!({ "status": "draft" })).status_is(200);
    assert_eq!(act("unarchive").data()["status"], json!("draft"), "only what is archived comes back");
    let log = owner.get(&format!("/activities?subject_type=insight&subject_id={insight}")).status_is(200);
    let events: Vec<&Value> = log.items().iter().map(|it| &it["event"]).collect();
    assert_eq!(events, [&json!("updated"), &json!("unarchived"), &json!("archived"), &json!("created")]);
}

fn only_what_is_not_active_is_reactivated(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (old, new) = (insight(owner, project, "Old"), insight(owner, project, "New"));
    let path = format!("/insights/{old}");
    let superseded = json!({ "status": "superseded", "superseded_by_id": new });
    owner.patch(&path, superseded).status_is(200);
    let again = owner.post(&format!("{path}/reactivate"), json!({})).status_is(200);
    assert_eq!((&again.data()["status"], &again.data()["superseded_by_id"]), (&json!("active"), &Value::Null));
    let refused = "The status field does not allow reactivate while it is active.";
    owner.post(&format!("{path}/reactivate"), json!({})).invalid(&[("status", refused)]);
}
