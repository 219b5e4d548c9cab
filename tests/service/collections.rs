//! Research collections, where they are more than what every kind has.

use serde_json::{Value, json};

use crate::activities::entries;
use crate::records::{collection, made, project};
use crate::world::{Store, World, on_both};

on_both![every_state_and_command_is_as_the_table_says, a_collection_is_closed_once];

const STATUSES: [&str; 4] = ["planned", "active", "completed", "archived"];

/// What closing makes of each state, and nothing where it is refused.
const CLOSED: [Option<&str>; 4] = [Some("completed"), Some("completed"), None, None];

fn every_state_and_command_is_as_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let standing = |status: &str| {
        let body = json!({ "project_id": project, "name": "Interviews", "status": status });
        format!("/research-collections/{}", made(owner, "/research-collections", body))
    };
    let told = |since: usize| -> Vec<Value> {
        entries(owner, "project", project)[since..].iter().map(|it| it["event"].clone()).collect()
    };
    for (from, to) in STATUSES.into_iter().zip(CLOSED) {
        let path = standing(from);
        let (before, since) = (owner.get(&path).status_is(200).body, told(0).len());
        let answer = owner.post(&format!("{path}/close"), json!({}));
        if let Some(to) = to {
            assert_eq!(answer.status_is(200).data()["status"], json!(to), "close while {from}");
            assert_eq!(told(since), ["research_collection_closed"], "close while {from}");
        } else {
            let refused = format!("The status field does not allow close while it is {from}.");
            answer.invalid(&[("status", &refused)]);
            assert_eq!((owner.get(&path).status_is(200).body, told(since).len()), (before, 0), "close while {from}");
        }
        for to in STATUSES {
            let (path, since) = (standing(from), told(0).len());
            let changed = owner.patch(&path, json!({ "status": to })).status_is(200);
            assert_eq!(changed.data()["status"], json!(to), "from {from}");
            let event = if from == to { &[][..] } else { &["research_collection_updated"] };
            assert_eq!(told(since), event, "from {from} to {to}");
        }
        let path = standing(from);
        owner.delete(&path).status_is(204);
        owner.post(&format!("{path}/close"), json!({})).status_is(404);
        let back = owner.post(&format!("{path}/restore"), json!({})).status_is(200);
        assert_eq!(back.data()["status"], json!(from), "it comes back as it was");
    }
}

fn a_collection_is_closed_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = collection(owner, project, "Interviews");
    let path = format!("/research-collections/{id}/close");
    let closed = team.member().post(&path, json!({})).status_is(200);
    assert_eq!(closed.data()["status"], "completed");
    assert!(closed.data()["ended_at"].is_string());
    let log = owner.get(&format!("/activities?subject_type=project&subject_id={project}")).status_is(200);
    assert_eq!(log.items()[0]["event"], "research_collection_closed");
    for (status, said) in [("completed", "completed"), ("archived", "archived")] {
        owner.patch(&format!("/research-collections/{id}"), json!({ "status": status })).status_is(200);
        let refused = format!("The status field does not allow close while it is {said}.");
        owner.post(&path, json!({})).invalid(&[("status", &refused)]);
    }
    // What says when it ended keeps that, and what begins later has not ended.
    let said = json!({ "status": "planned", "ended_at": "2026-01-31T00:00:00Z" });
    owner.patch(&format!("/research-collections/{id}"), said).status_is(200);
    let closed = owner.post(&path, json!({})).status_is(200);
    assert_eq!(closed.data()["ended_at"], "2026-01-31T00:00:00.000000Z");
    let later = json!({ "status": "planned", "started_at": "2100-01-31", "ended_at": null });
    owner.patch(&format!("/research-collections/{id}"), later).status_is(200);
    owner.post(&path, json!({})).invalid_under("ended_at");
}
