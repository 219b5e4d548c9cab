//! An invitation: a seat in a team, kept for a week for whoever holds its token.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::User;
use crate::access::{Caller, Rights, Role, SecretHash};
use crate::activity::{Logged, LoggedElsewhere};
use crate::commands::{Answers, Command, Commanded, Input, Run};
use crate::listing::Listed;
use crate::record::{Email, Id, Record as _, Time};
use crate::resource::{Area, Resource};
use crate::workspace::{self, InvitationBody};

/// An invitation to become a member of the team.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good, server)]
pub struct Invitation {
    /// Whose it is. The log does not keep it.
    #[record(personal)]
    pub email: Email,
    /// What they will be in the team.
    pub role: Role,
    /// Where it stands. `expired` follows from the clock.
    pub state: State,
    /// Who invited.
    pub inviter_id: Option<Id<User>>,
    /// Who accepted it.
    pub user_id: Option<Id<User>>,
    /// Until when it can be accepted: seven days after it was sent.
    pub expires_at: Time,
    /// When it was accepted; null if it was not.
    pub accepted_at: Option<Time>,
    /// When it was revoked; null if it was not.
    pub revoked_at: Option<Time>,
    /// What is kept of the secret in its token.
    #[record(hidden)]
    pub hash: SecretHash,
}

/// What has become of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum State {
    Pending,
    Accepted,
    /// Nobody accepted it in time. It is stored as pending, and the clock says so.
    Expired,
    Revoked,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum InvitationFilter {
    #[selective]
    Id,
    #[partial]
    Email,
    #[counted]
    Role,
    #[lapses(expires_at, pending, expired)]
    State,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum InvitationSort {
    Id,
    CreatedAt,
    UpdatedAt,
    ExpiresAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum InvitationRelation {
    #[one(User)]
    Inviter,
}

impl Listed for Invitation {
    type Filter = InvitationFilter;
    type Sort = InvitationSort;
    type Relation = InvitationRelation;
}

impl Invitation {
    /// What has become of it at a moment.
    pub fn state_at(&self, now: Time) -> State {
        let lapsed = self.state == State::Pending && self.expires_at <= now;
        if lapsed { State::Expired } else { self.state }
    }
}

impl Resource for Invitation {
    const RIGHTS: Rights = Rights::Invitations;
    const AREA: Area = Area::Team;
    const COLUMNS: &'static [&'static str] = &["email", "role", "state", "user_id", "expires_at"];
    const NAME_FIELD: &'static str = "role";
    const LOGGED: Option<LoggedElsewhere<Self>> = Some(LoggedElsewhere { on: "the team", of: |_| Logged::OnTeam });

    fn shown(&self, _caller: &Caller, now: Time) -> Option<Self> {
        let state = self.state_at(now);
        (state != self.state).then(|| Self { state, ..self.clone() })
    }
}

impl Commanded for Invitation {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            input: Input::Fields(InvitationBody::FIELDS),
            answers: Answers::Secret { created: true },
            summary: "Invites somebody to the team. The token, good for seven days, is answered this once: pass it on.",
            run: Run::OnKind(workspace::invite),
            ..Command::CREATE
        },
        Command {
            answers: Answers::Secret { created: false },
            ..Command::action(
                "resend",
                "resent",
                "Gives an invitation another token, good for seven days, which is answered this once; an owner's, to owners alone.",
                Run::OnRecord(workspace::invitation_resend),
            )
        },
        Command::action("revoke", "revoked", "Revokes an invitation.", Run::OnRecord(workspace::invitation_revoke)),
    ];
}
