//! The chart of a form summary: what was answered to each question, or to one of them.

use uplift_charts::{About, Bar, Bars, Chart, Direction, Format, Measure};
use uplift_domain::Json;
use uplift_domain::record::Fields;

use super::json_fields::{count, filters, items, number, said, text};
use crate::answer::json::plain;

/// What stands beside the title where it was asked for.
const ASKED: [&str; 4] = ["period", "from", "to", "partial"];

pub(super) fn chart(told: &Json, asked: &Fields, form: &str) -> (About, Chart) {
    let summary = told.get("data").unwrap_or(&Json::Null);
    let one = asked.get("question_id").filter(|it| !it.is_null()).map(plain);
    let id = |question: &Json| question.get("question_id").map(plain);
    let mut questions: Vec<&Json> = items(summary, "questions").collect();
    let (title, bars) = match one {
        None => {
            let grouped = |it: &&Json| {
                let group = text(it, "label").to_owned();
                bars(it).into_iter().map(move |bar| Bar { group: group.clone(), ..bar })
            };
            let bars = questions.iter().flat_map(grouped);
            (format!("Answers to {form}"), bars.collect())
        }
        Some(one) => {
            questions.retain(|it| id(it).as_ref() == Some(&one));
            let label = questions.first().map(|it| format!("“{}”", text(it, "label")));
            let title = format!("Answers to {} of {form}", label.unwrap_or_else(|| format!("question {one}")));
            (title, questions.iter().flat_map(|it| bars(it)).collect())
        }
    };
    let counts = format!("{} begun, {} completed", count(summary, "starts"), count(summary, "completed"));
    let meta = told.get("meta").unwrap_or(&Json::Null);
    let about: Vec<_> = [counts].into_iter().chain(said(asked, &ASKED)).chain(filters(meta)).collect();
    let chart = Chart::Bars(Bars {
        direction: Direction::Horizontal,
        measure: Measure::new("Answers (count)", Format::Number),
        categories: "Answer".to_owned(),
        mark: None,
        bars,
    });
    (About::new(title, about.join(", ")), chart)
}

/// The bars of a question, by what is told of it: its options or points, else how often it was answered.
fn bars(question: &Json) -> Vec<Bar> {
    let lists: [(&str, Tell); 5] = [
        ("options", option),
        ("distribution", |it| counted(it, plain(it.get("point").unwrap_or(&Json::Null)))),
        ("histogram", |it| counted(it, range(it))),
        ("by_month", |it| counted(it, text(it, "month").to_owned())),
        ("columns", |it| counted(it, text(it, "label").to_owned())),
    ];
    let of_row = |row: &Json| {
        let label = text(row, "label").to_owned();
        bars(row).into_iter().map(move |bar| Bar { label: format!("{label} · {}", bar.label), ..bar })
    };
    let of_rows = items(question, "rows").flat_map(of_row);
    let listed = lists.into_iter().flat_map(|(name, tell)| items(question, name).map(tell));
    let mut bars: Vec<Bar> = listed.chain(of_rows).chain(others(question)).collect();
    if bars.is_empty() && question.get("answered").is_some() {
        bars.push(Bar::new("Answered", number(question, "answered")));
    }
    bars
}

/// Tells an item of a list.
type Tell = fn(&Json) -> Bar;

fn counted(item: &Json, label: String) -> Bar {
    let note = number(item, "percent").map(|it| format!("{it}%")).unwrap_or_default();
    Bar { note, ..Bar::new(label, number(item, "count")) }
}

/// An option that was chosen, or of a ranking how often it came first.
fn option(option: &Json) -> Bar {
    let label = text(option, "label").to_owned();
    if option.get("first_count").is_none() {
        return counted(option, label);
    }
    let note = number(option, "avg_rank").map(|it| format!("first; mean rank {it:.2}")).unwrap_or_default();
    Bar { note, ..Bar::new(label, number(option, "first_count")) }
}

fn range(part: &Json) -> String {
    ["from", "to"].map(|name| Format::Number.write(number(part, name).unwrap_or_default())).join(" to ")
}

