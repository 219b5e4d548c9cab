//! Every filter of every kind: what it keeps, worked out from the records, and what leaves it alone.

use serde_json::Value;

use super::dataset::Row;
use super::declared::{Filter, Kind, Matching, is_integer};
use super::expected::{NO_MOMENTS, NO_NUMBERS};
use super::walk::Walk;

/// What is looked for in names: cases, umlauts, what LIKE would make something of, and lists.
const PARTS: [&str; 26] = [
    "straße",
    "STRASSE",
    "KÖLN",
    "kö",
    "koln",
    "ÖLN,WAVE",
    "same",
    "Same,null",
    "SAME,,",
    ",",
    "%",
    "_",
    "\\",
    "f_s",
    "0%",
    "%s",
    "*",
    "'",
    "true",
    "false",
    "null",
    "\u{1F600}",
    " wave",
    "h, t",
    "B.EXAMPLE",
    "zoe_",
];

pub(super) fn walk(walk: &mut Walk<'_>) {
    for kind in walk.kinds() {
        for filter in &kind.filters {
            for typed in typed(walk, &kind, filter) {
                keeps_what_it_says(walk, &kind, &[(filter, &typed)]);
            }
        }
        narrow_together(walk, &kind);
    }
}

/// Each filter with what stands in this record.
pub(super) fn by_values_of(walk: &Walk<'_>, kind: &Kind, row: &Row) {
    for filter in &kind.filters {
        for held in filter.held(&row.shown) {
            keeps_what_it_says(walk, kind, &[(filter, &written(&held))]);
        }
    }
}

/// The list under these filters shows the records that meet each of them, and each that holds unless it is named.
fn keeps_what_it_says(walk: &Walk<'_>, kind: &Kind, filters: &[(&Filter, &str)]) {
    let mut rows = walk.data.live(&kind.path);
    for filter in &kind.filters {
        let named = filters.iter().find(|(it, _)| it.name == filter.name).map(|it| it.1);
        if let Some(typed) = named.or(filter.otherwise()) {
            rows.retain(|row| filter.keeps(&row.shown, typed));
        }
    }
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let names: Vec<String> = filters.iter().map(|(filter, _)| format!("filter[{}]", filter.name)).collect();
    let parameters: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(filters.iter().map(|it| it.1)).collect();
    walk.shows(kind, &parameters, &ids);
}

/// What only stands in an experiment once it was started or decided.
const DECIDED: [&str; 4] = ["result", "decision", "started_at", "ended_at"];

/// What is typed into a filter.
fn typed(walk: &Walk<'_>, kind: &Kind, filter: &Filter) -> Vec<String> {
    let held = held(walk, kind, filter);
    // What becomes of experiments is the business of their suites, and when summaries become stale of theirs.
    let decided = kind.path == "/experiments" && DECIDED.contains(&filter.field.as_str())
        || kind.path == "/form-response-summaries" && filter.field == "is_stale";
    assert!(
        held.len() > 1 || decided,
        "{} of {} has no two values to tell apart: vary its samples",
        filter.field,
        kind.path
    );
    let mut typed: Vec<String> = ["", " ", "\u{A0}", "true", "null", "nothing that is there"].map(str::to_owned).into();
    match filter.matching {
        Matching::Exact if is_integer(&filter.schema) => {
            typed.extend(
                ["abc", "1abc", "1.5", "-1", "0", "999999999", "99999999999999999999", "true,false"].map(str::to_owned),
            );
            typed.extend(
                held.iter().flat_map(|it| [it.clone(), format!("{it}x"), format!("abc,{it}"), format!(" {it} , 0")]),
            );
        }
        Matching::Exact => {
            typed.extend(
                held.iter().flat_map(|it| {
                    [it.clone(), it.to_uppercase(), it.to_lowercase(), format!("{it},"), format!("{it}x")]
                }),
            );
        }
        Matching::Partial => {
            typed.extend(PARTS.map(str::to_owned));
            typed.extend(held.iter().flat_map(|it| [it.clone(), it.to_uppercase()]));
        }
        Matching::From | Matching::Until => {
            typed.extend(NO_MOMENTS.map(str::to_owned));
            typed.extend(held.iter().flat_map(|it| [it.clone(), it[..10].to_owned(), it.replace("0Z", "1Z")]));
        }
        Matching::Least | Matching::Most => {
            typed.extend(NO_NUMBERS.map(str::to_owned));
            typed.extend(["-1", "0", "999999999.99"].map(str::to_owned));
            typed.extend(
                held.iter().flat_map(|it| [it.clone(), format!(" {it} "), format!("{it}1"), format!("much,{it}")]),
            );
        }
        Matching::Flag => {
            typed.extend(["false", "all", "All", "FALSE", "True", "yes", "true,false", "false,all"].map(str::to_owned));
        }
    }
    if let [first, second, ..] = held.as_slice()
        && !matches!(filter.matching, Matching::From | Matching::Until | Matching::Flag)
    {
        typed.extend([format!("{first},{second}"), format!("{second}, {first}"), format!("{first},{first},zz")]);
    }
    typed
}

/// The distinct values that a filter compares, those of deleted records included.
fn held(walk: &Walk<'_>, kind: &Kind, filter: &Filter) -> Vec<String> {
    let rows = walk.data.live(&kind.path).into_iter().chain(walk.data.deleted(&kind.path));
    let mut held: Vec<String> = Vec::new();
    for value in rows.flat_map(|row| filter.held(&row.shown)).filter(|it| !it.is_null()) {
        let text = written(&value);
        if !held.contains(&text) {
            held.push(text);
        }
    }
    held
}

/// A value as it is typed into a filter.
pub(super) fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Two filters at once, for each two that stand beside each other in the declaration.
fn narrow_together(walk: &Walk<'_>, kind: &Kind) {
    for pair in kind.filters.windows(2) {
        let [first, second] = pair else { continue };
        for a in held(walk, kind, first).iter().take(3) {
            for b in held(walk, kind, second).iter().take(3) {
                keeps_what_it_says(walk, kind, &[(first, a), (second, b)]);
                keeps_what_it_says(walk, kind, &[(second, b), (first, "")]);
            }
        }
    }
}
