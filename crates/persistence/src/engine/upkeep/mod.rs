//! What keeps a database in order: migrations, and counters that are counted anew.

mod chain;
mod link_counts;
mod lookup_uses;
pub(crate) mod migrate;
pub(crate) mod recount;
pub(crate) mod reindex;
pub(crate) mod search_index;

/// How many wrong counters of one filter are named, and how many wrong names or counts of one kind.
pub(crate) const NAMED: usize = 100;
