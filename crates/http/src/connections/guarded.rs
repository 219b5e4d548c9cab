//! A guarded stream: that of a connection, which ends where its client keeps the server waiting too long.

use std::io::{Error, ErrorKind, Result};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Instant;

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::Deadlines;
use super::admission::Permit;
use super::connection::{Connection, Phase};
use super::pace::Pace;
use super::terse::{instead_of, terse};

/// How fast an answer must be taken once the system keeps no more of it, in bytes a second.
const LEAST_RATE: u64 = 16 * 1024;

/// How often the HTTP library may look at a connection without a byte that comes or goes. One that has read so many
/// further requests that it takes no more looks again and again, for as long as the first is not answered.
const MOST_LOOKS: u32 = 1000;

pub(crate) struct Guarded {
    stream: TcpStream,
    connection: Rc<Connection>,
    deadlines: Deadlines,
    /// Goes off when something may be overdue; no request moves it.
    timer: Pin<Box<Sleep>>,
    /// Since when the client has taken nothing of what is to be written.
    blocked: Option<Instant>,
    /// How fast it takes an answer.
    pace: Pace,
    /// How often was looked since the last byte.
    looks: u32,
    /// What is left of an answer that is sent in place of one of the HTTP library.
    instead: Option<Bytes>,
    _permit: Permit,
}

/// What has taken too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overdue {
    Head,
    Idle,
    Answer,
}

impl Guarded {
    pub(crate) fn new(stream: TcpStream, permit: Permit, deadlines: Deadlines) -> Self {
        let now = Instant::now();
        Self {
            stream,
            connection: Connection::accepted(now),
            deadlines,
            timer: Box::pin(tokio::time::sleep_until((now + deadlines.shortest()).into())),
            blocked: None,
            pace: Pace::new(deadlines.answer, LEAST_RATE),
            looks: 0,
            instead: None,
            _permit: permit,
        }
    }

    pub(crate) fn connection(&self) -> &Rc<Connection> {
        &self.connection
    }

    /// What is due next, and when. A client that has to take an answer first need not send a head meanwhile.
    fn due(&self) -> Option<(Instant, Overdue)> {
        match (self.blocked, self.connection.phase()) {
            (Some(since), _) => Some((since + self.pace.left(), Overdue::Answer)),
            (None, Phase::Head { since }) => Some((since + self.deadlines.head, Overdue::Head)),
            (None, Phase::Idle { since }) => Some((since + self.deadlines.idle, Overdue::Idle)),
            (None, Phase::Service | Phase::Writing) => None,
        }
    }

    /// What is overdue. Where nothing is, whoever asks is woken when something may be.
    fn poll_overdue(&mut self, context: &mut Context<'_>) -> Option<Overdue> {
        // Looked at so often that no deadline passes in between: what begins later is due after the next look.
        while self.timer.as_mut().poll(context).is_ready() {
            let now = Instant::now();
            let next = now + self.deadlines.shortest();
            let next = match self.due() {
                Some((when, what)) if when <= now => {
                    log::debug!("a connection is closed: {what:?} took too long");
                    return Some(what);
                }
                Some((when, _)) => when.min(next),
                None => next,
            };
            self.timer.as_mut().reset(next.into());
        }
        None
    }

    /// Drops what the client does not take, also what the system holds of it.
    fn abandon(&self) -> Error {
        self.connection.lost();
        if let Err(error) = self.stream.set_zero_linger() {
            log::debug!("an answer that is not read stays with the system for a while: {error}");
        }
        ErrorKind::TimedOut.into()
    }

    /// Counts a look without a byte.
    ///
    /// # Errors
    /// When there were so many that the client is not worth them.
    fn count_look(&mut self) -> Result<()> {
        self.looks += 1;
        if self.looks > MOST_LOOKS {
            log::debug!("a connection is closed: it has sent more requests than are read before it takes an answer");
            return Err(self.abandon());
        }
        Ok(())
    }

    /// Sends an answer as far as the system takes it, before the connection is closed.
    fn last_word(&self, status: StatusCode) {
        // A client that is gone needs no answer.
        let _ = self.stream.try_write(&terse(status));
    }

    /// Writes an answer in place of one that the HTTP library gives without a request.
    fn poll_instead(&mut self, context: &mut Context<'_>, mut rest: Bytes) -> Poll<Result<()>> {
        while !rest.is_empty() {
            match Pin::new(&mut self.stream).poll_write(context, &rest)? {
                Poll::Ready(written) => drop(rest.split_to(written)),
                Poll::Pending => {
                    self.instead = Some(rest);
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Ok(()))
    }

    fn poll_send(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let instead = self.instead.take();
        let instead = instead.or_else(|| if self.connection.is_at_work() { None } else { instead_of(bytes) });
        match instead {
            Some(rest) => self.poll_instead(context, rest).map_ok(|()| bytes.len()),
            None => Pin::new(&mut self.stream).poll_write(context, bytes),
        }
    }
}

impl AsyncRead for Guarded {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let filled = buffer.filled().len();
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(Ok(())) if buffer.filled().len() > filled => {
                self.looks = 0;
                self.connection.received();
                Poll::Ready(Ok(()))
            }
            Poll::Ready(end) => {
                self.connection.lost();
                Poll::Ready(end)
            }
            Poll::Pending => match self.poll_overdue(context) {
                None => Poll::Pending,
                Some(Overdue::Head) => {
                    self.last_word(StatusCode::REQUEST_TIMEOUT);
                    Poll::Ready(Ok(()))
                }
                Some(Overdue::Idle) => Poll::Ready(Ok(())),
                Some(Overdue::Answer) => Poll::Ready(Err(self.abandon())),
            },
        }
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        match self.poll_send(context, bytes) {
            Poll::Ready(Ok(written)) => {
                self.looks = 0;
                if let Some(since) = self.blocked.take() {
                    self.pace.waited(since.elapsed());
                }
                self.pace.came(written);
                self.connection.sent();
                Poll::Ready(Ok(written))
            }
            Poll::Ready(Err(error)) => {
                self.connection.lost();
                Poll::Ready(Err(error))
            }
            Poll::Pending => {
                self.count_look()?;
                self.blocked.get_or_insert_with(Instant::now);
                match self.poll_overdue(context) {
                    Some(Overdue::Answer) => Poll::Ready(Err(self.abandon())),
                    Some(Overdue::Head | Overdue::Idle) | None => Poll::Pending,
                }
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        if self.connection.flushed() {
            self.pace.begin();
        }
        self.count_look()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // The library gives up a request whose chunks it cannot read without waiting for its answer.
        if self.connection.is_unanswered() {
            self.last_word(StatusCode::BAD_REQUEST);
        }
    }
}
