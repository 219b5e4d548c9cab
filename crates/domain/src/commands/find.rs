//! Finding the record that a command is about, and asking for the right to it.

use crate::access::{Caller, Right, TeamId};
use crate::ports::{ReadPort as _, ReadTx, WriteTx};
use crate::record::{FieldValue, Id, Stored};
use crate::resource::{Owners, Resource};
use crate::{Kind, Project, Refusal};

pub(crate) fn missing(kind: Kind, id: impl ToString) -> Refusal {
    Refusal::Missing { kind: kind.singular(), id: id.to_string() }
}

/// A live record of which the caller learns, whatever right they have to it.
///
/// # Errors
/// When the team has no such record, has deleted it, or does not tell the caller of it.
pub(super) fn look_up<R: Resource>(tx: &mut dyn ReadTx, caller: &Caller, id: Id<R>) -> Result<Stored<R>, Refusal> {
    let found = R::reads(tx).find(caller.team, id)?.filter(|stored| stored.record.is_visible_to(caller));
    found.ok_or_else(|| missing(R::KIND, id))
}

/// A record of the caller's team.
///
/// # Errors
/// As [`look_up`], or when the role does not allow it.
pub(crate) fn view<R: Resource>(tx: &mut dyn ReadTx, caller: &Caller, id: Id<R>) -> Result<Stored<R>, Refusal> {
    let stored = look_up(tx, caller, id)?;
    caller.permit(R::RIGHTS, Right::Read, &[])?;
    Ok(stored)
}

/// The record that others belong to, which may be deleted: they stay.
///
/// # Errors
/// When the database fails.
pub(crate) fn find_whole<R: Resource>(tx: &mut dyn ReadTx, team: TeamId, id: Id<R>) -> Result<Stored<R>, Refusal> {
    if let Some(found) = R::reads(tx).find(team, id)? {
        return Ok(found);
    }
    let deleted = R::reads(tx).deleted_of(team, ("id", id.get()))?.pop();
    deleted.ok_or_else(|| Refusal::Fault(format!("the {} {id} of a record is not there", R::KIND.singular())))
}

/// Whose own the parts of a record are, whether it is deleted or not.
///
/// # Errors
/// When the database fails.
pub(crate) fn owners_of<R: Resource>(tx: &mut dyn ReadTx, team: TeamId, whole: Id<R>) -> Result<Owners, Refusal> {
    find_whole(tx, team, whole)?.record.owners(tx, team)
}

/// Finds a live record to change.
pub(super) fn find_live<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, id: Id<R>) -> Result<Stored<R>, Refusal> {
    R::hold(tx, caller.team, id)?;
    let found = R::writes(tx).find_to_change(caller.team, id)?;
    let found = found.filter(|stored| stored.deleted_at.is_none() && stored.record.is_visible_to(caller));
    found.ok_or_else(|| missing(R::KIND, id))
}

/// Finds a live record to change, and asks whether the caller has the right to it.
///
/// # Errors
/// When the team has no such record, or when the role does not allow it.
pub fn find<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, id: Id<R>, right: Right) -> Result<Stored<R>, Refusal> {
    let stored = find_live(tx, caller, id)?;
    permit(tx, caller, right, &stored)?;
    Ok(stored)
}

/// Finds a part of a record, to be changed.
pub(super) fn find_part<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    whole: i64,
    id: Id<R>,
    right: Right,
) -> Result<Stored<R>, Refusal> {
    let (of, field) = R::KIND.parent().ok_or_else(|| Refusal::Fault(format!("{} is no part", R::KIND.singular())))?;
    if !tx.is_live(caller.team, of, whole)? {
        return Err(missing(of, whole));
    }
    let stored = find_live(tx, caller, id)?;
    let mut belongs = false;
    stored.record.show(&mut |name, shown| belongs |= name == field && shown == FieldValue::Integer(whole));
    if !belongs {
        return Err(missing(R::KIND, id));
    }
    permit(tx, caller, right, &stored)?;
    Ok(stored)
}

/// Finds a record to be changed, which may be deleted.
///
/// # Errors
/// When the team never had such a record or does not tell the caller of it, or when the role does not allow it.
pub fn find_deleted_or_live<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    id: Id<R>,
    right: Right,
) -> Result<Stored<R>, Refusal> {
    R::hold(tx, caller.team, id)?;
    let found = R::writes(tx).find_to_change(caller.team, id)?.filter(|stored| stored.record.is_visible_to(caller));
    let stored = found.ok_or_else(|| missing(R::KIND, id))?;
    permit(tx, caller, right, &stored)?;
    Ok(stored)
}

/// Asks whether the caller has a right to a record.
///
/// # Errors
/// When the role does not allow it.
pub fn permit<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    right: Right,
    stored: &Stored<R>,
) -> Result<(), Refusal> {
    let owners = stored.record.owners(tx, caller.team)?;
    let permitted = caller.permit(R::RIGHTS, right, &owners);
    if permitted.is_ok() || right != Right::Lifecycle {
        return permitted;
    }
    let project = stored.record.project().map(|project| Project::reads(tx).find(caller.team, project)).transpose()?;
    caller.permit(R::RIGHTS, right, &[project.flatten().and_then(|project| project.record.owner_id)])
}
