//! Deadlines: until when a read may last, and whether anybody still waits for it; and until when a write may.
//!
//! A read has its deadline from when it is handed in. The thread that carries it out holds the deadline, so that what
//! runs deep below, in a statement or between two rows, can ask for it. A write has its deadline from when it is begun,
//! and its session asks for it at each statement.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use uplift_domain::Refusal;
use uplift_domain::ports::Cancellation;

/// How long a connection may take to be put in order after a read: that asks nothing of the database, but one that
/// stands still answers nothing.
const AFTERWARDS: Duration = Duration::from_secs(2);

thread_local! {
    static CURRENT: RefCell<Option<Deadline>> = const { RefCell::new(None) };
}

/// When what runs must be over, once the service is stopping. Clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drain(Arc<Mutex<Option<Instant>>>);

impl Drain {
    /// Ends everything within this time, unless it is to end sooner already.
    pub(crate) fn within(&self, time: Duration) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let by = Instant::now() + time;
        *last = Some(last.map_or(by, |sooner| sooner.min(by)));
    }

    pub(crate) fn is_over(&self) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.is_some_and(|by| Instant::now() >= by)
    }
}

/// What is said to whoever comes too late, or is not done in time, when the service is stopping.
pub(crate) fn stopping() -> Refusal {
    Refusal::Unavailable("the service is stopping".to_owned())
}

/// How long reads may last.
#[derive(Debug)]
pub(crate) struct ReadTimeout {
    timeout: Duration,
    drain: Drain,
}

impl ReadTimeout {
    pub(crate) fn new(timeout: Duration) -> Arc<Self> {
        Arc::new(Self { timeout, drain: Drain::default() })
    }

    /// Ends every read within this time, unless they are to end sooner already.
    pub(crate) fn drain(&self, within: Duration) {
        self.drain.within(within);
    }
}

/// Until when a read may last.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    at: Instant,
    cancellation: Option<Cancellation>,
    timeout: Arc<ReadTimeout>,
}

impl Deadline {
    /// The deadline of a read that is handed in now.
    pub(crate) fn of(timeout: &Arc<ReadTimeout>, cancellation: Option<&Cancellation>) -> Self {
        Self { at: Instant::now() + timeout.timeout, cancellation: cancellation.cloned(), timeout: Arc::clone(timeout) }
    }

    /// The deadline of what is read for several at once: the latest of theirs. One who leaves does not end it.
    pub(crate) fn of_all<'a>(mut deadlines: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let first = deadlines.next()?.clone();
        Some(deadlines.fold(first, |latest, other| Self {
            at: latest.at.max(other.at),
            cancellation: None,
            timeout: latest.timeout,
        }))
    }

    /// This deadline, or so long from now, whichever comes first.
    pub(crate) fn within(&self, limit: Duration) -> Self {
        Self { at: self.at.min(Instant::now() + limit), ..self.clone() }
    }

    /// The deadline of what puts a connection in order after the read, whoever has left.
    pub(crate) fn afterwards(&self) -> Self {
        Self { at: Instant::now() + AFTERWARDS, cancellation: None, timeout: Arc::clone(&self.timeout) }
    }

    /// Whether the read has to end.
    pub(crate) fn is_over(&self) -> bool {
        self.cancellation.as_ref().is_some_and(Cancellation::is_cancelled)
            || Instant::now() >= self.at
            || self.timeout.drain.is_over()
    }

    /// Does something that has to end at the deadline.
    pub(crate) fn bind<T>(&self, act: impl FnOnce() -> T) -> T {
        let _bound = Bound(CURRENT.replace(Some(self.clone())));
        act()
    }
}

/// Whether a write is to be undone for the sake of others. Once it is, it stays so.
pub(crate) type Yields<'f> = &'f dyn Fn() -> bool;

/// Until when a write may last.
#[derive(Clone, Debug)]
pub(crate) struct WriteDeadline {
    begun: Instant,
    longest: Duration,
    drain: Drain,
}

impl WriteDeadline {
    /// The deadline of a write that is begun now.
    pub(crate) fn of(longest: Duration, drain: &Drain) -> Self {
        Self { begun: Instant::now(), longest, drain: drain.clone() }
    }

    /// Lets the write last no longer than this in all.
    pub(crate) fn shorten(&mut self, longest: Duration) {
        self.longest = self.longest.min(longest);
    }

    /// # Errors
    /// When the write has to end.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.drain.is_over() {
            return Err(stopping());
        }
        if self.begun.elapsed() >= self.longest { Err(Refusal::TimedOut) } else { Ok(()) }
    }
}

/// Gives a thread the deadline back that it had before.
struct Bound(Option<Deadline>);

impl Drop for Bound {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

/// Whether what this thread does has a deadline.
pub(crate) fn is_set() -> bool {
    CURRENT.with_borrow(Option::is_some)
}

/// Gives what this thread does as long again as a read may last, where it has a deadline.
pub(crate) fn renew() {
    CURRENT.with_borrow_mut(|current| {
        if let Some(deadline) = current {
            deadline.at = Instant::now() + deadline.timeout.timeout;
        }
    });
}

/// Whether what this thread does has to end.
pub(crate) fn is_over() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(Deadline::is_over))
}

#[cfg(test)]
mod tests;
