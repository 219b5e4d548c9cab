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
pub use side_tables::{file_holds, files, numbering_assignments, numbering_sequences};
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

/// A row whose table is written as well.
pub trait Written {
    type Record;
    /// What is written of a new record: its fields, and what is stored beside them to be searched.
    type New;
    /// What is written of a record that is there.
    type Changes;

    /// What differs from a record as it was, and in how many fields, where these are no more than `most`; else, and
    /// where it is not known what it was, every field and date.
    fn changes(
        before: Option<&Stored<Self::Record>>,
        after: &Stored<Self::Record>,
        most: usize,
    ) -> (Self::Changes, Option<usize>);
}
