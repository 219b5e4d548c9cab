//! Waiting: until something holds, and for as long as something else is done.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How soon what the operator changed holds on every server, whatever they know from before.
pub(crate) const TAKES_EFFECT: Duration = Duration::from_secs(1);

/// Waits until it holds, and fails when a look that began after the time given found that it does not.
#[track_caller]
pub(crate) fn within(limit: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    loop {
        let is_late = start.elapsed() > limit;
        if holds() {
            return;
        }
        assert!(!is_late, "not within {limit:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Does something again and again on so many threads for as long as something else is done, however that ends.
pub(crate) fn meanwhile<T>(threads: usize, again: impl Fn(usize) + Sync, done: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (over, again) = (&over, &again);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    again(thread);
                }
            });
        }
        // A scope waits for its threads, and these would never end where a panic passed by the flag.
        let outcome = catch_unwind(AssertUnwindSafe(done));
        over.store(true, Ordering::Relaxed);
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    })
}
