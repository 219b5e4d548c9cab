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
        measure: Measure::new("Answers (% of those who answered)", Format::Percent),
        categories: "Answer".to_owned(),
        mark: None,
        bars,
    });
    (About::new(title, about.join(", ")), chart)
}

/// The bars of a question, by what is told of it: its options or points as shares of those who answered, else the share
/// that did of those who saw it.
fn bars(question: &Json) -> Vec<Bar> {
    let lists: [(&str, Tell); 5] = [
        ("options", option),
        ("distribution", |it, of| counted(it, plain(it.get("point").unwrap_or(&Json::Null)), of)),
        ("histogram", |it, of| counted(it, range(it), of)),
        ("by_month", |it, of| counted(it, text(it, "month").to_owned(), of)),
        ("columns", |it, of| counted(it, text(it, "label").to_owned(), of)),
    ];
    let of_row = |row: &Json| {
        let label = text(row, "label").to_owned();
        bars(row).into_iter().map(move |bar| Bar { label: format!("{label} · {}", bar.label), ..bar })
    };
    let of = number(question, "answered").or_else(|| number(question, "n"));
    let of_rows = items(question, "rows").flat_map(of_row);
    let listed = lists.into_iter().flat_map(|(name, tell)| items(question, name).map(move |it| tell(it, of)));
    let mut bars: Vec<Bar> = listed.chain(of_rows).chain(others(question, of)).collect();
    if bars.is_empty() && question.get("answered").is_some() {
        let seen = number(question, "seen");
        let note = format!("{} of {} who saw it", written(of), written(seen));
        bars.push(Bar { note, ..Bar::new("Answered", share(of, seen)) });
    }
    bars
}

/// Tells an item of a list, of so many answers.
type Tell = fn(&Json, Option<f64>) -> Bar;

fn counted(item: &Json, label: String, of: Option<f64>) -> Bar {
    let count = number(item, "count");
    Bar { note: written(count), ..Bar::new(label, share(count, of)) }
}

/// An option that was chosen, or of a ranking how often it came first.
fn option(option: &Json, of: Option<f64>) -> Bar {
    let label = text(option, "label").to_owned();
    if option.get("first_count").is_none() {
        return counted(option, label, of);
    }
    let count = number(option, "first_count");
    let rank = number(option, "avg_rank").map(|it| format!(", mean rank {it:.2}")).unwrap_or_default();
    Bar { note: format!("{} first{rank}", written(count)), ..Bar::new(label, share(count, of)) }
}

/// What part of the whole a count is; none where there is no whole.
fn share(count: Option<f64>, of: Option<f64>) -> Option<f64> {
    let of = of.filter(|it| *it > 0.0)?;
    count.map(|it| it / of)
}

fn written(count: Option<f64>) -> String {
    Format::Count.write(count.unwrap_or_default())
}

fn range(part: &Json) -> String {
    ["from", "to"].map(|name| Format::Number.write(number(part, name).unwrap_or_default())).join(" to ")
}

/// What was said beside the options, which is only counted.
fn others(question: &Json, of: Option<f64>) -> Option<Bar> {
    let said: u64 = items(question, "other").map(|it| count(it, "count")).sum();
    let said = u32::try_from(said).ok().filter(|it| *it > 0).map(f64::from);
    said.map(|_| Bar { note: written(said), ..Bar::new("Other", share(said, of)) })
}

#[cfg(test)]
mod tests;
