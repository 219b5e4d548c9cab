//! Deleting an idea, bringing it back, and moving it to another project.

use serde_json::json;

use super::idea;
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![
    delete_answers_204_and_the_idea_is_gone,
    restore_brings_it_back_as_it_was,
    restore_of_a_live_idea_is_no_error,
    restore_is_refused_while_its_project_is_deleted,
    ideas_of_a_deleted_project_stay,
    an_idea_moves_to_another_project_of_its_team,
];

fn delete_answers_204_and_the_idea_is_gone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    let path = format!("/ideas/{id}");
    assert!(team.owner().delete(&path).status_is(204).raw.is_empty());
    let message = format!("No idea {id} in this team.");
    team.owner().get(&path).refused(404, &message);
    team.owner().patch(&path, json!({ "name": "Two" })).refused(404, &message);
    team.owner().put(&path, json!({ "name": "Two" })).refused(404, &message);
    team.owner().delete(&path).refused(404, &message);
    for archived in ["false", "true", "all"] {
        let list = team.owner().get(&format!("/ideas?filter[archived]={archived}")).status_is(200);
        assert_eq!((list.ids(), list.total()), (vec![], 0));
    }
}

fn restore_brings_it_back_as_it_was(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({
        "project_id": project(team.owner()), "name": "One", "status": "planned", "priority": "high",
        "scores": { "impact": 2, "confidence": 3, "ease": 4 }, "due_at": "2026-01-02", "effort_days": 0.5,
    });
    let path = format!("/ideas/{}", made(team.owner(), "/ideas", body));
    let before = team.owner().get(&path).status_is(200);
    team.owner().delete(&path).status_is(204);
    let back = team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    let mut expected = before.data().clone();
    // What comes back comes last.
    for moved in ["updated_at", "position"] {
        expected[moved] = back.data()[moved].clone();
    }
    assert_eq!(back.data(), &expected);
    team.owner().get(&path).is(200, back.body);
    team.owner().post("/ideas/999999/restore", json!({})).refused(404, "No idea 999999 in this team.");
}

fn restore_of_a_live_idea_is_no_error(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/ideas/{}", idea(team.owner(), project(team.owner()), "One"));
    let before = team.owner().get(&path).status_is(200);
    team.owner().post(&format!("{path}/restore"), json!({})).is(200, before.body);
}

fn restore_is_refused_while_its_project_is_deleted(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let path = format!("/ideas/{}", idea(team.owner(), project, "One"));
    team.owner().delete(&path).status_is(204);
    team.owner().delete(&format!("/projects/{project}")).status_is(204);
    team.owner().post(&format!("{path}/restore"), json!({})).invalid_under("project_id");
    team.owner().post(&format!("/projects/{project}/restore"), json!({})).status_is(200);
    team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
}

fn ideas_of_a_deleted_project_stay(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = idea(team.owner(), home, "One");
    team.owner().delete(&format!("/projects/{home}")).status_is(204);
    let list = team.owner().get(&format!("/ideas?filter[project_id]={home}")).status_is(200);
    assert_eq!((list.ids(), list.total()), (vec![id], 1));
    let path = format!("/ideas/{id}");
    let changed = team.owner().patch(&path, json!({ "name": "Two", "status": "under_review" })).status_is(200);
    assert_eq!(changed.data()["project_id"], json!(home));
    team.owner().post(&format!("{path}/archive"), json!({})).status_is(200);
    let next = project(team.owner());
    let moved = team.owner().patch(&path, json!({ "project_id": next })).status_is(200);
    assert_eq!(moved.data()["project_id"], json!(next));
    team.owner().patch(&path, json!({ "project_id": home })).invalid_under("project_id");
}

fn an_idea_moves_to_another_project_of_its_team(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let [here, there] = [project(team.owner()), project(team.owner())];
    let id = idea(team.owner(), here, "One");
    let path = format!("/ideas/{id}");
    let totals = || {
        let total = |it: i64| team.owner().get(&format!("/ideas?filter[project_id]={it}")).status_is(200).total();
        let count = |it: i64| {
            let answer = team.owner().get(&format!("/projects/{it}?include=ideasCount")).status_is(200);
            answer.data()["ideas_count"].as_i64().expect("a count")
        };
        assert_eq!([total(here), total(there)], [count(here), count(there)]);
        [total(here), total(there)]
    };
    assert_eq!(totals(), [1, 0]);
    let moved = team.member().patch(&path, json!({ "project_id": there.to_string() })).status_is(200);
    assert_eq!(moved.data()["project_id"], json!(there));
    assert_eq!(totals(), [0, 1]);
    team.owner().patch(&path, json!({ "project_id": project(other.owner()) })).invalid_under("project_id");
    assert_eq!(totals(), [0, 1]);
}
