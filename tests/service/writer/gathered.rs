//! Records that are asked for at the same moment: read together, and each still the answer to its own question.

use std::sync::mpsc::channel;

use uplift_domain::access::{Caller, Right};
use uplift_domain::ports::{Database, Reach};
use uplift_domain::record::Id;
use uplift_domain::{Kind, Learning, Refusal, commands};

use super::ground::{Ground, names};
use super::jobs::{Told, ask, ask_for, team, write};
use crate::world::{Store, on_both};

on_both![
    what_is_asked_for_at_once_is_each_its_own_answer,
    a_record_that_is_deleted_meanwhile_is_missing,
    a_read_that_panics_takes_no_other_along,
];

/// Asks for the name of a learning.
fn name(database: &dyn Database, caller: &Caller, id: i64) -> Told<String> {
    let (caller, reach) = (caller.clone(), Reach::Record(caller.team, Kind::Learning, id));
    ask(database, reach, move |tx| Ok(commands::view::<Learning>(tx, &caller, Id::new(id))?.record.name.to_string()))
}

/// How many connections of a ground are for short reads.
const SHORT_READERS: u32 = Ground::READERS / 2;

/// Does something while all readers of records are held up, so that what it asks of them waits. On SQLite nobody reads
/// records but who asks for them.
fn held_up<T>(store: Store, ground: &Ground, act: impl FnOnce() -> T) -> T {
    let readers = if store == Store::Postgres { SHORT_READERS } else { 0 };
    let gates: Vec<_> = (0..readers)
        .map(|reader| {
            let ((entered, inside), (open, opened)) = (channel(), channel::<()>());
            // One team may have no more than its share of them.
            let told = ask_for(&*ground.database, team(100 + i64::from(reader)), Reach::Page, move |_| {
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

fn learnings(ground: &Ground, count: usize) -> Vec<i64> {
    let ids = names("Learning", count).into_iter().map(|name| write(&*ground.database, ground.create(&name)));
    ids.map(|id| id.expect("a learning")).collect()
}

fn what_is_asked_for_at_once_is_each_its_own_answer(store: Store) {
    let ground = Ground::new(store);
    let (ids, (neighbour, foreign)) = (learnings(&ground, 20), ground.neighbour("Theirs"));
    let (before, own, twice, theirs, strange) = held_up(store, &ground, || {
        let before = ground.database.load().statements;
        let ask = |caller, id| name(&*ground.database, caller, id);
        let own: Vec<_> = ids.iter().map(|id| ask(&ground.caller, *id)).collect();
        let strange = [ask(&ground.caller, foreign), ask(&neighbour, ids[0]), ask(&ground.caller, 1_000_000)];
        (before, own, ask(&ground.caller, ids[0]), ask(&neighbour, foreign), strange)
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
        assert_eq!(ground.database.load().statements - before, u64::from(SHORT_READERS) + 2);
    }
}

fn a_record_that_is_deleted_meanwhile_is_missing(store: Store) {
    let ground = Ground::new(store);
    let ids = learnings(&ground, 3);
    let told = held_up(store, &ground, || {
        let first = name(&*ground.database, &ground.caller, ids[0]);
        let (caller, id) = (ground.caller.clone(), Id::new(ids[1]));
        let deleted = write(&*ground.database, move |tx| {
            commands::find::<Learning>(tx, &caller, id, Right::Delete)
                .and_then(|stored| commands::delete(tx, &caller, stored))
        });
        deleted.expect("a deletion");
        [first, name(&*ground.database, &ground.caller, ids[1]), name(&*ground.database, &ground.caller, ids[2])]
    });
    let [first, second, third] = told.map(Told::outcome);
    assert_eq!(first.expect("a learning"), "Learning 0");
    assert!(matches!(second, Err(Refusal::Missing { .. })), "{second:?}");
    assert_eq!(third.expect("a learning"), "Learning 2");
}

fn a_read_that_panics_takes_no_other_along(store: Store) {
    let ground = Ground::new(store);
    let ids = learnings(&ground, 2);
    let (panics, lives) = held_up(store, &ground, || {
        let reach = Reach::Record(ground.caller.team, Kind::Learning, ids[0]);
        let panics = ask(&*ground.database, reach, |_| -> Result<(), Refusal> { panic!("as it was told to") });
        (panics, name(&*ground.database, &ground.caller, ids[1]))
    });
    assert!(matches!(panics.outcome(), Err(Refusal::Fault(_))));
    assert_eq!(lives.outcome().expect("a learning"), "Learning 1");
}
