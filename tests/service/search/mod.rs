//! Searches: which records are found by a text, and in which order.

mod fields;
mod model;
mod writes;

use crate::conventions::encode;
use crate::world::Client;

/// The ids that a search of a list finds, in its order.
#[track_caller]
fn found(client: &Client, list: &str, text: &str) -> Vec<i64> {
    client.get(&path(list, text)).status_is(200).ids()
}

/// The path of a search, with its whole answer on one page.
fn path(list: &str, text: &str) -> String {
    format!("{list}?page[size]=500&filter[search]={}", encode(text))
}
