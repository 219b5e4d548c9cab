//! What a report tells: its chart and the same figures in tables, whichever report it is.

use askama::Template;

use super::catalog::words;
use super::cell::Cell;
use super::document::Document;
use super::table::{Table, figure};

/// The names under which reports tell the figures of an earlier window, and how they differ.
const PREVIOUS: &str = "previous";
const DELTA: &str = "delta";

/// What a report tells. It writes itself; the chart is an element that the service drew, its texts escaped.
#[derive(Template)]
#[template(path = "app/figures.html")]
pub(super) struct Figures {
    pub(super) chart: Option<String>,
    pub(super) tables: Vec<Table>,
}

/// The figures of a report, of its `data`.
pub(super) fn figures(data: &Document, chart: Option<String>) -> Figures {
    let mut tables = Vec::new();
    let mut single = Vec::new();
    gather("", data, &mut single, &mut tables);
    if !single.is_empty() {
        tables.insert(0, compared(data, &single));
    }
    Figures { chart, tables }
}

/// Gathers the figures of an object under their paths, and makes tables of its lists of objects.
fn gather<'d>(path: &str, object: &'d Document, single: &mut Vec<(String, &'d Document)>, tables: &mut Vec<Table>) {
    for (name, value) in object.members() {
        if path.is_empty() && matches!(name.as_str(), PREVIOUS | DELTA) {
            continue;
        }
        let at = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value {
            Document::Object(_) => gather(&at, value, single, tables),
            list if list.is_table() => tables.push(Table::of(&titled(&at), list.items())),
            Document::List(items) if items.is_empty() => {}
            Document::List(_)
            | Document::Null
            | Document::Flag(_)
            | Document::Whole(_)
            | Document::Number(_)
            | Document::Text(_) => single.push((at, value)),
        }
    }
}

/// The single figures, beside those of an earlier window where the report compares.
fn compared(data: &Document, single: &[(String, &Document)]) -> Table {
    let (previous, delta) = (data.at(PREVIOUS), data.at(DELTA));
    let row = |(path, value): &(String, &Document)| {
        let mut cells = vec![Cell::Text(titled(path)), figure(path, value)];
        if !previous.is_null() {
            cells.push(figure(path, beneath(previous, path)));
            cells.push(figure(path, beneath(delta, path)));
        }
        cells
    };
    let heads: &[&str] =
        if previous.is_null() { &["Figure", "Value"] } else { &["Figure", "Value", "Before", "Change"] };
    Table::of_rows("Figures", heads, single.iter().map(row).collect())
}

/// What stands at a path, or where the object is flat under the last name of it.
fn beneath<'d>(object: &'d Document, path: &str) -> &'d Document {
    let whole = path.split('.').fold(object, |object, name| object.at(name));
    if whole.is_null() { object.at(path.rsplit('.').next().unwrap_or_default()) } else { whole }
}

fn titled(path: &str) -> String {
    path.split('.').map(words).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_told_in_tables() {
        let data = r#"{"groups": [{"key": "1", "won": 2, "by": {"a": 1}}, {"key": null, "won": 0}], "total": {"won": 2},
            "previous": {"won": 1}, "delta": {"won": 1}}"#;
        let told = figures(&serde_json::from_str(data).unwrap(), None);
        let captions: Vec<_> = told.tables.iter().map(|table| table.caption.as_str()).collect();
        assert_eq!(captions, ["Figures", "Groups"]);
        let number = |shown: &str| Cell::Number(shown.to_owned(), shown.to_owned());
        let row = vec![Cell::Text("Total · Won".to_owned()), number("2"), number("1"), number("1")];
        assert_eq!(told.tables[0].rows, [row]);
        assert_eq!(told.tables[1].heads.len(), 3);
        assert_eq!(told.tables[1].rows[1][2], Cell::Nothing);
    }

    #[test]
    fn two_numbers_are_a_range_where_they_are_an_interval() {
        let data = r#"{"page_ids": [7, 8], "diff_ci": [1, 2], "win_rate_ci": [0.25, 0.5]}"#;
        let told = figures(&serde_json::from_str(data).unwrap(), None);
        let shown: Vec<_> = told.tables[0].rows.iter().map(|row| row[1].clone()).collect();
        assert_eq!(shown, ["7, 8", "1 to 2", "25.0 % to 50.0 %"].map(|text| Cell::Text(text.to_owned())));
    }
}
