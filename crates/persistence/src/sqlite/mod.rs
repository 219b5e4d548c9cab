//! The embedded SQLite database.

pub(crate) mod backend;
pub(crate) mod backup;
mod batches;
pub(crate) mod catalog;
mod connection;
pub(crate) mod copies;
pub(crate) mod copying;
mod cursor;
pub(crate) mod dialect;
mod disk;
#[path = "../engine/mod.rs"]
pub(crate) mod engine;
pub(crate) mod in_time;
mod inline;
mod manager;
mod names;
#[cfg(test)]
mod plans;
mod prepared;
mod refusals;
mod search;
