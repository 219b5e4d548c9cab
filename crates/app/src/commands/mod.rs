//! The commands, a file for each noun.

pub(crate) mod backup;
pub(crate) mod database;
pub(crate) mod doctor;
pub(crate) mod key;
pub(crate) mod program;
pub(crate) mod removal;
pub(crate) mod secret;
pub(crate) mod serve;
pub(crate) mod team;
pub(crate) mod user;
