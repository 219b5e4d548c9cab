//! The calculators, over HTTP: what they tell, and what they refuse. The figures themselves are tested in the domain.

use serde_json::{Value, json};

use crate::world::{Client, Store, World, on_both};

on_both![known_figures_are_told, what_is_wrong_is_told_by_its_path, what_cannot_be_told_is_null, nothing_is_written];

#[track_caller]
fn told(client: &Client, calculator: &str, body: Value) -> Value {
    client.post(&format!("/statistics/{calculator}"), body).status_is(200).data().clone()
}

/// Whether a figure is what is expected to six digits.
#[track_caller]
fn near(figure: &Value, expected: f64) {
    let figure = figure.as_f64().unwrap_or_else(|| panic!("{figure} is no number"));
    assert!((figure - expected).abs() <= 1e-6 * expected.abs(), "{figure} is not {expected}");
}

fn known_figures_are_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let viewer = team.viewer();
    let arms = |control: Value, treatment: Value, more: Value| {
        let mut body = json!({ "control": control, "treatment": treatment });
        let more = more.as_object().expect("an object").clone();
        body.as_object_mut().expect("an object").extend(more);
        told(viewer, "compare", body)
    };
    let rates = [json!({ "n": 1_000, "x": 200 }), json!({ "n": 1_000, "x": 250 })];
    let [a, b] = rates.clone();
    let z = arms(a, b, json!({ "test": "z" }));
    near(&z["statistic"], 2.677_397_8);
    near(&z["p_value"], 0.007_419_649_3);
    near(&z["ci"][0], 0.013_463_622);
    assert_eq!(
        [&z["test"], &z["df"], &z["chance_to_win"], &z["warnings"]],
        [&json!("z"), &Value::Null, &Value::Null, &json!([])]
    );
    let [a, b] = rates;
    let exact = arms(a, b, json!({ "test": "bayes_exact" }));
    near(&exact["chance_to_win"], 0.996_283_33);
    assert_eq!([&exact["ci"], &exact["se"]], [&Value::Null, &Value::Null]);
    let sums =
        [json!({ "n": 10, "sum": 100, "sum_squares": 1002.25 }), json!({ "n": 10, "sum": 105, "sum_squares": 1111.5 })];
    let [a, b] = sums.clone();
    let prior = arms(a, b, json!({ "test": "bayes_gaussian", "prior": { "mean": 0.1, "variance": 0.1 } }));
    assert!((prior["chance_to_win"].as_f64().expect("a number") - 0.923_15).abs() < 5e-6, "{prior}");
    let [a, b] = sums;
    let greater = arms(a, b, json!({ "test": "welch", "alternative": "greater" }));
    assert!(greater["ci"][0].is_number() && greater["ci"][1].is_null(), "{greater}");
    let before = |n: i64, sum: f64| json!({ "n": n, "sum": sum, "sum_squares": 700.0, "pre_sum": 60.0, "pre_sum_squares": 500.0, "pre_cross_sum": 560.0 });
    let cuped = arms(before(10, 70.0), before(10, 71.0), json!({ "test": "welch", "cuped": true }));
    assert!(cuped["variance_reduction"].is_number(), "{cuped}");
    let size =
        told(viewer, "sample-size", json!({ "baseline": 0.2, "mde": 0.25, "daily_users": 300, "allocation": 0.5 }));
    assert_eq!(
        [&size["per_variation"], &size["total"], &size["days"], &size["weeks"], &size["method"]],
        [&json!(1031.0), &json!(2062.0), &json!(14.0), &json!(2.0), &json!("evan_miller")]
    );
    near(&size["expected"], 0.25);
    let several = json!({ "baseline": 0.2, "mde": 0.25, "variations": 3, "correction": "bonferroni" });
    near(&told(viewer, "sample-size", several)["significance"], 0.025);
    let mean = json!({ "metric_type": "mean", "baseline": 20, "sd": 10, "mde": 0.1 });
    let mean = told(viewer, "sample-size", mean);
    assert_eq!([&mean["per_variation"], &mean["method"], &mean["days"]], [&json!(393.0), &Value::Null, &Value::Null]);
    let split = told(viewer, "srm", json!({ "counts": [500, 550] }));
    near(&split["chi_squared"], 2.380_952_38);
    assert_eq!([&split["df"], &split["mismatch"]], [&json!(1.0), &json!(false)]);
    assert_eq!(told(viewer, "srm", json!({ "counts": [5_000, 5_500], "weights": [1, 1] }))["mismatch"], json!(true));
    let adjusted = told(viewer, "adjust", json!({ "p_values": [0.05, 0.01, 0.03], "method": "bonferroni" }));
    near(&adjusted["adjusted"][0], 0.15);
    let share = told(viewer, "proportion", json!({ "x": 7, "n": 20 }));
    assert!((share["ci"][1].as_f64().expect("a number") - 0.5671).abs() < 5e-5, "{share}");
}

