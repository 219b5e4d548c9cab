//! A paced body: it comes at a least rate, or is not read to its end.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::{Stream, StreamExt};
use tokio::time::Sleep;

/// How fast a body must come, in bytes a second.
const LEAST_RATE: u64 = 1024;

/// How much of a body that nobody wants is read and thrown away, in bytes, so that the client gets to read the answer.
pub(crate) const DRAIN: usize = 12 * 1024 * 1024;

/// A body that must bring, within each time that its client is waited for, as much as the least rate makes in that time.
pub(crate) struct Paced {
    payload: Payload,
    pace: Pace,
    /// When the client began to be waited for.
    waiting: Option<Instant>,
    /// Made for the first body that does not come with its head.
    timer: Option<Pin<Box<Sleep>>>,
    drained: usize,
}

/// The pace of a body.
struct Pace {
    window: Duration,
    /// How long the client may still be waited for before the next bytes are due.
    left: Duration,
    /// How much came since that began to count.
    came: u64,
}

impl Pace {
    fn new(window: Duration) -> Self {
        Self { window, left: window, came: 0 }
    }

    fn waited(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }

    fn came(&mut self, bytes: usize) {
        self.came = self.came.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        let least = u128::from(LEAST_RATE) * self.window.as_millis() / 1000;
        if u128::from(self.came) >= least {
            *self = Self::new(self.window);
        }
    }
}

impl Paced {
    /// A body of which the least rate must come in each window of this length.
    pub(crate) fn new(payload: Payload, window: Duration) -> Self {
        Self { payload, pace: Pace::new(window), waiting: None, timer: None, drained: 0 }
    }

    /// Takes the body away, and leaves one that has ended.
    pub(crate) fn take_away(&mut self) -> Self {
        let window = self.pace.window;
        std::mem::replace(self, Self::new(Payload::None, window))
    }

    /// Reads what is left of a body that nobody wants, and tells whether its end was reached. Where it is not, the
    /// client is too slow or gone, or sent more than is thrown away.
    pub(crate) async fn drain(&mut self) -> bool {
        std::future::poll_fn(|context| self.poll_drain(context)).await
    }

    /// The same, a step at a time.
    pub(crate) fn poll_drain(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        while self.drained <= DRAIN {
            match std::task::ready!(self.poll_next_unpin(context)) {
                None => return Poll::Ready(true),
                Some(Ok(chunk)) => self.drained += chunk.len(),
                Some(Err(_)) => return Poll::Ready(false),
            }
        }
        Poll::Ready(false)
    }

    /// Whether the client has been waited for too long.
    fn is_overdue(&mut self, context: &mut Context<'_>) -> bool {
        let until = match self.waiting {
            Some(since) => since + self.pace.left,
            None => {
                let now = Instant::now();
                self.waiting = Some(now);
                now + self.pace.left
            }
        };
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until.into())));
        if timer.deadline() != until.into() {
            timer.as_mut().reset(until.into());
        }
        timer.as_mut().poll(context).is_ready()
    }
}

impl Stream for Paced {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let paced = &mut *self;
        let Poll::Ready(next) = Pin::new(&mut paced.payload).poll_next(context) else {
            if paced.is_overdue(context) {
                return Poll::Ready(Some(Err(PayloadError::Io(std::io::ErrorKind::TimedOut.into()))));
            }
            return Poll::Pending;
        };
        if let Some(since) = paced.waiting.take() {
            paced.pace.waited(since.elapsed());
        }
        if let Some(Ok(bytes)) = &next {
            paced.pace.came(bytes.len());
        }
        Poll::Ready(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_fast_enough_may_go_on_and_what_does_not_may_not() {
        let second = Duration::from_secs(1);
        let mut pace = Pace::new(30 * second);
        for _ in 0..100 {
            pace.waited(29 * second);
            pace.came(30 * 1024);
            assert_eq!(pace.left, 30 * second);
        }
        for _ in 0..30 {
            pace.came(1);
            pace.waited(second);
        }
        assert_eq!(pace.left, Duration::ZERO);
    }
}
