//! Records that are asked for at the same moment: read together, and each still the answer to its own question.

use std::sync::mpsc::channel;

use uplift_domain::access::{Caller, Right};
use uplift_domain::commands::Dispatched as _;
use uplift_domain::ports::{Database, Reach};
use uplift_domain::record::Id;
use uplift_domain::{Kind, Learning, Refusal, commands};

use super::fixture::{WriterFixture, names};
use super::jobs::{PendingResult, ask, ask_for, team, write};
use crate::world::{Store, on_both};

on_both![
    what_is_asked_for_at_once_is_each_its_own_answer,
    a_record_that_is_deleted_meanwhile_is_missing,
    a_read_that_panics_takes_no_other_along,
];

/// Asks for the name of a learning.
fn name(database: &dyn Database, caller: &Caller, id: i64) -> PendingResult<String> {
    let (caller, reach) = (caller.clone(), Reach::Record(caller.team, Kind::Learning, id));
    ask(database, reach, move |tx| Ok((Learning::dispatch().view)(tx, &caller, Id::new(id))?.record.name.to_string()))
}

/// How many connections of a fixture are for short reads.
const SHORT_READERS: u32 = WriterFixture::READERS / 2;

/// Does something while all readers of records are held up, so that what it asks of them waits. On SQLite nobody reads
/// records but who asks for them.
fn held_up<T>(store: Store, fixture: &WriterFixture, act: impl FnOnce() -> T) -> T {
    let readers = if store == Store::Postgres { SHORT_READERS } else { 0 };
    let gates: Vec<_> = (0..readers)
        .map(|reader| {
            let ((entered, inside), (open, opened)) = (channel(), channel::<()>());
            // One team may have no more than its share of them.
            let told = ask_for(&*fixture.database, team(100 + i64::from(reader)), Reach::Page, move |_| {
                entered.send(()).expect("someone waits");
                let _ = opened.recv();
                Ok(())
            });
            inside.recv().expect("the reader reaches the gate");
            (open, told)
        })
        .collect();
    let done = act();
    for (open, told) in gates {
        drop(open);
        told.outcome().expect("the gate's own job");
    }
    done
}

fn learnings(fixture: &WriterFixture, count: usize) -> Vec<i64> {
    let ids = names("Learning", count).into_iter().map(|name| write(&*fixture.database, fixture.create(&name)));
    ids.map(|id| id.expect("a learning")).collect()
}

fn what_is_asked_for_at_once_is_each_its_own_answer(store: Store) {
    let fixture = WriterFixture::new(store);
    let (ids, (neighbour, foreign)) = (learnings(&fixture, 20), fixture.neighbour("Theirs"));
    let (before, own, twice, theirs, strange) = held_up(store, &fixture, || {
        let before = fixture.database.load().statements;
        let ask = |caller, id| name(&*fixture.database, caller, id);
        let own: Vec<_> = ids.iter().map(|id| ask(&fixture.caller, *id)).collect();
        let strange = [ask(&fixture.caller, foreign), ask(&neighbour, ids[0]), ask(&fixture.caller, 1_000_000)];
        (before, own, ask(&fixture.caller, ids[0]), ask(&neighbour, foreign), strange)
    });
    let own: Vec<_> = own.into_iter().map(|told| told.outcome().expect("a learning")).collect();
    assert_eq!(own, names("Learning", 20));
    assert_eq!(twice.outcome().expect("a learning"), "Learning 0");
    assert_eq!(theirs.outcome().expect("a learning"), "Theirs");
    for strange in strange {
        let outcome = strange.outcome();
        assert!(matches!(outcome, Err(Refusal::Missing { .. })), "{outcome:?}");
    }
    if store == Store::Postgres {
        // Each gate ends a transaction; each team's records are one statement.
        assert_eq!(fixture.database.load().statements - before, u64::from(SHORT_READERS) + 2);
    }
}

fn a_record_that_is_deleted_meanwhile_is_missing(store: Store) {
    let fixture = WriterFixture::new(store);
    let ids = learnings(&fixture, 3);
    let told = held_up(store, &fixture, || {
        let first = name(&*fixture.database, &fixture.caller, ids[0]);
        let (caller, id) = (fixture.caller.clone(), Id::new(ids[1]));
        let deleted = write(&*fixture.database, move |tx| {
            commands::find::<Learning>(tx, &caller, id, Right::Delete)
                .and_then(|stored| commands::delete(tx, &caller, stored))
        });
        deleted.expect("a deletion");
        [first, name(&*fixture.database, &fixture.caller, ids[1]), name(&*fixture.database, &fixture.caller, ids[2])]
    });
    let [first, second, third] = told.map(PendingResult::outcome);
    assert_eq!(first.expect("a learning"), "Learning 0");
    assert!(matches!(second, Err(Refusal::Missing { .. })), "{second:?}");
    assert_eq!(third.expect("a learning"), "Learning 2");
}

fn a_read_that_panics_takes_no_other_along(store: Store) {
    let fixture = WriterFixture::new(store);
    let ids = learnings(&fixture, 2);
    let (panics, lives) = held_up(store, &fixture, || {
        let reach = Reach::Record(fixture.caller.team, Kind::Learning, ids[0]);
        let panics = ask(&*fixture.database, reach, |_| -> Result<(), Refusal> { panic!("as it was told to") });
        (panics, name(&*fixture.database, &fixture.caller, ids[1]))
    });
    assert!(matches!(panics.outcome(), Err(Refusal::Fault(_))));
    assert_eq!(lives.outcome().expect("a learning"), "Learning 1");
}
