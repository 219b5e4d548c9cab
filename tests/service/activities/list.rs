//! `GET /activities`: the shape of an entry, of the envelope, of pages and their order.

use serde_json::{Value, json};

use super::{MEMBERS, entries, path};
use crate::records::{learning, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    every_member_of_an_entry_is_always_present_and_in_order,
    the_envelope_is_whole,
    the_newest_entry_comes_first,
    entries_sort_by_id_and_time_both_ways,
    per_page_defaults_to_thirty_and_reaches_a_hundred,
    pages_follow_each_other_and_links_keep_the_other_parameters,
    page_number_is_an_alias,
    a_page_past_the_end_is_empty,
    entries_of_another_record_are_not_shown,
    every_role_reads_the_log,
];

/// A learning that was renamed so many times after its creation.
fn renamed(client: &Client, times: usize) -> i64 {
    let id = learning(client, project(client), "Name 0");
    for time in 1..=times {
        let body = json!({ "name": format!("Name {time}") });
        client.patch(&format!("/learnings/{id}"), body).status_is(200);
    }
    id
}

fn every_member_of_an_entry_is_always_present_and_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.member(), project(team.owner()), "Name 0");
    let answer = team.owner().get(&path("learning", id)).status_is(200);
    let entry = &answer.items()[0];
    answer.members_are(entry, &MEMBERS);
    let member = team.person("member").user_id;
    for (name, value) in [
        ("log_name", json!("default")),
        ("description", json!("created")),
        ("event", json!("created")),
        ("subject_type", json!("learning")),
        ("subject_id", json!(id)),
        ("causer_type", json!("user")),
        ("causer_id", json!(member)),
        ("batch_uuid", Value::Null),
        ("subject", Value::Null),
        ("causer", Value::Null),
    ] {
        assert_eq!(entry[name], value, "{name}");
    }
    assert!(entry["id"].is_i64() && entry["properties"].is_object(), "{entry}");
    assert_eq!(entry["created_at"], entry["updated_at"]);
    assert!(entry["created_at"].as_str().is_some_and(|time| time.len() == 27 && time.ends_with('Z')), "{entry}");
}

fn the_envelope_is_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 0);
    let answer = team.owner().get(&path("learning", id)).status_is(200);
    let url = format!("{}/activities", team.owner().base());
    let first = format!("{url}?subject_type=learning&subject_id={id}&page=1");
    let expected = json!({
        "data": answer.data(),
        "links": { "first": first, "last": first, "prev": null, "next": null },
        "meta": {
            "current_page": 1, "from": 1, "last_page": 1,
            "links": [
                { "url": null, "label": "&laquo; Previous", "active": false },
                { "url": first, "label": "1", "active": true },
                { "url": null, "label": "Next &raquo;", "active": false },
            ],
            "path": url, "per_page": 30, "to": 1, "total": 1,
        },
    });
    assert_eq!(answer.body, expected);
}

fn the_newest_entry_comes_first(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 2);
    for query in ["", "&sort="] {
        let answer = team.owner().get(&format!("{}{query}", path("learning", id))).status_is(200);
        let mut ids = answer.ids();
        assert_eq!(answer.items()[2]["event"], json!("created"), "{query}");
        ids.reverse();
        assert!(ids.is_sorted(), "{query}: {ids:?}");
    }
}

fn entries_sort_by_id_and_time_both_ways(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 2);
    let up = team.owner().get(&format!("{}&sort=id", path("learning", id))).status_is(200).ids();
    let down: Vec<i64> = up.iter().rev().copied().collect();
    assert!(up.is_sorted() && up.len() == 3, "{up:?}");
    for (sort, expected) in [("created_at", &up), ("-id", &down), ("-created_at", &down)] {
        let answer = team.owner().get(&format!("{}&sort={sort}", path("learning", id))).status_is(200);
        assert_eq!(&answer.ids(), expected, "{sort}");
    }
}

fn per_page_defaults_to_thirty_and_reaches_a_hundred(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 100);
    for (query, size) in
        [("", 30), ("&per_page=1", 1), ("&per_page=31", 31), ("&per_page=100", 100), ("&per_page=", 30)]
    {
        let answer = team.owner().get(&format!("{}{query}", path("learning", id))).status_is(200);
        assert_eq!((answer.items().len(), answer.total()), (size, 101), "{query}");
        assert_eq!(answer.body["meta"]["per_page"], json!(size), "{query}");
    }
}

fn pages_follow_each_other_and_links_keep_the_other_parameters(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 4);
    let all: Vec<Value> = entries(team.owner(), "learning", id);
    let query = format!("per_page=2&subject_type=learning&subject_id={id}&sort=id&odd=1");
    for (page, here) in [(1, &all[..2]), (2, &all[2..4]), (3, &all[4..])] {
        let answer = team.owner().get(&format!("/activities?{query}&page={page}")).status_is(200);
        assert_eq!(answer.items(), here);
        let url = |page: i32| format!("{}/activities?{query}&page={page}", team.owner().base());
        let expected = json!({
            "first": url(1), "last": url(3),
            "prev": (page > 1).then(|| url(page - 1)), "next": (page < 3).then(|| url(page + 1)),
        });
        assert_eq!(answer.body["links"], expected);
        assert_eq!(answer.body["meta"]["current_page"], json!(page));
    }
}

fn page_number_is_an_alias(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 2);
    let by_page = team.owner().get(&format!("{}&per_page=2&page=2", path("learning", id))).status_is(200);
    let by_alias = team.owner().get(&format!("{}&per_page=2&page[number]=2", path("learning", id))).status_is(200);
    assert_eq!(by_alias.body, by_page.body);
    assert_eq!(by_alias.items().len(), 1);
}

fn a_page_past_the_end_is_empty(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 0);
    let answer = team.owner().get(&format!("{}&page=9", path("learning", id))).status_is(200);
    let meta = &answer.body["meta"];
    assert_eq!((answer.ids(), answer.total()), (vec![], 1));
    assert_eq!([&meta["from"], &meta["to"]], [&Value::Null, &Value::Null]);
    assert_eq!([&meta["current_page"], &meta["last_page"]], [&json!(9), &json!(1)]);
    assert!(answer.body["links"]["prev"].as_str().is_some_and(|url| url.ends_with("&page=8")));
    assert_eq!(answer.body["links"]["next"], Value::Null);
}

fn entries_of_another_record_are_not_shown(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let (one, two) = (learning(team.owner(), project, "One"), learning(team.owner(), project, "Two"));
    for id in [one, two] {
        let answer = team.owner().get(&path("learning", id)).status_is(200);
        assert_eq!(answer.total(), 1);
        assert_eq!(answer.items()[0]["subject_id"], json!(id));
    }
    // Projects count from 1 too, so a project may well share its id with a learning.
    for entry in entries(team.owner(), "project", project) {
        assert_eq!(entry["subject_type"], json!("project"));
    }
}

fn every_role_reads_the_log(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = renamed(team.owner(), 0);
    for client in [team.admin(), team.member(), team.viewer(), team.reader()] {
        assert_eq!(client.get(&path("learning", id)).status_is(200).total(), 1);
    }
}
