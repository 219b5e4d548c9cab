//! The tests of the store, over the port that it serves.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that meets what it did not expect ends there"
)]

mod bucket;
mod content;
mod fixture;
mod sweeping;
mod uploads;
mod weight;
