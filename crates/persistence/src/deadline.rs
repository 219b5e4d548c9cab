//! Deadlines: until when a read may last, and whether anybody still waits for it.
//!
//! A read has its deadline from when it is handed in. The thread that carries it out holds the deadline, so that what
//! runs deep below, in a statement or between two rows, can ask for it.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use uplift_domain::ports::Cancellation;

thread_local! {
    static CURRENT: RefCell<Option<Deadline>> = const { RefCell::new(None) };
}

/// How long reads may last.
#[derive(Debug)]
pub(crate) struct ReadTimeout {
    timeout: Duration,
    /// When every read must be over, once the service is stopping.
    drained: Mutex<Option<Instant>>,
}

impl ReadTimeout {
    pub(crate) fn new(timeout: Duration) -> Arc<Self> {
        Arc::new(Self { timeout, drained: Mutex::new(None) })
    }

    /// Ends every read within this time, unless they are to end sooner already.
    pub(crate) fn drain(&self, within: Duration) {
        let mut drained = self.drained.lock().unwrap_or_else(PoisonError::into_inner);
        let by = Instant::now() + within;
        *drained = Some(drained.map_or(by, |sooner| sooner.min(by)));
    }

    fn is_drained(&self) -> bool {
        let drained = self.drained.lock().unwrap_or_else(PoisonError::into_inner);
        drained.is_some_and(|by| Instant::now() >= by)
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

    /// The same, but no later than so long from now.
    pub(crate) fn within(&self, limit: Duration) -> Self {
        Self { at: self.at.min(Instant::now() + limit), ..self.clone() }
    }

    /// Whether the read has to end.
    pub(crate) fn is_over(&self) -> bool {
        self.cancellation.as_ref().is_some_and(Cancellation::is_cancelled)
            || Instant::now() >= self.at
            || self.timeout.is_drained()
    }

    /// Does something that has to end at the deadline.
    pub(crate) fn bind<T>(&self, act: impl FnOnce() -> T) -> T {
        let _bound = Bound(CURRENT.replace(Some(self.clone())));
        act()
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
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    #[test]
    fn a_read_is_over_when_its_time_has_passed_or_nobody_waits() {
        let timeout = ReadTimeout::new(LONG);
        let cancellation = Cancellation::default();
        let deadline = Deadline::of(&timeout, Some(&cancellation));
        assert!(!deadline.is_over());
        assert!(deadline.within(Duration::ZERO).is_over());
        cancellation.cancel();
        assert!(deadline.is_over());
        assert!(Deadline::of(&ReadTimeout::new(Duration::ZERO), None).is_over());
    }

    #[test]
    fn what_is_read_for_several_lasts_as_long_as_any_of_them() {
        let timeout = ReadTimeout::new(LONG);
        let left = Cancellation::default();
        left.cancel();
        let both = [Deadline::of(&timeout, Some(&left)), Deadline::of(&timeout, None).within(Duration::ZERO)];
        assert!(!Deadline::of_all(both.iter()).unwrap().is_over());
        assert!(Deadline::of_all(both.iter().take(1)).unwrap().is_over());
    }

    #[test]
    fn draining_ends_what_runs_and_what_is_to_come() {
        let timeout = ReadTimeout::new(LONG);
        let running = Deadline::of(&timeout, None);
        timeout.drain(LONG);
        assert!(!running.is_over());
        timeout.drain(Duration::ZERO);
        timeout.drain(LONG);
        assert!(running.is_over() && Deadline::of(&timeout, None).is_over());
    }

    #[test]
    fn a_renewed_deadline_is_as_long_as_a_new_one() {
        let timeout = ReadTimeout::new(LONG);
        let cancellation = Cancellation::default();
        let over = Deadline::of(&timeout, Some(&cancellation)).within(Duration::ZERO);
        over.bind(|| {
            assert!(is_over());
            renew();
            assert!(!is_over());
            cancellation.cancel();
            renew();
            assert!(is_over());
        });
    }

    #[test]
    fn a_thread_has_the_deadline_of_what_it_does() {
        let over = Deadline::of(&ReadTimeout::new(Duration::ZERO), None);
        assert!(!is_set() && !is_over());
        over.bind(|| assert!(is_set() && is_over()));
        assert!(!is_set() && !is_over());
    }
}
