//! Pace: what is done among many records takes about as long as among few.

use std::time::{Duration, Instant};

/// How much longer something may take among ten times the records or fewer.
const TIMES: u32 = 10;

/// What a loaded machine may need for anything.
const FLOOR: Duration = Duration::from_secs(1);

/// How long something takes.
pub(crate) fn timed(act: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    act();
    begun.elapsed()
}

/// What took so long among few records did not take much longer among many.
#[track_caller]
pub(crate) fn keeps_pace(few: Duration, many: Duration) {
    assert!(many < (few * TIMES).max(FLOOR), "among few records it took {few:?}, among many {many:?}");
}
