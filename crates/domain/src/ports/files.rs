//! The port to the files of attachments, which are kept outside the database.

use std::ops::Range;
use std::pin::Pin;

use crate::access::TeamId;
use crate::file::{FileKey, StoredFile};
use crate::record::{Id, Stored, Time};
use crate::{Attachment, Kind, Refusal};

/// What a store does in its own time.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why a store could not do what it was asked; for the log and the operator, never for a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    Failed(String),
    /// The store has no room for what was to be written.
    Full(String),
    /// The store cannot be reached, or does not do its part; what is tried later may succeed.
    Unavailable(String),
}

impl StoreError {
    /// What happened, in words for the log.
    pub fn text(&self) -> &str {
        match self {
            Self::Failed(text) | Self::Full(text) | Self::Unavailable(text) => text,
        }
    }
}

/// A store of files. Every server that shares a database shares its store.
pub trait Files: Send + Sync {
    /// Begins a file, which grows as it is received.
    fn begin(&self) -> BoxFuture<'_, Box<dyn Upload>>;

    /// Whether nothing that may be attached begins so, whatever comes after it.
    fn is_foreign(&self, head: &[u8]) -> bool;

    /// Reads a part of a file. A file that is not there is trouble: the database names none such.
    fn read<'a>(&'a self, key: &'a FileKey, part: Range<u64>) -> BoxFuture<'a, Box<dyn Chunks>>;

    /// Removes a file, and tells whether it is gone: one that is not there is removed already, and while files are copied
    /// each stays for the sweep.
    fn remove<'a>(&'a self, key: &'a FileKey) -> BoxFuture<'a, bool>;

    /// Every file that is no longer in the making: one of these that no record names will never be named by any.
    ///
    /// What unfinished uploads of servers that are gone left behind, which no record can ever name, is removed on the
    /// way. While files are copied none is told.
    fn settled(&self) -> BoxFuture<'_, Vec<FileKey>>;

    /// The SHA-256 of a file as the store has it now, in lower-case hexadecimal; `None` where there is no such file.
    fn hash<'a>(&'a self, key: &'a FileKey) -> BoxFuture<'a, Option<String>>;

    /// Writes, reads and removes a file of its own.
    fn check(&self) -> BoxFuture<'_, ()>;
}

/// A file in the making. Dropped before its end, it leaves nothing behind.
pub trait Upload: Send {
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> BoxFuture<'a, ()>;

    /// Makes the file durable and finds out what it is.
    fn finish(self: Box<Self>) -> BoxFuture<'static, StoredFile>;
}

/// The bytes of a file, in pieces.
pub trait Chunks: Send {
    /// The next piece; `None` after the last.
    fn next(&mut self) -> BoxFuture<'_, Option<Vec<u8>>>;
}

/// What the database knows of files.
pub trait FileRows {
    /// The file of a team with these bytes, kept from being removed until the transaction ends.
    fn file_to_share(&mut self, team: TeamId, hash: &str) -> Result<Option<Id<StoredFile>>, Refusal>;

    /// Waits until every transaction that writes files, also one whose process is gone, has come to its end.
    fn await_files(&mut self) -> Result<(), Refusal>;

    /// Holds the files of a team until a moment: their bytes stay where they are, whoever deletes what names them. Tells
    /// the id of the hold, and forgets those that are over.
    fn hold_files(&mut self, team: TeamId, until: Time) -> Result<i64, Refusal>;

    /// Ends a hold.
    fn let_go_of_files(&mut self, team: TeamId, hold: i64) -> Result<(), Refusal>;

    fn insert_file(&mut self, team: TeamId, file: &StoredFile) -> Result<Id<StoredFile>, Refusal>;

    /// Forgets a file that no attachment has any more, and tells where its bytes are.
    fn remove_file_unless_used(&mut self, team: TeamId, file: Id<StoredFile>) -> Result<Option<FileKey>, Refusal>;

    /// The attachments of a record, kept from changing until the transaction ends.
    fn attachments_to_change(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Vec<Stored<Attachment>>, Refusal>;
}
