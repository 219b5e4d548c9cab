//! A pace: bytes come, or are taken, at a least rate.

use std::time::Duration;

/// How fast bytes must come or be taken: within each time that the client is waited for, as many as the least rate
/// makes in that time.
pub(super) struct Pace {
    window: Duration,
    /// In bytes a second.
    least_rate: u64,
    /// How long the client may still be waited for before the next bytes are due.
    left: Duration,
    /// How many came since that began to count.
    came: u64,
}

impl Pace {
    pub(super) fn new(window: Duration, least_rate: u64) -> Self {
        Self { window, least_rate, left: window, came: 0 }
    }

    pub(super) fn window(&self) -> Duration {
        self.window
    }

    /// How long the client may be waited for.
    pub(super) fn left(&self) -> Duration {
        self.left
    }

    /// Notes how long the client was waited for.
    pub(super) fn waited(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }

    /// Notes how many bytes came or were taken.
    pub(super) fn came(&mut self, bytes: usize) {
        self.came = self.came.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        let least = u128::from(self.least_rate) * self.window.as_millis() / 1000;
        if u128::from(self.came) >= least {
            self.begin();
        }
    }

    /// Begins to count anew.
    pub(super) fn begin(&mut self) {
        *self = Self::new(self.window, self.least_rate);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_fast_enough_may_go_on_and_what_does_not_may_not() {
        let second = Duration::from_secs(1);
        let mut pace = Pace::new(30 * second, 1024);
        for _ in 0..100 {
            pace.waited(29 * second);
            pace.came(30 * 1024);
            assert_eq!(pace.left(), 30 * second);
        }
        for _ in 0..30 {
            pace.came(1);
            pace.waited(second);
        }
        assert_eq!(pace.left(), Duration::ZERO);
    }
}
