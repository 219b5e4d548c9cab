use serde_json::json;
use uplift_domain::Json;
use uplift_domain::record::Choices as _;
use uplift_domain::reports::ReportName;

use super::super::tried::{HOSTILE, drawn, figures};
use super::chart_of_report;

const NO_DATA: &str = ">No data in this period</text>";

fn told(data: &Json) -> Json {
    json!({ "data": data, "meta": {
        "generated_at": "2026-01-20T12:00:00.000000Z", "timezone": "Europe/Berlin", "granularity": "month",
        "from": "2026-01-01", "to": "2026-02-28", "filters": { "project_id": ["1", "2"] },
    } })
}

fn draw(report: ReportName, data: &Json, asked: &Json) -> String {
    drawn(|told, asked| chart_of_report(report, told, asked), &told(data), asked)
}

/// The data of each report as it could be told, with this text wherever people may write one.
fn samples(text: &str) -> [(ReportName, Json); 11] {
    let stage = |name: &str, n: u64| json!({ "stage": name, "n": n, "median": 2.5, "p75": 4.0, "p90": 9.0 });
    let bucket = |start: &str, figure: f64| {
        json!({ "start": start, "started": figure, "completed": 1, "rolling_mean": null,
                "low": 1, "medium": 0, "high": figure, "unset": 0 })
    };
    let buckets = json!({ "buckets": [bucket("2026-01-01", 2.0), bucket("2026-02-01", 3.0)] });
    let rate = json!({ "label": text, "win_rate": 0.35, "win_rate_ci": [0.1812, 0.5671], "decided": 20 });
    let run = json!({ "identifier": "EXP-1", "name": text, "status": "running", "result": null,
        "segments": [{ "from": "2026-01-04T23:30:00Z", "to": "2026-01-10T12:00:00Z", "kind": "running" },
                     { "from": "2026-01-10T12:00:00Z", "to": null, "kind": "paused" }],
        "planned": { "from": "2026-01-02", "to": null } });
    let item = |label: &str, days: u64, visitors: Json| json!({ "id": 7, "label": label, "coverage_rate": days / 10, "tested_days": days, "monthly_visitors": visitors });
    [
        (ReportName::Overview, json!({ "experiments": { "won": 3, "lost": 1, "stopped_early": 2, "completed": 6 } })),
        (ReportName::WinRate, json!({ "groups": [rate], "total": rate, "targets": { "win_rate": 0.5 } })),
        (ReportName::Velocity, buckets.clone()),
        (ReportName::TimeInStage, json!({ "stages": [stage("in_review", 7), stage("running", 0)] })),
        (
            ReportName::Ideas,
            json!({
                "matrix": [{ "status": "backlog", "priority": "high", "count": 2 },
                           { "status": "in_review", "priority": null, "count": 5 }],
                "funnel": [{ "step": "ideas", "count": 4, "step_rate": 1.0, "cumulative_rate": 1.0 },
                           { "step": "approved", "count": 1, "step_rate": 0.25, "cumulative_rate": 0.25 }],
            }),
        ),
        (ReportName::Learnings, buckets),
        (
            ReportName::Impact,
            json!({
                "experiments": [{ "id": 1, "annual": 12.0 }],
                "series": [{ "date": "2026-01-31", "won": 12.0, "avoided_loss": 0.0 }],
            }),
        ),
        (ReportName::Coverage, json!({ "items": [item(text, 10, json!(1200)), item("Basket", 0, Json::Null)] })),
        (
            ReportName::TeamActivity,
            json!({
                "users": [{ "user_id": 1, "name": text, "created": { "ideas": 2 } }],
                "heatmap": [{ "weekday": 1, "hour": 0, "count": 3 }, { "weekday": 7, "hour": 23, "count": 9 }],
            }),
        ),
        (
            ReportName::Health,
            json!({
                "checks": [{ "check": "no_srm", "passed": 3, "applicable": 4, "rate": 0.75 },
                           { "check": "min_runtime", "passed": 4, "applicable": 4, "rate": 1.0 }],
                "experiments": [{ "id": 1, "score": 75.0, "failed": [] }],
            }),
        ),
        (ReportName::Timeline, json!({ "experiments": [run] })),
    ]
}

