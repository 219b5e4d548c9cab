//! The engine: everything that is done to a database, written once and mounted under each of them. What differs
//! between them is in the `backend` beside each mount.

#[macro_use]
mod store;
#[macro_use]
mod words;

mod archive;
pub(crate) mod compare;
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
pub(crate) mod readers;
mod recount;
mod registry;
mod room;
mod sequences;
pub(crate) mod session;
mod settings;
mod total;
mod writer;

pub(crate) use database::Engine;
pub(crate) use files::named;
pub(crate) use migrate::{migrate, pending};
pub(crate) use recount::recount;
pub(crate) use settings::settings;
