//! The whole service, driven over HTTP as its clients drive it, on SQLite and on PostgreSQL.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets what it did not expect ends there"
)]

mod access;
mod activities;
mod attachments;
mod bounds;
mod connections;
mod contract;
mod conventions;
mod docs;
mod durability;
mod fairness;
mod goals;
mod hostile;
mod ideas;
mod insights;
mod learnings;
mod numbering;
mod openapi;
mod operator;
mod projects;
mod records;
mod refusals;
mod serving;
mod tags;
mod tour;
mod world;
mod writer;
