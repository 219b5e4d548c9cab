//! The tables of a list of objects, such as the buckets of a report: one with a row for each, and others of what each
//! has many of.

use super::cell::Cell;
use super::document::Document;
use super::labels::label;
use super::number::whole;
use super::reading::{Reading, own_id};
use super::table::{Head, Table};
use crate::answer::words::words;

/// How many rows a table of figures has at most; what is more, the answer of the interface has.
const MOST_ROWS: usize = 1_000;

/// How many columns stand beneath one head at most; more are a table of their own.
const MOST_TOGETHER: usize = 6;

/// What rows are told apart by where their team numbers its records.
const IDENTIFIER: &str = "identifier";

/// What a row is called by, which leads to its record in place of the ids.
const CALLED: [&str; 2] = ["name", "label"];

/// An object of the list, with its members by their names and those of objects within it by both names.
struct Item<'d> {
    whole: &'d Document,
    members: Vec<(String, &'d Document)>,
}

/// The objects of a list.
struct Items<'d, 'r> {
    list: &'d str,
    /// Those that are shown.
    all: Vec<Item<'d>>,
    reading: &'d Reading<'r>,
}

/// The objects of the list of this name. Counts of two things each are a table across.
pub(super) fn tables(caption: &str, list: &str, items: &[Document], reading: &Reading<'_>) -> Vec<Table> {
    if let Some(crossed) = Table::across(caption, items, reading) {
        return vec![crossed];
    }
    let told = items;
    let all = told.iter().take(MOST_ROWS).map(|whole| Item { whole, members: flat(whole) }).collect();
    let items = Items { list, all, reading };
    let spans = items.spans();
    let caption = if spans { format!("By {}", reading.granularity) } else { caption.to_owned() };
    let captioned = |caption: &str| with_count(caption, items.all.len(), told.len());
    let (lists, names): (Vec<_>, Vec<_>) = items.names().into_iter().partition(|name| items.is_table(name));
    let Some(first) = names.first().cloned() else { return Vec::new() };
    let (mut columns, mut apart) = (Vec::new(), Vec::new());
    for together in names.chunk_by(|one, other| group(one).is_some() && group(one) == group(other)) {
        match together.first().and_then(|name| group(name)).filter(|_| together.len() > MOST_TOGETHER) {
            Some(group) => {
                columns.push(items.sum(group, together));
                let columns = std::iter::once(&first).chain(together).map(|name| items.column(name, false)).collect();
                apart.push(table(&captioned(&beneath(&caption, group)), columns));
            }
            None => columns.extend(together.iter().map(|name| items.column(name, together.len() > 1))),
        }
    }
    let nested = lists.iter().map(|name| {
        let many = |items: &[Document]| items.iter().map(|it| within(it, name).len()).sum::<usize>();
        let shown = many(told.get(..items.all.len()).unwrap_or(told)).min(MOST_ROWS);
        items.nested(&with_count(&beneath(&caption, name), shown, many(told)), &first, name)
    });
    std::iter::once(table(&captioned(&caption), columns)).chain(apart).chain(nested).collect()
}