/// What was said beside the options, which is only counted.
fn others(question: &Json) -> Option<Bar> {
    let said: u64 = items(question, "other").map(|it| count(it, "count")).sum();
    (said > 0).then(|| Bar::new("Other", u32::try_from(said).ok().map(f64::from)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tried::{HOSTILE, drawn, figures};
    use super::*;

    fn draw(told: &Json, asked: &Json) -> String {
        drawn(|told, asked| chart(told, asked, "How was it?"), told, asked)
    }

    fn told() -> Json {
        let question = |id: u64, label: &str, figures: Json| {
            let mut all = json!({ "question_id": id, "label": label, "answered": 3, "seen": 4 });
            all.as_object_mut().unwrap().extend(figures.as_object().unwrap().clone());
            all
        };
        json!({
            "data": { "form_id": 12, "starts": 5, "completed": 3, "questions": [
                question(1, "Size", json!({
                    "options": [
                        { "id": "s", "label": "Small", "count": 2, "percent": 66.67 },
                        { "id": "l", "label": "Large", "count": 0, "percent": 0.0 },
                    ],
                    "other": [{ "value": "a secret", "count": 1 }],
                })),
                question(2, "Why", json!({ "samples": ["because"], "length_avg": 7.0 })),
                question(3, "Likely", json!({ "distribution": [{ "point": 9, "count": 3, "percent": 100.0 }] })),
                question(4, "Order", json!({ "options": [
                    { "id": "a", "label": "Apples", "avg_rank": 1.3333, "first_count": 2, "borda": 5 },
                ] })),
                question(5, "Parts", json!({ "rows": [{ "row": "r", "label": "Speed", "n": 3, "columns": [
                    { "col": "c", "label": "Good", "count": 3, "percent": 100.0 },
                ] }] })),
                question(6, "Age", json!({ "histogram": [{ "from": 18.0, "to": 20.5, "count": 3 }] })),
                question(7, "Since", json!({ "by_month": [{ "month": "2026-01", "count": 3 }] })),
                question(8, "Proof", json!({ "files": 4, "total_bytes": 99 })),
            ] },
            "meta": { "filters": { "source": ["link", "email"] } },
        })
    }

    #[test]
    fn every_question_has_bars_and_texts_are_only_counted() {
        let svg = draw(&told(), &json!({ "from": "2026-01-01" }));
        assert!(
            svg.contains("Answers to How was it?, 5 begun, 3 completed, from: 2026-01-01, source: link, email</title>")
        );
        assert_eq!(
            figures(&svg),
            [
                "Size · Small: 2 (66.67%)",
                "Size · Large: 0 (0%)",
                "Size · Other: 1",
                "Why · Answered: 3",
                "Likely · 9: 3 (100%)",
                "Order · Apples: 2 (first",
                "mean rank 1.33)",
                "Parts · Speed · Good: 3 (100%)",
                "Age · 18 to 20.5: 3",
                "Since · 2026-01: 3",
                "Proof · Answered: 3.",
            ]
        );
        assert!(!svg.contains("because") && !svg.contains("secret"));
    }

    #[test]
    fn one_question_may_be_picked() {
        for id in [json!(1), json!("1")] {
            let svg = draw(&told(), &json!({ "question_id": id }));
            assert!(svg.contains("Answers to “Size” of How was it?, 5 begun"));
            assert_eq!(figures(&svg), ["Small: 2 (66.67%)", "Large: 0 (0%)", "Other: 1."]);
        }
        let svg = draw(&told(), &json!({ "question_id": 99 }));
        assert!(svg.contains("question 99") && svg.contains("No data in this period"));
    }

    #[test]
    fn nothing_is_drawn_of_nothing_and_texts_stay_texts() {
        let unanswered = json!({ "data": { "questions": [{ "question_id": 1, "label": "Why", "answered": 0 }] } });
        for nothing in [json!({}), json!({ "data": { "questions": [] } }), json!({ "data": [] }), unanswered] {
            assert!(draw(&nothing, &json!({})).contains("No data in this period"));
        }
        let options = json!([{ "id": "x", "label": HOSTILE, "count": 1, "percent": null }]);
        let hostile = json!({ "data": { "questions": [{ "question_id": 1, "label": HOSTILE, "options": options }] } });
        assert!(draw(&hostile, &json!({ "period": HOSTILE })).contains("&lt;script"));
    }
}
