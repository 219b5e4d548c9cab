//! The engine: everything that is done to a database, written once and mounted under each of them. What differs
//! between them is in the `backend` beside each mount and in the files beside that.

#[macro_use]
pub(crate) mod records;

pub(crate) mod accounts;
pub(crate) mod archive;
pub(crate) mod jobs;
pub(crate) mod lists;
mod numbers;
#[cfg(test)]
pub(crate) mod plans;
pub(crate) mod session;
pub(crate) mod upkeep;

pub(crate) use accounts::files::named;
pub(crate) use accounts::settings::{forget, settings};
pub(crate) use jobs::database::Engine;
pub(crate) use upkeep::migrate::{migrate, state};
