//! Merging insights and learnings: what is attached to them, and what others say of them.

use serde_json::{Value, json};

use crate::activities::events;
use crate::records::{comment, experiment, idea, insight, learning, linked, made, observation, page, project, tag};
use crate::world::{Client, Store, World, on_both};

on_both![
    an_insight_takes_over_what_is_attached,
    a_succession_leads_to_what_stays,
    a_learning_keeps_its_sides,
    a_merge_takes_the_right_to_delete,
    a_merge_that_makes_no_sense_is_refused,
];

fn ids(shown: &Value, relation: &str) -> Vec<i64> {
    shown[relation].as_array().expect("a list").iter().filter_map(|it| it["id"].as_i64()).collect()
}

fn one(client: &Client, path: &str) -> Value {
    client.get(path).status_is(200).data().clone()
}

fn an_insight_takes_over_what_is_attached(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (home, away) = (project(owner), project(owner));
    let [target, first, second] =
        [(home, "Kept"), (home, "First"), (away, "Second")].map(|(at, name)| insight(owner, at, name));
    let [shared, other] = ["Shared", "Other"].map(|name| tag(owner, name));
    let [seen, heard] = ["Seen", "Heard"].map(|name| observation(owner, home, name));
    let (idea, page) = (idea(owner, home, "Try"), page(owner, home, "Cart"));
    let attach = |insight: i64, relation: &str, ids: &[i64]| {
        owner.post(&format!("/insights/{insight}/{relation}"), json!({ "ids": ids })).status_is(200);
    };
    attach(target, "tags", &[shared]);
    attach(first, "tags", &[shared, other]);
    attach(second, "tags", &[shared]);
    attach(target, "observations", &[seen]);
    attach(first, "observations", &[seen, heard]);
    attach(second, "ideas", &[idea]);
    attach(second, "pages", &[page]);
    let file = linked(owner, away, "insight", second);
    let said = comment(owner, "insight", first, "Is it so?");
    let there = comment(owner, "insight", second, "It is.");
    let shown = linked(owner, away, "comment", there);
    let body = json!({ "source_ids": [second, first], "target_id": target });
    let include = "include=tags,observations,ideas,pages,attachments,comments";
    let merged = owner.post(&format!("/insights/merge?{include}"), body).status_is(200);
    for (relation, expected) in [
        ("tags", vec![shared, other]),
        ("observations", vec![seen, heard]),
        ("ideas", vec![idea]),
        ("pages", vec![page]),
        ("attachments", vec![file]),
        ("comments", vec![said, there]),
    ] {
        assert_eq!(ids(merged.data(), relation), expected, "{relation}");
    }
    for attached in [file, shown] {
        assert_eq!(one(owner, &format!("/attachments/{attached}"))["project_id"], json!(home));
    }
    assert!(!events(owner, "comment", there).iter().any(|it| it == "attachment_updated"), "what moves is not logged");
    assert_eq!([shared, other].map(|tag| one(owner, &format!("/tags/{tag}"))["usage_count"].clone()), [1, 1]);
    assert_eq!(one(owner, &format!("/observations/{heard}"))["status"], json!("linked"));
    let log = |id: i64| {
        let path = format!("/activities?subject_type=insight&subject_id={id}&sort=-id");
        owner.get(&path).status_is(200).items()[0].clone()
    };
    let (last, gone) = (log(target), log(first));
    assert_eq!((&last["event"], &gone["event"]), (&json!("merged"), &json!("deleted")));
    assert_eq!(last["properties"], json!({ "attributes": { "source_ids": [second, first] } }));
    assert_eq!(last["batch_uuid"], gone["batch_uuid"]);
    assert_eq!(owner.get("/insights").ids(), [target]);
    // What is restored comes without its links.
    let back = owner.post(&format!("/insights/{first}/restore?{include}"), json!({})).status_is(200);
    assert!(ids(back.data(), "tags").is_empty() && ids(back.data(), "comments").is_empty());
    world.is_sound();
}

