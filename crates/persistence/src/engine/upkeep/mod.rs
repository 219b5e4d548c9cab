//! What keeps a database in order: migrations, and counters that are counted anew.

mod link_counts;
pub(crate) mod migrate;
pub(crate) mod recount;
