//! A PostgreSQL server, spoken to without any library of its own.

pub(crate) mod backend;
mod connect;
mod driver;
#[path = "../engine/mod.rs"]
pub(crate) mod engine;
mod outcome;
mod parameters;
mod target;
mod tls;
