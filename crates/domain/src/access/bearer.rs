//! A bearer: the key that a request shows, and what it opens.

use super::{Abilities, Ability, Billing, BillingMode, Caller, TeamId, TokenId};
use crate::User;
use crate::record::{Email, Id, Name, Time};
use crate::refusal::{Denial, Refusal};

/// A key as it is stored. Of its token only a hash is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub id: TokenId,
    pub team: TeamId,
    pub user: Id<User>,
    pub name: String,
    pub abilities: Abilities,
    pub hash: String,
    /// Requests a minute where the key has a limit of its own; 0 is no limit.
    pub rate_limit: Option<u32>,
    pub expires_at: Option<Time>,
    pub revoked_at: Option<Time>,
    pub created_at: Time,
}

impl Key {
    /// Whether the key opens anything at a moment.
    pub fn live_at(&self, now: Time) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }
}

/// Who shows a key, as the service knew them no more than a second ago.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub key: Key,
    /// The member that the key acts for.
    pub caller: Caller,
    pub name: Name,
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
        if !self.key.abilities.allow(ability) {
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
