//! A report as a table: its main list, with a column for each member, `a.b` for what stands within another.

use uplift_domain::Json;
use uplift_domain::reports::{Report, ReportTable};
use uplift_domain::shape::Shape;

use crate::answer::cell::Cell;

type Rows = Vec<Vec<Cell>>;

/// The names of the columns of a report and its rows.
pub(crate) fn table(report: &Report, told: &Json) -> (Vec<String>, Rows) {
    let data = told.get("data").unwrap_or(&Json::Null);
    let list = |name: &str| data.get(name).and_then(Json::as_array).cloned().unwrap_or_default();
    match report.table {
        ReportTable::Figures => figures(report, data),
        ReportTable::List(name) => flattened(items_of(report, name), &list(name)),
        ReportTable::ListAndTotal(name) => {
            let rows: Vec<Json> = list(name).into_iter().chain(data.get("total").cloned()).collect();
            flattened(items_of(report, name), &rows)
        }
        ReportTable::Segments => segments(&list("experiments")),
    }
}

/// What the items of a list of a report look like.
fn items_of(report: &Report, list: &str) -> Shape {
    let Shape::Object(members) = report.shape else { return Shape::Any };
    match members.iter().find(|(name, _)| *name == list) {
        Some((_, Shape::List(items) | Shape::Said(_, Shape::List(items)))) => **items,
        Some(_) | None => Shape::Any,
    }
}

fn flattened(shape: Shape, rows: &[Json]) -> (Vec<String>, Rows) {
    let mut paths = Vec::new();
    columns(&shape, rows.iter().collect(), "", &mut paths);
    let rows = rows.iter().map(|row| paths.iter().map(|path| cell(at(row, path))).collect()).collect();
    (paths, rows)
}

/// The paths of what stands in objects of this shape; names that are not known before are those that occur.
fn columns(shape: &Shape, rows: Vec<&Json>, path: &str, into: &mut Vec<String>) {
    let beneath = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match shape {
        Shape::Object(members) => {
            for (name, shape) in *members {
                let within = rows.iter().filter_map(|row| row.get(*name)).collect();
                columns(shape, within, &beneath(name), into);
            }
        }
        Shape::Varied { always, sometimes } => {
            for (name, shape) in always.iter().chain(*sometimes) {
                let within = rows.iter().filter_map(|row| row.get(*name)).collect();
                columns(shape, within, &beneath(name), into);
            }
        }
        Shape::Said(_, shape) => columns(shape, rows, path, into),
        Shape::ByName(_) => {
            let mut names: Vec<&String> =
                rows.iter().filter_map(|row| row.as_object()).flat_map(|it| it.keys()).collect();
            names.sort();
            names.dedup();
            into.extend(names.into_iter().map(|name| beneath(name)));
        }
        Shape::Number
        | Shape::Integer
        | Shape::Text
        | Shape::Flag
        | Shape::Time
        | Shape::Date
        | Shape::Word(_)
        | Shape::WordOfAny(_)
        | Shape::Without { .. }
        | Shape::Delta(_)
        | Shape::Null(_)
        | Shape::List(_)
        | Shape::Any
        | Shape::IdOrKey
        | Shape::Record(_)
        | Shape::Interval => into.push(path.to_owned()),
    }
}

fn at<'j>(row: &'j Json, path: &str) -> &'j Json {
    path.split('.').try_fold(row, |row, name| row.get(name)).unwrap_or(&Json::Null)
}

fn cell(value: &Json) -> Cell {
    match value {
        Json::Null => Cell::Empty,
        Json::Bool(it) => Cell::Boolean(*it),
        Json::Number(it) => match it.as_i64() {
            Some(whole) => Cell::Integer(whole),
            None => Cell::decimal(it.as_f64()),
        },
        Json::String(it) => Cell::Text(it.clone()),
        Json::Array(items) if items.iter().all(|item| !item.is_object() && !item.is_array()) => {
            Cell::several(items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)))
        }
        Json::Array(_) | Json::Object(_) => Cell::Text(value.to_string()),
    }
}

/// A row for each figure, with what it was before and how far it is from that.
fn figures(report: &Report, data: &Json) -> (Vec<String>, Rows) {
    let mut paths = Vec::new();
    if let Shape::Object(members) = report.shape {
        for (name, shape) in members.iter().filter(|(name, _)| !matches!(*name, "previous" | "delta")) {
            columns(shape, data.get(*name).into_iter().collect(), name, &mut paths);
        }
    }
    let row = |path: &String| {
        let before = |side: &str| data.get(side).map_or(Cell::Empty, |it| cell(at(it, path)));
        vec![Cell::Text(path.clone()), cell(at(data, path)), before("previous"), before("delta")]
    };
    let rows = paths.iter().map(row).collect();
    (["figure", "value", "previous", "delta"].map(str::to_owned).into(), rows)
}

/// A row for each segment of each experiment.
fn segments(experiments: &[Json]) -> (Vec<String>, Rows) {
    const OF_EXPERIMENT: [&str; 6] = ["id", "identifier", "name", "project_id", "status", "result"];
    const OF_SEGMENT: [&str; 3] = ["from", "to", "kind"];
    let rows = experiments.iter().flat_map(|experiment| {
        let own = OF_EXPERIMENT.map(|name| cell(at(experiment, name)));
        let segments = experiment.get("segments").and_then(Json::as_array).into_iter().flatten();
        segments.map(move |segment| own.iter().cloned().chain(OF_SEGMENT.map(|name| cell(at(segment, name)))).collect())
    });
    (OF_EXPERIMENT.iter().chain(&OF_SEGMENT).map(|name| (*name).to_owned()).collect(), rows.collect())
}

#[cfg(test)]
mod tests;
