//! Keys of a team, each made for one of its members.

use uplift_derive::Record;

use super::find_team;
use crate::access::{Abilities, Actor, Caller, Role, SecretHash, TeamId, secret, token};
use crate::commands::{Call, Done, Outcome, both_sides, change, entry, fields, insert, missing};
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{FieldError, Fields, Id, Name, Stored, Time};
use crate::refusal::Denial;
use crate::{Key, Kind, RateLimit, Refusal, User};

/// What a body says of a key that is to be made.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct KeyBody {
    /// What the key is for.
    pub name: Name,
    /// What it may do: no more than the key that asks for it.
    pub abilities: Abilities,
    /// When it opens nothing any more: later than now. Never, where it is null or left out.
    pub expires_at: Option<Time>,
    /// For which member it acts: the caller, where it is left out.
    pub user_id: Option<Id<User>>,
    /// Requests in a minute; 0 is no limit.
    pub rate_limit: Option<RateLimit>,
}

/// What a body says of a key that gets another secret.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct KeyRenewal {
    /// When it opens nothing any more, later than now: as before where it is left out, never where it is null.
    pub expires_at: Option<Time>,
}

/// A key to be made.
#[derive(Clone, Debug)]
pub struct NewKey {
    pub name: Name,
    pub user: Id<User>,
    pub abilities: Abilities,
    pub rate_limit: Option<RateLimit>,
    pub expires_at: Option<Time>,
}

/// Makes a key for a member of the team, as the operator wants it, and tells its token.
///
/// # Errors
/// When there is no such team, or the user is no member of it, or the key would have expired already.
pub fn key_issue(tx: &mut dyn WriteTx, team: TeamId, new: NewKey) -> Result<(Stored<Key>, String), Refusal> {
    let caller = find_team(tx, team)?.caller(Actor::Operator);
    if User::reads(tx).find(team, new.user)?.is_none() {
        return Err(missing(Kind::User, new.user));
    }
    if new.expires_at.is_some_and(|end| end <= tx.now()) {
        return Err(Refusal::field("expires_at", &past()));
    }
    issue(tx, &caller, new)
}

