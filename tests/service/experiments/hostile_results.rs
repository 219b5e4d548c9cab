//! Results whose figures are none, too large, or as large as they may be.

use serde_json::{Value, json};

use super::{running, variations, whole};
use crate::records::{made, project};
use crate::world::{Client, Moment, Store, World, on_both};

on_both![a_row_that_is_wrong_is_told_and_nothing_is_recorded, what_is_told_of_extremes_are_numbers];

/// What stands in a field of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Reference,
    Users,
    Count,
    /// A sum whose squares are summed as well.
    Sum,
    Squares,
    /// A sum of products.
    Cross,
}
use Kind::{Count, Cross, Reference, Squares, Sum, Users};

const FIELDS: [(&str, Kind); 12] = [
    ("variation_id", Reference),
    ("goal_id", Reference),
    ("users", Users),
    ("conversions", Count),
    ("sum", Sum),
    ("sum_squares", Squares),
    ("denominator_sum", Sum),
    ("denominator_sum_squares", Squares),
    ("cross_sum", Cross),
    ("pre_sum", Sum),
    ("pre_sum_squares", Squares),
    ("pre_cross_sum", Cross),
];

/// Texts in the place of a number, and the number that each is where it is taken, by the kinds that take it.
const WRITTEN: [(&str, f64, &[Kind]); 23] = [
    ("\"NaN\"", 0.0, &[]),
    ("\"Infinity\"", 0.0, &[]),
    ("\"-Infinity\"", 0.0, &[]),
    ("\"inf\"", 0.0, &[]),
    ("\"1e999\"", 0.0, &[]),
    ("\"0x10\"", 0.0, &[]),
    ("\"100 apples\"", 0.0, &[]),
    ("\"１００\"", 0.0, &[]),
    ("1e308", 0.0, &[]),
    ("-1e308", 0.0, &[]),
    ("9223372036854775808", 0.0, &[]),
    ("-9223372036854775808", 0.0, &[]),
    ("true", 0.0, &[]),
    ("[]", 0.0, &[]),
    ("[100]", 0.0, &[]),
    ("{}", 0.0, &[]),
    ("{\"a\": 100}", 0.0, &[]),
    ("-1", -1.0, &[Sum, Cross]),
    ("0.5", 0.5, &[Sum, Cross]),
    ("\"100\"", 100.0, &[Users, Count, Sum, Squares, Cross]),
    ("100.0", 100.0, &[Users, Count, Sum, Squares, Cross]),
    ("1e18", 1e18, &[Squares, Cross]),
    ("-0.0", 0.0, &[Count, Sum, Cross]),
];

/// What no JSON document has.
const GARBLED: [&str; 5] = ["NaN", "Infinity", "-Infinity", "0x10", "1_000"];

fn good(variation: i64, goal: i64, day: &str) -> Value {
    json!({
        "variation_id": variation, "goal_id": goal, "as_of": day, "users": 100, "conversions": 10, "sum": 100,
        "sum_squares": 1000, "denominator_sum": 100, "denominator_sum_squares": 1000, "cross_sum": 50, "pre_sum": 100,
        "pre_sum_squares": 1000, "pre_cross_sum": 50,
    })
}

#[track_caller]
fn sent(client: &Client, path: &str, body: &str) -> crate::world::Answer {
    client.send("POST", path, &[("Content-Type", "application/json")], body.as_bytes())
}

