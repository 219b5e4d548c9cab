//! The output of a command: one JSON document, or a line or table for people.

use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};
use serde_json::json;
use uplift_domain::Json;

/// How a command prints what it did.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    pub json: bool,
}

impl Output {
    /// Prints what the command did.
    ///
    /// # Errors
    /// When it cannot be written: what is shown once is lost then.
    pub(crate) fn print(self, document: &Json, people: impl FnOnce() -> String) -> Result<()> {
        let text = if self.json { document.to_string() } else { people() };
        let mut out = io::stdout();
        unless_left(writeln!(out, "{text}").and_then(|()| out.flush()))
    }
}

/// Whoever reads the output may stop early; what the command did is done all the same.
///
/// # Errors
/// When it was not written for another reason.
pub(crate) fn unless_left(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("the command is done, and its output cannot be written"),
    }
}

/// Says on standard error why a command failed: a line, or one JSON document. Where that is gone there is nobody to be
/// told.
pub(crate) fn report_error(json: bool, message: &str) {
    let document = json!({"error": {"message": message}});
    let line = if json { document.to_string() } else { format!("uplift: {message}") };
    let _ = writeln!(io::stderr(), "{line}");
}

/// Rows under their headings, in columns as wide as what stands in them. Characters that would control a terminal are
/// blank.
pub(crate) fn table<const N: usize>(headings: [&str; N], rows: Vec<[String; N]>) -> String {
    let plain = |cell: String| cell.replace(char::is_control, " ");
    let mut lines = vec![headings.map(str::to_owned)];
    lines.extend(rows.into_iter().map(|row| row.map(plain)));
    let mut widths = [0; N];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let padded = |line: &[String; N]| {
        // What is formatted may not be as wide as a cell can be.
        let gap = |cell: &str, width: usize| " ".repeat(width.saturating_sub(cell.chars().count()));
        let cells: Vec<_> =
            line.iter().zip(widths).map(|(cell, width)| format!("{cell}{}", gap(cell, width))).collect();
        cells.join("  ").trim_end().to_owned()
    };
    lines.iter().map(padded).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        let long = "x".repeat(70_000);
        let rows = vec![["a".to_owned(), long.clone()], ["bcd".to_owned(), "y".to_owned()]];
        assert_eq!(table(["is", "what"], rows), format!("is   what\na    {long}\nbcd  y"));
    }

    #[test]
    fn nothing_in_a_cell_controls_the_terminal() {
        let rows = vec![["1".to_owned(), "\u{1b}[2Ja\r\nb\u{9b}c".to_owned()]];
        assert_eq!(table(["id", "name"], rows), "id  name\n1    [2Ja  b c");
    }
}
