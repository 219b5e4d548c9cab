//! How the figures of a report are shown to people: records by their names, words as words.

use uplift_domain::{Kind, Refusal};

use super::anchor::Anchor;
use super::catalog::{Shown, kind_named};
use super::cell::Cell;
use super::document::Document;
use super::names::Names;
use super::visit::PageVisit;
use crate::answer::words::{WEEKDAYS, words};
use crate::site::isolated::isolated;

/// Members whose texts are words of the interface.
const WORDS: [&str; 14] = [
    "assumptions",
    "bucket",
    "check",
    "code",
    "confidence",
    "failed",
    "kind",
    "priority",
    "result",
    "source",
    "span",
    "stage",
    "status",
    "step",
];

/// The months as they are written in short.
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// What an object within a row is called by, in this order.
const CALLED: [&str; 6] = ["label", "name", "value", "point", "month", "title"];

/// Members that are neither figures nor words.
const OTHERS: [&str; 7] = ["date", "end", "from", "identifier", "key", "start", "to"];

/// What is known beside the figures.
#[derive(Default)]
pub(super) struct Reading<'v> {
    root: &'v str,
    /// How long the spans of time are that are told one by one; empty where none are.
    pub(super) granularity: String,
    names: Names,
    /// The kind of the groups of a report, where they are records.
    grouped: Option<Kind>,
    /// Whether members stand in the order in which they are declared.
    pub(super) is_ordered: bool,
}

impl<'v> Reading<'v> {
    /// How figures are read of which nothing else is known.
    pub(super) fn plain(root: &'v str) -> Self {
        Self { root, ..Self::default() }
    }

    /// How a report is read that told this, of which these are the figures: the names of the records in it are asked for.
    pub(super) async fn of_report(
        visit: &PageVisit<'v>,
        told: &Document,
        data: &Document,
        grouped: Option<Kind>,
        is_ordered: bool,
    ) -> Result<Self, Refusal> {
        let granularity = told.at("meta").at("granularity").text().to_owned();
        let mut reading = Self { granularity, grouped, is_ordered, ..Self::plain(visit.root()) };
        let mut wanted = Vec::new();
        reading.gather("", data, &mut wanted);
        reading.names = Names::read(visit, wanted).await?;
        Ok(reading)
    }

    /// Gathers the records that figures name without telling what they are called.
    fn gather(&self, list: &str, told: &Document, wanted: &mut Vec<(Kind, i64)>) {
        for item in told.items() {
            self.gather(list, item, wanted);
        }
        let is_called = !told.at("name").is_null() || !told.at("label").is_null();
        for (name, value) in told.members() {
            match self.kind_of(list, name) {
                Some(_) if is_called && name == own_id(list) => {}
                Some(kind) => {
                    let ids = std::iter::once(value).chain(value.items()).filter_map(Document::whole);
                    wanted.extend(ids.map(|id| (kind, id)));
                }
                None => self.gather(if value.is_table() { name } else { list }, value, wanted),
            }
        }
    }

    /// The kind of the record that a member of a list's items names.
    pub(super) fn kind_of(&self, list: &str, name: &str) -> Option<Kind> {
        let kind = match (list, name) {
            ("experiments", "id") => Some(Kind::Experiment),
            ("top", "id") => Some(Kind::Idea),
            ("items", "id") | ("groups", "key") => self.grouped,
            _another => kind_named(name),
        };
        kind.filter(|kind| Shown::of(*kind).is_some())
    }

    /// Whether a column is one of figures of which none is told: what reports tell are figures, but for records, words,
    /// names and moments.
    pub(super) fn is_of_figures(&self, list: &str, name: &str) -> bool {
        let last = name.rsplit('.').next().unwrap_or_default();
        let is_told =
            WORDS.contains(&last) || CALLED.contains(&last) || OTHERS.contains(&last) || last.ends_with("_at");
        self.is_ordered && !is_told && self.kind_of(list, last).is_none()
    }

    /// The link to the record that an item is about, under the name that stands in its row.
    pub(super) fn link(&self, list: &str, item: &Document, text: &str) -> Option<Cell> {
        let (kind, value) = (self.kind_of(list, own_id(list))?, item.at(own_id(list)));
        let id = value.whole().or_else(|| value.text().parse().ok())?;
        Some(Cell::Anchor(Anchor { href: Shown::of(kind)?.address(self.root, id), text: text.to_owned() }))
    }