fn a_row_that_is_wrong_is_told_and_nothing_is_recorded(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let results = format!("{path}/results");
    let written = |field: &str, text: &str, day: &str| {
        let mut rows =
            [(of[0], "2026-01-01"), (of[1], day), (of[1], "2026-01-01")].map(|(of, day)| good(of, goal, day));
        rows[1][field] = json!("@");
        json!({ "rows": rows }).to_string().replace("\"@\"", text)
    };
    let taken = |kind: Kind| WRITTEN.iter().filter(move |(_, _, kinds)| kinds.contains(&kind));
    for (field, kind) in FIELDS {
        for (text, ..) in WRITTEN.iter().filter(|(_, _, kinds)| !kinds.contains(&kind)) {
            let answer = sent(client, &results, &written(field, text, "2026-01-02"));
            match (kind, *text) {
                // Where there is nobody, it is the other figures that are wrong.
                (Users, "-0.0") => drop(answer.status_is(422)),
                (Sum, "1e18") => drop(answer.invalid_under(&format!("rows.1.{field}_squares"))),
                _ => drop(answer.invalid_under(&format!("rows.1.{field}"))),
            }
        }
        for text in GARBLED {
            sent(client, &results, &written(field, text, "2026-01-02")).invalid_under("body");
        }
        sent(client, &results, &written(field, "1e999", "2026-01-02")).status_is(422);
        assert_eq!(client.get(&results).status_is(200).total(), 0, "{field}");
    }
    let mut recorded = 2;
    for (field, kind) in FIELDS {
        for (text, number, _) in taken(kind) {
            recorded += 1;
            let day = Moment::now().plus_days(-recorded).date();
            let row = sent(client, &results, &written(field, text, &day)).status_is(200).items()[1].clone();
            assert_eq!(
                (row[field].as_f64(), row["as_of"].as_str()),
                (Some(*number), Some(day.as_str())),
                "{text}: {row}"
            );
            assert!(!row[field].to_string().starts_with("-0"), "{row}");
        }
    }
    assert_eq!(client.get(&results).status_is(200).total(), recorded);
    every_number_is_finite(client, &path);
}

/// The figures of an arm as large, as small or as uneven as they may be, by the type of the metric.
const EXTREMES: [(&str, &[&str]); 4] = [
    (
        "binomial",
        &[
            r#"{ "users": 0, "conversions": 0 }"#,
            r#"{ "users": 1, "conversions": 1 }"#,
            r#"{ "users": 1000000000000, "conversions": 1 }"#,
            r#"{ "users": 1000000000000, "conversions": 1000000000000 }"#,
            r#"{ "users": 1000000000000, "conversions": 0 }"#,
        ],
    ),
    ("mean", VALUES),
    ("count", VALUES),
    (
        "ratio",
        &[
            r#"{ "users": 0, "sum": 0, "sum_squares": 0, "denominator_sum": 0, "denominator_sum_squares": 0, "cross_sum": 0 }"#,
            r#"{ "users": 2, "sum": 1e9, "sum_squares": 1e18, "denominator_sum": 1e-300, "denominator_sum_squares": 1, "cross_sum": 1 }"#,
            r#"{ "users": 2, "sum": -1e9, "sum_squares": 1e18, "denominator_sum": 5e-324, "denominator_sum_squares": 0, "cross_sum": -1e18 }"#,
            r#"{ "users": 1000000000000, "sum": 1e15, "sum_squares": 1e18, "denominator_sum": 0, "denominator_sum_squares": 1e18, "cross_sum": 1e18 }"#,
            r#"{ "users": 10, "sum": 5e-324, "sum_squares": 5e-324, "denominator_sum": -1e9, "denominator_sum_squares": 1e18, "cross_sum": 5e-324 }"#,
            r#"{ "users": 100, "sum": 50, "sum_squares": 60, "denominator_sum": 70, "denominator_sum_squares": 80, "cross_sum": 40 }"#,
        ],
    ),
];

const VALUES: &[&str] = &[
    r#"{ "users": 0, "sum": 0, "sum_squares": 0 }"#,
    r#"{ "users": 1, "sum": 1e9, "sum_squares": 1e18 }"#,
    r#"{ "users": 2, "sum": 5e-324, "sum_squares": 5e-324, "pre_sum": 5e-324, "pre_sum_squares": 5e-324, "pre_cross_sum": 5e-324 }"#,
    r#"{ "users": 2, "sum": 1e-200, "sum_squares": 1e18, "pre_sum": 1e9, "pre_sum_squares": 1e18, "pre_cross_sum": -1e18 }"#,
    r#"{ "users": 1000000000000, "sum": -1e15, "sum_squares": 1e18, "pre_sum": 1e15, "pre_sum_squares": 1e18, "pre_cross_sum": 1e18 }"#,
    r#"{ "users": 1000000000000, "sum": 1e-300, "sum_squares": 0, "pre_sum": 0, "pre_sum_squares": 0, "pre_cross_sum": 1e18 }"#,
];

