//! The workspace: teams, their people and their keys, as the operator sets them up.

mod key;
mod member;
mod team;

pub use key::{NewKey, key_create, key_revoke};
pub use member::{Membership, NewMember, Person, member_add, member_remove, member_set_role};
pub use team::{Framework, Team, TeamChange, team_change, team_create};

use serde_json::json;

use crate::access::{Actor, TeamId};
use crate::activity::entry_on;
use crate::ports::WriteTx;
use crate::record::{FieldValue, Record, Stored};
use crate::{Json, Kind, Refusal};

fn find_team(tx: &mut dyn WriteTx, team: TeamId) -> Result<Stored<Team>, Refusal> {
    let missing = || Refusal::Missing { kind: Kind::Team.singular(), id: team.get().to_string() };
    tx.team_to_change(team)?.ok_or_else(missing)
}

/// Logs on the team what the operator did to a kind that is no subject of its own.
fn log_on_team(tx: &mut dyn WriteTx, team: TeamId, event: &str, properties: Json) -> Result<(), Refusal> {
    tx.log(team, &entry_on(Kind::Team, team.get(), Actor::Operator, event, properties))
}

impl Stored<Team> {
    /// The team as commands print it.
    pub fn to_json(&self) -> Json {
        let mut shown = json!({"id": self.id.get()});
        if let Some(members) = shown.as_object_mut() {
            self.record.show(&mut |name, value: FieldValue<'_>| {
                members.insert(name.to_owned(), value.into());
            });
        }
        shown
    }
}
