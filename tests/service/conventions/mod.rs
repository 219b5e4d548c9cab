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

/// An aspect of the conventions: what it is called, and how it is walked.
type Aspect = (&'static str, fn(&mut Walk<'_>));

/// Those that only read, and so share the records. What people are sorted by is noted anew when a while has passed.
const READING: [Aspect; 5] = [
    ("every sort orders both ways", sorts::walk),
    ("every filter keeps what it says", filters::walk),
    ("every include shows what is related", includes::walk),
    ("every unknown name is refused in the words of the stack", unknown::walk),
    ("every list has its pages", pages::walk),
];

/// Walks aspects of the conventions one after the other, on both databases at once, and compares what they answered.
fn on_both_alike(aspects: &[Aspect]) {
    let on = |store: Store| {
        let world = World::start(store);
        let mut walk = Walk::begin(&world);
        let walked = aspects.iter().map(|(_, aspect)| {
            aspect(&mut walk);
            walk.take_transcript()
        });
        walked.collect::<Vec<_>>()
    };
    let [sqlite, postgres] = thread::scope(|scope| {
        [Store::Sqlite, Store::Postgres]
            .map(|store| {
                let named = thread::Builder::new().name(format!("on {store:?}"));
                named.spawn_scoped(scope, move || on(store)).expect("a thread")
            })
            .map(|walk| walk.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    for ((name, _), (sqlite, postgres)) in aspects.iter().zip(sqlite.iter().zip(&postgres)) {
        assert!(sqlite.len() > 100, "{name}: only {} requests were made", sqlite.len());
        assert_eq!(sqlite.len(), postgres.len(), "{name}: the walks asked differently");
        for (one, other) in sqlite.iter().zip(postgres) {
            assert_eq!(one, other, "{name}: SQLite's answer and PostgreSQL's");
        }
    }
}

#[test]
fn every_list_answers_as_it_declares() {
    on_both_alike(&READING);
}

#[test]
fn every_deleted_record_is_gone_until_it_is_restored() {
    on_both_alike(&[("every deleted record is gone until it is restored", deletes::walk)]);
}
