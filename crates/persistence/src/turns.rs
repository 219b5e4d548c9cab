//! Turns: of those who read very much part by part, a few read at the same moment, one after the other as they came.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often those who wait ask whether they still have to.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub(crate) struct Turns {
    state: Mutex<Queue>,
    moved: Condvar,
}

#[derive(Debug)]
struct Queue {
    /// How many more may have a turn.
    free: usize,
    /// Those who wait, by the numbers that they drew.
    waiting: VecDeque<u64>,
    drawn: u64,
}

/// A turn, which is over when this is dropped.
#[derive(Debug)]
struct Turn(Arc<Turns>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.queue().free += 1;
        self.0.moved.notify_all();
    }
}

impl Turns {
    pub(crate) fn new(at_once: usize) -> Arc<Self> {
        let queue = Queue { free: at_once, waiting: VecDeque::new(), drawn: 0 };
        Arc::new(Self { state: Mutex::new(queue), moved: Condvar::new() })
    }

    /// Waits for a turn behind all who wait already; none once this is given up.
    fn take(self: &Arc<Self>, is_given_up: impl Fn() -> bool) -> Option<Turn> {
        let mut queue = self.queue();
        let own = queue.drawn;
        queue.drawn += 1;
        queue.waiting.push_back(own);
        loop {
            let is_given_up = is_given_up();
            let is_next = queue.free > 0 && queue.waiting.front() == Some(&own);
            if is_given_up || is_next {
                queue.waiting.retain(|it| *it != own);
                if !is_given_up {
                    queue.free -= 1;
                }
                drop(queue);
                // Somebody else is the next now.
                self.moved.notify_all();
                return (!is_given_up).then(|| Turn(Arc::clone(self)));
            }
            queue = self.moved.wait_timeout(queue, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who reads by turns.
#[derive(Debug)]
pub(crate) struct ByTurns {
    turns: Arc<Turns>,
    turn: Option<Turn>,
}

impl ByTurns {
    pub(crate) fn new(turns: &Arc<Turns>) -> Self {
        Self { turns: Arc::clone(turns), turn: None }
    }

    /// Ends the turn, if there is one, and waits for the next. Tells whether it came before this was given up.
    pub(crate) fn next(&mut self, is_given_up: impl Fn() -> bool) -> bool {
        self.turn = None;
        self.turn = self.turns.take(is_given_up);
        self.turn.is_some()
    }
}

#[cfg(test)]
mod tests;
