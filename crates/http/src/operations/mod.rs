//! The operations of the interface, and how each is carried out.

pub(crate) mod acceptance;
pub(crate) mod activities;
pub(crate) mod addressed;
pub(crate) mod attachments;
pub(crate) mod authed;
pub(crate) mod carry_out;
pub(crate) mod command;
mod early_refusal;
pub(crate) mod endpoint;
pub(crate) mod endpoints;
pub(crate) mod facts;
pub(crate) mod kind_commands;
pub(crate) mod kinds;
pub(crate) mod operation;
pub(crate) mod pipeline;
pub(crate) mod public_forms;
pub(crate) mod records;
pub(crate) mod repeated;
pub(crate) mod reply;
pub(crate) mod report_table;
pub(crate) mod reports;
pub(crate) mod statistics;
pub(crate) mod table;
pub(crate) mod user;
pub(crate) mod writing;

pub use operation::Operation;
pub use table::operations;
