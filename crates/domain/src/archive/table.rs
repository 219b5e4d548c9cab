//! The tables of an archive: what their columns hold and whom they name.

use super::naming::Names;
use crate::Kind;
use crate::record::{Date, Time};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Integer,
    Decimal,
    Flag,
    Text,
    Date,
    Moment,
    /// A JSON document, as it was written.
    Document,
}

/// A column, as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub content: Content,
    pub nullable: bool,
}

/// What stands in a column of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    Integer(i64),
    Decimal(f64),
    Flag(bool),
    Text(String),
    Date(Date),
    Moment(Time),
    Document(String),
}

/// A table whose rows of a team are archived.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveTable {
    /// The name of the table.
    pub name: &'static str,
    /// What its rows are called in the archive: the kind, as paths name it, or the table.
    pub called: String,
    /// The kind of its rows, where they have ids.
    pub kind: Option<Kind>,
    /// The columns by whose values rows are told apart and ordered.
    pub key: Vec<&'static str>,
    /// The columns, each with whom it names, in the order in which lines show them.
    pub columns: Vec<(Column, Names)>,
}

impl ArchiveTable {
    /// A table with these columns, each of which names what declarations say.
    pub fn new(name: &'static str, kind: Option<Kind>, key: Vec<&'static str>, columns: Vec<Column>) -> Self {
        let called = kind.and_then(Kind::plural).unwrap_or(name).replace('_', "-");
        let named = |column: Column| (column, Names::of(name, kind, column.name));
        Self { name, called, kind, key, columns: columns.into_iter().map(named).collect() }
    }

    /// The file of its lines.
    pub fn file(&self) -> String {
        format!("{}.ndjson", self.called)
    }

    /// Where a column stands.
    pub(super) fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|(it, _)| it.name == column)
    }

    /// What stands beside a text of a row and says whom it may mention; nothing where that is not asked.
    pub(super) fn beside<'r>(&self, row: &'r [Cell], names: Names) -> &'r str {
        let Names::Mentions(column) = names else { return "" };
        match self.place(column).and_then(|at| row.get(at)) {
            Some(Cell::Text(beside) | Cell::Document(beside)) => beside,
            Some(_) | None => "",
        }
    }

    /// Whether a row of it names records.
    pub(super) fn names_any(&self) -> bool {
        self.columns
            .iter()
            .any(|(_, names)| !matches!(names, Names::Nothing | Names::Secret | Names::Place | Names::Own(_)))
    }
}
