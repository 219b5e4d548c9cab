//! A member: a user in a team, with a role.

use serde_json::json;

use super::{Team, find_team, log_on_team};
use crate::access::{Limit, Role, TeamId};
use crate::listing::{Counters, Filters};
use crate::ports::WriteTx;
use crate::record::{Choices, Email, FieldError, Id, Name, Stored};
use crate::{Kind, Refusal, User, UserFilter};

/// A user in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    pub team: TeamId,
    pub user: Id<User>,
    pub role: Role,
}

/// A person, whatever teams they are in. Two people do not share an address, whatever its case.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub name: Name,
    pub email: Email,
}

/// A member to be added.
#[derive(Clone, Debug)]
pub struct NewMember {
    pub person: Person,
    pub role: Role,
}

/// Adds a member to a team; a person known by their address keeps their name.
///
/// # Errors
/// When there is no such team, when they are a member already, or when the plan has no seat left.
pub fn member_add(tx: &mut dyn WriteTx, team: TeamId, new: &NewMember) -> Result<Membership, Refusal> {
    let held = find_team(tx, team)?;
    let user = person(tx, new)?;
    if tx.membership(team, user)?.is_some() {
        let known = FieldError::Otherwise("is that of a member of the team already.".to_owned());
        return Err(Refusal::field("email", &known));
    }
    let membership = Membership { team, user, role: new.role };
    admit(tx, &held, &membership)?;
    Ok(membership)
}

/// Gives a member another role.
///
/// # Errors
/// When they are no member, when the team would have no owner left, or the plan no seat.
pub fn member_set_role(tx: &mut dyn WriteTx, team: TeamId, user: Id<User>, role: Role) -> Result<Membership, Refusal> {
    let held = find_team(tx, team)?;
    let before = find(tx, team, user)?;
    let after = Membership { role, ..before };
    if after == before {
        return Ok(after);
    }
    if role != Role::Owner {
        keep_an_owner(tx, &before)?;
    }
    if role.takes_seat() && !before.role.takes_seat() {
        seat(tx, &held)?;
    }
    tx.save_membership(&after)?;
    count_role(tx, &before, -1);
    count_role(tx, &after, 1);
    let changed = json!({"attributes": shown(&after), "old": shown(&before)});
    log_on_team(tx, team, "membership_updated", changed)?;
    Ok(after)
}

/// Removes a member; what they recorded stays.
///
/// # Errors
/// When they are no member, or the last owner.
pub fn member_remove(tx: &mut dyn WriteTx, team: TeamId, user: Id<User>) -> Result<Membership, Refusal> {
    find_team(tx, team)?;
    let membership = find(tx, team, user)?;
    keep_an_owner(tx, &membership)?;
    tx.remove_membership(team, user)?;
    count(tx, &membership, -1);
    log_on_team(tx, team, "membership_deleted", json!({"old": shown(&membership)}))?;
    Ok(membership)
}

/// The person of this address, added if they are new.
pub(super) fn person(tx: &mut dyn WriteTx, new: &NewMember) -> Result<Id<User>, Refusal> {
    match tx.person(new.person.email.as_str())? {
        Some(known) => Ok(known),
        None => tx.insert_person(&new.person),
    }
}

/// Adds a membership where the plan has a seat for it.
pub(super) fn admit(tx: &mut dyn WriteTx, team: &Stored<Team>, membership: &Membership) -> Result<(), Refusal> {
    if membership.role.takes_seat() {
        seat(tx, team)?;
    }
    tx.insert_membership(membership)?;
    count(tx, membership, 1);
    log_on_team(tx, membership.team, "membership_created", json!({"attributes": shown(membership)}))
}

/// Moves the counters of the list of users, which shows members.
fn count(tx: &mut dyn WriteTx, membership: &Membership, by: i64) {
    let (filter, value) = Counters::WHOLE;
    tx.move_counter(membership.team, Kind::User, filter, value, by);
    count_role(tx, membership, by);
}

fn count_role(tx: &mut dyn WriteTx, membership: &Membership, by: i64) {
    tx.move_counter(membership.team, Kind::User, UserFilter::Role.name(), membership.role.name(), by);
}

fn seat(tx: &mut dyn WriteTx, team: &Stored<Team>) -> Result<(), Refusal> {
    let taken = tx.used(TeamId::new(team.id.get()), Limit::Seats)?;
    team.record.plan.admit(Limit::Seats, taken, 1).map_err(Refusal::Forbidden)
}

fn find(tx: &mut dyn WriteTx, team: TeamId, user: Id<User>) -> Result<Membership, Refusal> {
    let missing = || Refusal::Missing { kind: Kind::User.singular(), id: user.to_string() };
    tx.membership(team, user)?.ok_or_else(missing)
}

fn keep_an_owner(tx: &mut dyn WriteTx, leaving: &Membership) -> Result<(), Refusal> {
    if leaving.role == Role::Owner && tx.owners(leaving.team)? <= 1 {
        let last = FieldError::Otherwise("cannot change: a team keeps at least one owner.".to_owned());
        return Err(Refusal::field("role", &last));
    }
    Ok(())
}

fn shown(membership: &Membership) -> crate::Json {
    json!({"user_id": membership.user.get(), "role": membership.role.name()})
}
