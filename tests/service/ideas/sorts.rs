//! The sorts of `GET /ideas`: every field, both ways, words by their meaning.

use serde_json::{Value, json};

use super::{create_ideas, shows};
use crate::records::made;
use crate::world::{Client, Store, World, on_both};

on_both![
    every_field_sorts_both_ways_and_ties_follow_it,
    status_sorts_along_the_life_of_an_idea,
    priority_sorts_by_meaning,
    identifiers_sort_as_text,
    sorts_apply_in_order_and_the_id_follows_the_last,
    an_unknown_sort_is_refused_by_name,
];

const ALLOWED: &str =
    "id, name, identifier, status, priority, priority_score, due_at, created_at, updated_at, votes_count, position";

#[track_caller]
fn both_ways(client: &Client, ids: &[i64], field: &str, up: &[usize]) {
    let down: Vec<usize> = up.iter().rev().copied().collect();
    shows(client, ids, &format!("sort={field}"), up);
    shows(client, ids, &format!("sort=-{field}"), &down);
}

fn every_field_sorts_both_ways_and_ties_follow_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let pie = |potential: i64| json!({ "potential": potential, "importance": 1, "ease": 1 });
    let rows = [
        ("b", "2026-02-01".into(), pie(10)),
        ("b", Value::Null, pie(2)),
        ("a", "2026-10-01".into(), Value::Null),
        ("Z", "2026-02-01".into(), pie(10)),
    ];
    let rows = rows
        .map(|(name, due_at, scores)| json!({ "name": name, "due_at": due_at, "framework": "pie", "scores": scores }));
    let ids = create_ideas(team.owner(), &rows);
    team.owner().patch(&format!("/ideas/{}", ids[1]), json!({ "problem": "Changed last" })).status_is(200);
    for (field, up) in [
        ("id", [1, 2, 3, 4]),
        ("name", [4, 3, 1, 2]),
        ("identifier", [1, 2, 3, 4]),
        ("priority_score", [3, 2, 1, 4]),
        ("due_at", [2, 1, 4, 3]),
        ("created_at", [1, 2, 3, 4]),
        ("updated_at", [1, 3, 4, 2]),
    ] {
        both_ways(team.owner(), &ids, field, &up);
    }
}

fn status_sorts_along_the_life_of_an_idea(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let words = ["rejected", "planned", "backlog", "approved", "under_review", "backlog"];
    let ids = create_ideas(team.owner(), &words.map(|word| json!({ "status": word })));
    both_ways(team.owner(), &ids, "status", &[3, 6, 5, 4, 2, 1]);
}

fn priority_sorts_by_meaning(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let words = [json!("high"), json!(null), json!("critical"), json!("low"), json!("medium"), json!("low")];
    let ids = create_ideas(team.owner(), &words.map(|word| json!({ "priority": word })));
    both_ways(team.owner(), &ids, "priority", &[2, 4, 6, 5, 1, 3]);
}

fn identifiers_sort_as_text(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let unnumbered = create_ideas(team.owner(), &[json!({})]);
    let scheme = json!({
        "name": "Ideas", "scope": "team", "template": "I-{number:0}", "initial_number": 9,
        "assignments": [{ "entity_type": "ideas" }],
    });
    made(team.owner(), "/numbering-schemes", scheme);
    let mut ids = unnumbered;
    ids.extend(create_ideas(team.owner(), &[json!({}), json!({}), json!({})]));
    // I-9 comes after I-10 and I-11.
    both_ways(team.owner(), &ids, "identifier", &[1, 3, 4, 2]);
}

fn sorts_apply_in_order_and_the_id_follows_the_last(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let rows = [("high", "backlog"), ("low", "planned"), ("high", "planned"), ("low", "planned")];
    let ids =
        create_ideas(team.owner(), &rows.map(|(priority, status)| json!({ "priority": priority, "status": status })));
    shows(team.owner(), &ids, "sort=-priority,status", &[1, 3, 2, 4]);
    shows(team.owner(), &ids, "sort=-status,priority", &[2, 4, 3, 1]);
    shows(team.owner(), &ids, "sort=priority,-status", &[4, 2, 3, 1]);
    shows(team.owner(), &ids, "sort=-priority_score,-priority", &[3, 1, 4, 2]);
}

fn an_unknown_sort_is_refused_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (query, names) in [
        ("sort=foo", "foo"),
        ("sort=-my_vote,name,promoted_at", "my_vote, promoted_at"),
        ("sort=project_id", "project_id"),
        ("sort=priority_score_normalized", "priority_score_normalized"),
        ("sort=archived_at", "archived_at"),
    ] {
        let message = format!("Requested sort(s) `{names}` is not allowed. Allowed sort(s) are `{ALLOWED}`.");
        team.owner().get(&format!("/ideas?{query}")).refused(400, &message);
    }
}
