//! The queue: as long as it is said to be, and no longer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use uplift_domain::Refusal;

use super::ground::Ground;
use super::jobs::{Gate, queue, write};
use crate::world::{Store, on_both};

on_both![what_no_longer_fits_is_refused_at_once, a_job_may_queue_another];

const QUEUE: usize = 4096;
const SURPLUS: usize = 100;

fn what_no_longer_fits_is_refused_at_once(store: Store) {
    let ground = Ground::new(store);
    let gate = Gate::shut(&*ground.database);
    let runs = Arc::new(AtomicUsize::new(0));
    let told: Vec<_> = (0..QUEUE + SURPLUS)
        .map(|number| {
            let runs = Arc::clone(&runs);
            queue(&*ground.database, move |_| {
                runs.fetch_add(1, Ordering::Relaxed);
                Ok(number)
            })
        })
        .collect();
    assert_eq!(ground.database.load().queued, QUEUE);
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
    write(&*ground.database, ground.create("Afterwards")).expect("there is room again");
    ground.holds_exactly(vec!["Afterwards".to_owned()]);
}

/// Whoever is told an outcome does so on the writer's own thread, which must not wait for itself.
fn a_job_may_queue_another(store: Store) {
    let ground = Ground::new(store);
    let (tell, told) = std::sync::mpsc::channel();
    let (database, create) = (Arc::clone(&ground.database), ground.create("Second"));
    let first = uplift_domain::ports::writing(ground.create("First"), move |outcome| {
        outcome.expect("the first learning");
        database.write(uplift_domain::ports::writing(create, move |outcome| tell.send(outcome).expect("a listener")));
    });
    ground.database.write(first);
    let second = told.recv_timeout(std::time::Duration::from_secs(30)).expect("the second job is settled");
    second.expect("the second learning");
    ground.holds_exactly(["First", "Second"].map(str::to_owned).into());
}
