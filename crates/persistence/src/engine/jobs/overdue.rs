//! What waits for longer than it may, or for nobody any more: it is answered though no thread is free to take it.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context as _, Result};
use uplift_domain::Refusal;

use super::coalescer::ReadCoalescer;
use super::read::QueuedRead;
use super::read_queue::{Queue, Task, complete};

/// How often it is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The thread that looks for it, until it is stopped.
pub(crate) struct Watch {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Watch {
    /// # Errors
    /// When no thread can be started.
    pub(crate) fn start(queues: Vec<Arc<Queue>>, coalescer: Arc<ReadCoalescer>) -> Result<Self> {
        let (stop, stopped) = channel();
        let watch = move || {
            while stopped.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                queues.iter().for_each(|queue| answer(queue, &coalescer));
            }
        };
        let thread = std::thread::Builder::new().name("overdue".to_owned()).spawn(watch);
        Ok(Self { stop, thread: thread.context("no thread can be started")? })
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
    let is_over = |waiting: &QueuedRead| waiting.deadline.is_over();
    let late = queue.take_where(|task| match task {
        Task::Read(waiting) => is_over(waiting),
        Task::Group(_) => false,
    });
    let late = late.into_iter().filter_map(|task| match task {
        Task::Read(waiting) => Some(waiting),
        Task::Group(_) => None,
    });
    for waiting in late.chain(coalescer.take_where(is_over)) {
        complete(waiting, Err(Refusal::TimedOut));
    }
}

#[cfg(test)]
mod tests;
