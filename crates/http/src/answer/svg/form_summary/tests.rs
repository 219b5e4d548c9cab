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
        svg.contains("Answers to How was it?, 5 begun, 3 completed, From: 2026-01-01, Source: link, email</title>")
    );
    assert_eq!(
        figures(&svg),
        [
            "Size · Small: 66.7 % (2)",
            "Size · Large: 0 % (0)",
            "Size · Other: 33.3 % (1)",
            "Why · Answered: 75 % (3 of 4 who saw it)",
            "Likely · 9: 100 % (3)",
            "Order · Apples: 66.7 % (2 first, mean rank 1.33)",
            "Parts · Speed · Good: 100 % (3)",
            "Age · 18 to 20.5: 100 % (3)",
            "Since · 2026-01: 100 % (3)",
            "Proof · Answered: 75 % (3 of 4 who saw it).",
        ]
    );
    assert!(!svg.contains("because") && !svg.contains("secret"));
}

#[test]
fn one_question_may_be_picked() {
    for id in [json!(1), json!("1")] {
        let svg = draw(&told(), &json!({ "question_id": id }));
        assert!(svg.contains("Answers to “Size” of How was it?, 5 begun"));
        assert_eq!(figures(&svg), ["Small: 66.7 % (2)", "Large: 0 % (0)", "Other: 33.3 % (1)."]);
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
    let hostile = json!({ "data": { "questions": [
        { "question_id": 1, "label": HOSTILE, "answered": 1, "options": options },
    ] } });
    assert!(draw(&hostile, &json!({ "period": HOSTILE })).contains("&lt;script"));
}
