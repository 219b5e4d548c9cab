//! Every filter of every kind: what it keeps, worked out from the records, and what leaves it alone.

use serde_json::Value;

use super::dataset::Row;
use super::declared::{Kind, Matching, is_integer};
use super::expected::{NO_MOMENTS, keeps};
use super::walk::Walk;

/// Fields that nothing fills yet; they are checked to be empty.
const EMPTY: [&str; 1] = ["identifier"];

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
        for (filter, matching) in &kind.filters {
            let (field, schema) = kind.filtered(filter, *matching);
            let integer = is_integer(schema);
            for typed in typed(walk, &kind, &field, *matching, integer) {
                keeps_what_it_says(walk, &kind, &[(filter, *matching, &typed)]);
            }
        }
        narrow_together(walk, &kind);
    }
}

/// Each filter with what stands in this record.
pub(super) fn by_values_of(walk: &Walk<'_>, kind: &Kind, row: &Row) {
    for (filter, matching) in &kind.filters {
        let (field, _) = kind.filtered(filter, *matching);
        let text = match &row.shown[&field] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        keeps_what_it_says(walk, kind, &[(filter, *matching, &text)]);
    }
}

/// The list under these filters shows the records that meet each of them.
fn keeps_what_it_says(walk: &Walk<'_>, kind: &Kind, filters: &[(&str, Matching, &str)]) {
    let mut rows = walk.data.live(&kind.path);
    for (filter, matching, typed) in filters {
        let (field, schema) = kind.filtered(filter, *matching);
        rows.retain(|row| keeps(*matching, is_integer(schema), &row.shown[&field], typed));
    }
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let names: Vec<String> = filters.iter().map(|(filter, ..)| format!("filter[{filter}]")).collect();
    let parameters: Vec<(&str, &str)> =
        names.iter().zip(filters).map(|(name, (_, _, typed))| (name.as_str(), *typed)).collect();
    walk.shows(kind, &parameters, &ids);
}

/// What is typed into a filter.
fn typed(walk: &Walk<'_>, kind: &Kind, field: &str, matching: Matching, integer: bool) -> Vec<String> {
    let held = held(walk, kind, field);
    if EMPTY.contains(&field) {
        assert_eq!(held, [""; 0], "{field} of {} is filled now: take it from filters::EMPTY", kind.path);
    } else {
        assert!(held.len() > 1, "{field} of {} has no two values to tell apart: vary its samples", kind.path);
    }
    let mut typed: Vec<String> = ["", " ", "\u{A0}", "true", "null", "nothing that is there"].map(str::to_owned).into();
    match matching {
        Matching::Exact if integer => {
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
    }
    if let [first, second, ..] = held.as_slice()
        && matches!(matching, Matching::Exact | Matching::Partial)
    {
        typed.extend([format!("{first},{second}"), format!("{second}, {first}"), format!("{first},{first},zz")]);
    }
    typed
}

/// The distinct values that stand in a field, deleted records included.
fn held(walk: &Walk<'_>, kind: &Kind, field: &str) -> Vec<String> {
    let rows = walk.data.live(&kind.path).into_iter().chain(walk.data.deleted(&kind.path));
    let mut held: Vec<String> = Vec::new();
    for row in rows {
        let text = match &row.shown[field] {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if !held.contains(&text) {
            held.push(text);
        }
    }
    held
}

/// Two filters at once, for each two that stand beside each other in the declaration.
fn narrow_together(walk: &Walk<'_>, kind: &Kind) {
    for pair in kind.filters.windows(2) {
        let [(first, one), (second, other)] = pair else { continue };
        let values = |filter: &str, matching| {
            let (field, _) = kind.filtered(filter, matching);
            held(walk, kind, &field)
        };
        for a in values(first, *one).iter().take(3) {
            for b in values(second, *other).iter().take(3) {
                keeps_what_it_says(walk, kind, &[(first, *one, a), (second, *other, b)]);
                keeps_what_it_says(walk, kind, &[(second, *other, b), (first, *one, "")]);
            }
        }
    }
}
