//! The queries that were once put to the original stack, put to this service.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::records::{collection, insight, made, project, sorted};
use crate::world::{Client, Store, Team, World, on_both};

on_both![every_observed_query_is_answered_as_it_was];

/// Queries that this service answers differently on purpose, each with the reason. So far there are none.
const ANSWERED_DIFFERENTLY: [(&str, &str); 0] = [];

/// From the ids of the examples to those of this world, by the name of the filter.
type Translation = BTreeMap<(&'static str, i64), i64>;

fn every_observed_query_is_answered_as_it_was(store: Store) {
    let examples: Value =
        serde_json::from_str(include_str!("../../fixtures/query_builder_examples.json")).expect("the examples");
    let world = World::shared(store);
    let team = world.team();
    let ids = build(&team, examples["dataset"].as_array().expect("a dataset"));
    for case in examples["cases"].as_array().expect("cases") {
        let query = case["query"].as_str().expect("a query");
        if ANSWERED_DIFFERENTLY.iter().all(|(other, _)| *other != query) {
            check(team.owner(), case, &translated(query, &ids), &ids);
        }
    }
}

#[track_caller]
fn check(client: &Client, case: &Value, query: &str, ids: &Translation) {
    let expected = &case["expected"];
    let answer = client.get(&format!("/learnings?{query}"));
    if let Some(message) = expected["message"].as_str() {
        answer.refused(400, message);
        return;
    }
    let answer = answer.status_is(200);
    let wanted: Vec<i64> = numbers(&expected["ids"]).map(|id| ids[&("id", id)]).collect();
    let here = answer.ids();
    if case["ordered"] == json!(true) {
        assert_eq!(here, wanted, "{query}");
    } else {
        assert_eq!(sorted(here), sorted(wanted), "{query}");
    }
    assert_eq!(json!(answer.total()), expected["total"], "the total of {query}");
}

/// Builds the rows in their order, so that ids keep it. A row without a user is an admin's, and
/// an empty confidence becomes null: the service keeps neither of the two as it stands there.
fn build(team: &Team, rows: &[Value]) -> Translation {
    let mut ids = Translation::new();
    let mut clients = BTreeMap::new();
    for row in rows {
        let user = row["user_id"].as_i64().unwrap_or_default();
        clients.entry(user).or_insert_with(|| team.newcomer("admin"));
        ids.insert(("user_id", user), clients[&user].user_id);
    }
    let mut projects: Vec<i64> = rows.iter().flat_map(|row| row["project_id"].as_i64()).collect();
    projects.sort_unstable();
    projects.dedup();
    for id in projects {
        ids.insert(("project_id", id), project(team.owner()));
    }
    for row in rows {
        let home = ids[&("project_id", row["project_id"].as_i64().expect("a project"))];
        let collection = row["research_collection_id"].as_i64().map(|id| {
            *ids.entry(("research_collection_id", id)).or_insert_with(|| collection(team.owner(), home, "Research"))
        });
        let names = row["insights"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let insights: Vec<i64> = names.map(|name| insight(team.owner(), home, name)).collect();
        let body = json!({
            "project_id": home, "research_collection_id": collection, "name": row["name"],
            "confidence": row["confidence"], "learned_at": row["learned_at"], "insight_ids": insights,
        });
        let by = &clients[&row["user_id"].as_i64().unwrap_or_default()].client;
        let id = made(by, "/learnings", body);
        if row["deleted"] == json!(true) {
            team.owner().delete(&format!("/learnings/{id}")).status_is(204);
        }
        ids.insert(("id", row["id"].as_i64().expect("an id")), id);
    }
    ids
}

fn numbers(list: &Value) -> impl Iterator<Item = i64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_i64)
}

/// The query with the ids of this world; an id that no row has stays one that none has.
fn translated(query: &str, ids: &Translation) -> String {
    let part = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let kind = ["id", "project_id", "research_collection_id", "user_id"]
            .into_iter()
            .find(|kind| name.starts_with(&format!("filter[{kind}]")));
        match kind {
            Some(kind) => format!("{name}={}", translated_value(value, kind, ids)),
            None => part.to_owned(),
        }
    };
    query.split('&').map(part).collect::<Vec<_>>().join("&")
}

fn translated_value(value: &str, kind: &'static str, ids: &Translation) -> String {
    let mut done = String::new();
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        // An escape like %2C is three letters that stay; so is any other single letter.
        let length = if first == '%' { 3 } else { digits.max(first.len_utf8()) };
        let (piece, after) = rest.split_at(length);
        match piece.parse() {
            Ok(id) => done.push_str(&ids.get(&(kind, id)).copied().unwrap_or(999_999_999).to_string()),
            Err(_) => done.push_str(piece),
        }
        rest = after;
    }
    done
}