fn a_succession_leads_to_what_stays(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let [target, source, older] = ["Kept", "Source", "Older"].map(|name| insight(owner, home, name));
    for id in [target, older] {
        let path = format!("/insights/{id}/supersede");
        owner.post(&path, json!({ "superseded_by_id": source })).status_is(200);
    }
    let body = json!({ "source_ids": [source], "target_id": target });
    let merged = owner.post("/insights/merge", body).status_is(200);
    assert_eq!(merged.data()["superseded_by_id"], Value::Null);
    assert_eq!(one(owner, &format!("/insights/{older}"))["superseded_by_id"], json!(target));
    let log = owner.get(&format!("/activities?subject_type=insight&subject_id={older}&sort=-id")).status_is(200);
    assert_eq!(log.items()[0]["event"], json!("updated"));
    let told = json!({ "attributes": { "superseded_by_id": target }, "old": { "superseded_by_id": source } });
    assert_eq!(log.items()[0]["properties"], told);
    let [target, source, between] = ["Kept", "Source", "Between"].map(|name| insight(owner, home, name));
    for (id, by) in [(between, source), (target, between)] {
        owner.post(&format!("/insights/{id}/supersede"), json!({ "superseded_by_id": by })).status_is(200);
    }
    let body = json!({ "source_ids": [source], "target_id": target });
    let merged = owner.post("/insights/merge", body).status_is(200);
    assert_eq!(merged.data()["superseded_by_id"], Value::Null, "no circle closes");
    assert_eq!(one(owner, &format!("/insights/{between}"))["superseded_by_id"], json!(target));
}

fn a_learning_keeps_its_sides(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let [target, first, second] = ["Kept", "First", "Second"].map(|name| learning(owner, home, name));
    let [one, two, three] = ["One", "Two", "Three"].map(|name| experiment(owner, home, name));
    for (learning, side, ids) in [
        (target, "supporting", vec![one]),
        (first, "contradicting", vec![one, two]),
        (second, "supporting", vec![two, three]),
    ] {
        let path = format!("/learnings/{learning}/{side}-experiments");
        owner.put(&path, json!({ "ids": ids })).status_is(200);
    }
    let body = json!({ "source_ids": [first, second], "target_id": target });
    owner.post("/learnings/merge", body).status_is(200);
    let side = |side: &str| {
        // What is attached already changes nothing, and is shown.
        let path = format!("/learnings/{target}/{side}-experiments");
        let held = if side == "supporting" { one } else { two };
        ids(owner.post(&path, json!({ "ids": [held] })).status_is(200).data(), &format!("{side}_experiments"))
    };
    assert_eq!((side("supporting"), side("contradicting")), (vec![one, three], vec![two]));
    assert_eq!(owner.get("/learnings").ids(), [target]);
}

fn a_merge_takes_the_right_to_delete(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.member());
    let home = project(owner);
    let (target, own, other) =
        (insight(owner, home, "Kept"), insight(member, home, "Own"), insight(owner, home, "Other"));
    let merge = |sources: &[i64]| member.post("/insights/merge", json!({ "source_ids": sources, "target_id": target }));
    merge(&[own, other]).refused(403, "This action is unauthorized.");
    assert_eq!(owner.get("/insights").total(), 3);
    merge(&[own]).status_is(200);
    assert_eq!(owner.get("/insights").total(), 2);
}

fn a_merge_that_makes_no_sense_is_refused(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let owner = ours.owner();
    let home = project(owner);
    let [one, two] = ["One", "Two"].map(|name| learning(owner, home, name));
    let foreign = learning(theirs.owner(), project(theirs.owner()), "Theirs");
    let gone = made(owner, "/learnings", json!({ "project_id": home, "name": "Gone" }));
    owner.delete(&format!("/learnings/{gone}")).status_is(204);
    let merge = |sources: Value, target: Value| {
        owner.post("/learnings/merge", json!({ "source_ids": sources, "target_id": target }))
    };
    merge(json!([one, two]), json!(two)).invalid(&[("source_ids.1", "The selected source_ids.1 is invalid.")]);
    merge(json!([foreign]), json!(two)).invalid_under("source_ids.0");
    merge(json!([gone]), json!(two)).invalid_under("source_ids.0");
    merge(json!([one]), json!(foreign)).invalid(&[("target_id", "The selected target id is invalid.")]);
    merge(json!([]), json!(two)).invalid(&[("source_ids", "The source ids field is required.")]);
    merge(json!([one]), json!(null)).invalid_under("target_id");
    for kind in ["insights", "learnings", "tags", "project-lookups"] {
        owner.post(&format!("/{kind}/merge"), json!({ "source_ids": [] })).invalid(&[
            ("source_ids", "The source ids field is required."),
            ("target_id", "The target id field is required."),
        ]);
    }
    assert_eq!(owner.get("/learnings").total(), 2);
}
