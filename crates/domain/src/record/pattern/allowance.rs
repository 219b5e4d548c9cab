//! How much work on regular expressions one job may ask for.

use std::cell::Cell;

/// How many units of work one job may ask for: on the slowest of machines that is about 200 ms. A unit is what it
/// takes to fold the case of one letter: about 15 ns.
const MOST: u64 = 10_000_000;

thread_local! {
    /// What the job of this thread may still ask for; nothing bounds what belongs to no job.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Gives a thread the allowance back that it had before.
struct Before(Option<u64>);

impl Drop for Before {
    fn drop(&mut self) {
        LEFT.set(self.0);
    }
}

/// Carries out a job, which has an allowance of its own.
pub(crate) fn with_pattern_allowance<T>(job: impl FnOnce() -> T) -> T {
    let _before = Before(LEFT.replace(Some(MOST)));
    job()
}

/// Takes so many units from the allowance; tells whether there were as many. Where not, nothing is left.
pub(super) fn spend(units: u64) -> bool {
    match LEFT.get() {
        None => true,
        Some(left) => {
            LEFT.set(Some(left.saturating_sub(units)));
            units <= left
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_job_has_an_allowance_of_its_own() {
        assert!(spend(MOST) && spend(MOST));
        with_pattern_allowance(|| {
            assert!(spend(MOST - 1) && spend(1) && !spend(1));
            with_pattern_allowance(|| assert!(spend(MOST)));
            assert!(spend(0) && !spend(1));
        });
        assert!(spend(MOST));
    }
}