fn what_is_told_of_extremes_are_numbers(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    for (metric, extremes) in EXTREMES {
        let body = json!({ "project_id": project, "name": format!("By {metric}"), "metric_type": metric });
        let goal = made(client, "/goals", body);
        let path = format!("/experiments/{}", whole(client, json!({ "project_id": project, "primary_goal_id": goal })));
        client.patch(&path, json!({ "status": "running" })).status_is(200);
        let of = variations(client, &path);
        for pair in extremes.iter().flat_map(|control| extremes.iter().map(move |treatment| [control, treatment])) {
            let figures = pair.map(|text| serde_json::from_str::<Value>(text).expect("figures"));
            let rows: Vec<Value> = of
                .iter()
                .zip(&figures)
                .map(|(variation, figures)| {
                    let mut row = figures.clone();
                    row["variation_id"] = json!(variation);
                    row["goal_id"] = json!(goal);
                    row["as_of"] = json!("2026-01-02");
                    row
                })
                .collect();
            let told = client.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
            for (row, figures) in told.items().iter().zip(&figures) {
                for (field, figure) in figures.as_object().expect("figures") {
                    assert_eq!(row[field].as_f64(), figure.as_f64(), "{field} of {row}");
                }
            }
            every_number_is_finite(client, &path);
            compared(client, metric, &figures);
        }
    }
}

/// Whatever is told of an experiment is JSON, and has numbers that are numbers.
#[track_caller]
fn every_number_is_finite(client: &Client, path: &str) {
    for told in [
        path.to_owned(),
        format!("{path}/results"),
        format!("{path}/summary"),
        format!("{path}/summary?cuped=true&correction=bh"),
        format!("{path}/summary?method=bayesian&prior_mean=0&prior_variance=1e-300"),
        format!("{path}/summary?method=bayesian&cuped=true"),
        format!("{path}/summary?method=sequential"),
    ] {
        has_numbers(&told, &client.get(&told).status_is(200));
    }
}

/// The calculators take the same figures, and those that they refuse they refuse in words.
#[track_caller]
fn compared(client: &Client, metric: &str, figures: &[Value]) {
    let arms: Vec<Value> = figures
        .iter()
        .map(|it| match metric {
            "binomial" => json!({ "n": it["users"], "x": it["conversions"] }),
            _ => json!({
                "n": it["users"], "sum": it["sum"], "sum_squares": it["sum_squares"], "pre_sum": it["pre_sum"],
                "pre_sum_squares": it["pre_sum_squares"], "pre_cross_sum": it["pre_cross_sum"],
            }),
        })
        .collect();
    let tests: &[&str] = match metric {
        "binomial" => &["z", "welch", "bayes_exact", "bayes_gaussian", "sequential", "msprt", "newcombe"],
        "mean" => &["welch", "bayes_gaussian", "sequential", "msprt"],
        _ => &[],
    };
    for test in tests {
        for relative in [false, true] {
            let body = json!({
                "test": test, "control": arms[0], "treatment": arms[1], "relative": relative, "tau_squared": 1e-12,
                "cuped": arms.iter().all(|arm| arm["pre_sum"].is_number()),
            });
            let answer = client.post("/statistics/compare", body.clone());
            assert!(matches!(answer.status, 200 | 422), "{body}: {}", answer.text());
            has_numbers("/statistics/compare", &answer);
        }
    }
    if metric == "binomial" {
        let counts: Vec<&Value> = figures.iter().map(|it| &it["users"]).collect();
        has_numbers("/statistics/srm", &client.post("/statistics/srm", json!({ "counts": counts })).status_is(200));
        let arm = json!({ "x": figures[0]["conversions"], "n": figures[0]["users"] });
        has_numbers("/statistics/proportion", &client.post("/statistics/proportion", arm).status_is(200));
    }
}

#[track_caller]
fn has_numbers(path: &str, answer: &crate::world::Answer) {
    assert!(answer.body.is_object(), "{path} was answered with no JSON: {}", answer.text());
    let mut rest = vec![&answer.body];
    while let Some(value) = rest.pop() {
        match value {
            Value::Number(number) => {
                assert!(number.as_f64().is_some_and(f64::is_finite), "{path} tells {number}");
            }
            Value::String(text) => {
                assert!(!["NaN", "inf", "-inf", "Infinity"].contains(&text.as_str()), "{path} tells {text}");
            }
            Value::Array(items) => rest.extend(items),
            Value::Object(members) => rest.extend(members.values()),
            Value::Null | Value::Bool(_) => {}
        }
    }
}
