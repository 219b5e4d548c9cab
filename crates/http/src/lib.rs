//! Uplift's HTTP adapter: requests in, JSON out, and the OpenAPI document of what it serves. It knows no SQL.
//!
//! The folders stand in the order in which a request passes them: its connection is taken (`connections`), the server
//! routes it (`server`), it is admitted or refused (`admit`), read (`request`), carried out (`operations`) and answered
//! (`answer`). The table of operations says which routes there are; the OpenAPI document is written from the same
//! table. What stands beside the folders is of use along the whole way: the clock, the name of a request, its origin,
//! and the jobs that it has the database do.

mod admit;
mod answer;
mod clock;
mod connections;
mod exports;
mod jobs;
mod openapi;
mod operations;
mod origin;
mod request;
mod request_id;
mod server;
mod site;

pub use connections::Deadlines;
pub use openapi::document as openapi;
pub use operations::{Operation, operations};
pub use server::access::ACCESS;
pub use server::{Config, Server};
