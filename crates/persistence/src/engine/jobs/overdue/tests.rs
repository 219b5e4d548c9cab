use std::time::Instant;

use uplift_domain::access::TeamId;
use uplift_domain::ports::{Cancellation, Owner, Reach, cancellable};

use super::*;
use crate::deadline::{Deadline, ReadTimeout};
use crate::queue::{Bounds, FairQueue};

#[test]
fn what_waits_is_answered_at_its_deadline_though_nobody_takes_it() {
    let queue: Arc<Queue> = Arc::new(FairQueue::new(Bounds { all: 10, each: 10, at_once: 1 }));
    let watch = Watch::start(vec![Arc::clone(&queue)], Arc::default()).unwrap();
    let (tell, told) = channel();
    let (left, long) = (Cancellation::default(), Duration::from_secs(3600));
    let timeouts = [(long, &left), (POLL_INTERVAL, &Cancellation::default()), (long, &Cancellation::default())];
    for (name, (timeout, cancellation)) in ["left", "late", "in time"].into_iter().zip(timeouts) {
        let tell = tell.clone();
        let answer = move |outcome: Result<(), Refusal>| tell.send((name, outcome)).unwrap();
        let owner = Owner::Team(TeamId::new(1));
        let waiting = QueuedRead {
            owner,
            job: cancellable(cancellation.clone(), |_| Ok(()), answer),
            reach: Reach::Search,
            deadline: Deadline::of(&ReadTimeout::new(timeout), Some(cancellation)),
        };
        assert!(queue.push(owner, Task::Read(waiting)).is_ok());
    }
    let since = Instant::now();
    left.cancel();
    let mut answered: Vec<_> = (0..2).map(|_| told.recv().unwrap()).collect();
    answered.sort_by_key(|(name, _)| *name);
    assert_eq!(answered, [("late", Err(Refusal::TimedOut)), ("left", Err(Refusal::TimedOut))]);
    assert!(since.elapsed() >= POLL_INTERVAL / 2 && queue.waiting() == 1);
    watch.stop();
}
