//! Uplift's HTTP adapter: requests in, JSON out, and the OpenAPI document of what it serves. It knows no SQL.
//!
//! The folders stand in the order in which a request passes them: its connection is taken (`connections`), the server
//! routes it (`server`), it is admitted or refused (`admit`), read (`request`), carried out (`operations`) and answered
//! (`answer`). The table of operations says which routes there are; the OpenAPI document is written from the same
//! table.

mod admit;
mod answer;
mod connections;
mod exports;
mod openapi;
mod operations;
mod request;
mod server;
mod site;

pub use connections::Deadlines;
pub use openapi::document as openapi;
pub use operations::{Operation, operations};
pub use server::access::ACCESS;
pub use server::{Config, Server};
