//! Copies of ideas, insights and learnings.

use serde_json::{Value, json};

use crate::records::{collection, experiment, goal, idea, insight, learning, linked, made, project, scheme, tag};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_copy_of_an_idea_begins_in_the_backlog,
    a_copy_of_an_insight_has_its_links,
    a_copy_of_an_insight_leaves_completed_experiments_alone,
    a_copy_of_a_learning_has_its_experiments_on_their_sides,
    a_copy_has_a_number_of_its_own,
    what_no_new_record_may_name_is_left_out_of_a_copy,
];

/// Copies a record, and gives what is shown of the copy.
#[track_caller]
fn copied(client: &Client, path: &str, include: &str) -> Value {
    client.post(&format!("{path}/duplicate?include={include}"), json!({})).status_is(201).data().clone()
}

fn ids(shown: &Value) -> Vec<i64> {
    let all = shown.as_array().unwrap_or_else(|| panic!("no list: {shown}"));
    all.iter().map(|it| it["id"].as_i64().expect("an id")).collect()
}

#[track_caller]
fn shows(shown: &Value, fields: &[(&str, Value)]) {
    for (field, value) in fields {
        assert_eq!(&shown[field], value, "{field} of {shown}");
    }
}

fn a_copy_of_an_idea_begins_in_the_backlog(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.person("member").user_id);
    let project = project(owner);
    let (insight, tag) = (insight(owner, project, "Why"), tag(owner, "Cart"));
    let body = json!({
        "project_id": project, "name": "Sticky cart", "description": "Text", "hypothesis": "More buy.", "priority": "high",
        "scores": { "impact": 8, "confidence": 7, "ease": 6 }, "effort_days": 2.5, "category": "copy",
        "insight_ids": [insight], "tag_ids": [tag], "assignee_id": member,
    });
    let id = made(owner, "/ideas", body);
    linked(owner, project, "idea", id);
    owner.post(&format!("/ideas/{id}/reject"), json!({ "reason": "Too late" })).status_is(200);
    owner.post(&format!("/ideas/{id}/archive"), json!({})).status_is(200);
    let copy = copied(team.member(), &format!("/ideas/{id}"), "insights,tags,attachmentsCount,experimentsCount");
    shows(
        &copy,
        &[
            ("name", json!("Copy of Sticky cart")),
            ("status", json!("backlog")),
            ("rejected_reason", Value::Null),
            ("archived_at", Value::Null),
            ("user_id", json!(member)),
            ("assignee_id", json!(member)),
            ("description", json!("Text")),
            ("priority", json!("high")),
            ("priority_score", json!(336.0)),
            ("effort_days", json!(2.5)),
            ("attachments_count", json!(0)),
            ("experiments_count", json!(0)),
        ],
    );
    assert_eq!((ids(&copy["insights"]), ids(&copy["tags"])), (vec![insight], vec![tag]));
    assert_eq!(owner.get(&format!("/tags/{tag}")).data()["usage_count"], 2);
    let log = owner.get(&format!("/activities?subject_type=idea&subject_id={id}")).status_is(200);
    assert_eq!(log.items()[0]["event"], "duplicated");
    assert_eq!(log.items()[0]["properties"], json!({ "attributes": { "idea_id": copy["id"] } }));
}

fn a_copy_of_an_insight_has_its_links(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (idea, learning) = (idea(owner, project, "One"), learning(owner, project, "One"));
    let experiment = experiment(owner, project, "One");
    let newer = insight(owner, project, "Newer");
    let body = json!({
        "project_id": project, "name": "Shipping surprises", "evidence_strength": "strong", "idea_ids": [idea],
        "learning_ids": [learning], "experiment_ids": [experiment],
    });
    let id = made(owner, "/insights", body);
    linked(owner, project, "insight", id);
    let superseded = json!({ "status": "superseded", "superseded_by_id": newer });
    owner.patch(&format!("/insights/{id}"), superseded).status_is(200);
    let copy = copied(owner, &format!("/insights/{id}"), "ideas,learnings,experiments,attachmentsCount");
    shows(
        &copy,
        &[
            ("name", json!("Copy of Shipping surprises")),
            ("status", json!("active")),
            ("superseded_by_id", Value::Null),
            ("evidence_strength", json!("strong")),
            ("attachments_count", json!(0)),
        ],
    );
    assert_eq!([&copy["ideas"], &copy["learnings"], &copy["experiments"]].map(ids), [[idea], [learning], [experiment]]);
}