/// A body, the path of what is wrong in it, and what is said of that.
type WrongBody = (Value, &'static str, &'static str);

fn arm(n: i64, x: i64) -> Value {
    json!({ "n": n, "x": x })
}

fn wrong_comparisons() -> [WrongBody; 9] {
    [
        (json!({ "test": "z", "treatment": arm(9, 1) }), "control", "The control field is required."),
        (json!({ "test": "t", "control": arm(9, 1), "treatment": arm(9, 1) }), "test", "The selected test is invalid."),
        (
            json!({ "test": "z", "control": arm(9, 10), "treatment": arm(9, 1) }),
            "control.x",
            "The control.x field must not be greater than n.",
        ),
        (
            json!({ "test": "z", "control": arm(9, 1), "treatment": { "n": 9, "sum": 1, "sum_squares": 2 } }),
            "treatment.x",
            "The treatment.x field is required.",
        ),
        (
            json!({ "test": "welch", "control": arm(9, 1), "treatment": { "n": 9 } }),
            "treatment.x",
            "The treatment.x field is required.",
        ),
        (json!({ "test": "z", "control": [], "treatment": arm(9, 1) }), "control", "The control field is required."),
        (
            json!({ "test": "z", "control": { "x": 1 }, "treatment": arm(9, 1) }),
            "control.n",
            "The control.n field is required.",
        ),
        (
            json!({ "test": "z", "control": arm(9, 1), "treatment": arm(9, 1), "confidence": 1 }),
            "confidence",
            "The confidence field must be less than 1.",
        ),
        (
            json!({ "test": "msprt", "control": arm(9, 1), "treatment": arm(9, 1) }),
            "tau_squared",
            "The tau squared field is required.",
        ),
    ]
}

fn wrong_sample_sizes() -> [WrongBody; 7] {
    [
        (json!({ "baseline": 0, "mde": 0.1 }), "baseline", "The baseline field must be greater than 0."),
        (json!({ "baseline": 1, "mde": 0.1 }), "baseline", "The baseline field must be less than 1."),
        (json!({ "baseline": 0.2 }), "mde", "The mde field is required."),
        (
            json!({ "baseline": 0.5, "mde": 0.5, "significance": 5e-324 }),
            "mde",
            "The mde field leads to more users than can be counted.",
        ),
        (json!({ "baseline": 0.2, "mde": 11 }), "mde", "The mde field must not be greater than 10."),
        (json!({ "baseline": 20, "mde": 0.1, "metric_type": "mean" }), "sd", "The sd field is required."),
        (
            json!({ "baseline": 0.2, "mde": 0.1, "variations": 1 }),
            "variations",
            "The variations field must be at least 2.",
        ),
    ]
}

