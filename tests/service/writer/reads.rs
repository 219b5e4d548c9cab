//! Reads that wait: each until its turn, its deadline, or until nobody waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use uplift_domain::ports::{Cancellation, Reach};
use uplift_domain::{Kind, Refusal};

use super::fixture::{WriterFixture, names};
use super::jobs::{PendingResult, ask, ask_for, ask_until, read, team, write};
use crate::world::{Store, on_both};

on_both![
    a_read_that_nobody_waits_for_is_not_begun,
    a_read_whose_time_has_passed_is_not_begun,
    a_report_reads_all_records_wherever_its_parts_end,
    what_is_not_done_when_it_closes_is_ended,
];

const TIMEOUT: Duration = Duration::from_secs(1);

/// Holds up every thread that searches, until it is dropped.
fn hold_up(fixture: &WriterFixture, store: Store) -> (Vec<std::sync::mpsc::Sender<()>>, Vec<PendingResult<()>>) {
    let searches = if store == Store::Postgres { WriterFixture::READERS / 2 } else { WriterFixture::READERS };
    (0..searches)
        .map(|number| {
            let ((entered, inside), (open, opened)) = (channel(), channel::<()>());
            let told = ask_for(&*fixture.database, team(100 + i64::from(number)), Reach::Search, move |_| {
                entered.send(()).expect("someone waits");
                let _ = opened.recv();
                Ok(())
            });
            inside.recv().expect("a thread is held up");
            (open, told)
        })
        .unzip()
}

fn a_read_that_nobody_waits_for_is_not_begun(store: Store) {
    let fixture = WriterFixture::new(store);
    let (held, _) = hold_up(&fixture, store);
    let (begun, left) = (Arc::new(AtomicUsize::new(0)), Cancellation::default());
    let told: Vec<_> = [left.clone(), Cancellation::default()]
        .iter()
        .map(|cancellation| {
            let begun = Arc::clone(&begun);
            ask_until(&*fixture.database, team(1), cancellation, move |_| Ok(begun.fetch_add(1, Ordering::Relaxed)))
        })
        .collect();
    left.cancel();
    drop(held);
    let outcomes: Vec<_> = told.into_iter().map(PendingResult::outcome).collect();
    assert_eq!(outcomes, [Err(Refusal::TimedOut), Ok(0)]);
}

fn a_read_whose_time_has_passed_is_not_begun(store: Store) {
    let fixture = WriterFixture::new(store);
    let database = fixture.place.source().open(Some(WriterFixture::READERS), TIMEOUT).expect("the database opens");
    let fixture = WriterFixture { database, ..fixture };
    let (held, _) = hold_up(&fixture, store);
    let late = ask_for(&*fixture.database, team(1), Reach::Search, |_| Ok(()));
    std::thread::sleep(TIMEOUT * 2);
    drop(held);
    assert_eq!(late.outcome(), Err(Refusal::TimedOut), "it waited longer than a read may last");
    assert_eq!(read(&*fixture.database, |_| Ok(1)), Ok(1));
}

fn what_is_not_done_when_it_closes_is_ended(store: Store) {
    let fixture = WriterFixture::new(store);
    let (held, _) = hold_up(&fixture, store);
    let waiting = ask_for(&*fixture.database, team(1), Reach::Search, |_| Ok(()));
    fixture.database.drain(Duration::ZERO);
    drop(held);
    assert_eq!(waiting.outcome(), Err(Refusal::TimedOut));
    fixture.database.close();
}

/// PostgreSQL hands over 256 rows at once.
fn a_report_reads_all_records_wherever_its_parts_end(store: Store) {
    let fixture = WriterFixture::new(store);
    let owner = fixture.caller.team;
    let mut ids = Vec::new();
    for more in [0, 255, 1, 1, 255, 1] {
        let mut creates: Vec<_> = names("Learning", more).iter().map(|name| fixture.create(name)).collect();
        let created = write(&*fixture.database, move |tx| creates.iter_mut().map(|create| create(tx)).collect());
        ids.extend::<Vec<i64>>(created.expect("the learnings"));
        let told = ask(&*fixture.database, Reach::Search, move |tx| {
            Ok((tx.learning_facts(owner)?, tx.last_logged(owner, Kind::Learning)?))
        });
        let (facts, logged) = told.outcome().expect("what a report reads");
        assert_eq!(facts.into_iter().map(|it| it.id).collect::<Vec<_>>(), ids);
        let mut logged: Vec<_> = logged.into_iter().map(|(id, _)| id).collect();
        logged.sort_unstable();
        assert_eq!(logged, ids);
    }
}
