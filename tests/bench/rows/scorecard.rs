//! Row 29: what the largest scorecard costs.

use serde_json::{Value, json};

use super::Stage;
use crate::figures::in_turn;
use crate::plan::SMALL;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed::{Data, LARGE_PROJECT};
use crate::wrk::Requests;

const VARIATIONS: i64 = 20;
const GOALS: i64 = 20;

/// Row 29: the scorecard of an experiment of twenty variations and twenty goals.
pub(super) fn row(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let service = Process::service(&stage.copy(Data::Large(SMALL), "scorecard")?)?;
    let experiment = running(&service)?;
    let scorecards = Requests::get((0..10_000).map(|at| format!("/api/experiments/{experiment}/summary?ask={at}")))?;
    let [scorecard] = in_turn(stage.plan, [&|seconds| scorecards.send_patiently(&service, seconds)])?;
    report.add(Row {
        number: 29,
        name: format!("scorecard of {VARIATIONS} variations and {GOALS} goals (SQLite)"),
        value: scorecard.cpu / 1e3,
        unit: "ms of CPU",
        bound: Bound::AtMost { must: 20.0, aim: 5.0 },
        measured: vec![("scorecard", scorecard)],
    });
    service.stop()
}

/// A running experiment with results of each variation toward each goal.
fn running(service: &Process) -> Result<Value, String> {
    let goal = |number: i64| {
        let body = json!({ "project_id": LARGE_PROJECT, "name": format!("Goal {number}"), "metric_type": "mean" });
        service.post("/api/goals", &body).map(|made| at(&made, "/data/id"))
    };
    let goals: Vec<Value> = (1..=GOALS).map(goal).collect::<Result<_, _>>()?;
    let variations: Vec<Value> = (1..=VARIATIONS).map(|at| json!({ "name": format!("Variation {at}") })).collect();
    let made = service.post(
        "/api/experiments",
        &json!({
            "project_id": LARGE_PROJECT, "name": "Large", "type": "abn", "hypothesis": "One of them is better.",
            "primary_goal_id": goals.first(), "variations": variations,
        }),
    )?;
    let experiment = at(&made, "/data/id");
    let path = format!("/api/experiments/{experiment}");
    service.post(&format!("{path}/goals"), &json!({ "ids": goals }))?;
    service.post(&format!("{path}/start"), &json!({ "started_at": "2026-01-01T00:00:00Z" }))?;
    let shown = service.get(&format!("/api/variations?filter%5Bexperiment_id%5D={experiment}"))?;
    let shown: Value = serde_json::from_slice(&shown).map_err(|error| error.to_string())?;
    let variations = at(&shown, "/data").as_array().cloned().unwrap_or_default();
    let row = |(variation, goal): (&Value, &Value), number: i64| {
        json!({
            "variation_id": at(variation, "/id"), "goal_id": goal, "as_of": "2026-02-01", "users": 10_000 + number,
            "sum": 25_000 + 37 * number, "sum_squares": 190_000 + 401 * number,
        })
    };
    let each = variations.iter().flat_map(|variation| goals.iter().map(move |goal| (variation, goal)));
    let rows: Vec<Value> = each.zip(0..).map(|(of, number)| row(of, number)).collect();
    service.post(&format!("{path}/results"), &json!({ "rows": rows }))?;
    Ok(experiment)
}

/// What stands at a place of an answer.
fn at(answer: &Value, place: &str) -> Value {
    answer.pointer(place).cloned().unwrap_or_default()
}
