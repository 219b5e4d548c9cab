//! Teams, their people, their keys and their files.

mod account_reads;
mod account_writes;
pub(crate) mod files;
mod idempotency;
mod removal;
pub(crate) mod removal_steps;
pub(crate) mod settings;
