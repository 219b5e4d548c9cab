//! The figures of a question, computed from the answers themselves.

use serde_json::{Value, json};

/// A count as a number to compute with.
pub(super) fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a small number"))
}

/// Whether two numbers are alike.
fn alike(told: &Value, computed: f64, what: &str) {
    let told = told.as_f64().unwrap_or_else(|| panic!("{what} is {told}"));
    assert!((told - computed).abs() <= 1e-9 * computed.abs().max(1.0), "{what} is {told}, not {computed}");
}

fn numbers(answers: &[Value]) -> Vec<f64> {
    let mut numbers: Vec<f64> = answers.iter().filter_map(Value::as_f64).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

fn percent(count: usize, all: usize) -> f64 {
    (10_000.0 * float(count) / float(all) + 0.5).floor() / 100.0
}

/// How often something stands in answers, be it alone or among several.
fn times(answers: &[Value], wanted: &Value) -> usize {
    let is = |answer: &&Value| match answer {
        Value::Array(several) => several.contains(wanted),
        one => *one == wanted,
    };
    answers.iter().filter(is).count()
}

/// The figures of a question are those of its answers.
pub(super) fn check(key: &str, figures: &Value, answers: &[Value]) {
    match key {
        "short_text" | "hidden" => texts(key, figures, answers),
        "number" => spread(figures, answers),
        "date" => months(figures, answers),
        "single_choice" | "multiple_choice" => choices(key, figures, answers),
        "yes_no" => options(key, figures, answers, &[(json!(true), "Sure"), (json!(false), "No")]),
        "consent" => options(key, figures, answers, &[(json!(true), "Yes")]),
        "rating" => points(key, figures, answers, [1, 2, 3, 4, 5]),
        "scale" => points(key, figures, answers, [-2, 0, 2, 4, 6]),
        "nps" => promoters(key, figures, answers),
        "ranking" => ranks(key, figures, answers),
        "matrix" => rows(figures, answers),
        other => panic!("nothing is known of {other}"),
    }
}

fn texts(key: &str, figures: &Value, answers: &[Value]) {
    let newest: Vec<&Value> = answers.iter().rev().take(3).collect();
    assert_eq!(figures["samples"], json!(newest));
    let length: usize = answers.iter().filter_map(Value::as_str).map(|it| it.chars().count()).sum();
    alike(&figures["length_avg"], float(length) / float(answers.len()), key);
}

fn spread(figures: &Value, answers: &[Value]) {
    let (all, sorted) = (answers.len(), numbers(answers));
    let mean = sorted.iter().sum::<f64>() / float(all);
    let squares: f64 = sorted.iter().map(|it| (it - mean).powi(2)).sum();
    assert_eq!(figures["n"], json!(all));
    for (name, computed) in [
        ("min", sorted[0]),
        ("max", sorted[all - 1]),
        ("mean", mean),
        ("median", median(&sorted)),
        ("sd", (squares / float(all - 1)).sqrt()),
    ] {
        alike(&figures[name], computed, name);
    }
    let bins = figures["histogram"].as_array().expect("a histogram");
    assert_eq!(bins.len(), 10);
    for (at, bin) in bins.iter().enumerate() {
        let [from, to] = ["from", "to"].map(|it| bin[it].as_f64().expect("a bound"));
        let within = |it: &&f64| from <= **it && (**it < to || at == 9);
        assert_eq!(bin["count"], json!(sorted.iter().filter(within).count()), "{bin}");
    }
}

fn months(figures: &Value, answers: &[Value]) {
    let mut months: Vec<&str> = answers.iter().filter_map(Value::as_str).map(|it| &it[..7]).collect();
    months.sort_unstable();
    assert_eq!(figures["min"], json!(format!("{}-15", months[0])));
    assert_eq!(figures["max"], json!(format!("{}-15", months[answers.len() - 1])));
    let counted = months.chunk_by(|a, b| a == b).map(|it| json!({ "month": it[0], "count": it.len() }));
    assert_eq!(figures["by_month"], Value::Array(counted.collect()));
}

/// The options of the choices and of the ranking.
fn letters() -> [(Value, &'static str); 3] {
    [(json!("a"), "A"), (json!("b"), "B"), (json!("c"), "C")]
}

fn options(key: &str, figures: &Value, answers: &[Value], ids: &[(Value, &str)]) {
    for (at, (id, label)) in ids.iter().enumerate() {
        let (option, count) = (&figures["options"][at], times(answers, id));
        assert_eq!((&option["count"], &option["label"]), (&json!(count), &json!(label)), "{key}: {option}");
        alike(&option["percent"], percent(count, answers.len()), key);
    }
    assert_eq!(figures["options"].as_array().expect("options").len(), ids.len(), "{key}");
}

fn choices(key: &str, figures: &Value, answers: &[Value]) {
    options(key, figures, answers, &letters());
    if key == "multiple_choice" {
        let chosen: usize = answers.iter().filter_map(Value::as_array).map(Vec::len).sum();
        assert_eq!(figures["selections"], json!(chosen));
    }
    let other = if key == "multiple_choice" { "x" } else { "elsewhere" };
    let count = times(answers, &json!({ "other": other }));
    assert_eq!(figures["other"], json!([{ "value": other, "count": count }]));
}

fn points(key: &str, figures: &Value, answers: &[Value], points: [i64; 5]) {
    let (all, sorted) = (answers.len(), numbers(answers));
    alike(&figures["mean"], sorted.iter().sum::<f64>() / float(all), key);
    alike(&figures["median"], median(&sorted), key);
    let distribution = points.map(|point| {
        let count = times(answers, &json!(point));
        json!({ "point": point, "count": count, "percent": percent(count, all) })
    });
    assert_eq!(figures["distribution"], json!(distribution), "{key}");
    let best = times(answers, &json!(points[4])) + times(answers, &json!(points[3]));
    assert_eq!(figures["top2_box"], json!(best));
    alike(&figures["csat"], float(best) / float(all), key);
}

fn promoters(key: &str, figures: &Value, answers: &[Value]) {
    let between = |low: f64, high: f64| numbers(answers).iter().filter(|it| low <= **it && **it <= high).count();
    let (promoters, detractors) = (between(9.0, 10.0), between(0.0, 6.0));
    assert_eq!(figures["promoters"], json!(promoters));
    assert_eq!(figures["passives"], json!(between(7.0, 8.0)));
    assert_eq!(figures["detractors"], json!(detractors));
    let score = 100.0 * (float(promoters) - float(detractors)) / float(answers.len());
    alike(&figures["score"], score.round(), key);
}

fn ranks(key: &str, figures: &Value, answers: &[Value]) {
    for (at, (id, label)) in letters().iter().enumerate() {
        let ranks =
            answers.iter().map(|it| 1 + it.as_array().expect("ranks").iter().position(|it| it == id).expect("a rank"));
        let ranks: Vec<usize> = ranks.collect();
        let option = &figures["options"][at];
        assert_eq!(option["label"], json!(label));
        alike(&option["avg_rank"], float(ranks.iter().sum::<usize>()) / float(answers.len()), key);
        assert_eq!(option["first_count"], json!(ranks.iter().filter(|it| **it == 1).count()));
        assert_eq!(option["borda"], json!(ranks.iter().map(|it| 3 - it).sum::<usize>()));
    }
}

fn rows(figures: &Value, answers: &[Value]) {
    for (at, row) in ["r", "s"].iter().enumerate() {
        let answered: Vec<Value> = answers.iter().map(|it| it[row].clone()).filter(|it| !it.is_null()).collect();
        let told = &figures["rows"][at];
        assert_eq!((&told["row"], &told["n"]), (&json!(row), &json!(answered.len())));
        for (at, col) in ["x", "y"].iter().enumerate() {
            let count = times(&answered, &json!(col));
            let percent = percent(count, answered.len());
            let expected = json!({ "col": col, "label": col.to_uppercase(), "count": count, "percent": percent });
            assert_eq!(told["columns"][at], expected);
        }
    }
}
