//! An answer that is sent before the request's body was read to its end.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use super::PacedPayload;

/// An answer with what is left of the request's body, which is read after it, so that a client that writes first gets
/// to read the answer. As long as somebody might read that body, the connection is closed after the answer; were it
/// dropped before, a body in chunks would be read to an end that may never come.
pub(crate) struct Unread {
    answer: BoxBody,
    rest: PacedPayload,
    next: Next,
}

/// What comes next.
enum Next {
    Answer { drain: bool },
    Drain,
    End,
}

impl Unread {
    /// The answer, and after it the rest of the body where that is worth waiting for.
    pub(crate) fn new(answer: BoxBody, rest: PacedPayload, drain: bool) -> Self {
        Self { answer, rest, next: Next::Answer { drain } }
    }
}

impl MessageBody for Unread {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.answer.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        loop {
            self.next = match self.next {
                Next::Answer { drain } => match std::task::ready!(Pin::new(&mut self.answer).poll_next(context)) {
                    Some(bytes) => return Poll::Ready(Some(bytes)),
                    None if drain => Next::Drain,
                    None => Next::End,
                },
                Next::Drain => {
                    std::task::ready!(self.rest.poll_drain(context));
                    Next::End
                }
                Next::End => return Poll::Ready(None),
            }
        }
    }
}
