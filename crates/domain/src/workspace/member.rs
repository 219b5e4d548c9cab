//! A member: a user in a team, with a role.

use serde_json::json;

use super::key;
use super::owner::{is_last_owner, keep_an_owner, keep_owned, last_owner};
use super::{find_team, log_on_team};
use crate::access::{Actor, Caller, Limit, Role, TeamId};
use crate::commands::{self, Call, Done, Outcome, change, missing, update_counters};
use crate::listing::Relations as _;
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{Choices as _, Email, FieldError, Id, Name, Stored};
use crate::refusal::Denial;
use crate::{Json, Kind, Refusal, User, UserRelation};

/// A user in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    pub team: TeamId,
    pub user: Id<User>,
    pub role: Role,
}

/// A person, whatever teams they are in. Two people do not share an address, whatever its case; what they are called
/// holds in a team.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub name: Name,
    pub email: Email,
}

/// A person as the installation knows them.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownPerson {
    pub user: Id<User>,
    pub email: Email,
    /// What they are in each of their teams and what they are called there, in the order of the teams.
    pub memberships: Vec<(Membership, Name)>,
}

/// A member to be added.
#[derive(Clone, Debug)]
pub struct NewMember {
    pub person: Person,
    pub role: Role,
}

/// Adds a member to a team, as the operator wants it.
///
/// # Errors
/// When there is no such team, when they are a member already, or when the plan has no seat left.
pub fn member_add(tx: &mut dyn WriteTx, team: TeamId, new: &NewMember) -> Result<Membership, Refusal> {
    let caller = find_team(tx, team)?.caller(Actor::Operator);
    let user = person(tx, &new.person.email)?;
    if User::reads(tx).find(team, user)?.is_some() {
        return Err(Refusal::field("email", &member_already()));
    }
    if new.role.takes_seat() {
        seat(tx, &caller)?;
    }
    admit(tx, &caller, user, new)?;
    Ok(Membership { team, user, role: new.role })
}

/// Gives a member another role, as the operator wants it.
///
/// # Errors
/// When they are no member, when the team would have no owner left, or the plan no seat.
pub fn member_set_role(tx: &mut dyn WriteTx, team: TeamId, user: Id<User>, role: Role) -> Result<Membership, Refusal> {
    let caller = find_team(tx, team)?.caller(Actor::Operator);
    let member = find(tx, team, user)?;
    set_role(tx, &caller, member, role)?;
    keep_owned(tx, &caller)?;
    Ok(Membership { team, user, role })
}

/// Removes a member, as the operator wants it; what they recorded stays.
///
/// # Errors
/// When they are no member, or the last owner.
pub fn member_remove(tx: &mut dyn WriteTx, team: TeamId, user: Id<User>) -> Result<Membership, Refusal> {
    let caller = find_team(tx, team)?.caller(Actor::Operator);
    let member = find(tx, team, user)?;
    let role = member.record.role;
    remove(tx, &caller, member)?;
    Ok(Membership { team, user, role })
}

/// Changes what a member says of themselves, which is up to them, or their role, which is up to owners and, as far as
/// admins, to admins.
///
/// # Errors
/// With every error about the body, when the caller may not change what it changes, when the team would have no owner
/// left, or the plan no seat.
pub fn user_update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<User>) -> Result<Done<User>, Refusal> {
    let Call { caller, body, .. } = *call;
    let mut prepared = commands::prepare_update(tx, caller, stored, body)?;
    let (was, role) = (prepared.before.record.role, prepared.after.record.role);
    if role != was && permit(caller, was).is_ok() && is_last_owner(tx, caller, &prepared.before)? {
        prepared.reader.reject("role", last_owner());
    }
    let prepared = prepared.valid()?;
    let before = prepared.before;
    let profile = User { role: before.record.role, ..prepared.after.record };
    if profile != before.record && caller.actor.user() != Some(before.id) {
        return Err(Refusal::Forbidden(Denial::Role));
    }
    if role != before.record.role {
        permit(caller, before.record.role)?;
        permit(caller, role)?;
    }
    if role != before.record.role && profile != before.record {
        tx.share_batch();
    }
    let mut after = Stored { record: profile, ..before.clone() };
    change(tx, caller, &before, &mut after, call.event)?;
    let after = set_role(tx, caller, after, role)?;
    keep_owned(tx, caller)?;
    Ok(after.into())
}

