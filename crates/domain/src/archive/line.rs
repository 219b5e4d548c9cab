//! A line of an archive, read: the values of a row, each of which may be anything that somebody wrote.

use super::naming::Names;
use super::raw::members;
use super::table::{ArchiveTable, Cell, Column, Content};
use crate::record::{Date, Time};
use crate::{Json, Kind};

/// The row that a line tells of; what is not archived of it is empty.
///
/// # Errors
/// What is wrong with the line.
pub(super) fn row(table: &ArchiveTable, line: &str) -> Result<Vec<Cell>, String> {
    serde_json::from_str::<Json>(line).map_err(|error| format!("is no JSON: {error}"))?;
    let told = members(line).ok_or("is no object")?;
    let shown = || table.columns.iter().filter(|(_, names)| *names != Names::Secret).map(|(column, _)| column.name);
    if !told.iter().map(|(name, _)| name.as_str()).eq(shown()) {
        return Err(format!("has not the members {}", shown().collect::<Vec<_>>().join(", ")));
    }
    // Of whoever is no member nothing but the address is known.
    let stranger = table.kind == Some(Kind::User) && told.iter().any(|(name, raw)| name == "role" && *raw == "null");
    let mut told = told.into_iter();
    let mut row = Vec::with_capacity(table.columns.len());
    for (column, names) in &table.columns {
        if *names == Names::Secret {
            row.push(Cell::Null);
            continue;
        }
        let (_, raw) = told.next().ok_or("is no object")?;
        let empty = column.nullable || stranger && !matches!(column.name, "id" | "email");
        let cell = if raw == "null" { empty.then_some(Cell::Null) } else { value(column, raw) };
        let filled_stranger = stranger && empty && cell != Some(Cell::Null);
        let cell = cell.filter(|_| !filled_stranger);
        row.push(cell.ok_or_else(|| format!("has in {} what that does not hold", column.name))?);
    }
    Ok(row)
}

fn value(column: &Column, raw: &str) -> Option<Cell> {
    match column.content {
        Content::Integer => raw.parse().ok().map(Cell::Integer),
        // Exactly what was written: the parser of JSON may be off by the last digit.
        Content::Decimal => raw.parse().ok().filter(|it: &f64| it.is_finite()).map(Cell::Decimal),
        Content::Flag => raw.parse().ok().map(Cell::Flag),
        Content::Text => text(raw).map(Cell::Text),
        Content::Date => Date::parse(&text(raw)?).map(Cell::Date),
        Content::Moment => {
            let said = text(raw)?;
            Time::parse(&said).filter(|time| time.to_string() == said).map(Cell::Moment)
        }
        Content::Document => Some(Cell::Document(raw.to_owned())),
    }
}

/// A text; no database of ours holds one with the character 0.
fn text(raw: &str) -> Option<String> {
    serde_json::from_str(raw).ok().filter(|text: &String| !text.contains('\0'))
}
