//! A paced body: it comes at a least rate, or is not read to its end.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::{Stream, StreamExt};
use tokio::time::Sleep;

use super::pace::Pace;

/// How fast a body must come, in bytes a second.
const LEAST_RATE: u64 = 1024;

/// How long a body that nobody wants is read.
const DRAINED_FOR: Duration = Duration::from_secs(120);

/// How much of a body that nobody wants is read and thrown away, in bytes, so that the client gets to read the answer.
pub(crate) const DRAIN: usize = 12 * 1024 * 1024;

/// A body that must bring, within each time that its client is waited for, as much as the least rate makes in that
/// time.
pub(crate) struct PacedPayload {
    payload: Payload,
    pace: Pace,
    /// When the client began to be waited for.
    waiting: Option<Instant>,
    /// Made for the first body that does not come with its head.
    timer: Option<Pin<Box<Sleep>>>,
    /// Whether its end cannot be read any more.
    is_lost: bool,
    drained: usize,
    /// When a body that nobody wants is given up.
    drained_until: Option<Instant>,
}

impl PacedPayload {
    /// A body of which the least rate must come in each window of this length.
    pub(crate) fn new(payload: Payload, window: Duration) -> Self {
        let pace = Pace::new(window, LEAST_RATE);
        Self { payload, pace, waiting: None, timer: None, is_lost: false, drained: 0, drained_until: None }
    }

    /// Takes the body away, and leaves one that has ended.
    pub(crate) fn take_away(&mut self) -> Self {
        let window = self.pace.window();
        std::mem::replace(self, Self::new(Payload::None, window))
    }

    /// Whether its client was found to be too slow or gone as it was read.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Reads what is left of a body that nobody wants, and tells whether its end was reached. Where it is not, the
    /// client is too slow or gone, or sent more than is thrown away.
    pub(crate) async fn drain(&mut self) -> bool {
        std::future::poll_fn(|context| self.poll_drain(context)).await
    }

    /// Does a step of [`Self::drain`].
    pub(crate) fn poll_drain(&mut self, context: &mut Context<'_>) -> Poll<bool> {
        self.drained_until.get_or_insert_with(|| Instant::now() + DRAINED_FOR);
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
            Some(since) => since + self.pace.left(),
            None => {
                let now = Instant::now();
                self.waiting = Some(now);
                now + self.pace.left()
            }
        };
        let until = self.drained_until.map_or(until, |it| it.min(until));
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until.into())));
        if timer.deadline() != until.into() {
            timer.as_mut().reset(until.into());
        }
        timer.as_mut().poll(context).is_ready()
    }
}

impl Stream for PacedPayload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let paced = &mut *self;
        let Poll::Ready(next) = Pin::new(&mut paced.payload).poll_next(context) else {
            if paced.is_overdue(context) {
                paced.is_lost = true;
                return Poll::Ready(Some(Err(PayloadError::Io(std::io::ErrorKind::TimedOut.into()))));
            }
            return Poll::Pending;
        };
        if let Some(since) = paced.waiting.take() {
            paced.pace.waited(since.elapsed());
        }
        match &next {
            Some(Ok(bytes)) => paced.pace.came(bytes.len()),
            Some(Err(_)) => paced.is_lost = true,
            None => {}
        }
        Poll::Ready(next)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, stream};

    use super::*;

    fn read(chunks: Vec<Result<Bytes, PayloadError>>) -> PacedPayload {
        let payload = Payload::Stream { payload: stream::iter(chunks).boxed_local() };
        let mut paced = PacedPayload::new(payload, Duration::from_secs(1));
        while paced.next().now_or_never().flatten().is_some() {}
        paced
    }

    #[test]
    fn a_body_that_breaks_off_is_lost_wherever_it_is_taken() {
        let chunk = || Ok(Bytes::from_static(b"chunk"));
        assert!(!read(vec![chunk(), chunk()]).is_lost());
        let mut broken = read(vec![chunk(), Err(PayloadError::Incomplete(None))]);
        assert!(broken.take_away().is_lost() && !broken.is_lost());
    }
}
