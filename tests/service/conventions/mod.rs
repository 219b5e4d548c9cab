//! The conventions of every list, walked over the declarations of every kind, and compared between the databases.
//!
//! The walk knows no kind by name: it reads what the service declares of each in its OpenAPI document, makes records
//! with varied values, asks for everything that is declared and works the answer out from the records themselves.

mod dataset;
pub(crate) mod declared;
mod deletes;
mod expected;
mod filters;
mod includes;
mod pages;
pub(crate) mod samples;
mod sorts;
mod statements;
mod unknown;
mod walk;

use crate::world::{Store, World, on_both};
use walk::Walk;

on_both![
    every_filter_keeps_what_it_says,
    every_sort_orders_both_ways,
    every_include_shows_what_is_related,
    every_unknown_name_is_refused_in_the_words_of_the_stack,
    every_list_has_its_pages,
    every_deleted_record_is_gone_until_it_is_restored,
];

type Aspect = fn(&mut Walk<'_>);

fn on(store: Store, aspect: Aspect) {
    let world = World::start(store);
    aspect(&mut Walk::begin(&world));
}

fn every_filter_keeps_what_it_says(store: Store) {
    on(store, filters::walk);
}

fn every_sort_orders_both_ways(store: Store) {
    on(store, sorts::walk);
}

fn every_include_shows_what_is_related(store: Store) {
    on(store, includes::walk);
}

fn every_unknown_name_is_refused_in_the_words_of_the_stack(store: Store) {
    on(store, unknown::walk);
}

fn every_list_has_its_pages(store: Store) {
    on(store, pages::walk);
}

fn every_deleted_record_is_gone_until_it_is_restored(store: Store) {
    on(store, deletes::walk);
}

#[test]
fn both_databases_answer_alike() {
    const ASPECTS: [Aspect; 6] =
        [filters::walk, sorts::walk, includes::walk, unknown::walk, pages::walk, deletes::walk];
    let [sqlite, postgres] = [Store::Sqlite, Store::Postgres].map(|store| {
        let world = World::start(store);
        let mut walk = Walk::begin(&world);
        ASPECTS.iter().for_each(|aspect| aspect(&mut walk));
        walk.transcript()
    });
    assert!(sqlite.len() > 1000, "only {} requests were made", sqlite.len());
    assert_eq!(sqlite.len(), postgres.len(), "the walks asked differently");
    for (one, other) in sqlite.iter().zip(&postgres) {
        assert_eq!(one, other, "SQLite's answer and PostgreSQL's");
    }
}
