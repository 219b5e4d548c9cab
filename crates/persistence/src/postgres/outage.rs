//! An outage: a server that lets no connection in. Each of a pool is tried again several times a second, and the log is
//! told why once a minute.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::r2d2::Error;

const TELL_EVERY: Duration = Duration::from_secs(60);

/// When the log was told last.
#[derive(Debug, Default)]
pub(super) struct Outage(Mutex<Option<Instant>>);

impl Outage {
    fn is_to_be_told(&self) -> bool {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = told.is_none_or(|then| then.elapsed() >= TELL_EVERY);
        if is_due {
            *told = Some(Instant::now());
        }
        is_due
    }
}

impl r2d2::HandleError<Error> for Outage {
    fn handle_error(&self, error: Error) {
        if self.is_to_be_told() {
            log::error!("no connection is let in: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_again_and_again_is_told_once() {
        let outage = Outage::default();
        assert_eq!([(); 3].map(|()| outage.is_to_be_told()), [true, false, false]);
    }
}
