//! Copies of experiments: the design without what came of it.

use serde_json::{Value, json};

use super::{events, whole};
use crate::records::{
    comment, goal, idea, insight, learning, linked, made, page, pictured, project, scheme, tag, told_apart,
};
use crate::world::{Store, World, on_both};

on_both![a_copy_is_a_draft_with_the_same_design, a_copy_needs_the_statistics_that_the_plan_has];

fn a_copy_is_a_draft_with_the_same_design(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.person("member").user_id);
    let project = project(owner);
    scheme(owner, "EXP", json!([{ "entity_type": "experiments" }]));
    let (idea, page, insight) =
        (idea(owner, project, "One"), page(owner, project, "One"), insight(owner, project, "One"));
    let (tag, guard) = (tag(owner, &told_apart("Cart")), goal(owner, project, &told_apart("Returns")));
    let id = whole(
        owner,
        json!({
            "project_id": project, "idea_id": idea, "page_ids": [page], "insight_ids": [insight], "tag_ids": [tag],
            "learning_ids": [learning(owner, project, "One")], "mde": 0.05, "traffic_allocation": 0.5,
            "planned_start_at": "2026-01-01", "planned_end_at": "2026-02-01", "conclusion": "It works.",
        }),
    );
    let path = format!("/experiments/{id}");
    owner
        .post(&format!("{path}/goals"), json!({ "goals": [{ "goal_id": guard, "role": "guardrail" }] }))
        .status_is(200);
    let shown = owner.get(&format!("{path}?include=variations")).status_is(200).data().clone();
    let variation = shown["variations"][1]["id"].as_i64().expect("a variation");
    owner.post(&format!("/variations/{variation}/tags"), json!({ "ids": [tag] })).status_is(200);
    linked(owner, project, "experiment", id);
    pictured(owner, project, "variation", variation, 1);
    comment(owner, "experiment", id, "Hm");
    for (action, body) in [("start", json!({})), ("stop", json!({})), ("complete", json!({ "result": "neutral" }))] {
        owner.post(&format!("{path}/{action}"), body).status_is(200);
    }
    owner.post(&format!("{path}/archive"), json!({})).status_is(200);

    let include = "variations,goals,pages,insights,tags,learningsCount,attachments,commentsCount";
    let copy = team.member().post(&format!("{path}/duplicate?include={include}"), json!({ "name": "Again" }));
    let copy = copy.status_is(201).data().clone();
    for (field, value) in [
        ("name", json!("Again")),
        ("status", json!("draft")),
        ("identifier", json!("EXP-002")),
        ("user_id", json!(member)),
        ("idea_id", json!(idea)),
        ("hypothesis", json!("More buy.")),
        ("primary_goal_id", shown["primary_goal_id"].clone()),
        ("mde", json!(0.05)),
        ("traffic_allocation", json!(0.5)),
        ("learnings_count", json!(0)),
        ("comments_count", json!(0)),
    ] {
        assert_eq!(copy[field], value, "{field} of {copy}");
    }
    for field in [
        "result",
        "decision",
        "winner_variation_id",
        "conclusion",
        "planned_start_at",
        "planned_end_at",
        "started_at",
        "ended_at",
        "decided_at",
        "archived_at",
    ] {
        assert_eq!(copy[field], Value::Null, "{field}");
    }
    let ids = |field: &str| -> Vec<i64> {
        copy[field].as_array().expect("a list").iter().map(|it| it["id"].as_i64().expect("an id")).collect()
    };
    assert_eq!((ids("pages"), ids("insights"), ids("tags")), (vec![page], vec![insight], vec![tag]));
    let roles: Vec<&Value> = copy["goals"].as_array().expect("goals").iter().map(|goal| &goal["role"]).collect();
    assert_eq!(roles.len(), 2);
    assert!(roles.contains(&&json!("primary")) && roles.contains(&&json!("guardrail")), "{roles:?}");
    let variations = copy["variations"].as_array().expect("variations");
    let before = shown["variations"].as_array().expect("variations");
    assert_eq!(variations.len(), 2);
    for (variation, before) in variations.iter().zip(before) {
        assert_ne!(variation["id"], before["id"]);
        for field in ["name", "key", "weight", "is_control", "position"] {
            assert_eq!(variation[field], before[field], "{field}");
        }
    }
    let second = format!("/variations/{}?include=attachments,tags", variations[1]["id"]);
    let second = owner.get(&second).status_is(200).data().clone();
    assert_eq!(second["tags"][0]["id"], json!(tag));
    assert_eq!(second["attachments"].as_array().expect("attachments").len(), 1);
    assert_eq!(copy["attachments"].as_array().expect("attachments").len(), 1);
    // The picture is the same file, and stays with whoever is left.
    owner.delete(&format!("/variations/{}", variations[1]["id"])).status_is(204);
    let picture =
        owner.get(&format!("/attachments?filter[attachable_id]={variation}&filter[attachable_type]=variation"));
    owner.get(&format!("/attachments/{}/file", picture.ids()[0])).status_is(200);
    assert_eq!(events(owner, "experiment", id).last().expect("an event"), "duplicated");
    let copy = copy["id"].as_i64().expect("an id");
    owner.patch(&format!("/experiments/{copy}"), json!({ "status": "in_preparation" })).status_is(200);
}

fn a_copy_needs_the_statistics_that_the_plan_has(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "project_id": project(team.owner()), "name": "A", "type": "ab", "stats_method": "sequential" });
    let id = made(team.owner(), "/experiments", body);
    team.plan("free");
    std::thread::sleep(std::time::Duration::from_secs(1));
    let copy = team.owner().post(&format!("/experiments/{id}/duplicate"), json!({}));
    copy.refused(403, "The free plan does not include sequential statistics.");
}
