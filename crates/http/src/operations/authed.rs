//! A request that was let in, and what it is answered with.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use uplift_domain::access::{Bearer, Caller};
use uplift_domain::ports::Owner;

use crate::admit::budget::Counted;
use crate::answer::addresses::Signer;
use crate::answer::json_writer::RecordAnswer;
use crate::operations::addressed::Addressed;
use crate::operations::jobs::Requester;
use crate::operations::repeated::Repeated;
use crate::operations::table::Operation;
use crate::server::state::State;

/// An answer that is not a refusal.
pub(crate) enum Reply {
    Json(StatusCode, Counted<Bytes>),
    Record(StatusCode, RecordAnswer),
    /// The answer to the same request, given once more.
    Repeated(Repeated, Counted<Bytes>),
    /// The client knows already what it asks for, by this tag.
    Known(EntityTag),
    Nothing,
    File(HttpResponse),
}

/// A request that was let in.
pub(crate) struct AuthedRequest<'r> {
    pub state: &'r web::Data<State>,
    pub request: &'r Addressed<'r>,
    pub operation: &'static Operation,
    pub bearer: Arc<Bearer>,
    /// What signs the addresses in the answer.
    pub signer: Arc<Signer>,
}

impl<'r> AuthedRequest<'r> {
    pub(crate) fn caller(&self) -> &Caller {
        &self.bearer.caller
    }

    /// Whose the request is.
    pub(crate) fn owner(&self) -> Owner {
        Owner::Team(self.caller().team)
    }

    pub(crate) fn requester(&self) -> Requester<'r> {
        Requester { owner: self.owner(), request: self.request }
    }
}