fn a_copy_of_an_insight_leaves_completed_experiments_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let [open, completed] = ["Open", "Completed"].map(|name| {
        made(
            owner,
            "/experiments",
            json!({ "project_id": project, "name": name, "type": "usability", "hypothesis": "So." }),
        )
    });
    let body = json!({ "project_id": project, "name": "Why", "experiment_ids": [open, completed] });
    let id = made(owner, "/insights", body);
    let goal = made(owner, "/goals", json!({ "project_id": project, "name": "Buy" }));
    let path = format!("/experiments/{completed}");
    owner.patch(&path, json!({ "primary_goal_id": goal })).status_is(200);
    for (action, body) in [("start", json!({})), ("stop", json!({})), ("complete", json!({ "result": "neutral" }))] {
        owner.post(&format!("{path}/{action}"), body).status_is(200);
    }
    let copy = copied(owner, &format!("/insights/{id}"), "experiments");
    assert_eq!(ids(&copy["experiments"]), [open]);
}

fn a_copy_of_a_learning_has_its_experiments_on_their_sides(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let [for_it, against] = ["For", "Against"].map(|name| experiment(owner, project, name));
    let (insight, tag) = (insight(owner, project, "One"), tag(owner, "One"));
    let body = json!({
        "project_id": project, "name": "Calm pages sell", "confidence": "high", "insight_ids": [insight],
        "supporting_experiment_ids": [for_it], "contradicting_experiment_ids": [against], "tag_ids": [tag],
    });
    let id = made(owner, "/learnings", body);
    let copy = copied(team.member(), &format!("/learnings/{id}"), "insights");
    shows(&copy, &[("name", json!("Copy of Calm pages sell")), ("confidence", json!("high"))]);
    assert_eq!(ids(&copy["insights"]), [insight]);
    let path = format!("/learnings/{}", copy["id"]);
    let side = |relation: &str, key: &str| {
        let answer = owner.post(&format!("{path}/{relation}"), json!({ "ids": [for_it] }));
        (answer.status, answer.body["data"][key].as_array().map(Vec::len))
    };
    // Who is on a side already stays there, and cannot be put on the other.
    assert_eq!(side("supporting-experiments", "supporting_experiments"), (200, Some(1)));
    assert_eq!(side("contradicting-experiments", "contradicting_experiments").0, 422);
    for experiment in [for_it, against] {
        let counted = owner.get(&format!("/experiments/{experiment}?include=learningsCount")).status_is(200);
        assert_eq!(counted.data()["learnings_count"], 2);
    }
    assert_eq!(owner.get(&format!("/tags/{tag}")).data()["usage_count"], 2);
}

fn a_copy_has_a_number_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    scheme(owner, "Ideas", json!([{ "entity_type": "ideas", "project_id": null }]));
    let first = owner.post("/ideas", json!({ "project_id": project, "name": "One" })).status_is(201);
    let copy = copied(owner, &format!("/ideas/{}", first.id()), "");
    assert!(copy["identifier"].is_string() && copy["identifier"] != first.data()["identifier"], "{copy}");
}

fn what_no_new_record_may_name_is_left_out_of_a_copy(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (project, gone) = (project(owner), team.user("member"));
    let [archived, open] = ["Buy", "Return"].map(|name| goal(owner, project, name));
    let closed = collection(owner, project, "Spring");
    let named = |more: Value| {
        let mut body = json!({ "project_id": project, "name": "One", "primary_goal_id": archived });
        more.as_object().expect("fields").iter().for_each(|(field, value)| body[field] = value.clone());
        body
    };
    let one = made(owner, "/ideas", named(json!({ "assignee_id": gone })));
    let roles = json!([{ "goal_id": archived, "role": "primary" }, { "goal_id": open, "role": "guardrail" }]);
    let tested = named(json!({ "type": "ab", "idea_id": one, "owner_id": gone, "goals": roles }));
    let tested = made(owner, "/experiments", tested);
    let found = json!({ "project_id": project, "name": "Why", "research_collection_id": closed });
    let found = made(owner, "/insights", found);
    let doomed =
        made(owner, "/experiments", json!({ "project_id": project, "name": "B", "type": "ab", "idea_id": one }));
    owner.post(&format!("/goals/{archived}/archive"), json!({})).status_is(200);
    owner.delete(&format!("/research-collections/{closed}")).status_is(204);
    team.remove(gone);

    let copy = copied(owner, &format!("/ideas/{one}"), "");
    shows(&copy, &[("primary_goal_id", Value::Null), ("assignee_id", Value::Null), ("project_id", json!(project))]);
    let copy = copied(owner, &format!("/experiments/{tested}"), "goals");
    shows(&copy, &[("primary_goal_id", Value::Null), ("owner_id", Value::Null), ("idea_id", json!(one))]);
    assert_eq!((ids(&copy["goals"]), &copy["goals"][0]["role"]), (vec![open], &json!("guardrail")));
    shows(&copied(owner, &format!("/insights/{found}"), ""), &[("research_collection_id", Value::Null)]);
    owner.delete(&format!("/ideas/{one}")).status_is(204);
    shows(&copied(owner, &format!("/experiments/{doomed}"), ""), &[("idea_id", Value::Null)]);
    // What names it already keeps it.
    shows(owner.get(&format!("/experiments/{tested}")).status_is(200).data(), &[("primary_goal_id", json!(archived))]);
}
