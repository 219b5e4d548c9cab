//! The whole service, driven over HTTP as its clients drive it, on SQLite and on PostgreSQL.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets what it did not expect ends there"
)]

mod activities;
mod learnings;
mod records;
mod refusals;
mod serving;
mod world;
