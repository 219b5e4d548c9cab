//! The figures of a question by its type, against what they are by the answers themselves.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::records::{made, pictured, project};
use crate::world::{Store, World, on_both};

on_both![every_type_has_its_figures];

/// How many complete responses a question of each type gets.
const RESPONSES: usize = 13;

/// A question, and how the response of a number answers it.
type SummaryCase = (Value, fn(usize) -> Value);

/// The questions of the survey with every type, each with the answer of a response by its number.
fn every_type() -> [SummaryCase; 14] {
    let options = json!([{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }, { "id": "c", "label": "C" }]);
    let lines = |ids: [&str; 2]| json!(ids.map(|id| json!({ "id": id, "label": id.to_uppercase() })));
    let of = |key: &str, settings: Value| json!({ "label": key, "key": key, "type": key, "settings": settings });
    let choice = |key: &str| json!({ "label": key, "key": key, "type": key, "options": options, "allow_other": true });
    let matrix = json!({ "rows": lines(["r", "s"]), "columns": lines(["x", "y"]) });
    [
        (of("short_text", json!({})), |n| if n.is_multiple_of(3) { Value::Null } else { json!("é".repeat(n)) }),
        (of("number", json!({})), |n| json!(float(n * 7 % 11) / 4.0 - 1.0)),
        (of("date", json!({})), |n| json!(format!("2026-{:02}-15", 1 + n % 5 * 2))),
        (choice("single_choice"), |n| [json!("c"), json!("a"), json!({ "other": "elsewhere" })][n % 3].clone()),
        (choice("multiple_choice"), |n| {
            [json!(["a", "c"]), json!(["b", { "other": "x" }]), Value::Null][n % 3].clone()
        }),
        (of("yes_no", json!({ "yes_label": "Sure" })), |n| json!(n % 4 > 0)),
        (of("rating", json!({ "scale": 5 })), |n| json!(1 + n * 3 % 5)),
        (of("scale", json!({ "min": -2, "max": 6, "step": 2 })), |n| json!([-2, 0, 2, 4, 6][n % 5])),
        (of("nps", json!({})), |n| json!(n * 5 % 11)),
        (choice("ranking"), |n| [json!(["b", "a", "c"]), json!(["c", "b", "a"])][n % 2].clone()),
        (of("matrix", matrix), |n| [json!({ "r": "x", "s": "y" }), json!({ "r": "y" })][n % 2].clone()),
        (of("consent", json!({})), |n| if n % 2 == 0 { json!(true) } else { Value::Null }),
        (of("hidden", json!({ "default": "mail" })), |n| if n % 2 == 0 { json!("web") } else { Value::Null }),
        (of("statement", json!({})), |_| Value::Null),
    ]
}

fn every_type_has_its_figures(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let form = made(owner, "/forms", json!({ "project_id": home, "name": "Everything" }));
    for (question, _) in every_type() {
        let mut question = question;
        question["form_id"] = json!(form);
        made(owner, "/form-questions", question);
    }
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Files", "key": "files", "type": "file_upload" }));
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    for n in 0..RESPONSES {
        let answered = every_type().into_iter().filter_map(|(question, answer)| {
            let answer = Some(answer(n)).filter(|it| !it.is_null())?;
            Some((question["key"].as_str()?.to_owned(), answer))
        });
        let answers: Map<String, Value> = answered.collect();
        owner.post("/form-responses", json!({ "form_id": form, "answers": answers })).status_is(201);
    }
    let begun = json!({ "form_id": form, "status": "in_progress" });
    let begun = owner.post("/form-responses", begun).status_is(201).id();
    let file = pictured(owner, home, "form_response", begun, 1);
    let size = owner.get(&format!("/attachments/{file}")).status_is(200).data()["file_size"].clone();
    owner.post(&format!("/form-responses/{begun}/complete"), json!({ "answers": { "files": [file] } })).status_is(200);

    let told = owner.get(&format!("/forms/{form}/summary?samples=3")).status_is(200);
    let (all, first) = (RESPONSES + 1, &told.data()["questions"][0]);
    assert_eq!(told.data()["completed"], json!(all));
    let names = ["question_id", "key", "label", "type", "seen", "answered", "skipped", "drop_off", "drop_off_rate"];
    let members: BTreeSet<&str> = first.as_object().expect("a question").keys().map(String::as_str).collect();
    assert_eq!(members, names.into_iter().chain(["samples", "length_avg"]).collect());
    let questions = told.data()["questions"].as_array().expect("questions");
    let keys: Vec<&str> = questions.iter().filter_map(|it| it["key"].as_str()).collect();
    assert_eq!(keys.len(), every_type().len(), "{keys:?}: statements are left out");
    for (question, answer) in every_type() {
        let key = question["key"].as_str().expect("a key");
        let Some(figures) = questions.iter().find(|it| it["key"] == *key) else { continue };
        let mut answers: Vec<Value> = (0..RESPONSES).map(answer).filter(|it| !it.is_null()).collect();
        if key == "hidden" {
            answers =
                (0..=RESPONSES).map(|n| if n < RESPONSES && n % 2 == 0 { "web" } else { "mail" }.into()).collect();
        }
        assert_eq!(figures["seen"], json!(all), "{key}");
        assert_eq!(figures["answered"], json!(answers.len()), "{key}");
        assert_eq!(figures["skipped"], json!(all - answers.len()), "{key}");
        check(key, figures, &answers);
    }
    let files = questions.iter().find(|it| it["key"] == "files").expect("the files");
    assert_eq!((&files["files"], &files["total_bytes"], &files["answered"]), (&json!(1), &size, &json!(1)));
}

