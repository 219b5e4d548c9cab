//! Changes of links where very many are linked: what is answered, and what is logged.

use serde_json::{Value, json};

use super::insights;
use crate::records::{made, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![links_are_named_one_by_one_up_to_a_thousand, what_is_set_is_logged_by_what_changed];

const MOST: usize = 1_000;

/// The newest entry in the log of a learning: its event, and the insights it names as they are and as they were.
fn newest(client: &Client, learning: i64) -> (String, Value, Value) {
    let path = format!("/activities?subject_type=learning&subject_id={learning}&per_page=1");
    let entry = client.get(&path).status_is(200).items()[0].clone();
    let ids = |side: &str| entry["properties"][side]["insight_ids"].clone();
    (entry["event"].as_str().expect("an event").to_owned(), ids("attributes"), ids("old"))
}

fn entries(client: &Client, learning: i64) -> i64 {
    client.get(&format!("/activities?subject_type=learning&subject_id={learning}")).status_is(200).total()
}

#[track_caller]
fn shows(answer: Answer, ids: &[i64]) {
    let answer = answer.status_is(200);
    let shown = answer.data()["insights"].as_array().expect("the insights").iter();
    assert_eq!(shown.filter_map(|it| it["id"].as_i64()).collect::<Vec<_>>(), ids);
    assert_eq!(answer.data().get("insights_count"), None);
}

#[track_caller]
fn counts(answer: Answer, many: usize) {
    let answer = answer.status_is(200);
    assert_eq!(answer.data()["insights_count"], json!(many));
    assert_eq!(answer.data().get("insights"), None);
}

fn links_are_named_one_by_one_up_to_a_thousand(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let ids = insights(client, project, MOST + 3);
    let body = json!({ "project_id": project, "name": "One", "insight_ids": ids[..MOST - 1] });
    let learning = made(client, "/learnings", body);
    let links = format!("/learnings/{learning}/insights");
    let attach = |some: &[i64]| client.post(&links, json!({ "ids": some }));
    let detach = |one: i64| client.delete(&format!("{links}/{one}"));
    let logged = |event: &str, new: &[i64], old: &[i64]| {
        assert_eq!(newest(client, learning), (event.to_owned(), json!(new), json!(old)));
    };

    shows(attach(&[ids[MOST - 1], ids[0]]), &ids[..MOST]);
    logged("attached", &ids[..MOST], &ids[..MOST - 1]);
    counts(attach(&[ids[MOST]]), MOST + 1);
    logged("attached", &[ids[MOST]], &[]);
    counts(attach(&[ids[MOST + 2], ids[5], ids[MOST + 1], ids[MOST + 2]]), MOST + 3);
    logged("attached", &ids[MOST + 1..], &[]);

    let before = entries(client, learning);
    counts(attach(&[ids[5], ids[MOST]]), MOST + 3);
    assert_eq!(entries(client, learning), before, "nothing changed, nothing is logged");
    client.delete(&format!("{links}/{}", i64::MAX)).status_is(404);

    counts(detach(ids[1]), MOST + 2);
    logged("detached", &[], &[ids[1]]);
    counts(detach(ids[1]), MOST + 2);
    counts(detach(ids[2]), MOST + 1);
    // The insight that is deleted is hidden: a thousand are left.
    client.delete(&format!("/insights/{}", ids[0])).status_is(204);
    shows(attach(&[ids[3]]), &ids[3..]);
    counts(attach(&[ids[1]]), MOST + 1);
    shows(detach(ids[1]), &ids[3..]);
    logged("detached", &[], &[ids[1]]);
    shows(detach(ids[3]), &ids[4..]);
    logged("detached", &ids[4..], &ids[3..]);
}

fn what_is_set_is_logged_by_what_changed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let ids = insights(client, project, MOST + 1);
    let body = json!({ "project_id": project, "name": "One", "insight_ids": ids[..MOST] });
    let learning = made(client, "/learnings", body);
    assert_eq!(newest(client, learning), ("attached".to_owned(), json!(ids[..MOST]), json!([])));
    let links = format!("/learnings/{learning}/insights");
    counts(client.post(&links, json!({ "ids": [ids[MOST]] })), MOST + 1);
    // From the other side each of them has one.
    let other = client.get(&format!("/insights/{}?include=learningsCount", ids[7])).status_is(200);
    assert_eq!(other.data()["learnings_count"], json!(1));
    shows(client.put(&links, json!({ "ids": [ids[3], ids[1]] })), &[ids[1], ids[3]]);
    let gone: Vec<i64> = ids.iter().copied().filter(|id| ![ids[1], ids[3]].contains(id)).collect();
    assert_eq!(newest(client, learning), ("detached".to_owned(), json!([]), json!(gone)));
    shows(client.put(&links, json!({ "ids": [ids[1]] })), &[ids[1]]);
    assert_eq!(newest(client, learning), ("detached".to_owned(), json!([ids[1]]), json!([ids[1], ids[3]])));
}
