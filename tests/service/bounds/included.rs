//! How many records one answer includes.

use serde_json::{Value, json};

use super::insights;
use crate::records::{insight, learning, linked, made, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    an_answer_includes_so_many_records_and_no_more,
    relations_share_what_may_be_included,
    the_one_record_of_each_counts_too,
    deleted_records_do_not_count,
    after_a_write_too_many_are_counted,
    five_thousand_may_be_included_unless_the_operator_says,
];

const MOST: usize = 10;

fn world(store: Store) -> World {
    World::builder(store).env("UPLIFT_MAX_INCLUDED", &MOST.to_string()).start()
}

#[track_caller]
fn too_many(answer: Answer, instead: &str) {
    let message = format!("The include field would bring more than 10 records; {instead}.");
    answer.invalid(&[("include", &message)]);
}

fn learnings(client: &Client, project: i64, many: usize) {
    for at in 0..many {
        learning(client, project, &format!("Learning {at}"));
    }
}

#[track_caller]
fn brings(answer: Answer, relation: &str, many: usize) {
    let answer = answer.status_is(200);
    let record = answer.data().get(0).unwrap_or_else(|| answer.data());
    assert_eq!(record[relation].as_array().map(Vec::len), Some(many));
}

fn an_answer_includes_so_many_records_and_no_more(store: Store) {
    let world = world(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    learnings(client, project, MOST);
    let ids = insights(client, project, MOST + 1);
    let body = json!({ "project_id": project, "name": "Linked", "insight_ids": ids[..MOST] });
    let id = made(client, "/learnings", body);
    client.delete(&format!("/learnings/{}", client.get("/learnings").ids()[0])).status_is(204);
    let many = format!("/projects/{project}?include=learnings");
    let attached = format!("/learnings/{id}?include=insights");
    brings(client.get(&many), "learnings", MOST);
    brings(client.get("/projects?include=learnings"), "learnings", MOST);
    brings(client.get(&attached), "insights", MOST);
    brings(client.get(&format!("/learnings?include=insights&filter[id]={id}")), "insights", MOST);

    learning(client, project, "One more");
    client.post(&format!("/learnings/{id}/insights"), json!({ "ids": ids })).status_is(200);
    let instead = "ask for learningsCount, or list /learnings";
    too_many(client.get(&many), instead);
    too_many(client.get("/projects?include=learnings"), instead);
    too_many(client.get(&attached), "ask for insightsCount, or list /insights");
    too_many(client.get("/learnings?include=insights"), "ask for insightsCount, or list /insights");
    too_many(client.get("/users?include=learnings"), instead);
    let counted = client.get(&format!("/projects/{project}?include=learningsCount,learningsExists")).status_is(200);
    assert_eq!((&counted.data()["learnings_count"], &counted.data()["learnings_exists"]), (&json!(11), &json!(true)));
    let counted = client.get(&format!("/learnings/{id}?include=insightsCount")).status_is(200);
    assert_eq!(counted.data()["insights_count"], json!(11));
}

fn relations_share_what_may_be_included(store: Store) {
    let world = world(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    learnings(client, project, 6);
    let ids = insights(client, project, 4);
    linked(client, project, "insight", ids[0]);
    let both = format!("/projects/{project}?include=learnings,insights,ideasCount");
    let answer = client.get(&both).status_is(200);
    assert_eq!(answer.data()["ideas_count"], json!(0));
    brings(answer, "insights", 4);
    insight(client, project, "Five");
    too_many(client.get(&both), "ask for insightsCount, or list /insights");
    let turned = format!("/projects/{project}?include=insights,learnings");
    too_many(client.get(&turned), "ask for learningsCount, or list /learnings");
    brings(client.get(&format!("/projects/{project}?include=learnings")), "learnings", 6);
}

fn the_one_record_of_each_counts_too(store: Store) {
    let world = world(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let ids = insights(client, project, MOST + 1);
    too_many(client.get("/insights?include=project"), "ask for smaller pages");
    client.get(&format!("/insights?include=project&page[size]={MOST}")).status_is(200);
    too_many(client.get("/insights?include=project,user&page[size]=6"), "ask for smaller pages");
    client.get("/insights?include=project,user&page[size]=5").status_is(200);
    for id in ids {
        linked(client, project, "insight", id);
    }
    too_many(client.get("/attachments?include=attachable"), "ask for smaller pages");
    client.get(&format!("/attachments?include=attachable&page[size]={MOST}")).status_is(200);
}

fn deleted_records_do_not_count(store: Store) {
    let world = world(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let ids = insights(client, project, MOST + 3);
    let id = made(client, "/learnings", json!({ "project_id": project, "name": "One", "insight_ids": ids }));
    let path = format!("/learnings/{id}?include=insights");
    for deleted in &ids[..3] {
        too_many(client.get(&path), "ask for insightsCount, or list /insights");
        client.delete(&format!("/insights/{deleted}")).status_is(204);
    }
    brings(client.get(&path), "insights", MOST);
}

fn after_a_write_too_many_are_counted(store: Store) {
    let world = world(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    learnings(client, project, MOST + 1);
    let ids = insights(client, project, MOST + 1);
    let counted = |answer: Answer, relation: &str| {
        assert_eq!(answer.data()[format!("{relation}_count")], json!(MOST + 1));
        assert_eq!(answer.data().get(relation), None);
        assert_eq!(answer.text().matches(&format!("\"{relation}_count\"")).count(), 1);
    };
    let body = || json!({ "project_id": project, "name": "One", "insight_ids": ids });
    let answer = client.post("/learnings?include=insights", body()).status_is(201);
    let id = answer.id();
    counted(answer, "insights");
    counted(client.post("/learnings?include=insightsCount,insights", body()).status_is(201), "insights");
    let path = format!("/projects/{project}?include=owner,learnings,insightsExists");
    client.delete(&format!("/learnings/{}", id + 1)).status_is(204);
    client.delete(&format!("/learnings/{id}")).status_is(204);
    let answer = client.patch(&path, json!({ "name": "Renamed" })).status_is(200);
    assert_eq!(answer.data()["name"], json!("Renamed"));
    assert_eq!(answer.data()["insights_exists"], json!(true));
    assert_eq!(answer.data().get("owner"), Some(&Value::Null));
    counted(answer, "learnings");
    let id = made(client, "/learnings", json!({ "project_id": project, "name": "Two", "insight_ids": ids[..MOST] }));
    let links = format!("/learnings/{id}/insights");
    brings(client.post(&links, json!({ "ids": [ids[0]] })), "insights", MOST);
    counted(client.post(&links, json!({ "ids": [ids[MOST]] })).status_is(200), "insights");
    brings(client.delete(&format!("{links}/{}", ids[0])), "insights", MOST);
}

fn five_thousand_may_be_included_unless_the_operator_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let ids = insights(client, project, 1_000);
    for name in ["A", "B", "C", "D", "E"] {
        made(client, "/learnings", json!({ "project_id": project, "name": name, "insight_ids": ids }));
    }
    let path = "/learnings?include=insights,insightsCount";
    let answer = client.get(path).status_is(200);
    let many: usize = answer.items().iter().map(|item| item["insights"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(many, 5_000);
    made(client, "/learnings", json!({ "project_id": project, "name": "F", "insight_ids": ids[..1] }));
    let message = "The include field would bring more than 5,000 records; ask for insightsCount, or list /insights.";
    client.get(path).invalid(&[("include", message)]);
    client.get(&format!("{path}&page[size]=5")).status_is(200);
}