impl Items<'_, '_> {
    /// The names of the columns, in their order: those of one group beside each other.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (name, _) in self.all.iter().flat_map(|item| &item.members) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        if let Some(called) = names.iter().find(|name| CALLED.contains(&name.as_str())).cloned() {
            names.retain(|name| !self.reading.is_ordered || name != own_id(self.list));
            names.sort_by_key(|name| *name != IDENTIFIER && *name != called);
        }
        if !self.reading.is_ordered {
            names.sort_by_key(|name| place(name));
        }
        if self.spans() {
            names.retain(|name| name != "end");
        }
        let known = names.clone();
        let is_beside =
            |one: &String, other: &String| one == other || group(one).is_some() && group(one) == group(other);
        names.sort_by_cached_key(|name| known.iter().position(|other| is_beside(name, other)));
        names
    }

    /// Whether they are the months, or other spans of time, that a report tells of one by one.
    fn spans(&self) -> bool {
        let has = |name: &str| self.all.iter().all(|item| !item.whole.at(name).is_null());
        !self.reading.granularity.is_empty() && has("start") && has("end")
    }

    /// Whether objects have lists of objects under a name.
    fn is_table(&self, name: &str) -> bool {
        self.all.iter().filter_map(|item| item.at(name)).any(Document::is_table)
    }

    /// A column: its head, which stands beneath that of its group where it has neighbours there, and its cells.
    fn column(&self, name: &str, has_neighbours: bool) -> (Head, Vec<Cell>) {
        let cells: Vec<Cell> = self.all.iter().map(|item| self.cell(item, name)).collect();
        let is_empty = cells.iter().all(|cell| *cell == Cell::Nothing);
        let is_number = is_empty && self.reading.is_of_figures(self.list, name);
        let own = Some(name).filter(|name| *name == own_id(self.list));
        let own = own.and_then(|name| self.reading.kind_of(self.list, name));
        let text = match (own, name) {
            // The ids of what the rows are about are shown as what that is called.
            (Some(kind), _) => words(kind.singular()),
            (None, "start") if self.spans() => words(&self.reading.granularity),
            (None, name) => name.split('.').map(|name| label(self.list, name)).collect::<Vec<_>>().join(" · "),
        };
        let head = match group(name).filter(|_| has_neighbours) {
            Some(group) => {
                let text = label(self.list, name.rsplit('.').next().unwrap_or_default());
                Head { group: words(group), is_number, ..Head::plain(&text) }
            }
            None => Head { is_id: name == IDENTIFIER, is_number, ..Head::plain(&text) },
        };
        (head, cells)
    }

    fn cell(&self, item: &Item<'_>, name: &str) -> Cell {
        let counts = || self.all.iter().filter_map(|item| item.at(name)).all(|value| value.whole().is_some());
        let Some(value) = item.at(name) else {
            // What is counted by names that turn up is 0 under the others.
            return if group(name).is_some() && counts() { Cell::of("", &Document::Whole(0)) } else { Cell::Nothing };
        };
        if name == "start" && self.spans() {
            return self.reading.span(value.text(), item.whole.at("end").text());
        }
        let link = || self.reading.link(self.list, item.whole, value.text());
        let called = CALLED.contains(&name).then(link).flatten();
        called.unwrap_or_else(|| self.reading.cell(self.list, name, value))
    }

    /// What columns that stand elsewhere come to together.
    fn sum(&self, group: &str, names: &[String]) -> (Head, Vec<Cell>) {
        let counted = |item: &Item<'_>| names.iter().filter_map(|name| item.at(name)?.whole()).sum();
        let cells = self.all.iter().map(|item| Cell::of("", &Document::Whole(counted(item)))).collect();
        (Head::plain(&format!("{} in all", words(group))), cells)
    }

    /// What the objects have in their lists of this name, each row with what its object is called.
    fn nested(&self, caption: &str, first: &str, name: &str) -> Table {
        let is_numbered = |item: &Item<'_>| first != IDENTIFIER || item.at(first).is_some_and(|it| !it.is_null());
        let called = self.all.iter().find_map(Item::called).unwrap_or(first);
        let (head, _) = self.column(if self.all.iter().any(is_numbered) { first } else { called }, false);
        let is_id = head.is_id && self.all.iter().all(is_numbered);
        let rows = self.all.iter().flat_map(|item| {
            let within = item.at(name).map(Document::items).unwrap_or_default();
            within.iter().map(move |one| (item, flat(one)))
        });
        let rows: Vec<_> = rows.take(MOST_ROWS).collect();
        let mut names: Vec<&String> = Vec::new();
        for (name, _) in rows.iter().flat_map(|(_, members)| members) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let cell = |members: &[(String, &Document)], name: &str| {
            let value = members.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
            value.map_or(Cell::Nothing, |value| self.reading.cell("", name, value))
        };
        let columns = names
            .iter()
            .map(|name| (Head::plain(&label("", name)), rows.iter().map(|(_, members)| cell(members, name)).collect()));
        let cell = |item: &Item<'_>| match item.called().filter(|_| !is_numbered(item)) {
            Some(called) => self.cell(item, called),
            None => self.cell(item, first),
        };
        let called = (Head { is_id, ..head }, rows.iter().map(|(item, _)| cell(item)).collect());
        table(caption, std::iter::once(called).chain(columns).collect())
    }
}

impl<'d> Item<'d> {
    fn at(&self, name: &str) -> Option<&'d Document> {
        self.members.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// The member by which it is called, where it has one.
    fn called(&self) -> Option<&'static str> {
        CALLED.into_iter().find(|name| self.at(name).is_some_and(|it| !it.is_null()))
    }
}

/// The table that has these columns.
fn table(caption: &str, columns: Vec<(Head, Vec<Cell>)>) -> Table {
    let rows = columns.iter().map(|(_, cells)| cells.len()).max().unwrap_or_default();
    let (heads, mut columns): (Vec<Head>, Vec<_>) = columns
        .into_iter()
        .map(|(head, cells)| {
            let is_number = head.is_number || cells.iter().any(Cell::is_number);
            (Head { is_number, ..head }, cells.into_iter())
        })
        .unzip();
    let row = |_| columns.iter_mut().map(|cells| cells.next().unwrap_or(Cell::Nothing)).collect();
    let rows = (0..rows).map(row).collect();
    Table::new(caption.to_owned(), heads, rows)
}

/// The caption of a table that shows so many of so many rows: it says so where these are not all of them.
fn with_count(caption: &str, shown: usize, count: usize) -> String {
    if count <= shown {
        return caption.to_owned();
    }
    let [first, count] = [shown, count].map(|count| whole(i64::try_from(count).unwrap_or(i64::MAX)));
    format!("{caption} (the first {first} of {count}; the API tells all)")
}

/// The caption of a table of what stands in another's rows.
fn beneath(caption: &str, name: &str) -> String {
    format!("{caption}: {}", words(name).to_lowercase())
}

/// The object within which a member stands, where it does so.
fn group(name: &str) -> Option<&str> {
    name.split_once('.').map(|(group, _)| group)
}

/// The objects that an object has in a list, by the name under which the list stands among its members.
fn within<'d>(object: &'d Document, name: &str) -> &'d [Document] {
    let list = match name.split_once('.') {
        Some((group, inner)) => object.at(group).at(inner),
        None => object.at(name),
    };
    list.items()
}

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
            // An empty object is none of anything.
            [] if matches!(value, Document::Object(_)) => {}
            [] => all.push((name.clone(), value)),
            within => all.extend(within.iter().map(|(inner, value)| (format!("{name}.{inner}"), value))),
        }
    }
    all
}

#[cfg(test)]
mod tests;
