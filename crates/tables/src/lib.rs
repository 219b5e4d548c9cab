//! The tables of the database and their rows, the same for SQLite and PostgreSQL.
//!
//! They are a crate of their own so that editing a query does not compile them again.

mod cell;
mod declare;
mod kinds;
mod new_rows;
mod packed;
mod side_tables;
mod types;
mod workspace;

use uplift_domain::record::Stored;

pub use cell::CellValue;
pub use kinds::*;
pub use new_rows::{Columns, NewRow};
pub use packed::{DOCUMENTS, unpack};
pub use side_tables::{files, numbering_assignments, numbering_sequences};
pub use types::{Doc, DocText, Micros, Moment};
pub use workspace::ActivityRow;
pub use workspace::{activities, counters, idempotent_requests, settings, users};

/// The columns that every table of records begins with, as they are read.
pub type Dated = (i64, Moment, Moment, Option<Moment>);

/// A record whose fields are read from a table.
pub trait Mapped {
    /// What is read.
    type Row;
    /// The columns of its fields.
    const COLUMNS: &'static [uplift_domain::archive::Column];
    /// The columns in which texts are folded: of which column, and where.
    const FOLDED: &'static [(&'static str, &'static str)];
}

/// How many fields that change are written by themselves, without the others. Each choice of fields is a statement of
/// its own that stays prepared, and clients choose: there may be as many as there are fields.
pub(crate) const MOST_BY_THEMSELVES: usize = 1;

/// A row whose table is written as well.
pub trait Written {
    type Record;
    /// What is written of a new record: its fields, and what is stored beside them to be searched.
    type New;
    /// What is written of a record that is there.
    type Changes;

    /// What differs from a record as it was, where that is little; else, and where it is not known what it was, every
    /// field and date.
    fn changes(before: Option<&Stored<Self::Record>>, after: &Stored<Self::Record>) -> Self::Changes;
}
