//! A table of an answer's records or figures.

use askama::Template;

use super::catalog::words;
use super::cell::Cell;
use super::document::Document;

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
}

impl Head {
    pub(super) fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), href: None, sorted: "", is_number: false }
    }
}

impl Table {
    /// The objects of a list, a row for each, with their members as columns; members of members have columns of their
    /// own.
    pub(super) fn of(caption: &str, items: &[Document]) -> Self {
        let mut names: Vec<String> = Vec::new();
        let rows: Vec<_> = items.iter().take(MOST_ROWS).map(flat).collect();
        for (name, _) in rows.iter().flatten() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names.sort_by_key(|name| place(name));
        let cell = |row: &[(String, &Document)], name: &String| {
            row.iter().find(|(known, _)| known == name).map_or(Cell::Nothing, |(name, value)| figure(name, value))
        };
        let rows: Vec<Vec<Cell>> = rows.iter().map(|row| names.iter().map(|name| cell(row, name)).collect()).collect();
        let is_number = |at: usize| rows.iter().filter_map(|row| row.get(at)).any(Cell::is_number);
        let head = |(at, name): (usize, &String)| {
            let text = name.split('.').map(words).collect::<Vec<_>>().join(" · ");
            Head { is_number: is_number(at), ..Head::plain(&text) }
        };
        let heads = names.iter().enumerate().map(head).collect();
        Self { caption: caption.to_owned(), heads, rows }
    }

    /// These rows under these heads.
    pub(super) fn of_rows(caption: &str, heads: &[&str], rows: Vec<Vec<Cell>>) -> Self {
        let numbers = |at: usize| rows.iter().filter_map(|row| row.get(at)).any(Cell::is_number);
        let head = |(at, text): (usize, &&str)| Head { is_number: numbers(at), ..Head::plain(text) };
        let heads = heads.iter().enumerate().map(head).collect();
        Self { caption: caption.to_owned(), heads, rows }
    }
}

/// What tells rows apart comes first in a table, in this order, and what is counted beneath it.
const FIRST: [&str; 34] = [
    "identifier",
    "name",
    "label",
    "title",
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

/// A figure, by the last part of its name.
pub(super) fn figure(name: &str, value: &Document) -> Cell {
    let last = name.rsplit('.').next().unwrap_or_default();
    match value {
        Document::List(items) if is_interval(last, items) => {
            let ends: Vec<String> = items.iter().map(|item| Cell::of(last, item)).map(|cell| text_of(&cell)).collect();
            Cell::Text(format!("{} to {}", ends.first().map_or("", |it| it), ends.last().map_or("", |it| it)))
        }
        value => Cell::of(last, value).in_table(),
    }
}

/// Whether what a list of this name has are the two ends of an interval.
fn is_interval(name: &str, items: &[Document]) -> bool {
    (name == "ci" || name.ends_with("_ci")) && items.len() == 2 && items.iter().all(|item| item.number().is_some())
}

fn text_of(cell: &Cell) -> String {
    match cell {
        Cell::Number(shown, _) | Cell::Text(shown) => shown.clone(),
        Cell::Nothing
        | Cell::Long(_)
        | Cell::Code(_)
        | Cell::Word(_)
        | Cell::Time(..)
        | Cell::Link(_)
        | Cell::Outside(_)
        | Cell::Links(_) => String::new(),
    }
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
