//! Invitations: how somebody becomes a member. There is no mail: whoever invites passes the token on.

use uplift_derive::Record;

use super::find_team;
use super::key::{self, NewKey};
use super::member::{self, NewMember, Person, admit, member_already, seat};
use crate::access::{
    Abilities, Actor, BillingMode, Caller, InvitationToken, Role, SecretHash, invitation_token, secret,
};
use crate::commands::{Call, Done, Outcome, change, fields, insert, refuse_in};
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{BodyReader, Email, FieldError, Fields, Name, Record as _, Stored, Time};
use crate::{Invitation, InvitationState as State, Key, Refusal, Team, User};

/// For how many seconds an invitation is good: seven days.
const GOOD_FOR: i64 = 7 * 24 * 60 * 60;

/// Whom a body invites, and as what.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct InvitationBody {
    /// The address of who is invited. There is no mail: pass the token on yourself.
    pub email: Email,
    /// What they may do once they accept.
    pub role: Role,
}

/// What a body says that accepts an invitation.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Acceptance {
    /// The token of the invitation, as whoever invited was given it.
    pub token: Name,
    /// What the new member is called in the team.
    pub name: Name,
}

/// What comes of an accepted invitation.
#[derive(Clone, Debug)]
pub struct Accepted {
    pub user: Stored<User>,
    pub team: Stored<Team>,
    pub key: Stored<Key>,
    /// The token of the key.
    pub token: String,
}

