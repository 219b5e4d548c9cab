//! A PostgreSQL server, spoken to without any library of its own.

pub(crate) mod backend;
mod batches;
mod complaints;
mod connect;
mod disk;
mod driver;
#[path = "../engine/mod.rs"]
pub(crate) mod engine;
mod order;
mod outcome;
mod parameters;
mod pending;
#[cfg(test)]
mod plans;
mod target;
mod tls;
