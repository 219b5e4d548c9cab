//! Uplift's HTTP adapter: requests in, JSON out, and the OpenAPI document of what it serves. It knows no SQL.
//!
//! A request goes once through `envelope` (what every answer carries), `pipeline` (the order of refusals) and the
//! endpoint of its kind, which runs a verb of the domain in a job of the database. The table in `operations` says which
//! routes there are; the OpenAPI document is written from the same table.

mod activities;
mod addresses;
mod attachments;
mod authority;
mod body;
mod bounds;
mod budget;
mod connections;
mod cors;
mod docs;
mod download;
mod endpoint;
mod envelope;
mod facts;
mod included;
mod jobs;
mod json;
mod json_writer;
mod kinds;
mod monitor;
mod multipart;
mod openapi;
mod operations;
mod origin;
mod paginator;
mod pipeline;
mod problem;
mod query;
mod records;
mod refusals;
mod routes;
mod server;
mod state;
mod throttle;
mod user;

pub use authority::secret_hash;
pub use connections::Deadlines;
pub use openapi::document as openapi;
pub use operations::{Operation, operations};
pub use server::{Config, Server};
