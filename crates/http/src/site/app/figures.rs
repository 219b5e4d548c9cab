//! What a report tells: its chart and the same figures in tables, whichever report it is.

use askama::Template;
use uplift_domain::forms::summary::SUMMARY;
use uplift_domain::shape::Shape;

use super::cell::Cell;
use super::document::Document;
use super::items;
use super::labels::label;
use super::number::fixed;
use super::reading::Reading;
use super::table::{Head, Table};
use super::tiles::Tiles;
use crate::answer::words::words;
use crate::site::isolated::isolated;

/// The names under which reports tell the figures of an earlier window, and how they differ.
const PREVIOUS: &str = "previous";
const DELTA: &str = "delta";

/// Under which names reports tell the figures of all their groups or buckets, and what of these only says so.
const TOTALS: [&str; 2] = ["total.", "totals."];
const SAID: [&str; 2] = ["total.key", "total.label"];

/// Under which name summaries tell what was answered to each question.
const QUESTIONS: &str = "questions";

/// Under which name summaries tell how many records of each kind there are, by their statuses.
const COUNTS: &str = "counts";

/// What a report tells. It writes itself; the chart is an element that the service drew, its texts escaped.
#[derive(Template)]
#[template(path = "app/figures.html")]
pub(super) struct Figures {
    pub(super) tiles: Tiles,
    pub(super) chart: Option<String>,
    pub(super) tables: Vec<Table>,
}

/// The figures of a report, of its `data`.
pub(super) fn figures(data: &Document, chart: Option<String>, reading: &Reading<'_>) -> Figures {
    let summary = data.at(QUESTIONS).is_table().then(|| in_order(data.clone(), &SUMMARY));
    let data = summary.as_ref().unwrap_or(data);
    let (mut tables, mut single) = (Vec::new(), Vec::new());
    gather("", data, &mut single, &mut |path, list| match path {
        QUESTIONS => tables.extend(list.items().iter().flat_map(|question| of_question(question, reading))),
        path => tables.extend(items::tables(&titled(path), path, list.items(), reading)),
    });
    let mut tiles = Vec::new();
    if summary.is_some() {
        tiles.extend(single.iter().map(|(path, value)| (titled(path), reading.cell("", path, value))));
    } else if !single.is_empty() {
        tables.insert(0, compared(data, &single, reading));
    }
    tables.iter_mut().for_each(|table| table.is_section = true);
    Figures { tiles: Tiles { tiles }, chart, tables }
}

/// The figures of a question, which are others for each type: what is told in one row, and what was answered beneath.
fn of_question(question: &Document, reading: &Reading<'_>) -> Vec<Table> {
    let label = isolated(question.at("label").text());
    let told = question.members().iter().filter(|(name, value)| {
        let is_part =
            matches!(name.as_str(), "question_id" | "label" | "key" | "promoters" | "passives" | "detractors");
        !is_part && !matches!(value, Document::List(_))
    });
    let cell = |(name, value): &(String, Document)| match name.as_str() {
        "type" => Cell::Word(words(value.text())),
        "score" => nps(question),
        name => reading.cell(QUESTIONS, name, value),
    };
    let (heads, row): (Vec<String>, Vec<Cell>) = told.map(|told| (words(&told.0), cell(told))).unzip();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let lists = question.members().iter().filter(|(_, list)| !list.items().is_empty());
    let lists = lists.flat_map(|(name, list)| answers(&format!("{label} · {}", words(name)), list.items(), reading));
    std::iter::once(Table::of_rows(&label, &heads, vec![row])).chain(lists).collect()
}

/// Under which name the lists of what was answered are labelled.
const ANSWERS: &str = "answers";

/// What was answered how often, a row for each answer; of a matrix a column for each of its columns.
fn answers(caption: &str, list: &[Document], reading: &Reading<'_>) -> Vec<Table> {
    if !list.iter().any(|item| !item.members().is_empty()) {
        let rows = list.iter().map(|text| vec![Cell::Text(text.text().to_owned())]);
        return vec![Table::of_rows(caption, &["Answer"], rows.collect())];
    }
    let item = |item: &Document| {
        let shown = item.members().iter().filter(|(name, _)| !matches!(name.as_str(), "id" | "row" | "columns"));
        let columns = item.at("columns").items().iter();
        let columns = columns.map(|it| (it.at("label").text().to_owned(), it.at("percent").clone()));
        (shown.cloned().collect::<Vec<_>>(), columns.collect::<Vec<_>>())
    };
    let (items, columns): (Vec<_>, Vec<_>) = list.iter().map(item).unzip();
    let items: Vec<Document> = items.into_iter().map(Document::Object).collect();
    let mut tables = items::tables(caption, ANSWERS, &items, reading);
    let Some(table) = tables.first_mut() else { return tables };
    let heads = columns.first().into_iter().flatten();
    table.heads.extend(heads.map(|(label, _)| Head { is_number: true, ..Head::plain(label) }));
    for (row, columns) in table.rows.iter_mut().zip(columns) {
        row.extend(columns.iter().map(|(_, percent)| Cell::of("percent", percent)));
    }
    tables
}

