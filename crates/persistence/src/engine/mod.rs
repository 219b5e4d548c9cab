//! The engine: everything that is done to a database, written once and mounted under each of them. What differs
//! between them is in the `backend` beside each mount.

#[macro_use]
mod store;
#[macro_use]
mod words;

mod archive;
mod budget;
pub(crate) mod compare;
pub(crate) mod constraints;
pub(crate) mod counters;
mod database;
mod directory;
pub(crate) mod entries;
mod files;
mod found;
mod gathering;
mod id_set;
mod kinds;
mod known;
mod ledger;
mod lookup;
mod migrate;
mod numbers;
#[cfg(test)]
pub(crate) mod plans;
pub(crate) mod read;
pub(crate) mod reader;
mod readers;
pub(crate) mod recount;
mod registry;
mod sequences;
pub(crate) mod session;
mod settings;
mod total;
mod transaction;
mod writer;

pub(crate) use database::Engine;
pub(crate) use files::named;
pub(crate) use migrate::{migrate, pending};
pub(crate) use recount::recount;
pub(crate) use settings::settings;
