//! A bearer: the key that a request shows, and what it opens.

use super::{Ability, Billing, BillingMode, Caller};
use crate::Key;
use crate::record::{Email, Name, Stored, Time};
use crate::refusal::{Denial, Refusal};

/// For how many seconds a use of a key that was noted stands for those that follow.
pub const USE_NOTED: i64 = 10 * 60;

/// Who shows a key, as the service knew them no more than a second ago.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub key: Stored<Key>,
    /// The member that the key acts for.
    pub caller: Caller,
    /// What the member is called in the team.
    pub name: Option<Name>,
    pub email: Email,
    pub billing: Billing,
}

impl Bearer {
    /// Whether the bearer may use the ability at all, whatever the record.
    ///
    /// # Errors
    /// In the order of refusals: membership, the key's ability, blocked billing.
    pub fn admit(&self, ability: Ability, now: Time) -> Result<(), Refusal> {
        if self.caller.actor.role().is_none() {
            return Err(Refusal::Forbidden(Denial::Membership));
        }
        if !self.caller.abilities.allow(ability) {
            return Err(Refusal::Forbidden(Denial::Ability));
        }
        match (ability, self.billing.mode_at(now)) {
            (Ability::Write, BillingMode::Blocked) => {
                Err(Refusal::SubscriptionRequired { grace_period_ends_at: self.billing.grace_period_ends_at })
            }
            (Ability::Read | Ability::Write, _) => Ok(()),
        }
    }
}
