//! Durability: what was acknowledged is kept, once and whole, whatever happens to the process and whoever else writes.

mod bulks;
mod chain_recount;
mod chains;
mod contradictory;
mod deadlocks;
mod followed;
mod frameworks;
mod held_up;
mod kills;
mod limits;
pub(crate) mod line;
mod log;
mod merges;
pub(crate) mod race;
mod recount;
mod spoiled;
mod steps;
mod stops;
mod totals;

use crate::world::{Client, Store, World};

/// A world whose lists come in long pages, so that they are walked in few requests.
pub(crate) fn world(store: Store) -> World {
    World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "500").start()
}

/// Every record of a list, page by page.
#[track_caller]
pub(crate) fn walk(client: &Client, path: &str) -> Vec<serde_json::Value> {
    let separator = if path.contains('?') { '&' } else { '?' };
    let mut records = Vec::new();
    for number in 1.. {
        let answer = client.get(&format!("{path}{separator}page[number]={number}")).status_is(200);
        records.extend(answer.items().iter().cloned());
        if answer.body["links"]["next"].is_null() {
            assert_eq!(answer.total(), i64::try_from(records.len()).expect("a number"), "the total of {path}");
            break;
        }
    }
    records
}
