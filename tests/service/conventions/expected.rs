//! What a list is expected to keep and how to order it, worked out from the records themselves.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::dataset::Row;
use super::declared::Matching;

/// The words that sort by meaning, least first; those of a status in the order of a life.
const ORDERED: [(&str, &[&str]); 5] = [
    ("confidence", &["low", "medium", "high"]),
    ("evidence_strength", &["weak", "moderate", "strong"]),
    ("priority", &["low", "medium", "high", "critical"]),
    ("severity", &["low", "medium", "high", "critical"]),
    ("status", &["backlog", "under_review", "approved", "planned", "in_experiment", "done", "rejected"]),
];

/// What is typed for a moment and is none.
pub(crate) const NO_MOMENTS: [&str; 4] = ["2026-02-30", "2026-1-1", "yesterday", "2026"];

/// What is typed for a number and is none.
pub(crate) const NO_NUMBERS: [&str; 4] = ["much", "1.5.0", "NaN", "5x"];

/// Whether a filter with this value, as it was typed, keeps a record in which `held` stands.
pub(crate) fn keeps(matching: Matching, integer: bool, held: &Value, typed: &str) -> bool {
    let typed = typed.trim();
    let mut items = typed.split(',');
    match (matching, held) {
        (Matching::Exact, Value::Number(number)) if integer => {
            items.any(|item| item.trim().parse::<i64>().is_ok_and(|it| number.as_i64() == Some(it)))
        }
        (Matching::Exact, Value::String(text)) => items.any(|item| item == text),
        (Matching::Exact, Value::Bool(_)) => {
            panic!("say in expected::keeps how an exact filter compares what is true or false")
        }
        (Matching::Exact, _) => false,
        (Matching::Flag, held) => items.any(|item| match item {
            "all" => true,
            "true" | "false" => *held == json!(item == "true"),
            _ => false,
        }),
        (Matching::Least, held) => items.filter_map(number).any(|it| held.as_f64().is_some_and(|held| held >= it)),
        (Matching::Most, held) => items.filter_map(number).any(|it| held.as_f64().is_some_and(|held| held <= it)),
        (Matching::Partial, held) => {
            let mut wanted = items.filter(|item| !item.is_empty()).peekable();
            let text = held.as_str().unwrap_or_default().to_lowercase();
            wanted.peek().is_none() || wanted.any(|item| !held.is_null() && text.contains(&item.to_lowercase()))
        }
        (Matching::From, held) => {
            let start = moment(typed, "T00:00:00.000000Z");
            start.is_some_and(|it| held.as_str().is_some_and(|held| held >= it.as_str()))
        }
        (Matching::Until, held) => {
            let end = moment(typed, "T23:59:59.999999Z");
            end.is_some_and(|it| held.as_str().is_some_and(|held| held <= it.as_str()))
        }
    }
}

fn number(typed: &str) -> Option<f64> {
    typed.trim().parse().ok().filter(|it: &f64| it.is_finite())
}

/// A moment in the form of answers; a date alone is given this time.
fn moment(typed: &str, time: &str) -> Option<String> {
    let digits = typed.starts_with(|first: char| first.is_ascii_digit());
    match typed.len() {
        _ if NO_MOMENTS.contains(&typed) => None,
        10 if digits => Some(format!("{typed}{time}")),
        27 if digits => Some(typed.to_owned()),
        _ => None,
    }
}

/// The ids in the order of these sorts, each with a dash in front where it runs downwards.
pub(crate) fn order(rows: &[&Row], sorts: &[&str]) -> Vec<i64> {
    let mut rows = rows.to_vec();
    rows.sort_by(|a, b| {
        let mut all = sorts.iter().map(|sort| by(a, b, sort));
        let decided = all.find(|it| it.is_ne());
        let downwards = sorts.last().is_some_and(|last| last.starts_with('-'));
        let ids = if downwards { b.id.cmp(&a.id) } else { a.id.cmp(&b.id) };
        decided.unwrap_or(ids)
    });
    rows.iter().map(|row| row.id).collect()
}

fn by(a: &Row, b: &Row, sort: &str) -> Ordering {
    let field = sort.trim_start_matches('-');
    let upwards = compare(field, &a.shown[field], &b.shown[field]);
    if sort.starts_with('-') { upwards.reverse() } else { upwards }
}

fn compare(field: &str, a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Null, _) | (_, Value::Null) => b.is_null().cmp(&a.is_null()),
        (Value::String(a), Value::String(b)) => {
            rank(field, a).cmp(&rank(field, b)).then_with(|| a.chars().cmp(b.chars()))
        }
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (a, b) => {
            let numbers = a.as_f64().zip(b.as_f64());
            let ordered = numbers.and_then(|(a, b)| a.partial_cmp(&b));
            ordered.unwrap_or_else(|| panic!("{field} holds {a} and {b}, which have no order"))
        }
    }
}

/// The place of a word among the ordered ones; others come after these.
fn rank(field: &str, word: &str) -> usize {
    let words = ORDERED.iter().find(|(name, _)| *name == field).map(|it| it.1).unwrap_or_default();
    words.iter().position(|it| *it == word).unwrap_or(words.len())
}
