//! Results of many days and segments in one call.

use serde_json::{Value, json};

use super::results::{row, running};
use crate::world::{Client, Store, World, on_both};

on_both![each_row_of_many_days_and_segments_replaces_its_own, a_call_and_a_list_are_of_a_thousand_days];

const SEGMENTS: [&str; 3] = ["", "mobile", "desktop"];

/// Rows of both variations for so many days, of everyone and of two segments.
fn rows(of: &[i64], goal: i64, days: u32, conversions: i64) -> Vec<Value> {
    let mut rows = Vec::new();
    for day in 1..=days {
        for (variation, segment) in of.iter().flat_map(|it| SEGMENTS.map(|segment| (*it, segment))) {
            let mut row = row(variation, goal, &format!("2026-01-{day:02}"), 1_000, conversions + i64::from(day));
            if !segment.is_empty() {
                row["segment"] = json!(segment);
            }
            rows.push(row);
        }
    }
    rows
}

fn record(client: &Client, path: &str, rows: &[Value]) -> [Value; 3] {
    let told = client.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
    ["created", "updated", "unchanged"].map(|what| told.body["meta"][what].clone())
}

fn each_row_of_many_days_and_segments_replaces_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let counts = |created: i32, updated: i32, unchanged: i32| [json!(created), json!(updated), json!(unchanged)];
    assert_eq!(record(client, &path, &rows(&of, goal, 20, 50)), counts(120, 0, 0));
    let mut again = rows(&of, goal, 25, 50);
    again.iter_mut().filter(|row| row["segment"] == "mobile").for_each(|row| row["users"] = json!(2_000));
    assert_eq!(record(client, &path, &again), counts(30, 40, 80));
    assert_eq!(record(client, &path, &again), counts(0, 0, 150));
    let latest = client.get(&format!("{path}/results?filter[latest]=true&per_page=100")).status_is(200);
    let days: Vec<&Value> = latest.items().iter().map(|row| &row["as_of"]).collect();
    assert_eq!(days, vec![&json!("2026-01-25"); 6], "one row of each variation and segment counts furthest");
    assert_eq!(client.get(&format!("{path}/results")).status_is(200).total(), 150);
}

fn a_call_and_a_list_are_of_a_thousand_days(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let months = (2023..2026).flat_map(|year| (1..=12).map(move |month| format!("{year}-{month:02}")));
    let days = months.flat_map(|month| (1..=28).map(move |day| format!("{month}-{day:02}")));
    let days: Vec<String> = days.take(1_000).collect();
    let rows: Vec<Value> = days.iter().map(|day| row(of[0], goal, day, 1_000, 50)).collect();
    assert_eq!(record(client, &path, &rows), [json!(1_000), json!(0), json!(0)]);
    let listed = client.get(&format!("{path}/results?filter[as_of]={}", days.join(","))).status_is(200);
    assert_eq!(listed.total(), 1_000);
    assert_eq!(client.get(&format!("{path}/results?filter[as_of]=never")).status_is(200).total(), 0);
}
