//! How long writes wait for what somebody else holds: another server for a moment, or a session of the operator's for
//! as long as it is left open. Every write of this process waits with the one that waits.

use std::time::{Duration, Instant};

/// How long a write waits where another waited in vain lately.
const SHORT: Duration = Duration::from_millis(100);

/// How long the writes of a batch wait so in all. The rest of them do not.
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
    /// How long each write of a new batch may wait, where that is not as long as usual.
    pub(crate) fn begin(&mut self) -> Option<Duration> {
        self.waited = Duration::ZERO;
        self.in_vain.filter(|it| it.elapsed() < LATELY).map(|_| SHORT)
    }

    /// A write waited in vain. Tells how long each of those that follow may wait.
    pub(crate) fn waited_in_vain(&mut self) -> Duration {
        self.in_vain = Some(Instant::now());
        self.waited += SHORT;
        if self.waited < IN_ALL { SHORT } else { NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_held_is_waited_for_once() {
        let mut wait = LockWait::default();
        assert_eq!(wait.begin(), None);
        let first = wait.waited_in_vain();
        assert_eq!((first, wait.begin()), (SHORT, Some(SHORT)));
        let waits: Vec<Duration> = (0..256).map(|_| wait.waited_in_vain()).collect();
        assert!(waits.iter().sum::<Duration>() < IN_ALL + 256 * NONE, "{waits:?}");
        assert_eq!(wait.begin(), Some(SHORT), "a new batch may wait again");
        assert_eq!(wait.waited_in_vain(), SHORT);
    }
}
