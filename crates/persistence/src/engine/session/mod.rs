//! A session: one open transaction, with what it remembers and what it has yet to write.

pub(crate) mod batch_cache;
pub(crate) mod budget;
pub(crate) mod counters;
pub(crate) mod entries;
pub(crate) mod pending;
pub(crate) mod prefetch;
pub(crate) mod search_index;
pub(crate) mod sequences;
#[expect(clippy::module_inception, reason = "a session is what the module is about")]
pub(crate) mod session;
