//! Copies of experiments: the design without what came of it.

use serde_json::{Value, json};

use super::{events, whole};
use crate::records::{
    comment, goal, idea, insight, learning, linked, made, page, pictured, project, scheme, tag, unique_name,
};
use crate::world::{Client, Store, World, on_both};

on_both![a_copy_is_a_draft_with_the_same_design, a_copy_needs_the_statistics_that_the_plan_has];

/// What came of an experiment, and what was planned for it alone.
const LEFT_BEHIND: [&str; 10] = [
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
];

/// An experiment with whatever one may have, as it was before it ran, and what it names.
struct Original {
    id: i64,
    shown: Value,
    idea: i64,
    page: i64,
    insight: i64,
    tag: i64,
}

impl Original {
    /// It has run, is complete and in the archive.
    fn archived(owner: &Client) -> Original {
        let project = project(owner);
        scheme(owner, "EXP", json!([{ "entity_type": "experiments" }]));
        let (idea, page, insight) =
            (idea(owner, project, "One"), page(owner, project, "One"), insight(owner, project, "One"));
        let (tag, guard) = (tag(owner, &unique_name("Cart")), goal(owner, project, &unique_name("Returns")));
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
        let original = Original { id, shown, idea, page, insight, tag };
        let variation = original.variation();
        owner.post(&format!("/variations/{variation}/tags"), json!({ "ids": [tag] })).status_is(200);
        linked(owner, project, "experiment", id);
        pictured(owner, project, "variation", variation, 1);
        comment(owner, "experiment", id, "Hm");
        for (action, body) in [("start", json!({})), ("stop", json!({})), ("complete", json!({ "result": "neutral" }))]
        {
            owner.post(&format!("{path}/{action}"), body).status_is(200);
        }
        owner.post(&format!("{path}/archive"), json!({})).status_is(200);
        original
    }

    /// The variation that has a tag and a picture.
    fn variation(&self) -> i64 {
        self.shown["variations"][1]["id"].as_i64().expect("a variation")
    }
}

fn a_copy_is_a_draft_with_the_same_design(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.person("member").user_id);
    let original = Original::archived(owner);
    let id = original.id;

    let include = "variations,goals,pages,insights,tags,learningsCount,attachments,commentsCount";
    let copy =
        team.member().post(&format!("/experiments/{id}/duplicate?include={include}"), json!({ "name": "Again" }));
    let copy = copy.status_is(201).data().clone();
    for (field, value) in [
        ("name", json!("Again")),
        ("status", json!("draft")),
        ("identifier", json!("EXP-002")),
        ("user_id", json!(member)),
        ("idea_id", json!(original.idea)),
        ("hypothesis", json!("More buy.")),
        ("primary_goal_id", original.shown["primary_goal_id"].clone()),
        ("mde", json!(0.05)),
        ("traffic_allocation", json!(0.5)),
        ("learnings_count", json!(0)),
        ("comments_count", json!(0)),
    ] {
        assert_eq!(copy[field], value, "{field} of {copy}");
    }
    for field in LEFT_BEHIND {
        assert_eq!(copy[field], Value::Null, "{field}");
    }
    names_the_same(&copy, &original);
    has_variations_like(&copy, &original);
    assert_eq!(copy["attachments"].as_array().expect("attachments").len(), 1);
    what_hangs_on_a_variation_is_shared(owner, &copy["variations"][1]["id"], &original);
    assert_eq!(events(owner, "experiment", id).last().expect("an event"), "duplicated");
    let copy = copy["id"].as_i64().expect("an id");
    owner.patch(&format!("/experiments/{copy}"), json!({ "status": "in_preparation" })).status_is(200);
}

fn names_the_same(copy: &Value, original: &Original) {
    let ids = |field: &str| -> Vec<i64> {
        copy[field].as_array().expect("a list").iter().map(|it| it["id"].as_i64().expect("an id")).collect()
    };
    assert_eq!(
        (ids("pages"), ids("insights"), ids("tags")),
        (vec![original.page], vec![original.insight], vec![original.tag])
    );
    let roles: Vec<&Value> = copy["goals"].as_array().expect("goals").iter().map(|goal| &goal["role"]).collect();
    assert_eq!(roles.len(), 2);
    assert!(roles.contains(&&json!("primary")) && roles.contains(&&json!("guardrail")), "{roles:?}");
}

fn has_variations_like(copy: &Value, original: &Original) {
    let variations = copy["variations"].as_array().expect("variations");
    let before = original.shown["variations"].as_array().expect("variations");
    assert_eq!(variations.len(), 2);
    for (variation, before) in variations.iter().zip(before) {
        assert_ne!(variation["id"], before["id"]);
        for field in ["name", "key", "weight", "is_control", "position"] {
            assert_eq!(variation[field], before[field], "{field}");
        }
    }
}

fn what_hangs_on_a_variation_is_shared(owner: &Client, copied: &Value, original: &Original) {
    let shown = owner.get(&format!("/variations/{copied}?include=attachments,tags")).status_is(200).data().clone();
    assert_eq!(shown["tags"][0]["id"], json!(original.tag));
    assert_eq!(shown["attachments"].as_array().expect("attachments").len(), 1);
    // The picture is the same file, and stays with whoever is left.
    owner.delete(&format!("/variations/{copied}")).status_is(204);
    let of = original.variation();
    let picture = owner.get(&format!("/attachments?filter[attachable_id]={of}&filter[attachable_type]=variation"));
    owner.get(&format!("/attachments/{}/file", picture.ids()[0])).status_is(200);
}

fn a_copy_needs_the_statistics_that_the_plan_has(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "project_id": project(team.owner()), "name": "A", "type": "ab", "stats_method": "sequential" });
    let id = made(team.owner(), "/experiments", body);
    team.plan("free");
    let copy = team.owner().post(&format!("/experiments/{id}/duplicate"), json!({}));
    copy.refused(403, "The free plan does not include sequential statistics.");
}
