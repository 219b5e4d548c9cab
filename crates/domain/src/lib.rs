//! What Uplift is, without any I/O: its records and the commands on them, tenancy, abilities, plans and billing, and
//! the ports through which it reaches a database.
//!
//! Read [`record`] for how a kind is declared, [`commands`] for what may be done with it, and [`ports`] for what the
//! outside has to offer.

// The derives name this crate by its outside name.
extern crate self as uplift_domain;

pub mod access;
pub mod activity;
pub mod archive;
pub mod attachments;
pub mod audiences;
pub mod commands;
mod comments;
pub mod drawing;
pub mod experiments;
pub mod file;
pub mod forms;
#[macro_use]
mod kinds;
mod history;
pub mod listing;
pub mod lookups;
pub mod numbering;
mod observations;
mod operands;
mod pages;
pub mod period;
pub mod ports;
mod projects;
pub mod record;
pub mod refusal;
pub mod reports;
pub mod resource;
pub mod responses;
pub mod scoring;
pub mod shape;
pub mod statistics;
pub mod upkeep;
pub mod workspace;

pub use kinds::*;
pub use refusal::Refusal;

/// A JSON value, as a body or a stored document holds it.
pub type Json = serde_json::Value;
