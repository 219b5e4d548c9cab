//! A throttle: how many times something may happen within a minute, counted in fixed windows that start with the
//! first time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a window lasts.
const WINDOW: Duration = Duration::from_secs(60);

/// How many windows are kept before those that have ended are swept out.
const SWEEP: usize = 10_000;

/// How long at least lies between two sweeps, each of which looks at every window.
const SWEEP_PAUSE: Duration = Duration::from_secs(1);

/// Counts, by key, in memory.
pub(crate) struct Throttle<K> {
    counted: Mutex<Counted<K>>,
}

struct Counted<K> {
    windows: HashMap<K, Window>,
    /// When the windows that had ended were swept out last.
    swept: Option<Instant>,
}

struct Window {
    started: Instant,
    count: u32,
}

/// How a window stands after a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RateLimitStatus {
    pub limit: u32,
    pub remaining: u32,
    /// How long until the window ends, where the hit was refused; refused hits are not counted.
    pub refused_for: Option<Duration>,
}

impl<K: Eq + Hash> Throttle<K> {
    pub(crate) fn new() -> Self {
        Self { counted: Mutex::new(Counted { windows: HashMap::new(), swept: None }) }
    }

    /// Counts a hit, unless the limit is reached already.
    pub(crate) fn hit(&self, key: K, limit: u32, now: Instant) -> RateLimitStatus {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let due = counted.swept.is_none_or(|last| now.duration_since(last) >= SWEEP_PAUSE);
        if counted.windows.len() > SWEEP && due {
            counted.windows.retain(|_, window| now.duration_since(window.started) < WINDOW);
            counted.swept = Some(now);
        }
        let window = counted.windows.entry(key).or_insert(Window { started: now, count: 0 });
        let age = now.duration_since(window.started);
        if age >= WINDOW {
            *window = Window { started: now, count: 0 };
        } else if window.count >= limit {
            return RateLimitStatus { limit, remaining: 0, refused_for: Some(WINDOW.saturating_sub(age)) };
        }
        window.count += 1;
        RateLimitStatus { limit, remaining: limit.saturating_sub(window.count), refused_for: None }
    }

    /// Whether a hit would be refused.
    pub(crate) fn is_spent(&self, key: &K, limit: u32, now: Instant) -> bool {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let window = counted.windows.get(key);
        window.is_some_and(|it| it.count >= limit && now.duration_since(it.started) < WINDOW)
    }
}

/// A time to wait in whole seconds, rounded up.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_starts_with_its_first_hit_and_refused_hits_do_not_count() {
        let throttle = Throttle::new();
        let start = Instant::now();
        let at = |seconds| throttle.hit("key", 3, start + Duration::from_secs(seconds));
        assert_eq!([0, 10, 20].map(|second| at(second).remaining), [2, 1, 0]);
        assert_eq!(at(30).refused_for.map(whole_seconds), Some(30));
        assert_eq!(at(59).refused_for.map(whole_seconds), Some(1));
        assert_eq!(at(60), RateLimitStatus { limit: 3, remaining: 2, refused_for: None });
    }

    #[test]
    fn keys_do_not_share_a_window() {
        let throttle = Throttle::new();
        let now = Instant::now();
        assert_eq!(throttle.hit(1, 1, now).refused_for, None);
        assert_eq!(throttle.hit(2, 1, now).refused_for, None);
        assert!(throttle.hit(1, 1, now).refused_for.is_some());
    }
}
