//! A connection: what it is waiting for, as its stream and its requests tell each other.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use actix_web::HttpRequest;

/// What a connection is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// For the rest of a head, of which something came, or for the first head.
    Head { since: Instant },
    /// For the answer of a request that is in service.
    Service,
    /// For the answer to be written.
    Writing,
    /// For a further head.
    Idle { since: Instant },
}

/// A connection, shared by its stream and its requests.
pub(crate) struct Connection {
    phase: Cell<Phase>,
    /// The client has closed its side, or the connection is broken.
    gone: Cell<bool>,
    /// Something was written since the request in service began.
    wrote: Cell<bool>,
    /// The HTTP library is done with it.
    ended: Cell<bool>,
}

impl Connection {
    pub(crate) fn accepted(now: Instant) -> Rc<Self> {
        Rc::new(Self {
            phase: Cell::new(Phase::Head { since: now }),
            gone: Cell::new(false),
            wrote: Cell::new(false),
            ended: Cell::new(false),
        })
    }

    pub(crate) fn phase(&self) -> Phase {
        self.phase.get()
    }

    /// Whether a request is in service or its answer is being written.
    pub(crate) fn is_at_work(&self) -> bool {
        match self.phase.get() {
            Phase::Service | Phase::Writing => true,
            Phase::Head { .. } | Phase::Idle { .. } => false,
        }
    }

    /// A request begins; it is in service until the returned is dropped.
    pub(crate) fn begin(self: &Rc<Self>) -> InService {
        self.phase.set(Phase::Service);
        self.wrote.set(false);
        InService(Rc::clone(self))
    }

    /// Bytes came.
    pub(crate) fn received(&self) {
        if let Phase::Idle { .. } = self.phase.get() {
            self.phase.set(Phase::Head { since: Instant::now() });
        }
    }

    /// Bytes were written.
    pub(crate) fn sent(&self) {
        self.wrote.set(true);
    }

    /// All bytes that there were are written. Tells whether these were the last of an answer.
    pub(crate) fn flushed(&self) -> bool {
        let answered = self.phase.get() == Phase::Writing;
        if answered {
            self.phase.set(Phase::Idle { since: Instant::now() });
        }
        answered
    }

    /// Nothing more comes from the client.
    pub(crate) fn lost(&self) {
        self.gone.set(true);
    }

    /// Whether nothing more comes from the client.
    pub(crate) fn is_lost(&self) -> bool {
        self.gone.get()
    }

    /// The HTTP library is done with the connection.
    pub(crate) fn end(&self) {
        self.ended.set(true);
    }

    /// Whether the HTTP library ended it with a request in service, though the client waits for its answer.
    pub(crate) fn is_unanswered(&self) -> bool {
        self.ended.get() && self.phase.get() == Phase::Service && !self.wrote.get() && !self.gone.get()
    }
}

/// A request in service. Dropped when the last of its answer was handed over to be written.
pub(crate) struct InService(Rc<Connection>);

impl Drop for InService {
    fn drop(&mut self) {
        // Of a request that was given up nothing is left to be written.
        if !self.0.ended.get() {
            self.0.phase.set(Phase::Writing);
        }
    }
}

/// Whether the client of a request has closed its side of the connection. It may have closed that side alone: what is
/// answered at once still reaches it.
pub(crate) fn client_is_gone(request: &HttpRequest) -> bool {
    connection(request).is_some_and(|connection| connection.is_lost())
}

/// The connection over which a request came, to be asked for longer than the request is there.
pub(crate) fn connection(request: &HttpRequest) -> Option<Rc<Connection>> {
    request.conn_data::<Rc<Connection>>().cloned()
}

#[cfg(test)]
mod tests;
