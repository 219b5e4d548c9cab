//! How many bytes an answer may have.

use serde_json::json;

use super::{LONGEST, at_once, long_learnings};
use crate::records::{learning, project};
use crate::world::{Answer, Store, World, on_both};

on_both![an_answer_has_sixteen_mebibytes_at_most, so_has_a_page_of_the_log, a_user_is_shown_every_project_however_many,];

/// How many of the longest records fit into an answer.
const FIT: usize = 63;

#[track_caller]
fn too_large(answer: Answer, field: &str) {
    let words = field.replace('_', " ");
    let message =
        format!("The {words} field would make an answer of more than 16 MiB; ask for less, or for smaller pages.");
    answer.invalid(&[(field, &message)]);
}

fn an_answer_has_sixteen_mebibytes_at_most(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "10000").start();
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    long_learnings(client, project, FIT + 1);
    let answer = client.get(&format!("/learnings?page[size]={FIT}")).status_is(200);
    assert!(answer.raw.len() <= 16 << 20);
    assert_eq!(answer.items().len(), FIT);
    let head = client.head(&format!("/learnings?page[size]={FIT}")).status_is(200);
    assert_eq!(head.header("content-length"), Some(answer.raw.len().to_string().as_str()));
    too_large(client.get("/learnings"), "page.size");
    too_large(client.get("/learnings?sort=-name&filter[name]=long"), "page.size");
    too_large(client.get("/learnings?include=insights"), "page.size");
    for path in [format!("/projects/{project}?include=learnings"), "/projects?include=learnings".to_owned()] {
        too_large(client.get(&path), "include");
    }
    client.get(&format!("/projects/{project}?include=learningsCount")).status_is(200);
    // What was written is answered alone.
    let path = format!("/projects/{project}?include=learnings");
    let answer = client.patch(&path, json!({ "name": "Renamed" })).status_is(200);
    assert_eq!((&answer.data()["name"], answer.data().get("learnings")), (&json!("Renamed"), None));
}

fn so_has_a_page_of_the_log(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let id = learning(client, project, "One");
    for letter in ["\u{1f980}", "\u{1f99e}"].into_iter().cycle().take(34) {
        let body = json!({ "description": letter.repeat(LONGEST) });
        client.patch(&format!("/learnings/{id}"), body).status_is(200);
    }
    let path = format!("/activities?subject_type=learning&subject_id={id}&per_page");
    let answer = client.get(&format!("{path}=31")).status_is(200);
    assert!(answer.raw.len() <= 16 << 20);
    assert_eq!(answer.items().len(), 31);
    too_large(client.get(&format!("{path}=32")), "per_page");
    too_large(client.get(&format!("{path}=100")), "per_page");
}

fn a_user_is_shown_every_project_however_many(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let ids = |many: usize| at_once(many, |_| project(client));
    let shown = || {
        let answer = client.get("/user").status_is(200);
        let projects = answer.body["projects"].as_array().expect("the projects").iter();
        projects.filter_map(|it| it["id"].as_i64()).collect::<Vec<_>>()
    };
    assert!(shown().is_empty());
    let mut known = ids(50);
    assert_eq!(shown(), known);
    known.extend(ids(51));
    assert_eq!(shown(), known);
}
