//! Deleting one learning and bringing it back.

use serde_json::json;

use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![
    delete_answers_204_and_the_record_is_gone,
    restore_brings_it_back_as_it_was,
    restore_of_a_live_record_is_no_error,
    restore_is_refused_while_its_project_is_deleted,
    children_of_a_deleted_project_stay,
];

fn delete_answers_204_and_the_record_is_gone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    assert!(team.owner().delete(&path).status_is(204).raw.is_empty());
    let message = format!("No learning {id} in this team.");
    team.owner().get(&path).refused(404, &message);
    team.owner().patch(&path, json!({ "name": "Two" })).refused(404, &message);
    team.owner().put(&path, json!({ "name": "Two" })).refused(404, &message);
    team.owner().delete(&path).refused(404, &message);
}

fn restore_brings_it_back_as_it_was(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    let before = team.owner().get(&path).status_is(200);
    team.owner().delete(&path).status_is(204);
    let back = team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    let mut expected = before.data().clone();
    expected["updated_at"] = back.data()["updated_at"].clone();
    assert_eq!(back.data(), &expected);
    assert_eq!(team.owner().get(&path).status_is(200).body, back.body);
    assert_eq!(team.owner().get("/learnings").status_is(200).ids(), [id]);
    team.owner().post("/learnings/999999/restore", json!({})).refused(404, "No learning 999999 in this team.");
}

fn restore_of_a_live_record_is_no_error(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let before = team.owner().get(&format!("/learnings/{id}")).status_is(200);
    team.owner().post(&format!("/learnings/{id}/restore"), json!({})).is(200, before.body);
}

fn restore_is_refused_while_its_project_is_deleted(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let id = learning(team.owner(), project, "One");
    team.owner().delete(&format!("/learnings/{id}")).status_is(204);
    team.owner().delete(&format!("/projects/{project}")).status_is(204);
    team.owner().post(&format!("/learnings/{id}/restore"), json!({})).invalid_under("project_id");
    team.owner().post(&format!("/projects/{project}/restore"), json!({})).status_is(200);
    team.owner().post(&format!("/learnings/{id}/restore"), json!({})).status_is(200);
}

fn children_of_a_deleted_project_stay(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let id = learning(team.owner(), project, "One");
    team.owner().delete(&format!("/projects/{project}")).status_is(204);
    let answer = team.owner().get(&format!("/learnings?filter[project_id]={project}")).status_is(200);
    assert_eq!((answer.ids(), answer.total()), (vec![id], 1));
    assert_eq!(team.owner().get(&format!("/learnings/{id}")).status_is(200).data()["project_id"], json!(project));
}
