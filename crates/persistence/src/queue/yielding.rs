//! When a job is carried out that is to be alone, for which all others have to wait.
//!
//! For a while it yields to whoever else comes before it is done, and is begun again in a lull. After that it has its
//! turn, whoever waits.

use std::time::{Duration, Instant};

/// For how long nobody may have come where there is a lull: many of those who were answered come again within less.
const LULL: Duration = Duration::from_millis(20);

/// For how long a job yields, and what is shared by all that wait: the more there are, the sooner each has its turn, so
/// that the last of twenty has waited 13 s for that, less than a write may wait.
const LONGEST: Duration = Duration::from_secs(2);
const SHARED: Duration = Duration::from_secs(4);

/// What is known of the last batches.
#[derive(Default)]
pub(super) struct Yielding {
    /// What was taken last.
    last: Option<Taken>,
    /// When the last batch was done that was shared.
    shared_until: Option<Instant>,
    /// Until when the job yields that is to be alone, where one waits, and whether it has yielded.
    yields_until: Option<Instant>,
    has_yielded: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Taken {
    Batch,
    Alone,
    /// A job that was to be alone, and was not done.
    GivenBack,
}

impl Yielding {
    /// A batch is taken.
    pub(super) fn taken(&mut self, alone: bool) {
        self.last = Some(if alone { Taken::Alone } else { Taken::Batch });
    }

    /// Something of what was taken last is not done.
    pub(super) fn given_back(&mut self) {
        if self.last == Some(Taken::Alone) {
            self.last = Some(Taken::GivenBack);
        }
    }

    /// What was taken last is done with. Tells whether it was a job alone.
    pub(super) fn done(&mut self, now: Instant) -> bool {
        let last = self.last.take();
        match last {
            Some(Taken::Batch) => self.shared_until = Some(now),
            Some(Taken::Alone) => (self.yields_until, self.has_yielded) = (None, false),
            Some(Taken::GivenBack) => self.has_yielded = true,
            None => {}
        }
        matches!(last, Some(Taken::Alone | Taken::GivenBack))
    }

    /// So many jobs wait that are to be alone, of which one may be the next.
    pub(super) fn begin(&mut self, now: Instant, waiting: impl FnOnce() -> usize) {
        let each = || SHARED / u32::try_from(waiting()).unwrap_or(u32::MAX).max(1);
        self.yields_until.get_or_insert_with(|| now + each().min(LONGEST));
    }

    /// How long no job is to be alone; `None` where one may. One that has not yielded yet may be short.
    pub(super) fn left(&self, now: Instant) -> Option<Duration> {
        let lull = self.shared_until? + LULL;
        let left = self.yields_until?.min(lull).saturating_duration_since(now);
        (self.has_yielded && !left.is_zero()).then_some(left)
    }

    /// Whether a job alone yields to others.
    pub(super) fn yields(&self, now: Instant) -> bool {
        self.yields_until.is_some_and(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job that is to be alone yielded just now, to a batch that is done.
    fn after_a_batch(waiting: usize) -> (Yielding, Instant) {
        let (mut yielding, now) = (Yielding::default(), Instant::now());
        yielding.begin(now, || waiting);
        yielding.taken(true);
        yielding.given_back();
        assert!(yielding.done(now), "others come before it");
        yielding.taken(false);
        assert!(!yielding.done(now));
        (yielding, now)
    }

    #[test]
    fn a_job_alone_is_begun_again_in_a_lull_and_yields_for_a_while() {
        let (mut yielding, now) = after_a_batch(1);
        assert_eq!(yielding.left(now), Some(LULL));
        assert_eq!(yielding.left(now + LULL / 4), Some(LULL * 3 / 4));
        assert_eq!(yielding.left(now + LULL), None);
        let last = now + LONGEST;
        yielding.taken(false);
        yielding.done(last - LULL / 2);
        assert_eq!(yielding.left(last - LULL / 4), Some(LULL / 4), "its turn comes without a lull");
        assert!(yielding.yields(last - LULL / 4));
        assert!(yielding.left(last).is_none() && !yielding.yields(last));
    }

    #[test]
    fn it_yields_no_longer_when_it_is_given_back_and_the_next_one_does() {
        let (mut yielding, now) = after_a_batch(1);
        let late = now + LONGEST - LULL;
        yielding.begin(late, || 1);
        assert!(yielding.yields(late) && !yielding.yields(now + LONGEST));
        yielding.taken(true);
        assert!(yielding.done(now + LONGEST));
        assert!(!yielding.yields(now + LONGEST), "none waits");
        yielding.begin(now + LONGEST, || 1);
        assert!(yielding.yields(now + LONGEST));
        assert_eq!(yielding.left(now + LONGEST), None, "whether it is long is not known");
    }

    #[test]
    fn the_more_wait_the_sooner_each_has_its_turn() {
        let (yielding, now) = after_a_batch(200);
        assert!(yielding.yields(now) && !yielding.yields(now + SHARED / 200));
    }
}
