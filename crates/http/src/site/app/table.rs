//! A table of an answer's records or figures.

use askama::Template;

use super::anchor::Anchor;
use super::cell::Cell;
use super::document::Document;
use super::reading::Reading;
use crate::answer::words::words;

/// Beyond how many rows a table of figures is folded.
const MOST_OPEN: usize = 60;

/// A table. It writes itself, escaped.
#[derive(Template)]
#[template(path = "app/table.html")]
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) heads: Vec<Head>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// In which column stands what a row is called.
    pub(super) named: usize,
    /// What stands there in place of rows, and where that leads.
    pub(super) empty: (String, Option<Anchor>),
    /// Whether its caption is a heading of the page, and it is folded where it is long.
    pub(super) is_section: bool,
}

/// The head of a column.
pub(super) struct Head {
    pub(super) text: String,
    /// What it stands beneath together with its neighbours; empty where it stands by itself.
    pub(super) group: String,
    /// Where it leads to the same sorted by it.
    pub(super) href: Option<String>,
    /// How it is sorted, as `aria-sort` says it; empty where it is not.
    pub(super) sorted: &'static str,
    pub(super) is_number: bool,
    /// Whether its cells are the ids or the identifiers of the records that the rows are about.
    pub(super) is_id: bool,
}

impl Head {
    pub(super) fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), group: String::new(), href: None, sorted: "", is_number: false, is_id: false }
    }

    /// The head of the column with a field: of moments only the days are shown.
    pub(super) fn of(name: &str) -> Self {
        let text = if name == "id" { "#".to_owned() } else { words(name.strip_suffix("_at").unwrap_or(name)) };
        Self { is_id: matches!(name, "id" | "identifier"), ..Self::plain(&text) }
    }

    /// The attributes of its element, which may reach over both rows of heads.
    fn attributes(&self, is_tall: bool) -> String {
        let spans = if is_tall { " rowspan=\"2\"" } else { "" };
        let class = if self.is_number { " class=\"number\"" } else { "" };
        match self.sorted {
            "" => format!("{spans}{class}"),
            sorted => format!("{spans}{class} aria-sort=\"{sorted}\""),
        }
    }
}

impl Table {
    /// These rows, each of which is called by its first cell.
    pub(super) fn new(caption: String, heads: Vec<Head>, rows: Vec<Vec<Cell>>) -> Self {
        Self { caption, heads, rows, named: 0, empty: ("Nothing to show.".to_owned(), None), is_section: false }
    }

    fn is_folded(&self) -> bool {
        self.is_section && self.rows.len() > MOST_OPEN
    }

    /// Whether it is as wide as it needs to be, and no wider.
    fn is_narrow(&self) -> bool {
        self.heads.len() < 3
    }

    /// The heads that stand together beneath one, and those that stand by themselves, in their order.
    fn groups(&self) -> impl Iterator<Item = &[Head]> {
        self.heads.chunk_by(|one, other| !one.group.is_empty() && one.group == other.group)
    }

    /// Whether heads stand beneath others.
    fn is_grouped(&self) -> bool {
        self.heads.iter().any(|head| !head.group.is_empty())
    }

    /// The cells of a row, each with how it stands: a moment among numbers, and that there is none, ends where they do.
    fn standing<'r>(&self, row: &'r [Cell]) -> Vec<(&'static str, &'r Cell)> {
        let stands = |(cell, head): (&'r Cell, &Head)| match cell {
            Cell::Nothing | Cell::Time(..) | Cell::Day(..) if head.is_number => ("number", cell),
            Cell::Anchor(_) if head.is_id => ("link id", cell),
            Cell::Text(_) if head.is_id => ("id", cell),
            cell => (cell.class(), cell),
        };
        row.iter().zip(&self.heads).map(stands).collect()
    }

    /// The counts of two things: a row for each of the first, a column for each of the second.
    pub(super) fn across(caption: &str, items: &[Document], reading: &Reading<'_>) -> Option<Self> {
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
        Self::new(caption.to_owned(), heads, rows)
    }
}
