//! The writer and the database below it, driven through their own doors: what no request can bring about.

mod batches;
mod closing;
mod constraints;
mod fixture;
mod gathered;
pub(crate) mod jobs;
mod lost;
mod migrations;
mod proxy;
mod queue;
mod reads;
mod remembered;
mod schema;
mod served;
mod servers;
mod settings;
mod tables;
mod tls;
