//! The scorecard of figures from which it is known what follows: of a sample that is needed, of a segment, of a prior.

use serde_json::{Value, json};

use super::{card, near};
use crate::experiments::{hours, row, running, variations, whole};
use crate::records::{made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_sample_is_counted_towards_what_is_needed,
    a_segment_is_told_by_rows_of_its_own,
    a_prior_moves_what_is_believed
];

/// An experiment that needs 2,062 users.
struct Sampled<'c> {
    client: &'c Client,
    path: String,
    goal: i64,
}

impl<'c> Sampled<'c> {
    /// It has run for so many days.
    fn running(client: &'c Client, days: i64) -> Sampled<'c> {
        let path = format!("/experiments/{}", whole(client, json!({})));
        let goal = client.get(&path).status_is(200).data()["primary_goal_id"].as_i64().expect("a goal");
        let needed = json!({ "baseline_value": 0.2, "target_mde": 0.25 });
        client.patch(&format!("/goals/{goal}"), needed).status_is(200);
        client.patch(&path, json!({ "status": "running", "started_at": hours(-24 * days) })).status_is(200);
        Sampled { client, path, goal }
    }

    /// The scorecard once either variation has so many users, of whom these converted.
    #[track_caller]
    fn with(&self, users: i64, conversions: [i64; 2]) -> Value {
        let of = variations(self.client, &self.path);
        let rows = [0, 1].map(|at| row(of[at], self.goal, "2026-01-01", users, conversions[at]));
        self.client.post(&format!("{}/results", self.path), json!({ "rows": rows })).status_is(200);
        card(self.client, &self.path, "")
    }
}

/// What is advised, in how many days there may be enough users, and the codes of the warnings.
#[track_caller]
fn advised(told: &Value) -> (&str, Option<i64>, Vec<&str>) {
    let warnings = told["health"]["warnings"].as_array().expect("warnings");
    let advice = &told["recommendation"];
    (
        advice["status"].as_str().expect("a status"),
        advice["days_left"].as_i64(),
        warnings.iter().map(|it| it["code"].as_str().expect("a code")).collect(),
    )
}

fn a_sample_is_counted_towards_what_is_needed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let long = Sampled::running(client, 14);
    let told = long.with(500, [100, 105]);
    assert_eq!(told["health"]["required_sample_size"], json!(2_062));
    near(&told["health"]["sample_progress"], 1_000.0 / 2_062.0);
    // 1,062 users are missing, of whom 1,000 / 14 come a day.
    assert_eq!(advised(&told), ("collecting", Some(15), vec!["under_sampled"]));
    let of_the_whole = json!({ "code": "under_sampled", "goal_id": null, "variation_id": null });
    assert_eq!(told["health"]["warnings"], json!([of_the_whole]));
    let told = long.with(1_100, [220, 225]);
    near(&told["health"]["sample_progress"], 2_200.0 / 2_062.0);
    assert_eq!(advised(&told), ("review", None, Vec::new()), "there are enough, and they tell nothing");

    let short = Sampled::running(client, 2);
    let told = short.with(1_000, [200, 205]);
    let early = || vec!["short_runtime", "not_whole_weeks", "under_sampled"];
    // The users that are missing come within a day, but it is to run for a week.
    assert_eq!(advised(&told), ("collecting", Some(5), early()));
    client.patch(&short.path, json!({ "status": "analyzing" })).status_is(200);
    assert_eq!(advised(&card(client, &short.path, "")), ("review", None, early()), "it collects no more");

    let (path, of, goal) = running(client);
    let rows = [0, 1].map(|at| row(of[at], goal, "2026-01-01", 500, 100));
    client.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
    let told = card(client, &path, "");
    assert_eq!([&told["health"]["required_sample_size"], &told["health"]["sample_progress"]], [&Value::Null; 2]);
    let (status, days_left, _) = advised(&told);
    assert_eq!((status, days_left), ("collecting", None), "nobody knows how many it takes");
}

fn a_segment_is_told_by_rows_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let everyone = [500, 560].into_iter().zip(&of).map(|(it, of)| row(*of, goal, "2026-01-01", 10_000, it));
    let mobile = [200, 250].into_iter().zip(&of).map(|(it, of)| {
        let mut row = row(*of, goal, "2026-01-02", 1_000, it);
        row["segment"] = json!("mobile");
        row
    });
    let rows: Vec<Value> = everyone.chain(mobile).collect();
    client.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
    for (query, users, uplift, p_value) in
        [("", 10_000, 0.12, 0.058_257_806), ("segment=mobile", 1_000, 0.25, 0.007_419_649_3)]
    {
        let told = card(client, &path, query);
        assert_eq!(told["health"]["users"], json!(2 * users), "{query}");
        let treatment = &told["goals"][0]["variations"][1];
        assert_eq!(treatment["users"], json!(users), "{query}");
        near(&treatment["uplift"], uplift);
        near(&treatment["p_value"], p_value);
    }
    for query in ["segment=desktop", "segment=mobile&as_of=2026-01-01"] {
        assert_eq!(card(client, &path, query)["recommendation"]["status"], json!("no_data"), "{query}");
    }
}

/// A figure of which only some decimals are known.
#[track_caller]
fn printed(figure: f64, expected: f64, decimals: i32) {
    assert!((figure - expected).abs() <= 0.5 * 10_f64.powi(-decimals), "{figure} is not {expected}");
}

fn a_prior_moves_what_is_believed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let revenue = made(client, "/goals", json!({ "project_id": project, "name": "Revenue", "metric_type": "mean" }));
    let of_revenue = json!({ "project_id": project, "primary_goal_id": revenue });
    let path = format!("/experiments/{}", whole(client, of_revenue));
    client.patch(&path, json!({ "status": "running" })).status_is(200);
    let figures = [(100.0, 1_002.25), (105.0, 1_111.5)].into_iter().zip(variations(client, &path));
    let rows = figures.map(|((sum, squares), of)| {
        json!({
            "variation_id": of, "goal_id": revenue, "as_of": "2026-01-01", "users": 10,
            "sum": sum, "sum_squares": squares,
        })
    });
    client.post(&format!("{path}/results"), json!({ "rows": rows.collect::<Vec<_>>() })).status_is(200);
    let believed = |query: &str| card(client, &path, query)["goals"][0]["variations"][1].clone();
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));

    let plain = believed("method=bayesian");
    printed(number(&plain["uplift"]), 0.05, 5);
    printed(number(&plain["ci"][0]), -0.02, 2);
    printed(number(&plain["ci"][1]), 0.12, 2);
    printed(number(&plain["chance_to_win"]), 0.919_23, 5);
    printed(number(&plain["expected_loss"]), 0.001_31, 5);
    let moved = believed("method=bayesian&prior_mean=0.1&prior_variance=0.1");
    printed(f64::midpoint(number(&moved["ci"][0]), number(&moved["ci"][1])), 0.050_63, 5);
    printed(number(&moved["chance_to_win"]), 0.923_15, 5);
    printed(number(&moved["expected_loss"]), 0.001_23, 5);
    assert_eq!(moved["uplift"], plain["uplift"], "what was seen stays what it was");
}
