//! A throttle: how many times something may happen within a minute, counted in fixed windows that start with the
//! first time, by this server alone or by all that share their windows.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uplift_domain::Refusal;
use uplift_domain::ports::{SharedWindows, WINDOW, WindowStatus};

/// How many windows are kept before those that have ended are swept out.
const SWEEP: usize = 10_000;

/// How long at least lies between two sweeps, each of which looks at every window.
const SWEEP_PAUSE: Duration = Duration::from_secs(1);

/// How many look-ups at once there are for all clients whose keys, or whose tokens, were invalid too often. The
/// others of them wait in turn, so that those of everybody else find room.
pub(crate) const OF_SUSPECTS: usize = 16;

/// Where the windows of all servers are, if they share them.
pub(crate) type Shared = Option<Arc<dyn SharedWindows>>;

/// Counts by key. What is counted together is noted in memory too, so that the count goes on from there where the
/// shared windows cannot be reached.
pub(crate) struct Throttle<K> {
    noted: Mutex<Noted<K>>,
    /// The shared windows, and what their keys begin with.
    shared: Option<(&'static str, Arc<dyn SharedWindows>)>,
}

/// What may happen so many times within a minute; however often where that is 0.
pub(crate) struct Limited<K> {
    throttle: Throttle<K>,
    per_minute: u32,
}

struct Noted<K> {
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
    /// One that this server counts alone.
    pub(crate) fn new() -> Self {
        Self { noted: Mutex::new(Noted { windows: HashMap::new(), swept: None }), shared: None }
    }

    /// Counts a hit in memory, unless the limit is reached already.
    pub(crate) fn count(&self, key: K, limit: u32, now: Instant) -> RateLimitStatus {
        let mut noted = self.noted(now);
        let window = noted.windows.entry(key).or_insert(Window { started: now, count: 0 });
        let age = now.duration_since(window.started);
        if age >= WINDOW {
            *window = Window { started: now, count: 0 };
        } else if window.count >= limit {
            return RateLimitStatus::refused(limit, WINDOW.saturating_sub(age));
        }
        window.count += 1;
        RateLimitStatus { limit, remaining: limit.saturating_sub(window.count), refused_for: None }
    }

    /// How long a hit would be refused, as far as this server knows; `None` where it would not be.
    pub(crate) fn spent_for(&self, key: &K, limit: u32, now: Instant) -> Option<Duration> {
        let noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let window = noted.windows.get(key).filter(|it| it.count >= limit)?;
        WINDOW.checked_sub(now.duration_since(window.started)).filter(|left| !left.is_zero())
    }

    /// What is noted, without the windows that have ended where there are many.
    fn noted(&self, now: Instant) -> MutexGuard<'_, Noted<K>> {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let due = noted.swept.is_none_or(|last| now.duration_since(last) >= SWEEP_PAUSE);
        if noted.windows.len() > SWEEP && due {
            noted.windows.retain(|_, window| now.duration_since(window.started) < WINDOW);
            noted.swept = Some(now);
        }
        noted
    }
}

impl<K: Eq + Hash + Display> Throttle<K> {
    /// One whose windows are shared where any are, under this name.
    pub(crate) fn shared(name: &'static str, shared: &Shared) -> Self {
        Self { shared: shared.as_ref().map(|shared| (name, Arc::clone(shared))), ..Self::new() }
    }

    /// Counts a hit, unless the limit is reached already.
    pub(crate) async fn hit(&self, key: K, limit: u32) -> RateLimitStatus {
        let now = Instant::now();
        let Some((name, shared)) = &self.shared else { return self.count(key, limit, now) };
        // A window that is spent stays so until it ends, wherever it is counted.
        if let Some(left) = self.spent_for(&key, limit, now) {
            return RateLimitStatus::refused(limit, left);
        }
        match shared.hit(&format!("{name}:{key}"), limit).await {
            Some(status) => self.note(key, limit, status),
            None => self.count(key, limit, now),
        }
    }

    fn note(&self, key: K, limit: u32, status: WindowStatus) -> RateLimitStatus {
        let now = Instant::now();
        let started = now.checked_sub(WINDOW.saturating_sub(status.ends_in)).unwrap_or(now);
        self.noted(now).windows.insert(key, Window { started, count: status.count });
        if status.is_refused {
            return RateLimitStatus::refused(limit, status.ends_in);
        }
        RateLimitStatus { limit, remaining: limit.saturating_sub(status.count), refused_for: None }
    }
}

impl<K: Eq + Hash + Display> Limited<K> {
    /// One that is counted where any are shared, under this name.
    pub(crate) fn new(name: &'static str, per_minute: u32, shared: &Shared) -> Self {
        Self { throttle: Throttle::shared(name, shared), per_minute }
    }

    /// Refuses what is known to be too often, without counting.
    pub(crate) fn check(&self, key: &K) -> Result<(), Refusal> {
        match self.per_minute {
            0 => Ok(()),
            limit => refused_for(self.throttle.spent_for(key, limit, Instant::now())),
        }
    }

    /// Counts a hit, or refuses it.
    pub(crate) async fn hit(&self, key: K) -> Result<(), Refusal> {
        match self.per_minute {
            0 => Ok(()),
            limit => refused_for(self.throttle.hit(key, limit).await.refused_for),
        }
    }
}

fn refused_for(wait: Option<Duration>) -> Result<(), Refusal> {
    match wait {
        Some(wait) => Err(Refusal::RateLimited { retry_after: whole_seconds(wait) }),
        None => Ok(()),
    }
}

impl RateLimitStatus {
    fn refused(limit: u32, left: Duration) -> Self {
        Self { limit, remaining: 0, refused_for: Some(left) }
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
        let at = |seconds| throttle.count("key", 3, start + Duration::from_secs(seconds));
        assert_eq!([0, 10, 20].map(|second| at(second).remaining), [2, 1, 0]);
        assert_eq!(at(30).refused_for.map(whole_seconds), Some(30));
        assert_eq!(at(59).refused_for.map(whole_seconds), Some(1));
        assert_eq!(at(60), RateLimitStatus { limit: 3, remaining: 2, refused_for: None });
    }

    #[test]
    fn keys_do_not_share_a_window() {
        let throttle = Throttle::new();
        let now = Instant::now();
        assert_eq!(throttle.count(1, 1, now).refused_for, None);
        assert_eq!(throttle.count(2, 1, now).refused_for, None);
        assert!(throttle.count(1, 1, now).refused_for.is_some());
    }
}
