//! The engine: everything that is done to a database, written once and mounted under each of them. What differs
//! between them is in the `backend` beside each mount.

#[macro_use]
mod kind_queries;

mod account_reads;
mod account_writes;
mod batch_cache;
mod budget;
mod coalescer;
pub(crate) mod compare;
pub(crate) mod constraints;
pub(crate) mod counters;
mod cross_kind_reads;
mod database;
pub(crate) mod entries;
mod files;
mod filters;
mod id_set;
mod kinds;
mod lock_wait;
mod lookup;
mod migrate;
mod numbers;
mod order;
#[cfg(test)]
pub(crate) mod plans;
pub(crate) mod read;
pub(crate) mod reader;
mod readers;
pub(crate) mod recount;
mod relations;
mod search;
mod sequences;
pub(crate) mod session;
mod settings;
mod statement;
mod total;
mod transaction;
mod write_tx;
mod writer;

pub(crate) use database::Engine;
pub(crate) use files::named;
pub(crate) use migrate::{migrate, pending};
pub(crate) use recount::recount;
pub(crate) use settings::settings;
