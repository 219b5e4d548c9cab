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
mod tests;
