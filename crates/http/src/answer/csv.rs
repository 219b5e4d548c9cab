//! Tables as comma-separated values (RFC 4180): a header row, rows that end in CRLF, and nothing in a text that a
//! spreadsheet would compute.

use std::borrow::Cow;

use csv::{Terminator, Writer, WriterBuilder};
use uplift_domain::record::FieldValue;

use crate::answer::cell::Cell;
use crate::answer::json;

/// The type of such an answer.
pub(crate) const CSV: &str = "text/csv; charset=utf-8; header=present";

/// What some spreadsheets take as a sign that a file is in UTF-8.
const BOM: &str = "\u{FEFF}";

/// With what a text begins that spreadsheets take for a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// How a file begins: with a byte-order mark where it is wanted, and the header row.
pub(crate) fn begun(bom: bool, names: &[String]) -> Vec<u8> {
    let mut start = if bom { BOM.as_bytes().to_vec() } else { Vec::new() };
    start.extend(header(names));
    start
}

/// The header row.
pub(crate) fn header(names: &[String]) -> Vec<u8> {
    written(|writer| writer.write_record(names.iter().map(|name| guarded(name).into_owned())))
}

/// Rows, one after the other.
pub(crate) fn rows(rows: &[Vec<Cell>]) -> Vec<u8> {
    written(|writer| {
        rows.iter().try_for_each(|row| writer.write_record(row.iter().map(|cell| bytes(cell).into_owned())))
    })
}

/// What is written by a writer of its own. Writing to memory does not fail.
fn written(write: impl FnOnce(&mut Writer<Vec<u8>>) -> csv::Result<()>) -> Vec<u8> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(Vec::new());
    let _ = write(&mut writer);
    writer.into_inner().unwrap_or_default()
}

/// The bytes of a cell: numbers, dates and flags as JSON has them, without quotes.
fn bytes(cell: &Cell) -> Cow<'_, [u8]> {
    let plain = |shown| {
        let mut out = Vec::new();
        json::value(&mut out, shown);
        Cow::Owned(out)
    };
    match cell {
        Cell::Empty => Cow::Borrowed(&[]),
        Cell::Integer(it) => plain(FieldValue::Integer(*it)),
        Cell::Decimal(it) => plain(FieldValue::Decimal(*it)),
        Cell::Boolean(it) => plain(FieldValue::Boolean(*it)),
        Cell::Time(it) => Cow::Owned(it.to_string().into_bytes()),
        Cell::Date(it) => Cow::Owned(it.to_string().into_bytes()),
        Cell::Text(text) => match guarded(text) {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
    }
}

/// A text, with an apostrophe before it where it would be taken for a formula.
fn guarded(text: &str) -> Cow<'_, str> {
    if text.starts_with(FORMULA) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests;
