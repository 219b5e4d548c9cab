//! A PostgreSQL server, spoken to without libpq.

pub(crate) mod backend;
mod batches;
mod canceller;
pub(crate) mod catalog;
mod connect;
pub(crate) mod copying;
mod cursor;
mod deferred_inserts;
pub(crate) mod dialect;
mod disk;
mod driver;
pub(crate) mod dump;
#[path = "../engine/mod.rs"]
pub(crate) mod engine;
mod error_meaning;
mod login;
mod manager;
mod outage;
mod outcome;
mod parameters;
#[cfg(test)]
mod plans;
mod refusals;
mod search;
mod server_errors;
mod stream;
mod target;
mod tls;