/// Invites somebody to the team. An invitation of theirs that is pending is revoked.
///
/// # Errors
/// With every error about the body, when an admin invites an owner, or when the plan has no seat left.
pub fn invite(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Invitation>, Refusal> {
    let caller = call.caller;
    // Held, so that no two invitations take the last seat.
    find_team(tx, caller.team)?;
    let InvitationBody { email, role } = call.read_in(tx, |tx, asked: &InvitationBody, reader| {
        if let Some(user) = tx.person(asked.email.as_str())?
            && User::reads(tx).find(caller.team, user)?.is_some()
        {
            reader.reject("email", member_already());
        }
        Ok(())
    })?;
    member::permit(caller, role)?;
    let has_seat = revoke_earlier(tx, caller, &email)?;
    if role.takes_seat() && !has_seat {
        seat(tx, caller)?;
    }
    let secret = secret(&tx.random()?);
    let invitation = Invitation {
        email,
        role,
        state: State::Pending,
        inviter_id: caller.actor.user(),
        user_id: None,
        expires_at: tx.now().plus_seconds(GOOD_FOR),
        accepted_at: None,
        revoked_at: None,
        hash: SecretHash::of(&secret),
    };
    let stored = insert(tx, caller, invitation)?;
    let token = invitation_token(caller.team, stored.id, &secret);
    Ok(Outcome::Secret(stored, token).into())
}

/// Gives an invitation another token, good for as long as a new one.
///
/// # Errors
/// When an admin sends an owner's, when it was accepted or revoked, or when it had expired and the plan has no seat any
/// more.
pub fn invitation_resend(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    before: Stored<Invitation>,
) -> Result<Done<Invitation>, Refusal> {
    let (caller, now) = (call.caller, tx.now());
    // Whoever sends it again holds its token, and so what it gives.
    member::permit(caller, before.record.role)?;
    fields(call.body)?;
    find_team(tx, caller.team)?;
    match before.record.state_at(now) {
        State::Pending => {}
        State::Expired => {
            // Of one address no more than one is pending.
            let has_seat = revoke_earlier(tx, caller, &before.record.email)?;
            if before.record.role.takes_seat() && !has_seat {
                seat(tx, caller)?;
            }
        }
        state @ (State::Accepted | State::Revoked) => return Err(refuse_in("state", call.name, state)),
    }
    let secret = secret(&tx.random()?);
    let before = as_it_is(&before, now);
    let mut after = before.clone();
    after.record.state = State::Pending;
    after.record.hash = SecretHash::of(&secret);
    after.record.expires_at = now.plus_seconds(GOOD_FOR);
    change(tx, caller, &before, &mut after, call.event)?;
    let token = invitation_token(caller.team, after.id, &secret);
    Ok(Outcome::Secret(after, token).into())
}

/// Revokes an invitation. One that is revoked already stays as it is.
///
/// # Errors
/// When it was accepted.
pub fn invitation_revoke(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    before: Stored<Invitation>,
) -> Result<Done<Invitation>, Refusal> {
    fields(call.body)?;
    match before.record.state {
        State::Accepted => Err(refuse_in("state", call.name, State::Accepted)),
        State::Revoked => Ok(before.into()),
        State::Pending | State::Expired => revoke(tx, call.caller, &before).map(Into::into),
    }
}

/// Accepts an invitation: whoever holds its token becomes a member, with a key.
///
/// # Errors
/// With every error about the body, when the token is invalid, or when the team is blocked.
pub fn invitation_accept(tx: &mut dyn WriteTx, body: &Fields) -> Result<Accepted, Refusal> {
    let mut reader = BodyReader::new(body);
    let read = Acceptance::read(&mut reader);
    reader.finish(Acceptance::FIELDS)?;
    let unread = || Refusal::Fault("a body without errors was not read".to_owned());
    let Acceptance { token, name } = read.ok_or_else(unread)?;
    let token = InvitationToken::parse(token.as_str()).ok_or_else(invalid)?;
    let open = tx.team_to_change(token.team)?.filter(|team| team.deleted_at.is_none());
    let team = open.ok_or_else(invalid)?;
    let found = Invitation::writes(tx).find_to_change(token.team, token.id)?;
    let before = found.filter(|it| it.record.hash.is_of(token.secret)).ok_or_else(invalid)?;
    let now = tx.now();
    match before.record.state_at(now) {
        State::Pending => {}
        State::Expired => {
            return Err(Refusal::field("token", &FieldError::Otherwise("has expired.".to_owned())));
        }
        State::Accepted | State::Revoked => return Err(invalid()),
    }
    if team.record.billing().mode_at(now) == BillingMode::Blocked {
        return Err(Refusal::SubscriptionRequired { grace_period_ends_at: team.record.grace_period_ends_at });
    }
    let Invitation { email, role, .. } = before.record.clone();
    let user = member::person(tx, &email)?;
    if User::reads(tx).find(token.team, user)?.is_some() {
        return Err(invalid());
    }
    let caller = team.caller(Actor::Member { user, role: Some(role) });
    tx.share_batch();
    let mut after = before.clone();
    after.record.state = State::Accepted;
    after.record.accepted_at = Some(now);
    after.record.user_id = Some(user);
    change(tx, &caller, &before, &mut after, "accepted")?;
    let member = admit(tx, &caller, user, &NewMember { person: Person { name, email }, role })?;
    let name = Name::parse("invitation").map_err(|error| Refusal::field("name", &error))?;
    let new = NewKey { name, user, abilities: Abilities::all(), rate_limit: None, expires_at: None };
    let (key, token) = key::issue(tx, &caller, new)?;
    Ok(Accepted { user: member, team, key, token })
}

/// Revokes the invitation of an address that is pending, if there is one, and tells whether a seat was kept for it,
/// which the next one may have.
fn revoke_earlier(tx: &mut dyn WriteTx, caller: &Caller, email: &Email) -> Result<bool, Refusal> {
    let Some(earlier) = tx.pending_invitation(caller.team, email)? else { return Ok(false) };
    // Somebody else may revoke or accept it until it is held.
    let held = Invitation::writes(tx).find_to_change(caller.team, earlier.id)?;
    let Some(earlier) = held.filter(|it| it.record.state_at(tx.now()) == State::Pending) else { return Ok(false) };
    tx.share_batch();
    revoke(tx, caller, &earlier)?;
    Ok(earlier.record.role.takes_seat())
}

pub(super) fn revoke(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: &Stored<Invitation>,
) -> Result<Stored<Invitation>, Refusal> {
    let before = as_it_is(before, tx.now());
    let mut after = before.clone();
    after.record.state = State::Revoked;
    after.record.revoked_at = Some(tx.now());
    change(tx, caller, &before, &mut after, "revoked")?;
    Ok(after)
}

/// The invitation in the state that it has at a moment, as the log tells it.
fn as_it_is(stored: &Stored<Invitation>, now: Time) -> Stored<Invitation> {
    let mut stored = stored.clone();
    stored.record.state = stored.record.state_at(now);
    stored
}

fn invalid() -> Refusal {
    Refusal::field("token", &FieldError::NotAllowed)
}
