//! What a backup holds, whichever database it is of.

use uplift_domain::file::StoredFile;

/// What a copy holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backup {
    /// Rows in all tables.
    pub rows: i64,
    /// Bytes of the database in the copy.
    pub bytes: u64,
    /// The files of attachments that the copy names.
    pub files: Vec<StoredFile>,
}
