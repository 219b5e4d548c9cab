//! An experiment with as many goals as it may have.

use serde_json::{Value, json};

use super::results::{row, running};
use crate::exports::rows;
use crate::records::many;
use crate::world::{Client, Store, World, on_both};

on_both![an_experiment_has_so_many_goals_and_its_scorecard_tells_of_all];

/// So many goals in the project of an experiment.
fn goals(client: &Client, path: &str, number: i64) -> Vec<i64> {
    let project = client.get(path).status_is(200).data()["project_id"].clone();
    many(client, "/goals", (0..number).map(|at| json!({ "project_id": project, "name": format!("Goal {at}") })))
}

fn an_experiment_has_so_many_goals_and_its_scorecard_tells_of_all(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, primary) = running(client);
    let goals = goals(client, &path, 1_001);
    let (guards, more) = goals.split_at(998);
    let guards: Vec<Value> = guards.iter().map(|id| json!({ "goal_id": id, "role": "guardrail" })).collect();
    client.post(&format!("{path}/goals"), json!({ "goals": guards })).status_is(200);
    let too_many = [("ids", "The ids field must not have more than 1000 items.")];
    client.post(&format!("{path}/goals"), json!({ "ids": more })).invalid(&too_many);
    client.post(&format!("{path}/goals"), json!({ "ids": [more[0]] })).status_is(200);
    client.post(&format!("{path}/goals"), json!({ "ids": [more[0]] })).status_is(200);
    client.post(&format!("{path}/goals"), json!({ "ids": [more[1]] })).invalid(&too_many);

    let last = goals[997];
    let recorded = json!([row(of[0], last, "2026-01-02", 1000, 250), row(of[1], last, "2026-01-02", 1000, 200)]);
    client.post(&format!("{path}/results"), json!({ "rows": recorded })).status_is(200);
    let told = client.get(&format!("{path}/summary")).status_is(200).data()["goals"].clone();
    let told: Vec<_> = told.as_array().expect("goals").iter().collect();
    assert_eq!(told.len(), 1_000);
    assert_eq!([&told[0]["goal_id"], &told[1]["goal_id"]], [&json!(primary), &json!(more[0])]);
    assert!(told[2..].iter().all(|goal| goal["role"] == json!("guardrail")));
    assert_eq!((&told[999]["goal_id"], &told[999]["variations"][1]["conversions"]), (&json!(last), &json!(200)));

    let experiment: i64 = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    let exported = rows(client, &format!("/experiments/results/export?filter[id]={experiment}"));
    let of_last = exported.iter().filter(|line| line["role"] == "guardrail");
    assert_eq!(of_last.map(|line| line["rate"].as_str()).collect::<Vec<_>>(), ["0.25", "0.2"]);
}
