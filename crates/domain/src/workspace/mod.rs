//! The workspace: teams, their people, their invitations and their keys. The operator and clients go through the same
//! functions.

mod erase;
mod invitation;
mod key;
mod member;
mod owner;
mod removal;
mod secret;
mod settings;
mod team;
mod usage;

pub use erase::person_erase;
pub use invitation::{
    Acceptance, Accepted, InvitationBody, invitation_accept, invitation_resend, invitation_revoke, invite,
};
pub use key::{KeyBody, KeyRenewal, NewKey, key_issue, key_make, key_renew, key_revoke, key_rotate};
pub use member::{
    KnownPerson, Membership, NewMember, Person, member_add, member_remove, member_set_role, user_remove, user_update,
};
pub use removal::{team_close, team_remove_part};
pub use secret::{ADDRESS_SECRET_REACH, address_secret, address_secret_made, address_secret_rotate};
pub(crate) use settings::AUTOMATIC;
pub use settings::{Corrected, Settings, TeamSettings};
pub(crate) use team::free_slug;
pub use team::{Framework, NewTeam, TeamChange, Transfer, team_change, team_create, team_update, transfer_ownership};
pub use usage::{Entitlements, Usage, entitlements, usage};

use serde_json::json;

use crate::access::{Abilities, Actor, Caller, TeamId};
use crate::activity::entry_on;
use crate::commands::missing;
use crate::ports::{ReadPort as _, ReadTx, WriteTx};
use crate::record::{FieldValue, Id, Record, Stored};
use crate::{Json, Kind, Refusal, Team};

/// The team, held until the transaction ends. One that is being removed is not there.
fn find_team(tx: &mut dyn WriteTx, team: TeamId) -> Result<Stored<Team>, Refusal> {
    let found = tx.team_to_change(team)?.filter(|team| team.deleted_at.is_none());
    found.ok_or_else(|| missing(Kind::Team, team.get()))
}

/// The team of a caller.
///
/// # Errors
/// When the database fails.
pub(crate) fn team_of(tx: &mut dyn ReadTx, caller: &Caller) -> Result<Stored<Team>, Refusal> {
    let missing = || Refusal::Fault("the team of a caller is not there".to_owned());
    Team::reads(tx).find(caller.team, Id::new(caller.team.get()))?.ok_or_else(missing)
}

/// Logs on the team what was done to a kind that is no subject of its own.
fn log_on_team(tx: &mut dyn WriteTx, caller: &Caller, event: &str, properties: Json) -> Result<(), Refusal> {
    let team = caller.team;
    tx.log(team, &entry_on(Kind::Team, team.get(), caller.actor, event, properties))
}

impl Stored<Team> {
    pub fn team_id(&self) -> TeamId {
        TeamId::new(self.id.get())
    }

    /// Somebody who acts in the team, whatever a key would allow.
    pub fn caller(&self, actor: Actor) -> Caller {
        let Team { timezone, week_starts_on, prioritization_framework: framework, settings, .. } = &self.record;
        Caller {
            team: self.team_id(),
            actor,
            abilities: Abilities::all(),
            timezone: timezone.clone(),
            weeks: *week_starts_on,
            framework: *framework,
            custom: settings.custom_framework(),
            viewers_comment: settings.all().viewers_may_comment,
            viewers_export: settings.all().viewers_may_export,
        }
    }

    /// The team as commands print it.
    pub fn to_json(&self) -> Json {
        const PRINTED: [&str; 6] =
            ["name", "plan", "billing_mode", "grace_period_ends_at", "timezone", "prioritization_framework"];
        let mut shown = json!({"id": self.id.get()});
        if let Some(members) = shown.as_object_mut() {
            self.record.show(&mut |name, value: FieldValue<'_>| {
                if PRINTED.contains(&name) {
                    members.insert(name.to_owned(), value.into());
                }
            });
        }
        shown
    }
}
