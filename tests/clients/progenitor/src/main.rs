//! The main steps of the tour with the client that Progenitor makes, which uploads nothing: ORIGIN KEY

#[allow(warnings)]
mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use client::types::*;
use client::{Client, Error};
use reqwest::header::{AUTHORIZATION, HeaderMap};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(())
}
