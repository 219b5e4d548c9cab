//! Whose a team is: it keeps an owner, and belongs to one.

use super::find_team;
use crate::access::{Caller, Role};
use crate::commands;
use crate::ports::WriteTx;
use crate::record::{FieldError, Stored};
use crate::{Refusal, User};

/// Refuses what would leave the team without an owner. Where the team belongs to whoever leaves, it is another's then,
/// in the same batch.
pub(super) fn keep_an_owner(tx: &mut dyn WriteTx, caller: &Caller, leaving: &Stored<User>) -> Result<(), Refusal> {
    if is_last_owner(tx, caller, leaving)? {
        return Err(Refusal::field("role", &last_owner()));
    }
    if leaving.record.role == Role::Owner && find_team(tx, caller.team)?.record.owner_id == Some(leaving.id) {
        tx.share_batch();
    }
    Ok(())
}

/// Whether the team would have no owner without this member.
pub(super) fn is_last_owner(tx: &mut dyn WriteTx, caller: &Caller, member: &Stored<User>) -> Result<bool, Refusal> {
    Ok(member.record.role == Role::Owner && tx.owners(caller.team)?.len() <= 1)
}

/// What is told of the role of the last owner.
pub(super) fn last_owner() -> FieldError {
    FieldError::Otherwise("cannot change: a team keeps at least one owner.".to_owned())
}

/// Sees to it that the team belongs to an owner: where whom it belonged to is none any more, to the one with the least
/// id.
pub(super) fn keep_owned(tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
    let before = find_team(tx, caller.team)?;
    let owners = tx.owners(caller.team)?;
    if before.record.owner_id.is_some_and(|owner| owners.contains(&owner)) {
        return Ok(());
    }
    let mut after = before.clone();
    after.record.owner_id = owners.first().copied();
    commands::change(tx, caller, &before, &mut after, "updated")
}
