//! Erasing a person: nothing but the log tells any more who they were. What they recorded stays, as somebody's.

use serde_json::json;

use super::find_team;
use super::member::set_role;
use super::owner::keep_owned;
use crate::access::{Actor, Caller, Role, TeamId};
use crate::activity::entry_on;
use crate::commands::{missing, purge, update_counters};
use crate::listing::casefold;
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{Email, FieldError, Id, Name, Stored, Time};
use crate::{Invitation, InvitationState, Key, Kind, Refusal, User};

/// What everybody is called who was erased.
const ERASED: &str = "Erased user";

/// Erases a person in every team, as the operator wants it, and tells when. They stay a member, as a viewer, so that
/// what they recorded is still somebody's and no team counts on them. `confirm` is their address.
///
/// # Errors
/// When there is no such person, when the address is another, or when a team would have no owner left.
pub fn person_erase(tx: &mut dyn WriteTx, id: Id<User>, confirm: &str) -> Result<Time, Refusal> {
    let known = tx.people(None, Some(id))?.pop().ok_or_else(|| missing(Kind::User, id))?;
    if casefold(confirm.trim()) != casefold(known.email.as_str()) {
        let another = FieldError::Otherwise(format!("is not that of user {id}; nothing was changed."));
        return Err(Refusal::field("address", &another));
    }
    // What is left of a team that is being removed goes with it.
    let open = tx.teams()?.into_iter().filter(|team| team.deleted_at.is_none());
    let teams: Vec<TeamId> = open.map(|team| team.team_id()).collect();
    let owned = known.memberships.iter().map(|(it, _)| it).filter(|it| it.role == Role::Owner);
    let mut orphaned = Vec::new();
    for team in owned.map(|it| it.team).filter(|team| teams.contains(team)) {
        find_team(tx, team)?;
        if tx.owners(team)?.iter().all(|owner| *owner == id) {
            orphaned.push(team.get().to_string());
        }
    }
    if !orphaned.is_empty() {
        let last = format!(
            "is the last owner of team {}: make somebody else an owner there, or delete the team.",
            orphaned.join(", ")
        );
        return Err(Refusal::field("user", &FieldError::Otherwise(last)));
    }
    let erased = Erased::of(id)?;
    for team in teams {
        erase_in(tx, team, &known.email, &erased)?;
    }
    tx.set_address(id, &erased.email)?;
    tx.purge_index(Kind::User)?;
    Ok(tx.now())
}

/// Who somebody is after they were erased.
struct Erased {
    user: Id<User>,
    name: Name,
    email: Email,
}

impl Erased {
    fn of(user: Id<User>) -> Result<Self, Refusal> {
        let email = Email::parse(&format!("erased-{user}@invalid")).map_err(|error| Refusal::field("email", &error))?;
        let name = Name::parse(ERASED).map_err(|error| Refusal::field("name", &error))?;
        Ok(Self { user, name, email })
    }
}

/// What a team has of a person.
struct PersonalData {
    member: Option<Stored<User>>,
    keys: Vec<Stored<Key>>,
    invitations: Vec<Stored<Invitation>>,
}

impl PersonalData {
    fn find(tx: &mut dyn WriteTx, team: TeamId, user: Id<User>, email: &Email) -> Result<Self, Refusal> {
        let member = User::reads(tx).find(team, user)?;
        Ok(Self { member, keys: tx.keys_of(team, user)?, invitations: tx.invitations_of(team, email)? })
    }

    fn are_none(&self) -> bool {
        self.member.is_none() && self.keys.is_empty() && self.invitations.is_empty()
    }
}

/// Erases a person in one team, which is held so that nobody makes them a member or a key meanwhile.
fn erase_in(tx: &mut dyn WriteTx, team: TeamId, email: &Email, erased: &Erased) -> Result<(), Refusal> {
    if PersonalData::find(tx, team, erased.user, email)?.are_none() {
        return Ok(());
    }
    let caller = find_team(tx, team)?.caller(Actor::Operator);
    let PersonalData { member, keys, invitations } = PersonalData::find(tx, team, erased.user, email)?;
    tx.share_batch();
    let mut texts = vec![email.as_str().to_owned()];
    for key in keys {
        purge::<Key>(tx, &caller, key)?;
    }
    for invitation in invitations {
        readdress(tx, &caller, invitation, erased)?;
    }
    if let Some(member) = member {
        let User { name, title, avatar_url, .. } = &member.record;
        texts.push(name.as_str().to_owned());
        texts.extend(title.iter().map(|it| it.as_str().to_owned()));
        texts.extend(avatar_url.iter().map(|it| it.as_str().to_owned()));
        rename(tx, &caller, member, erased)?;
    }
    // As they stand in JSON, each as a whole value.
    let quoted: Vec<String> = texts.into_iter().map(|text| json!(text).to_string()).collect();
    tx.forget_answers(team, &quoted)?;
    tx.end_batch();
    Ok(())
}

/// Takes the address off an invitation. One that may still be accepted is revoked.
fn readdress(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: Stored<Invitation>,
    erased: &Erased,
) -> Result<(), Refusal> {
    let mut after = match before.record.state {
        InvitationState::Pending => super::invitation::revoke(tx, caller, &before)?,
        InvitationState::Accepted | InvitationState::Expired | InvitationState::Revoked => before,
    };
    let listed = after.clone();
    after.record.email = erased.email.clone();
    after.updated_at = tx.now();
    Invitation::writes(tx).save(caller.team, &after)?;
    update_counters(tx, caller.team, Some(&listed), Some(&after));
    Ok(())
}

/// Takes what they say of themselves off a member. The log does not tell what it was.
fn rename(tx: &mut dyn WriteTx, caller: &Caller, member: Stored<User>, erased: &Erased) -> Result<(), Refusal> {
    let before = set_role(tx, caller, member, Role::Viewer)?;
    let mut after = before.clone();
    after.updated_at = tx.now();
    after.record = User {
        name: erased.name.clone(),
        email: erased.email.clone(),
        avatar_url: None,
        title: None,
        timezone: None,
        email_verified_at: None,
        ..before.record.clone()
    };
    User::writes(tx).save(caller.team, &after)?;
    update_counters(tx, caller.team, Some(&before), Some(&after));
    keep_owned(tx, caller)?;
    tx.log(caller.team, &entry_on(Kind::User, erased.user.get(), caller.actor, "erased", json!({})))
}
