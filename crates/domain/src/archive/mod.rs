//! The archive of a team: everything that it has, one file of lines for each kind, with ids that are the same wherever
//! the team is kept.

mod check;
mod export;
mod import;
mod line;
mod manifest;
mod naming;
mod ordinals;
mod raw;
mod register;
mod table;
mod words;

pub use check::{Checked, Source, damaged};
pub use export::{Contents, MOST_RECORDS, Written, log_export};
pub use import::{Imported, import};
pub use manifest::{ArchivedFile, Exported};
pub use naming::Names;
pub use table::{ArchiveTable, Cell, Column, Content};

/// What an archive says that it is.
pub const FORMAT: &str = "uplift-team-export";

/// The version of the format, which rises where an older program could not read it any more.
pub const VERSION: i64 = 1;

/// The file that says what is in the archive.
pub const MANIFEST: &str = "manifest.json";

/// The folder of the files of attachments, each called by the SHA-256 of its bytes.
pub const FILES: &str = "files/";
