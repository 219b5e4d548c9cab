//! The scorecard of an experiment with several goals.

use serde_json::{Value, json};

use super::{card, near};
use crate::experiments::{hours, row, variations, whole};
use crate::records::made;
use crate::world::{Client, Store, World, on_both};

on_both![several_goals_are_corrected_and_guarded];

/// An experiment that runs for two weeks, with a goal of each kind.
struct OfSeveralGoals {
    path: String,
    variations: Vec<i64>,
    primary: i64,
    revenue: i64,
    ratio: i64,
    /// A guardrail.
    returns: i64,
}

impl OfSeveralGoals {
    fn running(client: &Client) -> OfSeveralGoals {
        let path = format!("/experiments/{}", whole(client, json!({})));
        let shown = client.get(&path).status_is(200).data().clone();
        let goal = |name: &str, more: Value| {
            let mut body = json!({ "project_id": shown["project_id"], "name": name });
            body.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
            made(client, "/goals", body)
        };
        let revenue = goal("Revenue", json!({ "metric_type": "mean" }));
        let ratio = goal("Pages per visit", json!({ "metric_type": "ratio" }));
        let returns = goal("Returns", json!({ "direction": "decrease" }));
        let roles = json!([{ "goal_id": revenue }, { "goal_id": ratio }, { "goal_id": returns, "role": "guardrail" }]);
        client.post(&format!("{path}/goals"), json!({ "goals": roles })).status_is(200);
        client.patch(&path, json!({ "status": "running", "started_at": hours(-24 * 14) })).status_is(200);
        let primary = shown["primary_goal_id"].as_i64().expect("a goal");
        OfSeveralGoals { variations: variations(client, &path), path, primary, revenue, ratio, returns }
    }

    /// A row of the primary goal or the guardrail.
    fn row(&self, at: usize, goal: i64, day: &str, users: i64, conversions: i64) -> Value {
        row(self.variations[at], goal, day, users, conversions)
    }

    fn of_mean(&self, at: usize, sum: f64, squares: f64) -> Value {
        json!({
            "variation_id": self.variations[at], "goal_id": self.revenue, "as_of": "2026-01-01", "users": 1000,
            "sum": sum, "sum_squares": squares,
        })
    }

    fn of_ratio(&self, at: usize, sum: f64) -> Value {
        json!({
            "variation_id": self.variations[at], "goal_id": self.ratio, "as_of": "2026-01-01", "users": 1000,
            "sum": sum, "sum_squares": 9000.0,
            "denominator_sum": 1000.0, "denominator_sum_squares": 1500.0, "cross_sum": 2500.0,
        })
    }

    /// The scorecard once these rows are recorded as well.
    #[track_caller]
    fn with(&self, client: &Client, rows: &[Value]) -> Value {
        client.post(&format!("{}/results", self.path), json!({ "rows": rows })).status_is(200);
        card(client, &self.path, "")
    }
}

fn several_goals_are_corrected_and_guarded(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let experiment = OfSeveralGoals::running(client);
    let (primary, returns) = (experiment.primary, experiment.returns);
    let told = experiment.with(
        client,
        &[
            experiment.row(0, primary, "2026-01-01", 1000, 200),
            experiment.row(1, primary, "2026-01-01", 1000, 260),
            experiment.of_mean(0, 1000.0, 4000.0),
            experiment.of_mean(1, 1010.0, 4100.0),
            experiment.of_ratio(0, 2000.0),
            experiment.of_ratio(1, 2050.0),
            experiment.row(0, returns, "2026-01-01", 1000, 100),
            experiment.row(1, returns, "2026-01-01", 1000, 105),
        ],
    );
    let names: Vec<&str> =
        told["goals"].as_array().expect("goals").iter().filter_map(|it| it["role"].as_str()).collect();
    assert_eq!(names, ["primary", "secondary", "secondary", "guardrail"]);
    let p = |goal: usize, field: &str| told["goals"][goal]["variations"][1][field].as_f64().expect("a figure");
    near(&json!(p(0, "p_value_adjusted")), 3.0 * p(0, "p_value"));
    assert_eq!(p(3, "p_value_adjusted"), p(3, "p_value"), "a guardrail is not corrected");
    near(&told["goals"][2]["variations"][1]["mean"], 2.05);
    assert_eq!(
        told["recommendation"]["status"],
        json!("collecting"),
        "neither the users nor the p-value decide: {told}"
    );
    assert_eq!(told["health"]["runtime_days"], json!(14.0));
    let of_many = |goal: i64, conversions: [i64; 2]| {
        [0, 1].map(|at| experiment.row(at, goal, "2026-01-02", 10_000, conversions[at]))
    };
    let told = experiment.with(client, &of_many(primary, [2_000, 2_600]));
    assert_eq!(told["recommendation"]["status"], json!("ship"));
    assert_eq!(told["recommendation"]["variation_id"], json!(experiment.variations[1]));
    let worse = experiment.with(client, &of_many(returns, [1_000, 2_000]));
    assert_eq!(worse["recommendation"]["status"], json!("rollback"));
    let skewed = experiment.with(client, &[experiment.row(0, primary, "2026-01-03", 12_000, 2_000)]);
    assert_eq!(skewed["recommendation"]["status"], json!("unhealthy"));
}
