//! How long writes wait for what somebody else holds: another server for a moment, or a session of the operator's for
//! as long as it is left open. Every write of the same writer waits with the one that waits.
//!
//! Writes that share a transaction hold what all of them wrote, in no order that another server knows. So they wait
//! least, and then each goes by itself: two servers that wait for each other would else do so until the database finds
//! out, a second later. By itself a write waits a moment at a time, so that others are served in between.

use std::time::{Duration, Instant};

/// How long a write waits by itself at a time.
const SHORT: Duration = Duration::from_millis(100);

/// How long a write waits in all for what is not given back, and a bulk at a time.
pub(crate) const LONG: Duration = Duration::from_secs(3);

/// How long the writes of a batch wait by themselves in all. The rest of them do not.
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
    /// How long the writes of the batch have waited by themselves.
    waited: Duration,
}

impl LockWait {
    /// Another batch begins.
    pub(crate) fn begin(&mut self) {
        self.waited = Duration::ZERO;
    }

    /// How long a write waits by itself at a time.
    pub(crate) fn at_a_time(&self) -> Duration {
        if self.waited < IN_ALL { SHORT } else { NONE }
    }

    /// A write waited by itself, for what it found held first at this moment. Tells whether it may go on to wait.
    pub(crate) fn may_go_on(&mut self, held_since: Instant) -> bool {
        self.waited += SHORT;
        let in_vain_lately = self.in_vain.is_some_and(|then| then.elapsed() < LATELY);
        let goes_on = !in_vain_lately && held_since.elapsed() < LONG;
        if !goes_on {
            self.in_vain = Some(Instant::now());
        }
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_held_is_waited_for_once() {
        let mut wait = LockWait::default();
        wait.begin();
        let now = Instant::now();
        assert!(wait.at_a_time() == SHORT && wait.may_go_on(now), "it was found held just now");
        let long_ago = now.checked_sub(LONG).unwrap();
        assert!(!wait.may_go_on(long_ago) && !wait.may_go_on(now), "once one waited in vain, none goes on to wait");
        let waits: Duration = (0..256)
            .map(|_| {
                wait.may_go_on(now);
                wait.at_a_time()
            })
            .sum();
        assert!(waits < IN_ALL + 256 * NONE, "{waits:?}");
        wait.begin();
        assert_eq!(wait.at_a_time(), SHORT, "a new batch may wait again");
    }
}