/// Removes a member: oneself, or others by owners and, those who are no owners, by admins.
///
/// # Errors
/// When the caller may not, or when they are the last owner.
pub fn user_remove(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<User>) -> Result<Done<User>, Refusal> {
    if call.caller.actor.user() != Some(stored.id) {
        permit(call.caller, stored.record.role)?;
    }
    remove(tx, call.caller, stored)?;
    Ok(Outcome::Nothing.into())
}

/// Whether the caller may give or take this role.
pub(super) fn permit(caller: &Caller, role: Role) -> Result<(), Refusal> {
    let may = match caller.actor {
        Actor::Operator => true,
        Actor::FormHolder { .. } | Actor::ReportHolder => false,
        Actor::Member { role: own, .. } => match own {
            Some(Role::Owner) => true,
            Some(Role::Admin) => role != Role::Owner,
            Some(Role::Member | Role::Viewer) | None => false,
        },
    };
    if may { Ok(()) } else { Err(Refusal::Forbidden(Denial::Role)) }
}

/// The user of an address, who is new where nobody has it.
pub(super) fn person(tx: &mut dyn WriteTx, email: &Email) -> Result<Id<User>, Refusal> {
    match tx.person(email.as_str())? {
        Some(known) => Ok(known),
        None => tx.insert_person(email),
    }
}

/// What is told of an address that is a member's.
pub(super) fn member_already() -> FieldError {
    FieldError::Otherwise("is that of a member of the team already.".to_owned())
}

/// Makes a user a member, whatever the plan allows. Their address is written as it is everywhere else, and whoever was
/// one before has none of the keys of then.
pub(super) fn admit(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    user: Id<User>,
    NewMember { person, role }: &NewMember,
) -> Result<Stored<User>, Refusal> {
    let nobody = || Refusal::Fault(format!("user {user} is nobody"));
    let known = tx.people(None, Some(user))?.pop().ok_or_else(nobody)?;
    let member = User {
        name: person.name.clone(),
        email: known.email,
        role: *role,
        avatar_url: None,
        title: None,
        timezone: None,
        last_active_at: None,
        email_verified_at: None,
        joined_at: Some(tx.now()),
    };
    key::revoke_earlier(tx, caller, user)?;
    let stored = tx.insert_member(caller.team, user, &member)?;
    update_counters(tx, caller.team, None, Some(&stored));
    log_on_team(tx, caller, "membership_created", json!({"attributes": shown(&stored)}))?;
    Ok(stored)
}

/// A member, kept from changing until the transaction ends.
pub(super) fn find(tx: &mut dyn WriteTx, team: TeamId, user: Id<User>) -> Result<Stored<User>, Refusal> {
    User::writes(tx).find_to_change(team, user)?.ok_or_else(|| missing(Kind::User, user))
}

/// Gives a member a role, where they have another.
pub(super) fn set_role(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: Stored<User>,
    role: Role,
) -> Result<Stored<User>, Refusal> {
    if before.record.role == role {
        return Ok(before);
    }
    keep_an_owner(tx, caller, &before)?;
    if role.takes_seat() && !before.record.role.takes_seat() {
        seat(tx, caller)?;
    }
    let mut after = before.clone();
    after.record.role = role;
    after.updated_at = tx.now();
    User::writes(tx).save_changes(caller.team, &before, &after)?;
    update_counters(tx, caller.team, Some(&before), Some(&after));
    log_on_team(tx, caller, "membership_updated", json!({"attributes": shown(&after), "old": shown(&before)}))?;
    Ok(after)
}

fn remove(tx: &mut dyn WriteTx, caller: &Caller, member: Stored<User>) -> Result<(), Refusal> {
    keep_an_owner(tx, caller, &member)?;
    for (kind, link) in UserRelation::ALL.iter().filter_map(|relation| relation.leads_to().link()) {
        tx.detach_all(caller.team, link, (Kind::User, member.id.get(), kind))?;
    }
    User::writes(tx).remove(caller.team, member.id)?;
    update_counters(tx, caller.team, Some(&member), None);
    log_on_team(tx, caller, "membership_deleted", json!({"old": shown(&member)}))?;
    keep_owned(tx, caller)
}

/// Refuses where the plan has no seat more.
pub(super) fn seat(tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
    let team = find_team(tx, caller.team)?;
    let taken = tx.used(&team, Limit::Seats)?;
    team.record.plan.admit(Limit::Seats, taken, 1).map_err(Refusal::Forbidden)
}

fn shown(member: &Stored<User>) -> Json {
    json!({"user_id": member.id.get(), "role": member.record.role.name()})
}
