//! Teams, their people, their keys and their files.

mod account_reads;
mod account_writes;
pub(crate) mod files;
pub(crate) mod settings;
