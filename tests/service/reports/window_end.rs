//! What is told of the end of a window: what stood just before it was over.

use serde_json::{Value, json};

use super::report;
use crate::experiments::whole;
use crate::world::{Store, World, on_both};

on_both![what_begins_as_a_window_is_over_is_not_in_it];

fn what_begins_as_a_window_is_over_is_not_in_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let act = |action: &str, body: Value| {
        let path = format!("/experiments/{}", whole(owner, json!({})));
        owner.post(&format!("{path}/{action}"), body).status_is(200);
        path
    };
    let midnight = "2025-03-02T00:00:00Z";
    act("start", json!({ "started_at": midnight }));
    for _ in 0..2 {
        let path = act("start", json!({ "started_at": "2025-03-01T09:00:00Z" }));
        owner.post(&format!("{path}/stop"), json!({ "ended_at": midnight })).status_is(200);
    }
    let told = report(owner, "velocity", "from=2025-03-01&to=2025-03-02&granularity=day");
    let wip: Vec<&Value> = told["data"]["buckets"].as_array().expect("buckets").iter().map(|it| &it["wip"]).collect();
    assert_eq!(wip, [&json!(2), &json!(1)]);
    let overview = report(owner, "overview", "from=2025-03-01&to=2025-03-01");
    assert_eq!(overview["data"]["experiments"]["running"], json!(2));
}
