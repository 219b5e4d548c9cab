//! An experiment with more goals than a scorecard tells of.

use serde_json::{Value, json};

use super::results::{row, running};
use crate::exports::rows;
use crate::world::{Client, Store, World, on_both};

on_both![results_are_taken_of_every_goal_and_guardrails_give_way];

/// So many goals in the project of an experiment.
fn goals(client: &Client, path: &str, many: i64) -> Vec<i64> {
    let project = client.get(path).status_is(200).data()["project_id"].clone();
    let numbers: Vec<i64> = (0..many).collect();
    let made = |some: &[i64]| {
        let goal =
            |at: &i64| json!({ "op": "create", "body": { "project_id": project, "name": format!("Goal {at}") } });
        let operations: Vec<Value> = some.iter().map(goal).collect();
        client.post("/goals/bulk", json!({ "operations": operations })).status_is(200).ids()
    };
    numbers.chunks(500).flat_map(made).collect()
}

fn results_are_taken_of_every_goal_and_guardrails_give_way(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, primary) = running(client);
    let goals = goals(client, &path, 1_001);
    let (last, guards) = goals.split_last().expect("goals");
    let guards: Vec<Value> = guards.iter().map(|id| json!({ "goal_id": id, "role": "guardrail" })).collect();
    client.post(&format!("{path}/goals"), json!({ "goals": guards })).status_is(200);
    client.post(&format!("{path}/goals"), json!({ "ids": [last] })).status_is(200);

    let recorded = json!([row(of[0], *last, "2026-01-02", 1000, 200), row(of[1], *last, "2026-01-02", 1000, 250)]);
    client.post(&format!("{path}/results"), json!({ "rows": recorded })).status_is(200);
    let told = client.get(&format!("{path}/summary")).status_is(200).data()["goals"].clone();
    let told: Vec<_> = told.as_array().expect("goals").iter().collect();
    assert_eq!(told.len(), 1_000);
    assert_eq!([&told[0]["goal_id"], &told[1]["goal_id"]], [&json!(primary), &json!(last)]);
    assert_eq!(told[1]["variations"][1]["conversions"], json!(250));
    assert!(told[2..].iter().all(|goal| goal["role"] == json!("guardrail")));

    // A goal of which the scorecard does not tell is exported with its figures.
    let untold = goals[999];
    assert!(told.iter().all(|goal| goal["goal_id"] != json!(untold)));
    let recorded = json!([row(of[0], untold, "2026-01-02", 1000, 200), row(of[1], untold, "2026-01-02", 1000, 250)]);
    client.post(&format!("{path}/results"), json!({ "rows": recorded })).status_is(200);
    let experiment: i64 = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    let exported = rows(client, &format!("/experiments/results/export?filter[id]={experiment}"));
    let of_untold = exported.iter().filter(|line| line["role"] == "guardrail");
    assert_eq!(of_untold.map(|line| line["rate"].as_str()).collect::<Vec<_>>(), ["0.2", "0.25"]);
}
