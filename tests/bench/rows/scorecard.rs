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

/// How many days of results the experiment with a history has.
const DAYS: i64 = 60;

/// How an experiment is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measured {
    /// By means.
    Means,
    /// By shares, of which nearly as many convert as sums are made of.
    Shares,
}

/// Row 29: the scorecard of an experiment of twenty variations and twenty goals: what there is of its last day, of a
/// day in the midst of its history, and where every comparison is a long sum.
pub(super) fn row(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let service = Process::service(&stage.copy(Data::Large(SMALL), "scorecard")?)?;
    let means = running(&service, Measured::Means, DAYS)?;
    let shares = running(&service, Measured::Shares, 1)?;
    let of = |experiment: &Value, query: &str| {
        Requests::get((0..10_000).map(|at| format!("/api/experiments/{experiment}/summary?{query}ask={at}")))
    };
    let last = of(&means, "")?;
    let earlier = of(&means, &format!("as_of={}&", day(DAYS / 2)))?;
    let believed = of(&shares, "method=bayesian&")?;
    let measured = in_turn(
        stage.plan,
        [
            &|seconds| last.send_patiently(&service, seconds),
            &|seconds| earlier.send_patiently(&service, seconds),
            &|seconds| believed.send_patiently(&service, seconds),
        ],
    )?;
    let names = ["of means, the last day", "of means, a day of sixty", "bayesian, of shares"];
    report.add(Row {
        number: 29,
        name: format!("scorecard of {VARIATIONS} variations and {GOALS} goals, the worst of three (SQLite)"),
        value: measured.iter().map(|it| it.cpu).fold(0.0, f64::max) / 1e3,
        unit: "ms of CPU",
        bound: Bound::AtMost { must: 20.0, aim: 5.0 },
        measured: names.into_iter().zip(measured).collect(),
    });
    service.stop()
}

/// A running experiment with results of each variation toward each goal, of so many days.
fn running(service: &Process, measured: Measured, days: i64) -> Result<Value, String> {
    let metric = if measured == Measured::Means { "mean" } else { "binomial" };
    let goal = |number: i64| {
        let name = format!("Goal {number}, {metric}");
        let body = json!({ "project_id": LARGE_PROJECT, "name": name, "metric_type": metric });
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
    for counted in 1..=days {
        let each = variations.iter().flat_map(|variation| goals.iter().map(move |goal| (variation, goal)));
        let rows: Vec<Value> = each
            .zip(0..)
            .map(|((variation, goal), number)| {
                let mut row = figures(measured, number, counted);
                let placed = [("variation_id", at(variation, "/id")), ("goal_id", goal.clone())];
                for (name, value) in placed.into_iter().chain([("as_of", json!(day(counted)))]) {
                    row.as_object_mut().and_then(|row| row.insert(name.to_owned(), value));
                }
                row
            })
            .collect();
        service.post(&format!("{path}/results"), &json!({ "rows": rows }))?;
    }
    Ok(experiment)
}

/// What was measured up to a day.
fn figures(measured: Measured, number: i64, counted: i64) -> Value {
    match measured {
        Measured::Means => json!({
            "users": 10_000 + number + counted, "sum": 25_000 + 37 * number, "sum_squares": 190_000 + 401 * number,
        }),
        // Next to the most conversions of which sums are made, and near each other.
        Measured::Shares => json!({ "users": 1_000_000, "conversions": 49_000 + number % 400 }),
    }
}

/// A day by its number, from the first of January on.
fn day(number: i64) -> String {
    match number {
        ..=31 => format!("2026-01-{number:02}"),
        32..=59 => format!("2026-02-{:02}", number - 31),
        _ => format!("2026-03-{:02}", number - 59),
    }
}

/// What stands at a place of an answer.
fn at(answer: &Value, place: &str) -> Value {
    answer.pointer(place).cloned().unwrap_or_default()
}
