//! The way of a job: into a queue, onto a thread, through a transaction, and back with its outcome.

mod checkpoints;
mod coalescer;
pub(crate) mod database;
mod lock_wait;
mod overdue;
pub(crate) mod read;
mod read_queue;
pub(crate) mod reader;
mod readers;
mod transaction;
mod write;
mod writer;