fn sample(report: ReportName) -> Json {
    samples("Checkout").into_iter().find(|(it, _)| *it == report).unwrap().1
}

#[test]
fn every_report_tells_its_figures_in_its_drawing() {
    let expected: [(ReportName, &[&str]); 11] = [
        (ReportName::Overview, &["Won: 3", "Lost: 1", "Stopped early: 2"]),
        (ReportName::WinRate, &["Checkout: 35 % (18.1 % to 56.7 %), n 20", "Target: 50 %."]),
        (ReportName::Velocity, &["2026-01-01: Started 2, Completed 1, Rolling mean of completed none"]),
        (ReportName::TimeInStage, &["In review: median 2.5, p75 4, p90 9, n 7"]),
        (ReportName::Ideas, &["Ideas: 4, 100 % of the step before, 100 % of all"]),
        (ReportName::Learnings, &["2026-01-01: Low 1, Medium 0, High 2, Unset 0"]),
        (ReportName::Impact, &["2026-01-31: Won 12, Avoided loss 0."]),
        (ReportName::Coverage, &["Checkout: 100 % (1,200 visitors)", "Basket: 0 %, Not tested."]),
        (ReportName::TeamActivity, &["Monday, 0: 3", "Sunday, 23: 9."]),
        (ReportName::Health, &["No SRM: 75 % (3 of 4)", "Minimum runtime: 100 % (4 of 4)."]),
        (
            ReportName::Timeline,
            &["EXP-1 Checkout (Running): running 2026-01-05 to 2026-01-10, paused 2026-01-10 to open, \
             planned 2026-01-02 to open."],
        ),
    ];
    assert_eq!(expected.map(|(report, _)| report), ReportName::ALL);
    for (report, expected) in expected {
        let svg = draw(report, &sample(report), &json!({}));
        let told = figures(&svg);
        for figure in expected {
            assert!(told.contains(figure), "{report:?}: {figure} in {told:?}");
        }
        assert!(svg.contains("2026-01-01 to 2026-02-28, Project: 1, 2</title>") && !svg.contains(NO_DATA), "{svg}");
    }
}

#[test]
fn what_is_asked_changes_the_drawing() {
    let matrix = draw(ReportName::Ideas, &sample(ReportName::Ideas), &json!({ "chart": "matrix" }));
    let cells = figures(&matrix);
    assert!(cells.contains(&"Backlog, High: 2") && cells.contains(&"In review, None: 5."), "{cells:?}");
    for target in [json!(7), json!("7")] {
        let svg = draw(ReportName::Velocity, &sample(ReportName::Velocity), &json!({ "target": target }));
        assert!(svg.contains("Target: 7.") && svg.contains(" by month, 2026-01-01 to 2026-02-28"));
    }
    let mut saved = sample(ReportName::Velocity);
    saved["targets"] = json!({ "win_rate": null, "velocity": 4.5 });
    assert!(draw(ReportName::Velocity, &saved, &json!({})).contains("Target: 4.5."));
    // What is to be reached and no mark shows is told beneath the title.
    for (report, notes) in [
        (ReportName::Overview, "Win rate 44 %, target 50 %; Completed in a month 2.5, target 4.5."),
        (ReportName::Health, "Target win rate 50 %; Target of completed in a month 4.5."),
        (ReportName::WinRate, "Target of completed in a month 4.5."),
        (ReportName::Velocity, "Target win rate 50 %."),
    ] {
        let mut saved = sample(report);
        saved["targets"] = json!({ "win_rate": 0.5, "velocity": 4.5 });
        saved["win_rate"] = json!(0.44);
        saved["velocity_per_month"] = json!(2.5);
        let svg = draw(report, &saved, &json!({}));
        assert!(svg.contains(&format!("; {notes}</desc>")), "{report:?}: {svg}");
        assert!(svg.contains(&format!(">{}</text>", notes.trim_end_matches('.'))), "{report:?}: {svg}");
    }
    let asked = json!({ "group_by": "project", "include_aa": true });
    let grouped = draw(ReportName::WinRate, &sample(ReportName::WinRate), &asked);
    assert!(grouped.contains("2026-02-28, Group by: project, With A/A tests, Project"));
    let total = json!({ "groups": [], "total": { "win_rate": 0.5, "win_rate_ci": [0.1, 0.9], "decided": 2 } });
    let total = draw(ReportName::WinRate, &total, &json!({}));
    assert_eq!(figures(&total), ["All experiments: 50 % (10 % to 90 %), n 2."]);
}

