//! The sorts of `GET /learnings`: every field, both ways, alike on both databases.

use serde_json::{Value, json};

use crate::records::{collection, made, project};
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    every_field_sorts_both_ways_and_ties_follow_it,
    confidence_sorts_by_meaning,
    names_sort_by_code_point,
    times_of_keeping_sort_too,
    sorts_apply_in_order_and_the_id_follows_the_last,
    odd_spellings_of_a_sort_mean_what_they_mean_on_the_stack,
    an_unknown_sort_is_refused_by_name,
];

const ALLOWED: &str =
    "id, project_id, research_collection_id, user_id, name, confidence, learned_at, created_at, updated_at";

/// Learnings with these fields, in this order, all in one project unless they say otherwise.
fn create_learnings(client: &Client, rows: &[Value]) -> Vec<i64> {
    let project = project(client);
    let keep = |row: &Value| {
        let mut body = json!({ "project_id": project, "name": "Same" });
        for (name, value) in row.as_object().expect("fields") {
            body[name] = value.clone();
        }
        made(client, "/learnings", body)
    };
    rows.iter().map(keep).collect()
}

/// The query puts the records into this order, counted from 1.
#[track_caller]
fn orders(client: &Client, ids: &[i64], query: &str, places: &[usize]) {
    let expected: Vec<i64> = places.iter().map(|place| ids[place - 1]).collect();
    assert_eq!(client.get(&format!("/learnings?{query}")).status_is(200).ids(), expected, "{query}");
}

fn every_field_sorts_both_ways_and_ties_follow_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = mixed(&team);
    for (field, up) in [
        ("id", [1, 2, 3, 4]),
        ("project_id", [1, 3, 2, 4]),
        ("research_collection_id", [2, 3, 4, 1]),
        ("user_id", [1, 2, 4, 3]),
        ("name", [3, 1, 2, 4]),
        ("confidence", [2, 3, 4, 1]),
        ("learned_at", [2, 4, 3, 1]),
        ("created_at", [1, 2, 3, 4]),
        ("updated_at", [1, 2, 3, 4]),
    ] {
        let mut down = up;
        down.reverse();
        orders(team.owner(), &ids, &format!("sort={field}"), &up);
        orders(team.owner(), &ids, &format!("sort=-{field}"), &down);
    }
}

/// Four learnings in which every field but the times of keeping has ties or nulls.
fn mixed(team: &Team) -> Vec<i64> {
    let owner = team.owner();
    let projects = [project(owner), project(owner)];
    let collections = [collection(owner, projects[0], "A"), collection(owner, projects[0], "B")];
    // The user's id of the member is the greater one, being made later.
    assert!(team.person("owner").user_id < team.person("member").user_id);
    let rows = [
        (owner, 0, json!(collections[1]), "b", json!("high"), json!("2026-01-03")),
        (owner, 1, json!(null), "b", json!(null), json!(null)),
        (team.member(), 0, json!(collections[0]), "a", json!("low"), json!("2026-01-02")),
        (owner, 1, json!(collections[0]), "c", json!("medium"), json!("2026-01-01")),
    ];
    let keep =
        |(by, project, collection, name, confidence, learned_at): &(&Client, usize, Value, &str, Value, Value)| {
            let body = json!({
                "project_id": projects[*project], "research_collection_id": collection, "name": name,
                "confidence": confidence, "learned_at": learned_at,
            });
            made(by, "/learnings", body)
        };
    rows.iter().map(keep).collect()
}

fn confidence_sorts_by_meaning(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let words = ["zebra", "high", "low", "High", "medium", "apple", "low"];
    let mut rows: Vec<Value> = words.iter().map(|word| json!({ "confidence": word })).collect();
    rows.push(json!({ "confidence": null }));
    let ids = create_learnings(team.owner(), &rows);
    orders(team.owner(), &ids, "sort=confidence", &[8, 3, 7, 5, 2, 4, 6, 1]);
    orders(team.owner(), &ids, "sort=-confidence", &[1, 6, 4, 2, 5, 7, 3, 8]);
}

fn names_sort_by_code_point(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let names = ["é", "z", "Z", "a b", "a", "A", "a-b", "\u{1F600}", "\u{FF5E}", "10", "9", "_"];
    let rows: Vec<Value> = names.iter().map(|name| json!({ "name": name })).collect();
    let ids = create_learnings(team.owner(), &rows);
    let up = [10, 11, 6, 3, 12, 5, 4, 7, 2, 1, 9, 8];
    orders(team.owner(), &ids, "sort=name", &up);
    let down: Vec<usize> = up.iter().rev().copied().collect();
    orders(team.owner(), &ids, "sort=-name", &down);
}

fn times_of_keeping_sort_too(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_learnings(team.owner(), &[json!({}), json!({}), json!({})]);
    team.owner().patch(&format!("/learnings/{}", ids[0]), json!({ "name": "Newer" })).status_is(200);
    orders(team.owner(), &ids, "sort=updated_at", &[2, 3, 1]);
    orders(team.owner(), &ids, "sort=-updated_at", &[1, 3, 2]);
    orders(team.owner(), &ids, "sort=-created_at", &[3, 2, 1]);
}

fn sorts_apply_in_order_and_the_id_follows_the_last(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let rows = ["b", "a", "b", "a"].map(|name| json!({ "name": name }));
    let ids = create_learnings(team.owner(), &rows);
    orders(team.owner(), &ids, "sort=name,-id", &[4, 2, 3, 1]);
    orders(team.owner(), &ids, "sort=-name,id", &[1, 3, 2, 4]);
    orders(team.owner(), &ids, "sort=name,-confidence", &[4, 2, 3, 1]);
    orders(team.owner(), &ids, "sort=-name,confidence", &[1, 3, 2, 4]);
    orders(team.owner(), &ids, "sort=-name,-confidence", &[3, 1, 4, 2]);
    orders(team.owner(), &ids, "sort=name,-name", &[4, 2, 3, 1]);
}

fn odd_spellings_of_a_sort_mean_what_they_mean_on_the_stack(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let rows = ["b", "a"].map(|name| json!({ "name": name }));
    let ids = create_learnings(team.owner(), &rows);
    for query in ["sort=", "sort=,", "sort=0", "sort=%20", "sort[]="] {
        orders(team.owner(), &ids, query, &[1, 2]);
    }
    orders(team.owner(), &ids, "sort=--id", &[2, 1]);
    orders(team.owner(), &ids, "sort=name,,", &[2, 1]);
    orders(team.owner(), &ids, "sort[]=name&sort[]=-id", &[2, 1]);
    orders(team.owner(), &ids, "sort=%20-id%20", &[2, 1]);
    orders(team.owner(), &ids, "sort=+-id", &[2, 1]);
}

fn an_unknown_sort_is_refused_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (query, names) in [
        ("sort=foo", "foo"),
        ("sort=-foo,name,bar", "foo, bar"),
        ("sort=foo,-foo", "foo, foo"),
        ("sort=ID", "ID"),
        ("sort=-", ""),
        ("sort=id,%20name", " name"),
        ("sort=%2Bid", "+id"),
        ("sort=description", "description"),
        ("sort=deleted_at", "deleted_at"),
    ] {
        let message = format!("Requested sort(s) `{names}` is not allowed. Allowed sort(s) are `{ALLOWED}`.");
        team.owner().get(&format!("/learnings?{query}")).refused(400, &message);
    }
}