    /// A figure of an item, by the last part of its name.
    pub(super) fn cell(&self, list: &str, name: &str, value: &Document) -> Cell {
        let last = name.rsplit('.').next().unwrap_or_default();
        let kind = self.kind_of(list, last);
        match (value, kind) {
            (Document::Whole(id), Some(kind)) => self.names.link(self.root, kind, *id),
            (Document::List(ids), Some(kind)) => self.links(kind, ids),
            (Document::Whole(day @ 1..), None) if last == "weekday" => {
                let day = usize::try_from(*day).ok().and_then(|day| WEEKDAYS.get(day - 1));
                day.map_or(Cell::Nothing, |day| Cell::Text((*day).to_owned()))
            }
            (Document::Text(text), None) if WORDS.contains(&last) => Cell::Text(words(text)),
            (Document::List(items), None) if is_interval(last, items) => {
                let shown: Vec<String> = items.iter().map(|item| Cell::of(last, item).to_text()).collect();
                let ends: Vec<String> = items.iter().filter_map(Document::number).map(|it| it.to_string()).collect();
                Cell::Number(shown.join(" to "), ends.join(" to "))
            }
            (Document::List(items), None) if value.is_table() => {
                Cell::Lines(items.iter().map(|item| self.line(item)).collect())
            }
            (Document::List(items), None) => {
                let texts: Vec<String> = items.iter().map(|item| self.cell(list, name, item).to_text()).collect();
                if texts.is_empty() { Cell::Nothing } else { Cell::Text(texts.join(", ")) }
            }
            (value, _) => Cell::of(last, value).in_table(),
        }
    }

    /// A span of time between two days as it is called: `Dec 2025`.
    pub(super) fn span(&self, start: &str, end: &str) -> Cell {
        let parts: Vec<&str> = start.split('-').collect();
        let (year, month) = match parts.as_slice() {
            [year, month, _] => (*year, month.parse::<usize>().unwrap_or_default()),
            _another => ("", 0),
        };
        let called = match self.granularity.as_str() {
            "month" => MONTHS.get(month.wrapping_sub(1)).map(|name| format!("{name} {year}")),
            "quarter" => Some(format!("{year} Q{}", month.div_ceil(3))),
            "year" => Some(year.to_owned()),
            _another => None,
        };
        let called = called.unwrap_or_else(|| start.to_owned());
        Cell::Day(called, format!("{start} to {end}"), start.to_owned())
    }

    fn links(&self, kind: Kind, ids: &[Document]) -> Cell {
        let link = |id: i64| {
            let text = self.names.short(kind, id).unwrap_or_else(|| format!("#{id}"));
            Some(Anchor { href: Shown::of(kind)?.address(self.root, id), text })
        };
        let links: Vec<Anchor> = ids.iter().filter_map(Document::whole).filter_map(link).collect();
        if links.is_empty() { Cell::Nothing } else { Cell::Anchors(links) }
    }

    /// An object within a row as a line of text.
    fn line(&self, item: &Document) -> String {
        let told = |name: &str| self.cell("", name, item.at(name)).to_text();
        let stretch = (item.at("from"), item.at("to"));
        let called = CALLED.iter().find(|name| !item.at(name).is_null());
        let mut head = match called {
            Some(name) => isolated(&told(name)),
            None if stretch.0.is_null() => item
                .members()
                .iter()
                .find(|(name, _)| self.kind_of("", name).is_some())
                .map_or_else(String::new, |(name, _)| told(name)),
            None => {
                let kind = if item.at("kind").is_null() { String::new() } else { told("kind") };
                match stretch.1 {
                    Document::Null => format!("{kind} since {}", told("from")),
                    _end => format!("{kind} {} to {}", told("from"), told("to")),
                }
            }
        };
        let head_of = |name: &str| {
            matches!(name, "id" | "from" | "to" | "kind")
                || called.is_some_and(|called| *called == name)
                || self.kind_of("", name).is_some()
        };
        let rest = item.members().iter().filter(|(name, value)| !head_of(name) && !value.is_null());
        let rest: Vec<String> = rest.map(|(name, value)| self.part(name, value)).collect();
        if !rest.is_empty() && !head.is_empty() {
            head.push_str(": ");
        }
        format!("{}{}", head.trim_start(), rest.join(", "))
    }

    /// A member of an object within a row: `3 started`.
    fn part(&self, name: &str, value: &Document) -> String {
        match value {
            Document::List(_) if value.is_table() => {
                value.items().iter().map(|item| self.line(item)).collect::<Vec<_>>().join("; ")
            }
            value => {
                let told = self.cell("", name, value).to_text();
                if matches!(name, "count" | "percent") {
                    told
                } else {
                    format!("{told} {}", words(name).to_lowercase())
                }
            }
        }
    }
}

/// Which member of a list's items says of which record they are.
pub(super) fn own_id(list: &str) -> &'static str {
    match list {
        "users" => "user_id",
        "groups" => "key",
        _another => "id",
    }
}

/// Whether what a list of this name has are the two ends of an interval.
fn is_interval(name: &str, items: &[Document]) -> bool {
    (name == "ci" || name.ends_with("_ci")) && items.len() == 2 && items.iter().all(|item| item.number().is_some())
}

#[cfg(test)]
mod tests;