fn what_is_wrong_is_told_by_its_path(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    for (body, field, message) in wrong_comparisons() {
        owner.post("/statistics/compare", body).invalid(&[(field, message)]);
    }
    for (body, field, message) in wrong_sample_sizes() {
        owner.post("/statistics/sample-size", body).invalid(&[(field, message)]);
    }
    for (calculator, body, field, message) in [
        ("srm", json!({ "counts": [1] }), "counts", "The counts field must have at least 2 items."),
        (
            "srm",
            json!({ "counts": [1, 2, 3], "weights": [1, 2] }),
            "weights",
            "The weights field must contain 3 items.",
        ),
        ("srm", json!({ "counts": [1, -2] }), "counts.1", "The counts.1 field must be at least 0."),
        ("adjust", json!({ "p_values": [], "method": "holm" }), "p_values", "The p values field is required."),
        (
            "adjust",
            json!({ "p_values": [0.1, 2], "method": "holm" }),
            "p_values.1",
            "The p_values.1 field must not be greater than 1.",
        ),
        ("adjust", json!({ "p_values": [0.1], "method": "none" }), "method", "The selected method is invalid."),
        ("proportion", json!({ "x": 3, "n": 2 }), "x", "The x field must not be greater than n."),
    ] {
        owner.post(&format!("/statistics/{calculator}"), body).invalid(&[(field, message)]);
    }
    owner
        .post("/statistics/adjust", json!({ "p_values": [] }))
        .invalid(&[("p_values", "The p values field is required."), ("method", "The method field is required.")]);
    for (calculator, body, fields) in [
        (
            "compare",
            json!({ "test": "z", "control": { "n": 5, "x": 6 }, "treatment": { "n": "x" }, "confidence": 2 }),
            ["confidence", "control.x", "treatment.n"].as_slice(),
        ),
        ("compare", json!({ "control": { "n": 5, "x": 6 }, "treatment": { "n": 5, "x": 1 } }), &["control.x", "test"]),
        ("proportion", json!({ "x": 5, "n": 4, "confidence": 0 }), &["confidence", "x"]),
        ("srm", json!({ "counts": [5], "weights": ["x"] }), &["counts", "weights.0"]),
    ] {
        let refused = owner.post(&format!("/statistics/{calculator}"), body).status_is(422);
        let mut told: Vec<&String> = refused.body["errors"].as_object().expect("errors").keys().collect();
        told.sort();
        assert_eq!(told, fields, "{calculator}: what cannot be read hides nothing");
    }
    owner.post("/statistics/sample-size", json!({ "baseline": 0.2, "mde": 4 })).invalid_under("mde");
    let wrong = json!({ "metric_type": "mean", "baseline": 0, "sd": -1, "mde": 0 });
    owner.post("/statistics/sample-size", wrong).invalid(&[
        ("baseline", "The baseline field must be greater than 0."),
        ("mde", "The mde field must be greater than 0."),
        ("sd", "The sd field must be greater than 0."),
    ]);
    let neither = json!({ "metric_type": "mean", "baseline": 1 });
    owner
        .post("/statistics/sample-size", neither)
        .invalid(&[("mde", "The mde field is required."), ("sd", "The sd field is required.")]);
    owner.post("/statistics/median", json!({})).status_is(404);
    owner.get("/statistics/srm").status_is(405);
    for odd in [json!("NaN"), json!("1e999"), json!(1e300), json!([1]), json!({})] {
        let body =
            json!({ "test": "welch", "control": { "n": 9, "sum": odd, "sum_squares": 1 }, "treatment": arm(9, 1) });
        owner.post("/statistics/compare", body).invalid_under("control.sum");
    }
}

fn what_cannot_be_told_is_null(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    for test in ["z", "welch", "bayes_exact", "bayes_gaussian", "sequential", "msprt", "newcombe"] {
        for (control, treatment) in [
            ((0, 0), (0, 0)),
            ((1, 0), (1, 1)),
            ((10, 0), (10, 0)),
            ((10, 10), (10, 10)),
            ((1_000_000_000, 1), (1_000_000_000, 1_000_000_000)),
        ] {
            for relative in [true, false] {
                let body = json!({
                    "test": test, "control": arm(control.0, control.1), "treatment": arm(treatment.0, treatment.1),
                    "relative": relative, "tau_squared": 0.01,
                });
                let answer = told(owner, "compare", body);
                let warned = !answer["warnings"].as_array().expect("a list").is_empty();
                assert!(warned || !answer["estimate"].is_null(), "{test} {control:?} {treatment:?}: {answer}");
            }
        }
    }
    assert_eq!(told(owner, "proportion", json!({ "x": 0, "n": 0 })), json!({ "rate": null, "ci": null }));
    assert_eq!(told(owner, "srm", json!({ "counts": [0, 0] }))["p_value"], json!(1.0));
}

fn nothing_is_written(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let viewer = team.viewer();
    let entries = || world.count("SELECT count(*) FROM activities");
    let before = entries();
    told(viewer, "srm", json!({ "counts": [1, 2] }));
    told(viewer, "proportion", json!({ "x": 1, "n": 2 }));
    assert_eq!(entries(), before);
}
