//! How long writes wait for what somebody else holds: another server for a moment, or a session of the operator's for
//! as long as it is left open. Every write of this process waits with the one that waits.
//!
//! Writes that share a transaction hold what all of them wrote, in no order that another server knows. So they wait
//! least, and then each goes by itself: two servers that wait for each other would else do so until the database finds
//! out, a second later.

use std::time::{Duration, Instant};

/// How long a write waits by itself at first, and where another waited in vain lately.
const SHORT: Duration = Duration::from_millis(100);

/// How long a write waits by itself for what is not given back at once, and a bulk.
pub(crate) const LONG: Duration = Duration::from_secs(3);

/// How long the writes of a batch wait in all where another waited in vain lately. The rest of them do not.
const IN_ALL: Duration = Duration::from_secs(1);

/// The shortest wait that a database knows.
const NONE: Duration = Duration::from_millis(1);

/// For how long what was waited for in vain is taken to be held still.
const LATELY: Duration = Duration::from_secs(10);

/// What the writer knows of locks that are held.
#[derive(Default)]
pub(crate) struct LockWait {
    /// When a write last waited in vain.
    in_vain: Option<Instant>,
    /// How long the writes of the batch have waited in vain.
    waited: Duration,
}

impl LockWait {
    /// Another batch begins.
    pub(crate) fn begin(&mut self) {
        self.waited = Duration::ZERO;
    }

    /// How long a write waits by itself in this attempt, from 1, and whether it may wait longer in the next one.
    pub(crate) fn of(&self, attempt: u32) -> (Duration, bool) {
        match self.in_vain {
            Some(then) if then.elapsed() < LATELY => (if self.waited < IN_ALL { SHORT } else { NONE }, false),
            Some(_) | None => (if attempt == 1 { SHORT } else { LONG }, attempt == 1),
        }
    }

    /// A write waited in vain.
    pub(crate) fn waited_in_vain(&mut self) {
        self.in_vain = Some(Instant::now());
        self.waited += SHORT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_held_is_waited_for_once() {
        let mut wait = LockWait::default();
        wait.begin();
        assert_eq!((wait.of(1), wait.of(2)), ((SHORT, true), (LONG, false)));
        let wait_in_vain = |wait: &mut LockWait| {
            wait.waited_in_vain();
            wait.of(1)
        };
        assert_eq!(wait_in_vain(&mut wait), (SHORT, false));
        let waits: Duration = (0..256).map(|_| wait_in_vain(&mut wait).0).sum();
        assert!(waits < IN_ALL + 256 * NONE, "{waits:?}");
        wait.begin();
        assert_eq!(wait.of(1), (SHORT, false), "a new batch may wait again");
    }
}
