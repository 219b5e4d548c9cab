//! Connections: how many there may be, and how long each may keep the server waiting.
//!
//! Every connection holds a `Permit` for as long as it is open. Its stream is `Guarded`: it knows from its `Connection`
//! whether a request is in service, and ends where a head or an answer takes too long. Bodies are read through
//! `PacedPayload`, which ends those that come too slowly.

mod acceptor;
mod admission;
mod connection;
mod guarded;
mod open_files;
mod pace;
mod paced;
mod terse;
mod unread;

use std::time::Duration;

pub(crate) use acceptor::Acceptor;
pub(crate) use admission::Admission;
pub(crate) use connection::{Connection, InService, client_is_gone, connection};
pub(crate) use guarded::Guarded;
pub(crate) use open_files::{affordable, affordable_uploads, raise};
pub(crate) use paced::{DRAIN, PacedPayload};
pub(crate) use unread::Unread;

/// How long a connection may keep the server waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// From the first byte of a head to its last; of the first head, from when the connection was accepted.
    pub head: Duration,
    /// Between an answer and the next head.
    pub idle: Duration,
    /// For as many bytes of a body as make a kibibyte for each second of it; waiting for the server does not count.
    pub body: Duration,
    /// For as many bytes of an answer as make 16 kibibytes for each second of it, while the client is waited for.
    pub answer: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(5),
            idle: Duration::from_secs(75),
            body: Duration::from_secs(30),
            answer: Duration::from_secs(30),
        }
    }
}

impl Deadlines {
    /// The shortest deadline of a stream: looked at so often, none is missed by much.
    fn shortest(&self) -> Duration {
        self.head.min(self.idle).min(self.answer)
    }
}
