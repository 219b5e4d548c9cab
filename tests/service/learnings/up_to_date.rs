//! Lists that are up to date: each shows what was acknowledged before it was asked for, by whichever server, and belongs to
//! its team and its host.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::records::{insight, learning, project};
use crate::world::{Client, Store, World, meanwhile, on_both};

on_both![
    a_list_shows_every_change_at_once,
    a_list_shows_at_once_what_another_server_wrote,
    a_list_is_its_team_s_and_its_host_s_own,
    a_list_is_never_older_than_what_was_acknowledged,
];

const LIST: &str = "/learnings?include=insights,insightsCount&sort=id";

fn listed(client: &Client) -> Value {
    client.get(LIST).status_is(200).body
}

/// Makes changes to what the list shows, each through `writer`, and looks for each in the list of `reader`.
fn change_and_look(writer: &Client, reader: &Client) {
    let project = project(writer);
    let insight = insight(writer, project, "Prices hide");
    let learning = learning(writer, project, "Short forms win");
    let (its_insights, itself) = (format!("/learnings/{learning}/insights"), format!("/learnings/{learning}"));
    let insights = |list: &Value| list["data"][0]["insights"].clone();
    let names = |list: &Value| list["data"][0]["insights"][0]["name"].clone();

    assert_eq!(insights(&listed(reader)), json!([]));
    writer.post(&its_insights, json!({ "ids": [insight] })).status_is(200);
    assert_eq!(names(&listed(reader)), "Prices hide");
    writer.patch(&format!("/insights/{insight}"), json!({ "name": "Prices show" })).status_is(200);
    assert_eq!(names(&listed(reader)), "Prices show");
    writer.delete(&format!("/insights/{insight}")).status_is(204);
    assert_eq!(insights(&listed(reader)), json!([]));
    writer.post(&format!("/insights/{insight}/restore"), json!({})).status_is(200);
    assert_eq!(listed(reader)["data"][0]["insights_count"], 1);
    writer.delete(&format!("{its_insights}/{insight}")).status_is(200);
    assert_eq!(listed(reader)["data"][0]["insights_count"], 0);
    writer.patch(&itself, json!({ "confidence": "high" })).status_is(200);
    assert_eq!(listed(reader)["data"][0]["confidence"], "high");
    writer.delete(&itself).status_is(204);
    assert_eq!(listed(reader)["meta"]["total"], 0);
    writer.post(&format!("{itself}/restore"), json!({})).status_is(200);
    assert_eq!(listed(reader)["data"][0]["id"], json!(learning));
}

fn a_list_shows_every_change_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    change_and_look(team.owner(), team.owner());
}

fn a_list_shows_at_once_what_another_server_wrote(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    change_and_look(&team.owner().at(&neighbour), team.owner());
}

fn a_list_is_its_team_s_and_its_host_s_own(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    learning(ours.owner(), project(ours.owner()), "Ours");
    learning(theirs.owner(), project(theirs.owner()), "Theirs");
    assert_eq!(listed(ours.owner())["data"][0]["name"], "Ours");
    assert_eq!(listed(theirs.owner())["data"][0]["name"], "Theirs");
    let elsewhere = ours.owner().send("GET", LIST, &[("Host", "elsewhere.test")], b"").status_is(200).body;
    assert!(elsewhere["links"]["first"].as_str().is_some_and(|it| it.starts_with("http://elsewhere.test/api/")));
}

fn a_list_is_never_older_than_what_was_acknowledged(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let insight = insight(owner, project(owner), "0");
    let learning = learning(owner, project(owner), "Shown with it");
    owner.post(&format!("/learnings/{learning}/insights"), json!({ "ids": [insight] })).status_is(200);
    let acknowledged = AtomicU64::new(0);
    let read = |_| {
        let least = acknowledged.load(Ordering::SeqCst);
        let list = listed(owner);
        let name = list["data"][0]["insights"][0]["name"].as_str().and_then(|it| it.parse().ok());
        let seen: u64 = name.expect("a number");
        assert!(seen >= least, "{seen} was shown after {least} was acknowledged");
    };
    meanwhile(4, read, || {
        for number in 1..=150_u64 {
            owner.patch(&format!("/insights/{insight}"), json!({ "name": number.to_string() })).status_is(200);
            acknowledged.store(number, Ordering::SeqCst);
        }
    });
}