#[test]
fn a_timeline_is_drawn_alike_all_day() {
    let at = |generated_at: &str| {
        let mut told = told(&sample(ReportName::Timeline));
        told["meta"]["generated_at"] = json!(generated_at);
        drawn(|told, asked| chart_of_report(ReportName::Timeline, told, asked), &told, &json!({}))
    };
    // Both are on one day in Berlin, the third on the next.
    let [first, last, next] = ["2026-01-19T23:00:01Z", "2026-01-20T22:59:59Z", "2026-01-20T23:00:01Z"].map(at);
    assert_eq!(first, last);
    assert_ne!(last, next);
}

#[test]
fn coverage_draws_the_thirty_items_with_most_visitors() {
    let item =
        |number: u64| json!({ "id": number, "label": format!("Page {number}"), "monthly_visitors": 100 - number });
    let items: Vec<_> = (1..=40).map(item).collect();
    let svg = draw(ReportName::Coverage, &json!({ "items": items }), &json!({}));
    assert_eq!(figures(&svg).len(), 30);
    assert!(svg.contains("Page 30: none (70 visitors), Not tested.") && !svg.contains("Page 31"));
}

#[test]
fn without_figures_every_report_says_so() {
    for report in ReportName::ALL {
        for nothing in [json!({}), json!({ "data": {}, "meta": {} }), json!({ "data": [1], "meta": 3 }), Json::Null] {
            let svg = drawn(|told, asked| chart_of_report(*report, told, asked), &nothing, &json!({}));
            assert!(svg.contains(NO_DATA), "{report:?}");
        }
    }
    // Names of records are no figures, and what is drawn beside the list does not count.
    let bucket = json!({ "start": "2026-01-01", "completed": 0, "by_project": [{ "project_id": 3, "started": 0 }] });
    let entries = json!([{ "weekday": 1, "hour": 0, "count": 3 }]);
    for (report, data) in [
        (ReportName::WinRate, json!({ "groups": [{ "key": 3, "decided": 0 }], "total": { "won": 0 } })),
        (ReportName::Velocity, json!({ "buckets": [bucket] })),
        (ReportName::Impact, json!({ "experiments": [{ "id": 1, "variation_id": 2, "annual": null }] })),
        (ReportName::TeamActivity, json!({ "users": [{ "user_id": 1, "votes": 0 }], "heatmap": entries })),
        (ReportName::Timeline, json!({ "experiments": [] })),
    ] {
        assert!(draw(report, &data, &json!({})).contains(NO_DATA), "{report:?}");
    }
    // Where there are figures, but none to draw, the chart is drawn with none.
    let invalid = json!({ "groups": [], "total": { "completed": 3, "invalid": 3, "win_rate": null, "decided": 0 } });
    let svg = draw(ReportName::WinRate, &invalid, &json!({}));
    assert!(!svg.contains(NO_DATA) && svg.contains("All experiments: none, n 0."));
}

#[test]
fn texts_of_others_stay_texts_in_every_report() {
    for (report, data) in samples(HOSTILE) {
        let asked = json!({ "group_by": HOSTILE, "kind": HOSTILE, "target": HOSTILE, "include_aa": HOSTILE });
        assert!(draw(report, &data, &asked).contains("&lt;script&gt;"), "{report:?}");
    }
}
