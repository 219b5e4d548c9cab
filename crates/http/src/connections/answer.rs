//! An answer's body, which ends the service of its request when it is done with.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::web::Bytes;

use super::InService;

pub(crate) struct Answer<B> {
    body: B,
    _request: Option<InService>,
}

impl<B> Answer<B> {
    pub(crate) fn to(request: Option<InService>, body: B) -> Self {
        Self { body, _request: request }
    }
}

impl<B: MessageBody + Unpin> MessageBody for Answer<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}