/// A count as a number to compute with.
fn float(count: usize) -> f64 {
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
fn check(key: &str, figures: &Value, answers: &[Value]) {
    let all = answers.len();
    let options = |ids: &[(Value, &str)]| {
        for (at, (id, label)) in ids.iter().enumerate() {
            let (option, count) = (&figures["options"][at], times(answers, id));
            assert_eq!((&option["count"], &option["label"]), (&json!(count), &json!(label)), "{key}: {option}");
            alike(&option["percent"], percent(count, all), key);
        }
        assert_eq!(figures["options"].as_array().expect("options").len(), ids.len(), "{key}");
    };
    let letters = [(json!("a"), "A"), (json!("b"), "B"), (json!("c"), "C")];
    match key {
        "short_text" | "hidden" => {
            let newest: Vec<&Value> = answers.iter().rev().take(3).collect();
            assert_eq!(figures["samples"], json!(newest));
            let length: usize = answers.iter().filter_map(Value::as_str).map(|it| it.chars().count()).sum();
            alike(&figures["length_avg"], float(length) / float(all), key);
        }
        "number" => {
            let sorted = numbers(answers);
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
        "date" => {
            let mut months: Vec<&str> = answers.iter().filter_map(Value::as_str).map(|it| &it[..7]).collect();
            months.sort_unstable();
            assert_eq!(figures["min"], json!(format!("{}-15", months[0])));
            assert_eq!(figures["max"], json!(format!("{}-15", months[all - 1])));
            let counted = months.chunk_by(|a, b| a == b).map(|it| json!({ "month": it[0], "count": it.len() }));
            assert_eq!(figures["by_month"], Value::Array(counted.collect()));
        }
        "single_choice" => {
            options(&letters);
            let other = times(answers, &json!({ "other": "elsewhere" }));
            assert_eq!(figures["other"], json!([{ "value": "elsewhere", "count": other }]));
        }
        "multiple_choice" => {
            options(&letters);
            let chosen: usize = answers.iter().filter_map(Value::as_array).map(Vec::len).sum();
            assert_eq!(figures["selections"], json!(chosen));
            let other = times(answers, &json!({ "other": "x" }));
            assert_eq!(figures["other"], json!([{ "value": "x", "count": other }]));
        }
        "yes_no" => options(&[(json!(true), "Sure"), (json!(false), "No")]),
        "consent" => options(&[(json!(true), "Yes")]),
        "rating" | "scale" => {
            let (sorted, points) = (numbers(answers), if key == "rating" { [1, 2, 3, 4, 5] } else { [-2, 0, 2, 4, 6] });
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
        "nps" => {
            let between =
                |low: f64, high: f64| numbers(answers).iter().filter(|it| low <= **it && **it <= high).count();
            let (promoters, detractors) = (between(9.0, 10.0), between(0.0, 6.0));
            assert_eq!(figures["promoters"], json!(promoters));
            assert_eq!(figures["passives"], json!(between(7.0, 8.0)));
            assert_eq!(figures["detractors"], json!(detractors));
            let score = 100.0 * (float(promoters) - float(detractors)) / float(all);
            alike(&figures["score"], score.round(), key);
        }
        "ranking" => {
            for (at, (id, label)) in letters.iter().enumerate() {
                let ranks = answers
                    .iter()
                    .map(|it| 1 + it.as_array().expect("ranks").iter().position(|it| it == id).expect("a rank"));
                let ranks: Vec<usize> = ranks.collect();
                let option = &figures["options"][at];
                assert_eq!(option["label"], json!(label));
                alike(&option["avg_rank"], float(ranks.iter().sum::<usize>()) / float(all), key);
                assert_eq!(option["first_count"], json!(ranks.iter().filter(|it| **it == 1).count()));
                assert_eq!(option["borda"], json!(ranks.iter().map(|it| 3 - it).sum::<usize>()));
            }
        }
        "matrix" => {
            for (at, row) in ["r", "s"].iter().enumerate() {
                let answered: Vec<Value> =
                    answers.iter().map(|it| it[row].clone()).filter(|it| !it.is_null()).collect();
                let told = &figures["rows"][at];
                assert_eq!((&told["row"], &told["n"]), (&json!(row), &json!(answered.len())));
                for (at, col) in ["x", "y"].iter().enumerate() {
                    let count = times(&answered, &json!(col));
                    let percent = percent(count, answered.len());
                    let expected =
                        json!({ "col": col, "label": col.to_uppercase(), "count": count, "percent": percent });
                    assert_eq!(told["columns"][at], expected);
                }
            }
        }
        other => panic!("nothing is known of {other}"),
    }
}
