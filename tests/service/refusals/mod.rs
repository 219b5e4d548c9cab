//! Refusals: each with its status and body, and which comes first where several would do.

mod beside;
mod bodies;
mod changes;
mod headers;
mod keys;
mod limits;
mod order;
mod paths;
mod plans;
mod roles;
mod routes;
mod shared;
mod texts;
mod whole;

use crate::world::{Answer, Client};

const JSON: [(&str, &str); 1] = [("Content-Type", "application/json")];

/// Sends a text that says it is JSON, whether it is or not.
#[track_caller]
fn send_text(client: &Client, method: &str, path: &str, text: &str) -> Answer {
    client.send(method, path, &JSON, text.as_bytes())
}
