//! A key: what a member's scripts and dashboards show to act for them.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::User;
use crate::access::{Abilities, Caller, Rights, Role, SecretHash};
use crate::activity::{Logged, LoggedElsewhere};
use crate::commands::{Answers, Command, Commanded, Input, Run};
use crate::listing::Listed;
use crate::record::{Id, Name, Record as _, Time, Whole};
use crate::resource::{Area, Resource};
use crate::workspace::{self, KeyBody, KeyRenewal};

/// Requests in a minute; 0 is no limit.
pub type RateLimit = Whole<0, 100_000>;

/// A key of the API. It acts for a user of the team.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good, server)]
pub struct Key {
    /// What the key is for, such as “Dashboard”.
    pub name: Name,
    /// For whom it acts.
    pub user_id: Id<User>,
    /// What it may do: `read`, `write` or both.
    pub abilities: Abilities,
    /// Requests in a minute where it has a limit of its own; 0 is no limit.
    pub rate_limit: Option<RateLimit>,
    /// When it stops working; null if never.
    pub expires_at: Option<Time>,
    /// When it was revoked; it works no more since.
    pub revoked_at: Option<Time>,
    /// When it was last used, to about ten minutes.
    pub last_used_at: Option<Time>,
    /// What is kept of the secret in its token.
    #[record(hidden)]
    pub hash: SecretHash,
}

impl Key {
    /// Whether the key opens anything at a moment.
    pub fn live_at(&self, now: Time) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum KeyFilter {
    #[selective]
    Id,
    #[partial]
    Name,
    #[counted]
    UserId,
    /// Whether it was revoked.
    #[flag(revoked_at)]
    Revoked,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum KeySort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    ExpiresAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum KeyRelation {
    #[one(User)]
    User,
}

impl Listed for Key {
    type Filter = KeyFilter;
    type Sort = KeySort;
    type Relation = KeyRelation;
}

impl Resource for Key {
    const RIGHTS: Rights = Rights::Keys;
    const AREA: Area = Area::Team;
    const COLUMNS: &'static [&'static str] =
        &["name", "user_id", "abilities", "last_used_at", "expires_at", "revoked_at"];
    const MAKES_CALLERS: bool = true;
    const LOGGED: Option<LoggedElsewhere<Self>> = Some(LoggedElsewhere { on: "the team", of: |_| Logged::OnTeam });

    fn scope(caller: &Caller) -> Option<(KeyFilter, Vec<i64>)> {
        let own = caller.actor.user().filter(|_| caller.actor.role() == Some(Role::Member));
        own.map(|user| (KeyFilter::UserId, vec![user.get()]))
    }

    fn is_visible_to(&self, caller: &Caller) -> bool {
        caller.actor.role() != Some(Role::Member) || caller.actor.user() == Some(self.user_id)
    }
}

impl Commanded for Key {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            input: Input::Fields(KeyBody::FIELDS),
            answers: Answers::Secret { created: true },
            summary: "Makes a {}. Its token is answered this once.",
            run: Run::OnKind(workspace::key_make),
            ..Command::CREATE
        },
        Command {
            input: Input::Fields(KeyRenewal::FIELDS),
            answers: Answers::Secret { created: false },
            ..Command::action(
                "rotate",
                "rotated",
                "Gives a key another secret. Its token is answered this once; the one before opens nothing any more.",
                Run::OnRecord(workspace::key_rotate),
            )
        },
        Command::action(
            "revoke",
            "revoked",
            "Revokes a key for good.",
            Run::OnFields(|key, _, now| {
                key.revoked_at = key.revoked_at.or(Some(now));
                Ok(())
            }),
        ),
    ];
}
