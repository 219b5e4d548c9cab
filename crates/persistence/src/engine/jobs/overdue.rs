//! What waits for longer than it may, or for nobody any more: it is answered though no thread is free to take it.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use uplift_domain::Refusal;

use super::coalescer::ReadCoalescer;
use super::read::Waiting;
use super::read_queue::{Queue, Task, complete};

/// How often it is looked for.
const LOOK: Duration = Duration::from_millis(250);

/// The thread that looks for it, until it is stopped.
pub(crate) struct Watch {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Watch {
    /// # Errors
    /// When no thread can be started.
    pub(crate) fn start(queues: Vec<Arc<Queue>>, coalescer: Arc<ReadCoalescer>) -> Result<Self, String> {
        let (stop, stopped) = channel();
        let watch = move || {
            while stopped.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                queues.iter().for_each(|queue| answer(queue, &coalescer));
            }
        };
        let thread = std::thread::Builder::new().name("overdue".to_owned()).spawn(watch);
        Ok(Self { stop, thread: thread.map_err(|error| format!("no thread can be started: {error}"))? })
    }

    pub(crate) fn stop(self) {
        drop(self.stop);
        if self.thread.join().is_err() {
            log::error!("the watch over reads that wait had panicked");
        }
    }
}

/// Refuses what is overdue in a queue, and among the single records that wait for each other.
fn answer(queue: &Queue, coalescer: &ReadCoalescer) {
    let is_over = |waiting: &Waiting| waiting.deadline.is_over();
    let late = queue.take_where(|task| match task {
        Task::Read(waiting) => is_over(waiting),
        Task::Group(_) => false,
    });
    let late = late.into_iter().filter_map(|task| match task {
        Task::Read(waiting) => Some(waiting),
        Task::Group(_) => None,
    });
    for waiting in late.chain(coalescer.take_where(is_over)) {
        complete(waiting, Err(Refusal::TooLong));
    }
}

#[cfg(test)]
mod tests {
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
        let timeouts = [(long, &left), (LOOK, &Cancellation::default()), (long, &Cancellation::default())];
        for (name, (timeout, cancellation)) in ["left", "late", "in time"].into_iter().zip(timeouts) {
            let tell = tell.clone();
            let answer = move |outcome: Result<(), Refusal>| tell.send((name, outcome)).unwrap();
            let owner = Owner::Team(TeamId::new(1));
            let waiting = Waiting {
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
        assert_eq!(answered, [("late", Err(Refusal::TooLong)), ("left", Err(Refusal::TooLong))]);
        assert!(since.elapsed() >= LOOK / 2 && queue.waiting() == 1);
        watch.stop();
    }
}