/// Makes a key as a client wants it.
///
/// # Errors
/// With every error about the body, or when the caller may not make such a key.
pub fn key_make(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Key>, Refusal> {
    let (caller, now) = (call.caller, tx.now());
    // Held, so that nobody is given a key while they are erased.
    find_team(tx, caller.team)?;
    let asked = call.read_in(tx, |tx, asked: &KeyBody, reader| {
        if asked.expires_at.is_some_and(|end| end <= now) {
            reader.reject("expires_at", past());
        }
        if let Some(user) = asked.user_id
            && User::reads(tx).find(caller.team, user)?.is_some_and(|member| is_above(member.record.role, caller))
            && caller.actor.role() != Some(Role::Member)
        {
            reader.reject("user_id", FieldError::NotAllowed);
        }
        Ok(())
    })?;
    let own = caller.actor.user();
    let for_another = asked.user_id.is_some() && asked.user_id != own;
    if (for_another || asked.rate_limit.is_some()) && caller.actor.role() == Some(Role::Member) {
        return Err(Refusal::Forbidden(Denial::Role));
    }
    check_abilities(caller, &asked.abilities)?;
    let nobody = || Refusal::Fault("a key is made for nobody".to_owned());
    let KeyBody { name, abilities, expires_at, user_id, rate_limit } = asked;
    let user = user_id.or(own).ok_or_else(nobody)?;
    let (key, token) = issue(tx, caller, NewKey { name, user, abilities, rate_limit, expires_at })?;
    Ok(Outcome::Secret(key, token).into())
}

/// Gives a key another secret, as a client wants it.
///
/// # Errors
/// When the key is revoked or would stay expired, or when the caller may not have it.
pub fn key_rotate(tx: &mut dyn WriteTx, call: &Call<'_>, key: Stored<Key>) -> Result<Done<Key>, Refusal> {
    let caller = call.caller;
    let holder = User::reads(tx).find(caller.team, key.record.user_id)?;
    if holder.is_some_and(|member| is_above(member.record.role, caller)) {
        return Err(Refusal::Forbidden(Denial::Role));
    }
    check_abilities(caller, &key.record.abilities)?;
    let KeyRenewal { expires_at } = call.read()?;
    let said = fields(call.body)?.contains_key("expires_at");
    let renewed = renewed(tx, &key, said.then_some(expires_at))?;
    let (key, token) = renew(tx, caller, &key, renewed)?;
    Ok(Outcome::Secret(key, token).into())
}

/// Gives a key another secret, as the operator wants it; `expires_at` stays where it is `None`.
///
/// # Errors
/// When there is no such key, or when it is revoked or would stay expired.
pub fn key_renew(
    tx: &mut dyn WriteTx,
    id: Id<Key>,
    expires_at: Option<Time>,
) -> Result<(TeamId, Stored<Key>, String), Refusal> {
    let (caller, key) = held(tx, id)?;
    let renewed = renewed(tx, &key, expires_at.map(Some))?;
    let (key, token) = renew(tx, &caller, &key, renewed)?;
    Ok((caller.team, key, token))
}

/// Revokes a key, as the operator wants it. One that is revoked already stays as it is.
///
/// # Errors
/// When there is no such key.
pub fn key_revoke(tx: &mut dyn WriteTx, id: Id<Key>) -> Result<(TeamId, Stored<Key>), Refusal> {
    let (caller, before) = held(tx, id)?;
    Ok((caller.team, revoke(tx, &caller, before)?))
}

/// Revokes what is left of the keys that somebody had of the team before they left it.
///
/// # Errors
/// When the database fails.
pub(super) fn revoke_earlier(tx: &mut dyn WriteTx, caller: &Caller, user: Id<User>) -> Result<(), Refusal> {
    for key in tx.keys_of(caller.team, user)? {
        if let Some(key) = Key::writes(tx).find_to_change(caller.team, key.id)? {
            revoke(tx, caller, key)?;
        }
    }
    Ok(())
}

fn revoke(tx: &mut dyn WriteTx, caller: &Caller, before: Stored<Key>) -> Result<Stored<Key>, Refusal> {
    let mut after = before.clone();
    after.record.revoked_at = before.record.revoked_at.or(Some(tx.now()));
    change(tx, caller, &before, &mut after, "revoked")?;
    Ok(after)
}

/// The key of any team, held until the transaction ends, and the operator in its team.
fn held(tx: &mut dyn WriteTx, id: Id<Key>) -> Result<(Caller, Stored<Key>), Refusal> {
    let team = tx.team_of_key(id)?.ok_or_else(|| missing(Kind::Key, id))?;
    let caller = find_team(tx, team)?.caller(Actor::Operator);
    let key = Key::writes(tx).find_to_change(team, id)?.ok_or_else(|| missing(Kind::Key, id))?;
    Ok((caller, key))
}

pub(super) fn issue(tx: &mut dyn WriteTx, caller: &Caller, new: NewKey) -> Result<(Stored<Key>, String), Refusal> {
    let NewKey { name, user, abilities, rate_limit, expires_at } = new;
    let secret = secret(&tx.random()?);
    let hash = SecretHash::of(&secret);
    let key =
        Key { name, user_id: user, abilities, rate_limit, expires_at, revoked_at: None, last_used_at: None, hash };
    let key = insert(tx, caller, key)?;
    let token = token(caller.team, key.id, &secret);
    Ok((key, token))
}

/// When a key expires that gets another secret.
fn renewed(tx: &mut dyn WriteTx, key: &Stored<Key>, said: Option<Option<Time>>) -> Result<Option<Time>, Refusal> {
    if key.record.revoked_at.is_some() {
        return Err(Refusal::field("key", &FieldError::Otherwise("is revoked.".to_owned())));
    }
    let expires_at = said.unwrap_or(key.record.expires_at);
    if expires_at.is_some_and(|end| end <= tx.now()) {
        return Err(Refusal::field("expires_at", &past()));
    }
    Ok(expires_at)
}

/// Writes a key with another secret. The log tells when it expires, where that changes, and nothing of the secret.
fn renew(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: &Stored<Key>,
    expires_at: Option<Time>,
) -> Result<(Stored<Key>, String), Refusal> {
    let secret = secret(&tx.random()?);
    let mut after = before.clone();
    after.record.hash = SecretHash::of(&secret);
    after.record.expires_at = expires_at;
    after.updated_at = tx.now();
    Key::writes(tx).save_changes(caller.team, before, &after)?;
    let (mut new, mut old) = (Fields::new(), Fields::new());
    if before.record.expires_at != expires_at {
        let told = |time: Option<Time>| time.map(|it| it.to_string()).into();
        new.insert("expires_at".to_owned(), told(expires_at));
        old.insert("expires_at".to_owned(), told(before.record.expires_at));
    }
    tx.log(caller.team, &entry(&after, caller, "rotated", both_sides(new, old)))?;
    let token = token(caller.team, after.id, &secret);
    Ok((after, token))
}

/// Refuses to give a key more than the caller's own may be used for.
fn check_abilities(caller: &Caller, abilities: &Abilities) -> Result<(), Refusal> {
    if caller.abilities.cover(abilities) { Ok(()) } else { Err(Refusal::Forbidden(Denial::Ability)) }
}

/// Whether somebody of this role is above the caller.
fn is_above(role: Role, caller: &Caller) -> bool {
    match caller.actor {
        Actor::Operator => false,
        Actor::FormHolder { .. } | Actor::ReportHolder => true,
        Actor::Member { role: own, .. } => own.is_none_or(|own| role.is_above(own)),
    }
}

fn past() -> FieldError {
    FieldError::Otherwise("field must be a date after now.".to_owned())
}