/// The score, and how many it is made of.
fn nps(question: &Document) -> Cell {
    let told = |name: &str| Cell::of(name, question.at(name)).to_text();
    let groups = ["promoters", "passives", "detractors"].map(|name| format!("{} {name}", told(name)));
    Cell::Text(format!("{}: {}", told("score"), groups.join(", ")))
}

/// The figures with their members in the order in which the report declares them.
pub(super) fn in_order(told: Document, shape: &Shape) -> Document {
    match (told, shape) {
        (told, Shape::Null(shape) | Shape::Said(_, shape)) => in_order(told, shape),
        (Document::List(items), Shape::List(shape)) => {
            Document::List(items.into_iter().map(|item| in_order(item, shape)).collect())
        }
        (Document::Object(members), Shape::Object(declared)) => {
            members_in_order(members, &declared.iter().collect::<Vec<_>>())
        }
        (Document::Object(members), Shape::Varied { always, sometimes }) => {
            members_in_order(members, &always.iter().chain(*sometimes).collect::<Vec<_>>())
        }
        (told, _) => told,
    }
}

fn members_in_order(members: Vec<(String, Document)>, declared: &[&(&str, Shape)]) -> Document {
    let place = |name: &str| declared.iter().position(|(known, _)| *known == name);
    let ordered = |(name, value): (String, Document)| {
        let shape = place(&name).and_then(|at| declared.get(at)).map(|(_, shape)| shape);
        let value = if let Some(shape) = shape { in_order(value, shape) } else { value };
        (name, value)
    };
    let mut members: Vec<_> = members.into_iter().map(ordered).collect();
    members.sort_by_key(|(name, _)| place(name).unwrap_or(declared.len()));
    Document::Object(members)
}

/// Gathers the figures of an object under their paths, and hands over its lists of objects.
fn gather<'d>(
    path: &str,
    object: &'d Document,
    single: &mut Vec<(String, &'d Document)>,
    list: &mut impl FnMut(&str, &'d Document),
) {
    for (name, value) in object.members() {
        let at = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if matches!(at.as_str(), PREVIOUS | DELTA) || SAID.contains(&at.as_str()) {
            continue;
        }
        match value {
            // Of each kind its statuses stand in one line.
            Document::Object(_) if path == COUNTS => single.push((at, value)),
            Document::Object(_) => gather(&at, value, single, list),
            value if value.is_table() => list(&at, value),
            Document::List(items) if items.is_empty() => {}
            Document::List(_)
            | Document::Null
            | Document::Flag(_)
            | Document::Whole(_)
            | Document::Number(_)
            | Document::Text(_)
            | Document::Moment(..) => single.push((at, value)),
        }
    }
}

/// The single figures, beside those of an earlier window where the report compares.
fn compared(data: &Document, single: &[(String, &Document)], reading: &Reading<'_>) -> Table {
    let (previous, delta) = (data.at(PREVIOUS), data.at(DELTA));
    let row = |(path, value): &(String, &Document)| {
        let called = std::iter::once(Cell::Text(titled(path)));
        if previous.is_null() {
            return called.chain([reading.cell("", path, value)]).collect();
        }
        called.chain(changed(path, [value, beneath(previous, path), beneath(delta, path)], reading)).collect()
    };
    let heads: &[&str] =
        if previous.is_null() { &["Figure", "Value"] } else { &["Figure", "Value", "Before", "Change"] };
    Table::of_rows("Figures", heads, single.iter().map(row).collect())
}

/// A figure, what it was before, and by how much it changed: with as many decimals each, and a sign at the change.
fn changed(path: &str, figures: [&Document; 3], reading: &Reading<'_>) -> [Cell; 3] {
    let name = path.rsplit('.').next().unwrap_or_default();
    let mut numbers = figures.iter().filter_map(|it| it.number());
    let is_large = numbers.clone().any(|number| number.abs() >= 1_000.0);
    let is_whole = is_large || numbers.all(|number| number.fract() == 0.0);
    let decimals = if is_whole { 0 } else { 2 };
    let [now, before, change] = figures;
    let cell = |figure: &Document, is_change: bool| match figure.number() {
        Some(number) => Cell::Number(fixed(name, number, decimals, is_change), number.to_string()),
        None => reading.cell("", path, figure),
    };
    [cell(now, false), cell(before, false), cell(change, true)]
}

/// What stands at a path, or where the object is flat under the last name of it.
fn beneath<'d>(object: &'d Document, path: &str) -> &'d Document {
    let whole = path.split('.').fold(object, |object, name| object.at(name));
    if whole.is_null() { object.at(path.rsplit('.').next().unwrap_or_default()) } else { whole }
}

fn titled(path: &str) -> String {
    let path = TOTALS.iter().find_map(|total| path.strip_prefix(total)).unwrap_or(path);
    // Kinds go by their paths.
    path.split('.').map(|name| label("", &name.replace('-', "_"))).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests;
