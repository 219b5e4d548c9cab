//! The rest after a job that was alone: for as long as it took, the queue is left to those that share a batch.

use std::time::{Duration, Instant};

/// For how long jobs count that shared a batch: where there are none, a job alone keeps nobody waiting, and there is no
/// rest after it.
const REMEMBERED: Duration = Duration::from_secs(1);

/// The longest rest: the jobs of others that are to be alone wait for it as well.
const LONGEST: Duration = Duration::from_secs(1);

/// What is known of the last batches.
#[derive(Default)]
pub(super) struct Rest {
    /// When the job was taken that is carried out alone.
    alone_since: Option<Instant>,
    until: Option<Instant>,
    /// When jobs were last taken that share a batch.
    batched: Option<Instant>,
}

impl Rest {
    /// A batch is done. Tells whether it was a job alone.
    pub(super) fn done(&mut self, now: Instant) -> bool {
        let Some(since) = self.alone_since.take() else { return false };
        self.until = Some(now + now.saturating_duration_since(since).min(LONGEST));
        true
    }

    /// A batch is taken.
    pub(super) fn taken(&mut self, now: Instant, alone: bool) {
        if alone {
            self.alone_since = Some(now);
        } else {
            self.batched = Some(now);
        }
    }

    /// How long no further job is to be alone; `None` where one may.
    pub(super) fn left(&self, now: Instant) -> Option<Duration> {
        let batched = self.batched.is_some_and(|then| now.saturating_duration_since(then) < REMEMBERED);
        let left = self.until?.saturating_duration_since(now);
        (batched && !left.is_zero()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOK: Duration = Duration::from_millis(40);

    /// After a job alone, which was begun so long after others shared a batch.
    fn after_one_alone(batched: Duration) -> (Rest, Instant) {
        let begun = Instant::now();
        let mut rest = Rest::default();
        rest.taken(begun, false);
        assert!(!rest.done(begun));
        rest.taken(begun + batched, true);
        let done = begun + batched + TOOK;
        assert!(rest.done(done));
        (rest, done)
    }

    #[test]
    fn after_a_job_alone_the_others_have_as_long() {
        let (rest, done) = after_one_alone(Duration::ZERO);
        assert_eq!(rest.left(done), Some(TOOK));
        assert_eq!(rest.left(done + TOOK / 4), Some(TOOK * 3 / 4));
        assert_eq!(rest.left(done + TOOK), None);
    }

    #[test]
    fn where_nobody_else_is_about_there_is_no_rest() {
        let (rest, done) = after_one_alone(REMEMBERED);
        assert_eq!(rest.left(done), None);
        assert_eq!(Rest::default().left(Instant::now()), None);
    }

    #[test]
    fn after_a_long_job_alone_the_next_does_not_wait_as_long() {
        let begun = Instant::now();
        let mut rest = Rest::default();
        rest.taken(begun, true);
        let done = begun + 10 * LONGEST;
        assert!(rest.done(done));
        assert_eq!(rest.left(done), None, "nobody came meanwhile");
        rest.taken(done, false);
        assert_eq!(rest.left(done), Some(LONGEST));
    }
}
