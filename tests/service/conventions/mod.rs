//! The conventions of every list, walked over the declarations of every kind, and compared between the databases.
//!
//! The walk knows no kind by name: it reads what the service declares of each in its OpenAPI document, makes records
//! with varied values, asks for everything that is declared and works the answer out from the records themselves.

mod compared;
mod dataset;
pub(crate) mod declared;
mod deletes;
mod expected;
mod filters;
mod fixture;
mod includes;
mod pages;
mod peculiar;
mod relations;
pub(crate) mod samples;
mod sequence;
mod sorts;
mod statements;
mod totals;
mod unknown;
pub(crate) mod walk;

use std::thread;

use crate::world::{Store, World};
use walk::Walk;
pub(crate) use walk::encode;

/// Walks one aspect of the conventions on both databases at once, and compares what they answered.
fn on_both_alike(aspect: fn(&mut Walk<'_>)) {
    let on = |store: Store| {
        let world = World::start(store);
        let mut walk = Walk::begin(&world);
        aspect(&mut walk);
        walk.transcript()
    };
    let [sqlite, postgres] = thread::scope(|scope| {
        [Store::Sqlite, Store::Postgres]
            .map(|store| {
                let named = thread::Builder::new().name(format!("on {store:?}"));
                named.spawn_scoped(scope, move || on(store)).expect("a thread")
            })
            .map(|walk| walk.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    assert!(sqlite.len() > 100, "only {} requests were made", sqlite.len());
    assert_eq!(sqlite.len(), postgres.len(), "the walks asked differently");
    for (one, other) in sqlite.iter().zip(&postgres) {
        assert_eq!(one, other, "SQLite's answer and PostgreSQL's");
    }
}

#[test]
fn every_filter_keeps_what_it_says() {
    on_both_alike(filters::walk);
}

#[test]
fn every_sort_orders_both_ways() {
    on_both_alike(sorts::walk);
}

#[test]
fn every_include_shows_what_is_related() {
    on_both_alike(includes::walk);
}

#[test]
fn every_unknown_name_is_refused_in_the_words_of_the_stack() {
    on_both_alike(unknown::walk);
}

#[test]
fn every_list_has_its_pages() {
    on_both_alike(pages::walk);
}

#[test]
fn every_deleted_record_is_gone_until_it_is_restored() {
    on_both_alike(deletes::walk);
}
