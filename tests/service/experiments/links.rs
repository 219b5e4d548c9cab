//! What is attached to experiments beside goals: from either side, until they are completed; and what they say of
//! learnings.

use serde_json::{Value, json};

use super::{events, standing, whole};
use crate::records::{audience, insight, learning, page, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_completed_experiment_keeps_what_is_attached_to_it,
    learnings_are_supported_or_contradicted,
    a_learning_has_an_experiment_on_one_side_only,
    an_experiment_attaches_learnings_as_supporting,
];

fn completed(client: &Client) -> String {
    standing(client, "completed")
}

fn a_completed_experiment_keeps_what_is_attached_to_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, project) = (completed(owner), project(owner));
    let id: i64 = path.rsplit('/').next().expect("an id").parse().expect("a number");
    let insight = insight(owner, project, "Kept");
    for (relation, related) in [
        ("insights", insight),
        ("pages", page(owner, project, "Kept")),
        ("audiences", audience(owner, project, "Kept")),
    ] {
        let closed = format!("The status field does not allow a change of {relation} while it is completed.");
        let closed = [("status", closed.as_str())];
        owner.post(&format!("{path}/{relation}"), json!({ "ids": [related] })).invalid(&closed);
        let ids = format!("{}_ids", relation.trim_end_matches('s'));
        owner.patch(&path, json!({ ids: [related] })).invalid(&closed);
        owner.put(&format!("{path}/{relation}"), json!({ "ids": [] })).status_is(200);
    }
    let closed = [("status", "The status field does not allow a change of insights while it is completed.")];
    owner.post(&format!("/insights/{insight}/experiments"), json!({ "ids": [id] })).invalid(&closed);
    owner
        .post(
            "/insights",
            json!({
                "project_id": project, "name": "New", "source": "analytics", "experiment_ids": [id],
            }),
        )
        .invalid_under("status");
    let learning = learning(owner, project, "Open");
    owner.post(&format!("{path}/learnings"), json!({ "ids": [learning] })).status_is(200);
    let tag = owner.post("/tags", json!({ "name": "open" })).status_is(201).id();
    owner.post(&format!("{path}/tags"), json!({ "ids": [tag] })).status_is(200);
}

fn learnings_are_supported_or_contradicted(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let [one, two] = [(); 2].map(|()| whole(owner, json!({})));
    let id = learning(owner, project(owner), "Short forms sell");
    let path = format!("/learnings/{id}");
    let supported =
        team.member().post(&format!("{path}/supporting-experiments"), json!({ "ids": [one] })).status_is(200);
    assert_eq!(supported.data()["supporting_experiments"][0]["id"], json!(one));
    let denied = owner.put(&format!("{path}/contradicting-experiments"), json!({ "ids": [two] })).status_is(200);
    assert_eq!(denied.data()["contradicting_experiments"][0]["id"], json!(two));
    assert_eq!(denied.data().get("supporting_experiments"), None);
    assert_eq!(events(owner, "learning", id), ["created", "attached", "attached"]);
    let log = owner.get(&format!("/activities?subject_type=learning&subject_id={id}&sort=-id")).status_is(200);
    assert_eq!(
        log.items()[0]["properties"],
        json!({
            "attributes": { "contradicting_experiment_ids": [two] }, "old": { "contradicting_experiment_ids": [] },
        })
    );
    owner.delete(&format!("{path}/contradicting-experiments/{one}")).status_is(200);
    let both = owner.get(&format!("/experiments/{one}?include=learnings")).status_is(200);
    assert_eq!(both.data()["learnings"][0]["id"], json!(id), "it is on the other side");
    owner.delete(&format!("{path}/supporting-experiments/{one}")).status_is(200);
    let counted = owner.get(&format!("/experiments/{one}?include=learningsCount")).status_is(200);
    assert_eq!(counted.data()["learnings_count"], json!(0));
    owner.put(&format!("{path}/contradicting-experiments"), json!({ "ids": [one] })).status_is(200);
    let refused = owner.get(&format!("{path}?include=supportingExperiments"));
    refused.status_is(400);
}

fn a_learning_has_an_experiment_on_one_side_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (one, project) = (whole(owner, json!({})), project(owner));
    let path = format!("/learnings/{}", learning(owner, project, "Short forms sell"));
    owner.post(&format!("{path}/contradicting-experiments"), json!({ "ids": [one] })).status_is(200);
    let taken = "The ids.0 is attached as contradicting already.";
    for refused in [
        owner.post(&format!("{path}/supporting-experiments"), json!({ "ids": [one] })),
        owner.put(&format!("{path}/supporting-experiments"), json!({ "ids": [one] })),
    ] {
        refused.invalid(&[("ids.0", taken)]);
    }
    let named = json!({ "supporting_experiment_ids": [one] });
    let field = "supporting_experiment_ids.0";
    owner.patch(&path, named).invalid(&[(field, &taken.replace("ids.0", field))]);
    let both = json!({
        "project_id": project, "name": "Both", "supporting_experiment_ids": [one], "contradicting_experiment_ids": [one],
    });
    let field = "contradicting_experiment_ids.0";
    let twice = format!("The {field} is attached as supporting already.");
    owner.post("/learnings", both).invalid(&[(field, &twice)]);
}

fn an_experiment_attaches_learnings_as_supporting(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (id, project) = (whole(owner, json!({})), project(owner));
    let [one, two] = ["One", "Two"].map(|name| learning(owner, project, name));
    owner.post(&format!("/learnings/{one}/contradicting-experiments"), json!({ "ids": [id] })).status_is(200);
    let path = format!("/experiments/{id}");
    let attached = owner.post(&format!("{path}/learnings"), json!({ "ids": [one, two] })).status_is(200);
    let shown: Vec<&Value> =
        attached.data()["learnings"].as_array().expect("learnings").iter().map(|it| &it["id"]).collect();
    assert_eq!(shown, [&json!(one), &json!(two)]);
    let again = json!({ "ids": [id] });
    owner.post(&format!("/learnings/{one}/contradicting-experiments"), again.clone()).status_is(200);
    owner.post(&format!("/learnings/{two}/supporting-experiments"), again.clone()).status_is(200);
    owner.post(&format!("/learnings/{two}/contradicting-experiments"), again).invalid_under("ids.0");
    let detached = owner.put(&format!("{path}/learnings"), json!({ "ids": [] })).status_is(200);
    assert_eq!(detached.data()["learnings"], json!([]));
    let rest = owner.put(&format!("/learnings/{one}/contradicting-experiments"), json!({ "ids": [] })).status_is(200);
    assert_eq!(rest.data()["contradicting_experiments"], json!([]));
}
