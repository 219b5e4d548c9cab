//! What arguments say together, which none of them tells alone.

use clap::Error;
use clap::error::ErrorKind;
use uplift_domain::access::BillingMode;

use super::{Arguments, Called, Command, TeamAct};
use crate::help;

impl Arguments {
    /// The arguments, unless one leaves another without a meaning.
    ///
    /// # Errors
    /// When flags are given that do not go together.
    pub(crate) fn agreeing(self) -> Result<Self, Error> {
        let called = &self.called;
        if let Called::Command(Command::Team(TeamAct::Billing { mode, grace_period_ends_at: Some(_), .. })) = called
            && *mode == BillingMode::Active
        {
            let told = "--grace-period-ends-at has no meaning in the mode active, in which no grace ends: \
                leave it out, or choose --mode grace";
            return Err(help::command().error(ErrorKind::ArgumentConflict, told));
        }
        Ok(self)
    }
}
