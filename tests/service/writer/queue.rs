//! The queue: as long as it is said to be, and no longer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use uplift_domain::Refusal;

use super::fixture::WriterFixture;
use super::jobs::{Gate, SOMEBODY, queue, queue_for, team, write};
use crate::world::{Store, on_both, within};

on_both![
    what_no_longer_fits_is_refused_at_once,
    a_full_share_is_refused_to_its_owner_alone,
    owners_take_turns_in_batches,
    a_batch_ends_before_others_wait_for_long,
    a_job_may_queue_another,
];

/// How many writes of one owner may wait.
const QUEUE: usize = 1024;
const SURPLUS: usize = 100;

/// So many jobs that take a while take longer together than a batch may.
const SLOW: usize = 30;
const A_WHILE: Duration = Duration::from_millis(100);

/// Of those, what is being carried out when another owner comes, and what has its turn before.
const FEW: usize = 4;
const PATIENCE: Duration = Duration::from_secs(60);

fn what_no_longer_fits_is_refused_at_once(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let runs = Arc::new(AtomicUsize::new(0));
    let told: Vec<_> = (0..QUEUE + SURPLUS)
        .map(|number| {
            let runs = Arc::clone(&runs);
            queue(&*fixture.database, move |_| {
                runs.fetch_add(1, Ordering::Relaxed);
                Ok(number)
            })
        })
        .collect();
    assert_eq!(fixture.database.load().queued, QUEUE);
    let mut told = told.into_iter();
    let waiting: Vec<_> = told.by_ref().take(QUEUE).collect();
    for surplus in told {
        assert_eq!(surplus.outcome(), Err(Refusal::Busy), "while the gate is still shut");
    }
    gate.open();
    for (number, told) in waiting.into_iter().enumerate() {
        assert_eq!(told.outcome(), Ok(number));
    }
    assert_eq!(runs.load(Ordering::Relaxed), QUEUE);
    write(&*fixture.database, fixture.create("Afterwards")).expect("there is room again");
    fixture.holds_exactly(vec!["Afterwards".to_owned()]);
}

fn a_full_share_is_refused_to_its_owner_alone(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let told: Vec<_> = (0..QUEUE).map(|_| queue_for(&*fixture.database, team(7), |_| Ok(()))).collect();
    let surplus = queue_for(&*fixture.database, team(7), |_| Ok(()));
    assert_eq!(surplus.outcome(), Err(Refusal::Busy), "the share of the team is full");
    let other = queue_for(&*fixture.database, team(8), fixture.create("Another team's"));
    gate.open();
    other.outcome().expect("a learning");
    for told in told {
        assert_eq!(told.outcome(), Ok(()));
    }
    fixture.holds_exactly(vec!["Another team's".to_owned()]);
}

/// What one owner queued does not come before what another asks: it waits for a part of it.
fn owners_take_turns_in_batches(store: Store) {
    let fixture = WriterFixture::new(store);
    let done = Arc::new(AtomicUsize::new(0));
    let gate = Gate::shut(&*fixture.database);
    let told: Vec<_> = (0..QUEUE)
        .map(|_| {
            let done = Arc::clone(&done);
            queue_for(&*fixture.database, team(7), move |_| {
                done.fetch_add(1, Ordering::Relaxed);
                Ok(())
            })
        })
        .collect();
    let seen = Arc::clone(&done);
    let other = queue_for(&*fixture.database, team(8), move |_| Ok(seen.load(Ordering::Relaxed)));
    gate.open();
    let before = other.outcome().expect("a number");
    assert!(before <= 2, "{before} of another team came before");
    for told in told {
        assert_eq!(told.outcome(), Ok(()));
    }
}

/// Jobs that each take a while do not take it all in one transaction. What there is no time for is carried out later.
fn a_batch_ends_before_others_wait_for_long(store: Store) {
    let fixture = WriterFixture::new(store);
    let done = Arc::new(AtomicUsize::new(0));
    let gate = Gate::shut(&*fixture.database);
    let told: Vec<_> = (0..SLOW)
        .map(|_| {
            let done = Arc::clone(&done);
            queue_for(&*fixture.database, team(7), move |_| {
                std::thread::sleep(A_WHILE);
                Ok(done.fetch_add(1, Ordering::Relaxed))
            })
        })
        .collect();
    gate.open();
    within(PATIENCE, "the batch is begun", || done.load(Ordering::Relaxed) > 0);
    let seen = Arc::clone(&done);
    let other = queue_for(&*fixture.database, team(8), move |_| Ok(seen.load(Ordering::Relaxed)));
    let before = other.outcome().expect("a number");
    assert!(before <= FEW, "it waited for {before} of them");
    let order: Vec<usize> = told.into_iter().map(|told| told.outcome().expect("a number")).collect();
    assert!(order.is_sorted(), "{order:?}");
    assert_eq!(done.load(Ordering::Relaxed), SLOW, "each is carried out once");
}

/// Whoever is told an outcome does so on the writer's own thread, which must not wait for itself.
fn a_job_may_queue_another(store: Store) {
    let fixture = WriterFixture::new(store);
    let (tell, told) = std::sync::mpsc::channel();
    let (database, create) = (Arc::clone(&fixture.database), fixture.create("Second"));
    let first = uplift_domain::ports::writing(fixture.create("First"), move |outcome| {
        outcome.expect("the first learning");
        let told = move |outcome| tell.send(outcome).expect("a listener");
        database.write(SOMEBODY, uplift_domain::ports::writing(create, told));
    });
    fixture.database.write(SOMEBODY, first);
    let second = told.recv_timeout(std::time::Duration::from_secs(30)).expect("the second job is settled");
    second.expect("the second learning");
    fixture.holds_exactly(["First", "Second"].map(str::to_owned).into());
}
