//! Uplift's HTTP adapter: requests in, JSON out, and the OpenAPI document of what it serves. It knows no SQL.

mod paginator;
mod query;
mod server;

pub use server::{Config, Server};

/// The OpenAPI document of the service.
pub fn openapi() -> uplift_domain::Json {
    serde_json::json!({})
}
