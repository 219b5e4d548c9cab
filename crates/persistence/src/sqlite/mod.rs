//! The embedded SQLite database.

pub(crate) mod backend;
pub(crate) mod backup;
#[path = "../engine/mod.rs"]
pub(crate) mod engine;
