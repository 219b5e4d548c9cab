//! Patience with a Redis that does not answer: it is tried once a second, and the log is told once a minute.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const TRY_EVERY: Duration = Duration::from_secs(1);
const TELL_EVERY: Duration = Duration::from_secs(60);

#[derive(Default)]
pub(crate) struct Patience(Mutex<Away>);

#[derive(Default)]
struct Away {
    /// When it was tried last, while it is away.
    tried: Option<Instant>,
    told: Option<Instant>,
}

impl Patience {
    /// Whether to ask: always while it answers, and else one request at a time.
    pub(crate) fn may_ask(&self) -> bool {
        let mut away = self.away();
        match &mut away.tried {
            Some(tried) if tried.elapsed() < TRY_EVERY => false,
            Some(tried) => {
                *tried = Instant::now();
                true
            }
            None => true,
        }
    }

    pub(crate) fn answered(&self) {
        let mut away = self.away();
        if away.tried.take().is_some() && away.told.take().is_some() {
            log::info!("the rate-limit store answers again");
        }
    }

    pub(crate) fn failed(&self, why: &str) {
        let mut away = self.away();
        away.tried = Some(Instant::now());
        if away.told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            away.told = Some(Instant::now());
            log::warn!("UPLIFT_RATE_LIMIT_STORE cannot be reached, so this server counts alone: {why}");
        }
    }

    fn away(&self) -> MutexGuard<'_, Away> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_answer_is_not_asked_by_everybody() {
        let patience = Patience::default();
        assert!(patience.may_ask() && patience.may_ask());
        patience.failed("refused");
        assert!(!patience.may_ask());
        patience.answered();
        assert!(patience.may_ask() && patience.may_ask());
    }
}
