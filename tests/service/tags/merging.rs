//! Merging tags: one takes the place of others.

use std::time::Duration;

use serde_json::json;

use crate::records::{goal, idea, project, tag};
use crate::responses::held::WAITING;
use crate::world::{Store, World, on_both, within};

on_both![
    a_merge_moves_taggings_without_doubles,
    a_merge_that_makes_no_sense_is_refused,
    a_merge_is_logged_in_one_batch
];

fn a_merge_moves_taggings_without_doubles(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (kept, old, older) = (tag(owner, "Kept"), tag(owner, "Old"), tag(owner, "Older"));
    let (both, one, gone) = (idea(owner, project, "Both"), idea(owner, project, "One"), idea(owner, project, "Gone"));
    let goal = goal(owner, project, "One");
    for (path, ids) in [
        (format!("/ideas/{both}/tags"), vec![kept, old, older]),
        (format!("/ideas/{one}/tags"), vec![older]),
        (format!("/ideas/{gone}/tags"), vec![old]),
        (format!("/goals/{goal}/tags"), vec![old, older]),
    ] {
        owner.post(&path, json!({ "ids": ids })).status_is(200);
    }
    owner.delete(&format!("/ideas/{gone}")).status_is(204);
    let merged =
        owner.post("/tags/merge?include=ideasCount,goals", json!({ "source_ids": [older, old], "target_id": kept }));
    let merged = merged.status_is(200);
    assert_eq!((merged.id(), &merged.data()["usage_count"]), (kept, &json!(3)));
    assert_eq!(merged.data()["ideas_count"], json!(2));
    assert_eq!(merged.data()["goals"][0]["id"], json!(goal));
    for source in [old, older] {
        owner.get(&format!("/tags/{source}")).status_is(404);
    }
    owner.post(&format!("/ideas/{gone}/restore"), json!({})).status_is(200);
    let again = owner.get(&format!("/tags/{kept}")).status_is(200);
    assert_eq!(again.data()["usage_count"], json!(4));
    assert_eq!(owner.get(&format!("/ideas?filter[tag_id]={kept}")).status_is(200).total(), 3);
}

/// Another server merges the tag of an idea into another, which then counts it, while this one deletes it.
#[test]
fn what_is_deleted_while_its_tag_is_merged_counts_nowhere() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (kept, old, idea) = (tag(owner, "Kept"), tag(owner, "Old"), idea(owner, project, "One"));
    owner.post(&format!("/ideas/{idea}/tags"), json!({ "ids": [old] })).status_is(200);
    let mut elsewhere = world.postgres();
    let merge = format!(
        "BEGIN; UPDATE taggings SET tag_id = {kept} WHERE tag_id = {old}; \
         UPDATE tags SET usage_count = 1 WHERE id = {kept}; DELETE FROM tags WHERE id = {old}"
    );
    elsewhere.batch_execute(&merge).expect("a merge");
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| owner.delete(&format!("/ideas/{idea}")));
        within(Duration::from_secs(10), "the delete waits for the merge", || world.count(WAITING) > 0);
        elsewhere.batch_execute("COMMIT").expect("a merge");
        waits.join().expect("an answer").status_is(204);
    });
    assert_eq!(owner.get(&format!("/tags/{kept}")).status_is(200).data()["usage_count"], json!(0));
}

fn a_merge_that_makes_no_sense_is_refused(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    let (one, two, theirs) = (tag(owner, "One"), tag(owner, "Two"), tag(other.owner(), "Theirs"));
    let invalid = |field: &str| format!("The selected {} is invalid.", field.replace('_', " "));
    let merge = |sources: serde_json::Value, target: serde_json::Value| {
        owner.post("/tags/merge", json!({ "source_ids": sources, "target_id": target }))
    };
    merge(json!([one, two]), json!(two)).invalid(&[("source_ids.1", "The selected source_ids.1 is invalid.")]);
    merge(json!([theirs]), json!(two)).invalid_under("source_ids.0");
    merge(json!([one]), json!(theirs)).invalid(&[("target_id", &invalid("target_id"))]);
    merge(json!([]), json!(two)).invalid(&[("source_ids", "The source ids field is required.")]);
    merge(json!((0..101).collect::<Vec<_>>()), json!(two)).invalid_under("source_ids");
    merge(json!([one]), json!(null)).invalid_under("target_id");
    team.member().post("/tags/merge", json!({ "source_ids": [one], "target_id": two })).status_is(403);
    assert_eq!(owner.get("/tags").status_is(200).total(), 2);
}

fn a_merge_is_logged_in_one_batch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (kept, old) = (tag(owner, "Kept"), tag(owner, "Old"));
    let idea = idea(owner, project, "One");
    owner.post(&format!("/ideas/{idea}/tags"), json!({ "ids": [old] })).status_is(200);
    owner.post("/tags/merge", json!({ "source_ids": [old], "target_id": kept })).status_is(200);
    let last = |id: i64| {
        let log = owner.get(&format!("/activities?subject_type=tag&subject_id={id}")).status_is(200);
        log.items()[0].clone()
    };
    let (merged, deleted) = (last(kept), last(old));
    assert_eq!((&merged["event"], &deleted["event"]), (&json!("merged"), &json!("deleted")));
    assert_eq!(merged["properties"], json!({ "attributes": { "source_ids": [old], "moved": 1 } }));
    assert!(merged["batch_uuid"].is_string());
    assert_eq!(merged["batch_uuid"], deleted["batch_uuid"]);
    let of_idea = owner.get(&format!("/activities?subject_type=idea&subject_id={idea}")).status_is(200);
    assert_eq!(of_idea.items()[0]["event"], json!("attached"));
}
