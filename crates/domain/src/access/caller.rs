//! A caller: the key of a request, the user it acts for, and the team it selects.

use super::{Abilities, Ability, Billing, BillingMode, Right, Rights, Role, TokenId};
use crate::User;
use crate::record::{Email, Id, Name, Time, Zone};
use crate::refusal::{Denial, Refusal};
use crate::workspace::Framework;

/// The tenant. Every table of team data is reached through one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TeamId(i64);

impl TeamId {
    pub const fn new(id: i64) -> Self {
        Self(id)
    }

    pub const fn get(self) -> i64 {
        self.0
    }
}

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

/// Who asks, as the service knew it no more than a second ago.
#[derive(Clone, Debug)]
pub struct Caller {
    pub key: Key,
    pub team: TeamId,
    pub user: Id<User>,
    pub name: Name,
    pub email: Email,
    /// The user's role in the team; `None` where they are no longer a member.
    pub role: Option<Role>,
    pub billing: Billing,
    pub timezone: Zone,
    /// How the team scores its ideas.
    pub framework: Framework,
}

impl Caller {
    /// Whether the caller may use the ability at all, whatever the record.
    ///
    /// # Errors
    /// In the order of refusals: membership, the key's ability, blocked billing.
    pub fn admit(&self, ability: Ability, now: Time) -> Result<(), Refusal> {
        if self.role.is_none() {
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

    /// Whether the caller's role allows the verb on a record, given whose it is.
    ///
    /// # Errors
    /// When it does not.
    pub fn permit(&self, rights: Rights, right: Right, owner: Option<Id<User>>) -> Result<(), Refusal> {
        let allowed = self.role.is_some_and(|role| rights.allow(role, right, owner == Some(self.user)));
        if allowed { Ok(()) } else { Err(Refusal::Forbidden(Denial::Role)) }
    }
}
