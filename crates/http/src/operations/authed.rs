//! A request that was let in.

use std::sync::Arc;

use actix_web::web;
use uplift_domain::Refusal;
use uplift_domain::access::{Bearer, Caller};
use uplift_domain::commands::Dispatched;
use uplift_domain::listing::reach_of_record;
use uplift_domain::ports::{Owner, ReadTx};
use uplift_domain::record::Id;

use crate::answer::addresses::Signer;
use crate::jobs::{Requester, read};
use crate::operations::addressed::Addressed;
use crate::operations::operation::AuthedAct;
use crate::server::state::State;

/// A request that was let in.
pub(crate) struct AuthedRequest<'r> {
    pub state: &'r web::Data<State>,
    pub request: &'r Addressed<'r>,
    pub act: AuthedAct,
    /// The path of the operation, with its parameters in braces.
    pub path: &'static str,
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

    /// Looks for a record that the path names.
    ///
    /// # Errors
    /// When the team has no such record, or does not tell the caller of it.
    pub(crate) async fn find<R: Dispatched>(&self, id: i64) -> Result<(), Refusal> {
        let bearer = Arc::clone(&self.bearer);
        let reach = reach_of_record::<R>(bearer.caller.team, id, &Vec::new());
        let work = move |tx: &mut dyn ReadTx| (R::dispatch().view)(tx, &bearer.caller, Id::new(id)).map(drop);
        read(&self.state.database, self.requester(), reach, work).await
    }
}
