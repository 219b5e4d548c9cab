//! The whole service, driven over HTTP as its clients drive it, on SQLite and on PostgreSQL.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets what it did not expect ends there"
)]
#![allow(dead_code, reason = "the suites beside use the rest of the harness")]

mod durability;
mod hostile;
mod records;
mod world;
mod writer;
