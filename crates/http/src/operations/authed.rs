//! A request that was let in.

use std::sync::Arc;

use actix_web::web;
use uplift_domain::access::{Bearer, Caller};
use uplift_domain::ports::Owner;

use crate::answer::addresses::Signer;
use crate::operations::addressed::Addressed;
use crate::operations::jobs::Requester;
use crate::operations::operation::Operation;
use crate::server::state::State;

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
