//! What is wrong with a request whatever its body says, told while the body is still on its way.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::time::timeout;
use uplift_domain::Refusal;
use uplift_domain::commands::Body;
use uplift_domain::ports::{Owner, WriteTx};

use crate::admit::budget::Budgeted;
use crate::connections::PacedPayload;
use crate::jobs::write;
use crate::operations::authed::AuthedRequest;
use crate::operations::command::{CommandRequest, NamedCommand};
use crate::request::body::unreceived;
use crate::request::multipart::Incoming;

/// For how long a body may be on its way before it is looked whether it is needed: most come with their heads.
const PATIENCE: Duration = Duration::from_millis(100);

impl AuthedRequest<'_> {
    /// Reads what a command takes.
    ///
    /// # Errors
    /// When the body comes slowly, and the command is refused whatever it says.
    pub(super) async fn input_if_needed(
        &self,
        command: NamedCommand,
        payload: &mut PacedPayload,
        asked: impl FnOnce(Budgeted<Body>) -> Option<CommandRequest>,
    ) -> Result<(Budgeted<Body>, Incoming), Refusal> {
        let mut input = pin!(self.input(command.facts, payload));
        if let Ok(input) = timeout(PATIENCE, &mut input).await {
            return input;
        }
        let body = Budgeted::new(Err(unreceived()), self.state.budget.hold(self.caller().team));
        let Some(request) = asked(body) else { return input.await };
        match select(input, pin!(self.refused_early(command, request))).await {
            Either::Left((input, _)) => input,
            Either::Right((Some(refusal), _)) => Err(refusal),
            Either::Right((None, input)) => input.await,
        }
    }

    /// Carries a command out without its body, and keeps nothing of it. Tells why it is refused, where the request alone
    /// decides that.
    async fn refused_early(&self, command: NamedCommand, request: CommandRequest) -> Option<Refusal> {
        let (endpoint, context) = (command.endpoint, self.context());
        let work = move |tx: &mut dyn WriteTx| {
            let mut out = context.writer_anyway(1024);
            endpoint.write(tx, &request, &mut out).and(Err::<(), _>(unreceived()))
        };
        let refusal = write(&self.state.database, Owner::Team(self.caller().team), work).await.err()?;
        let may_pass = refusal.is_failure() || matches!(refusal, Refusal::Busy | Refusal::TimedOut);
        (!may_pass && refusal != unreceived()).then_some(refusal)
    }
}
