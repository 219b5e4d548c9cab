//! The archive of a team: what is read for it, of every table that has something of a team.

mod import;
mod rows;
pub(crate) mod tables;
