//! The engine: everything that is done to a database, written once and mounted under each of them. What differs
//! between them is in the `backend` beside each mount.

#[macro_use]
mod store;
#[macro_use]
mod words;

mod archive;
pub(crate) mod compare;
mod database;
mod directory;
mod files;
mod kinds;
mod ledger;
mod migrate;
mod numbers;
pub(crate) mod readers;
mod recount;
mod registry;
mod session;
mod settings;
mod writer;

pub(crate) use database::Engine;
pub(crate) use files::named;
pub(crate) use migrate::{migrate, pending};
pub(crate) use recount::recount;
pub(crate) use settings::settings;
