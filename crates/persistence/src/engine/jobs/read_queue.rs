//! The queue of a lane of readers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use uplift_domain::Refusal;

use super::coalescer::Group;
use super::read::QueuedRead;
use crate::deadline::stopping;
use crate::queue::{FairQueue, Refused};

/// What a reader is to do.
pub(crate) enum Task {
    /// This read.
    Read(QueuedRead),
    /// What waits for a group, until nothing more is.
    Group(Group),
}

pub(crate) type Queue = FairQueue<Task>;

/// Puts a read into a queue, or refuses it.
pub(crate) fn push(queue: &Queue, waiting: QueuedRead) {
    let (task, refusal) = match queue.push(waiting.owner, Task::Read(waiting)) {
        Ok(()) => return,
        Err(Refused::Full(task)) => (task, Refusal::Busy),
        Err(Refused::Closed(task)) => (task, stopping()),
    };
    if let Task::Read(waiting) = task {
        complete(waiting, Err(refusal));
    }
}

/// Tells whoever waits how a read ended. Whoever panics at the news must not take the reader along.
pub(crate) fn complete(waiting: QueuedRead, outcome: Result<(), Refusal>) {
    if catch_unwind(AssertUnwindSafe(|| waiting.job.complete(outcome))).is_err() {
        log::error!("a job panicked at its outcome");
    }
}
