//! Learnings that are made of experiments.

use serde_json::{Value, json};

use super::whole;
use crate::activities::entries;
use crate::records::{insight, project};
use crate::world::{Store, World, on_both};

on_both![a_learning_is_linked_on_the_side_that_is_said, what_is_wrong_with_it_leaves_nothing];

fn a_learning_is_linked_on_the_side_that_is_said(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let found = insight(owner, project, "Why");
    let id = whole(owner, json!({ "project_id": project, "insight_ids": [found] }));
    let create = |body: Value| {
        owner.post(&format!("/experiments/{id}/create-learning?include=insights"), body).status_is(201).data().clone()
    };
    let first = create(json!({ "name": "It helps", "confidence": "high" }));
    assert_eq!((&first["project_id"], &first["insights"][0]["id"]), (&json!(project), &json!(found)));
    let second = create(json!({ "name": "It hurts", "stance": "contradicting", "insight_ids": [] }));
    assert_eq!(second["insights"], json!([]));
    let side = |learning: &Value, side: &str| {
        let path = format!("/learnings/{}/{side}-experiments", learning["id"]);
        let shown = owner.post(&path, json!({ "ids": [id] }));
        shown.status
    };
    assert_eq!((side(&first, "supporting"), side(&first, "contradicting")), (200, 422));
    assert_eq!((side(&second, "supporting"), side(&second, "contradicting")), (422, 200));
    let told = owner.get(&format!("/learnings/{}/experiments", second["id"])).status_is(200).data().clone();
    let whole = owner.get(&format!("/experiments/{id}")).status_is(200).data().clone();
    assert_eq!(told, json!({ "supporting": [], "contradicting": [whole] }));
    let log = entries(owner, "experiment", id);
    let last = log.last().expect("an entry");
    let (one, both) = (json!([first["id"]]), json!([first["id"], second["id"]]));
    let told = json!({ "attributes": { "learning_ids": both }, "old": { "learning_ids": one } });
    assert_eq!((&last["event"], &last["properties"]), (&json!("attached"), &told));
    let made = entries(owner, "learning", second["id"].as_i64().expect("an id"));
    assert_eq!(made[0]["batch_uuid"], last["batch_uuid"]);
}

fn what_is_wrong_with_it_leaves_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = whole(owner, json!({}));
    let create = |body: Value| owner.post(&format!("/experiments/{id}/create-learning"), body);
    create(json!({})).invalid(&[("name", "The name field is required.")]);
    create(json!({ "name": "A", "stance": "neither" })).invalid(&[("stance", "The selected stance is invalid.")]);
    create(json!({ "stance": "neither" }))
        .invalid(&[("name", "The name field is required."), ("stance", "The selected stance is invalid.")]);
    create(json!({ "name": "A", "insight_ids": [999_999] }))
        .invalid(&[("insight_ids.0", "The selected insight_ids.0 is invalid.")]);
    for (stance, other) in [("supporting", "contradicting"), ("contradicting", "supporting")] {
        let key = format!("{other}_experiment_ids");
        create(json!({ "name": "A", "stance": stance, &key: [id] }))
            .invalid(&[(&format!("{key}.0"), &format!("The {key}.0 is attached as {stance} already."))]);
    }
    assert_eq!(owner.get("/learnings").status_is(200).total(), 0);
    team.viewer()
        .post(&format!("/experiments/{id}/create-learning"), json!({}))
        .refused(403, "This action is unauthorized.");
}
