//! Pages: answers that are kept as they were written, for as long as nothing whatever is written to the database.

use std::sync::Arc;

use crate::access::TeamId;

/// What a page answers: a page is only ever found again by the same team under the same address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageName {
    pub team: TeamId,
    /// The full address of the list, without query.
    pub path: String,
    /// The query as it was sent.
    pub query: String,
}

/// A page as it was written.
#[derive(Clone, Debug)]
pub struct Rendered(Arc<Vec<u8>>);

impl From<Vec<u8>> for Rendered {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(bytes))
    }
}

impl AsRef<[u8]> for Rendered {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A state of the database, as one connection tells it from any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    pub connection: u64,
    pub data: i64,
}

/// What became of looking for a page.
#[derive(Clone, Debug)]
pub enum Recalled {
    /// The page, which is what reading it now would give.
    Page(Rendered),
    /// It has to be read.
    Nothing {
        /// What is read from now on may be kept under this version, if under any.
        version: Option<Version>,
        /// Whether it was asked for before, so that it is worth keeping however little it takes to read.
        again: bool,
    },
}
