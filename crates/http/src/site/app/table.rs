//! A table of an answer's records or figures.

use askama::Template;

use super::catalog::words;
use super::cell::Cell;
use super::document::Document;
use super::reading::{Reading, own_id};

/// How many rows a table of figures has at most; what is more, the answer of the interface has.
const MOST_ROWS: usize = 1_000;

/// A table. It writes itself, escaped.
#[derive(Template)]
#[template(path = "app/table.html")]
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) heads: Vec<Head>,
    pub(super) rows: Vec<Vec<Cell>>,
}

/// The head of a column.
pub(super) struct Head {
    pub(super) text: String,
    /// Where it leads to the same sorted by it.
    pub(super) href: Option<String>,
    /// How it is sorted, as `aria-sort` says it; empty where it is not.
    pub(super) sorted: &'static str,
    pub(super) is_number: bool,
    /// Whether its cells are the ids of the records that the rows are about.
    pub(super) is_id: bool,
}

impl Head {
    pub(super) fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), href: None, sorted: "", is_number: false, is_id: false }
    }
}

impl Table {
    /// The cells of a row, each with how it stands: a moment among numbers, and that there is none, ends where they do.
    fn standing<'r>(&self, row: &'r [Cell]) -> Vec<(&'static str, &'r Cell)> {
        let stands = |(cell, head): (&'r Cell, &Head)| match cell {
            Cell::Nothing | Cell::Time(..) if head.is_number => ("number", cell),
            Cell::Link(_) if head.is_id => ("link id", cell),
            cell => (cell.class(), cell),
        };
        row.iter().zip(&self.heads).map(stands).collect()
    }

    /// The objects of the list of this name, a row for each, with their members as columns; members of members have
    /// columns of their own. Counts of two things each are a table across.
    pub(super) fn of(caption: &str, list: &str, items: &[Document], reading: &Reading<'_>) -> Self {
        if let Some(crossed) = Self::across(caption, items, reading) {
            return crossed;
        }
        let mut names: Vec<String> = Vec::new();
        let rows: Vec<_> = items.iter().take(MOST_ROWS).map(flat).collect();
        for (name, _) in rows.iter().flatten() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        if let Some(called) = names.iter().find(|name| CALLED.contains(&name.as_str())).cloned() {
            names.retain(|name| !reading.is_ordered || name != own_id(list));
            names.sort_by_key(|name| *name != "identifier" && *name != called);
        }
        if !reading.is_ordered {
            names.sort_by_key(|name| place(name));
        }
        let cell = |item: &Document, row: &[(String, &Document)], name: &String| {
            let Some((name, value)) = row.iter().find(|(known, _)| known == name) else { return Cell::Nothing };
            let link = || reading.link(list, item, value.text());
            let called = CALLED.contains(&name.as_str()).then(link).flatten();
            called.unwrap_or_else(|| reading.cell(list, name, value))
        };
        let row = |(item, row): (&Document, &Vec<_>)| names.iter().map(|name| cell(item, row, name)).collect();
        let rows: Vec<Vec<Cell>> = items.iter().zip(&rows).map(row).collect();
        let column = |at: usize| rows.iter().filter_map(move |row| row.get(at));
        let is_number = |at: usize, name: &str| {
            let is_empty = || column(at).all(|cell| *cell == Cell::Nothing);
            column(at).any(Cell::is_number) || is_empty() && reading.is_of_figures(list, name)
        };
        let head = |(at, name): (usize, &String)| {
            let is_number = is_number(at, name);
            // The ids of what the rows are about are shown as what that is called.
            let own = Some(name).filter(|name| *name == own_id(list)).and_then(|name| reading.kind_of(list, name));
            let name: &str = if let Some(kind) = own { kind.singular() } else { name };
            let text = name.split('.').map(words).collect::<Vec<_>>().join(" · ");
            Head { is_number, ..Head::plain(&text) }
        };
        let heads = names.iter().enumerate().map(head).collect();
        Self { caption: caption.to_owned(), heads, rows }
    }

    /// The counts of two things: a row for each of the first, a column for each of the second.
    fn across(caption: &str, items: &[Document], reading: &Reading<'_>) -> Option<Self> {
        let coordinates = |item: &Document| match item.members() {
            [(first, _), (second, _), (count, _)] if count == "count" => Some((first.clone(), second.clone())),
            _another => None,
        };
        let (first, second) = coordinates(items.first()?)?;
        let values = |name: &str| {
            let mut all: Vec<&Document> = Vec::new();
            for value in items.iter().map(|item| item.at(name)) {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
            all
        };
        let (down, along) = (values(&first), values(&second));
        if along.len() < 2 || down.len().saturating_mul(along.len()) != items.len() {
            return None;
        }
        let word = |name: &str, value: &Document| match value {
            Document::Null => "None".to_owned(),
            value => reading.cell("", name, value).to_text(),
        };
        let count = |row: &Document, column: &Document| {
            let found = items.iter().find(|item| item.at(&first) == row && item.at(&second) == column);
            found.map_or(Cell::Nothing, |item| Cell::of("count", item.at("count")))
        };
        let row = |row: &&Document| {
            let counts = along.iter().map(|column| count(row, column));
            std::iter::once(Cell::Text(word(&first, row))).chain(counts).collect()
        };
        let heads: Vec<String> =
            std::iter::once(words(&first)).chain(along.iter().map(|column| word(&second, column))).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let caption =
            format!("{caption}: count by {} and {}", words(&first).to_lowercase(), words(&second).to_lowercase());
        Some(Self::of_rows(&caption, &heads, down.iter().map(row).collect()))
    }

    /// These rows under these heads.
    pub(super) fn of_rows(caption: &str, heads: &[&str], rows: Vec<Vec<Cell>>) -> Self {
        let numbers = |at: usize| rows.iter().filter_map(|row| row.get(at)).any(Cell::is_number);
        let head = |(at, text): (usize, &&str)| Head { is_number: numbers(at), ..Head::plain(text) };
        let heads = heads.iter().enumerate().map(head).collect();
        Self { caption: caption.to_owned(), heads, rows }
    }
}

/// What a row is called by, which leads to its record in place of the ids.
const CALLED: [&str; 2] = ["name", "label"];

/// What tells rows apart comes first in a table, in this order, and what is counted beneath it.
const FIRST: [&str; 42] = [
    "step_id",
    "identifier",
    "name",
    "label",
    "title",
    "point",
    "value",
    "month",
    "key",
    "start",
    "end",
    "stage",
    "span",
    "check",
    "step",
    "bucket",
    "band",
    "from",
    "to",
    "status",
    "priority",
    "result",
    "date",
    "id",
    "user_id",
    "project_id",
    "n",
    "count",
    "percent",
    "reached",
    "left",
    "left_rate",
    "ideas",
    "insights",
    "experiments",
    "running",
    "started",
    "completed",
    "decided",
    "won",
    "lost",
    "win_rate",
];

/// Where a column stands: the others follow as they were answered.
fn place(name: &str) -> usize {
    FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len())
}

/// The members of an object, those of objects within it under both names.
fn flat(object: &Document) -> Vec<(String, &Document)> {
    let mut all = Vec::new();
    for (name, value) in object.members() {
        match value.members() {
            [] => all.push((name.clone(), value)),
            within => all.extend(within.iter().map(|(inner, value)| (format!("{name}.{inner}"), value))),
        }
    }
    all
}
