//! Whatever is written is found in the answer after it, and what is gone is not.

use serde_json::{Value, json};

use super::found;
use crate::pace::{keeps_pace, timed};
use crate::records::{idea, made, many, project, tag};
use crate::world::{Store, World, on_both};

on_both![
    a_record_is_found_as_it_is,
    other_filters_narrow_a_search,
    what_very_many_hold_is_found_soon,
    the_doctor_looks_at_what_searches_find,
];

fn a_record_is_found_as_it_is(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let ids = |text: &str| found(owner, "/ideas", text);
    let id = idea(owner, home, "Quokka first");
    let path = format!("/ideas/{id}");
    assert_eq!((ids("quokka"), ids("numbat")), (vec![id], vec![]));
    owner.patch(&path, json!({ "name": "Numbat first" })).status_is(200);
    assert_eq!((ids("quokka"), ids("numbat")), (vec![], vec![id]));
    owner.patch(&path, json!({ "status": "under_review" })).status_is(200);
    assert_eq!(ids("numbat"), [id]);
    owner.delete(&path).status_is(204);
    assert!(ids("numbat").is_empty());
    owner.post(&format!("{path}/restore"), json!({})).status_is(200);
    assert_eq!(ids("numbat"), [id]);
    let copy = owner.post(&format!("{path}/duplicate"), json!({})).status_is(201).id();
    assert_eq!(ids("numbat first"), [id, copy]);
    let operations = json!({ "operations": [
        { "op": "update", "id": id, "body": { "name": "Bilby" } },
        { "op": "delete", "id": copy },
        { "op": "create", "body": { "project_id": home, "name": "Bilbies" } },
    ] });
    let last = owner.post("/ideas/bulk", operations).status_is(200).items()[2]["id"].as_i64().expect("an id");
    assert_eq!((ids("numbat"), ids("bilb"), ids("bilby")), (vec![], vec![id, last], vec![id]));
    let gone = tag(owner, "Quokka");
    assert_eq!(found(owner, "/tags", "quokka"), [gone]);
    owner.delete(&format!("/tags/{gone}")).status_is(204);
    assert!(found(owner, "/tags", "quokka").is_empty());
    let member = team.person("member");
    let user = format!("/users/{}", member.user_id);
    member.client.patch(&user, json!({ "name": "Quokka Numbat", "title": "Analyst" })).status_is(200);
    assert_eq!(found(owner, "/users", "analyst quok"), [member.user_id]);
    owner.delete(&user).status_is(204);
    assert!(found(owner, "/users", "quokka").is_empty());
}

fn other_filters_narrow_a_search(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (home, other) = (project(owner), project(owner));
    let create = |project: i64, status: &str| {
        made(owner, "/ideas", json!({ "project_id": project, "name": "Quokka", "status": status }))
    };
    let [one, two, three, kept] = [(home, "backlog"), (home, "approved"), (other, "backlog"), (home, "backlog")]
        .map(|(project, status)| create(project, status));
    owner.post(&format!("/ideas/{kept}/archive"), json!({})).status_is(200);
    let ids = |query: &str| owner.get(&format!("/ideas?filter[search]=quok{query}")).status_is(200).ids();
    assert_eq!(ids(""), [one, two, three]);
    assert_eq!(ids(&format!("&filter[project_id]={home}")), [one, two]);
    assert_eq!(ids(&format!("&filter[project_id]={home}&filter[status]=backlog")), [one]);
    assert_eq!(ids(&format!("&filter[project_id]={home}&filter[status]=backlog&filter[name]=kka")), [one]);
    assert_eq!(ids("&filter[archived]=true"), [kept]);
    assert_eq!(ids("&filter[archived]=all"), [one, two, three, kept]);
    assert_eq!(ids("&filter[archived]=all&page[size]=2&page[number]=2"), [three, kept]);
    assert!(ids("&page[number]=9").is_empty());
}

/// Other filters, of which lists of this kind always have one, are asked once and not for each record that is found.
fn what_very_many_hold_is_found_soon(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let body = |at: usize| json!({ "project_id": home, "name": format!("Quokka {at}"), "source": "survey" });
    let bodies: Vec<Value> = (0..2_500).map(body).collect();
    let (some, others) = bodies.split_at(500);
    let first = many(owner, "/observations", some.iter().cloned())[0];
    let search = |total: i64| {
        for more in ["", "&filter[source]=survey", &format!("&filter[project_id]={home}")] {
            let answer = owner.get(&format!("/observations?filter[search]=quokka{more}")).status_is(200);
            assert_eq!((answer.total(), answer.ids()[0]), (total, first));
        }
    };
    let few = timed(|| search(500));
    many(owner, "/observations", others.iter().cloned());
    keeps_pace(few, timed(|| search(2_500)));
}

fn the_doctor_looks_at_what_searches_find(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let one = idea(team.owner(), project(team.owner()), "Quokka");
    let content = || world.cli_raw(&["doctor", "--deep"]).0 == Some(0);
    assert!(content());
    world.execute("DELETE FROM idea_search");
    assert!(!content(), "idea {one} is found by nothing");
}
