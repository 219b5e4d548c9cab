//! Deleting a record, and bringing it back.

use std::borrow::Cow;

use super::body::{Body, fields};
use super::checks::{check_limit, taken_fields};
use super::counters::update_counters;
use super::log::{entry, one_side};
use crate::access::Caller;
use crate::activity::attributes;
use crate::listing::Relations;
use crate::ports::WriteTx;
use crate::record::{FieldError, Stored};
use crate::resource::Resource;
use crate::{Kind, Refusal};

/// Deletes a record, and tells what it was: it is gone from every list, count and path. Where its kind keeps deleted
/// records, it may be restored.
///
/// # Errors
/// When the database fails, or where the record is one that others need and its kind is deleted for good.
pub fn delete<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, before: Stored<R>) -> Result<Stored<R>, Refusal> {
    if !R::SOFT_DELETES {
        return purge(tx, caller, before);
    }
    let mut stored = before.clone();
    stored.updated_at = tx.now();
    stored.deleted_at = Some(stored.updated_at);
    R::writes(tx).save(caller.team, &stored)?;
    count_links(tx, caller, &before, -1)?;
    update_counters(tx, caller.team, Some(&before), None);
    tell_deleted(tx, caller, &stored)?;
    Ok(stored)
}

/// Removes a record for good, whether its kind keeps deleted records or not, and tells what it was. A record that was
/// already soft-deleted is not logged again.
///
/// # Errors
/// When the database fails, or where others need the record.
pub(crate) fn purge<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: Stored<R>,
) -> Result<Stored<R>, Refusal> {
    let was_there = stored.deleted_at.is_none();
    let stored = purge_silently(tx, caller, stored)?;
    if was_there {
        tell_deleted(tx, caller, &stored)?;
    }
    Ok(stored)
}

/// Removes a record for good without an entry in the log, and tells what it was.
///
/// # Errors
/// When the database fails, or where others need the record.
pub(crate) fn purge_silently<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: Stored<R>,
) -> Result<Stored<R>, Refusal> {
    let mut detached = Vec::new();
    for (kind, link) in R::Relation::ALL.iter().filter_map(|relation| relation.leads_to().link()) {
        // Rows that name records of several kinds on the other side go together.
        let rows = (link.table, link.near(R::KIND));
        if !detached.contains(&rows) {
            tx.detach_all(caller.team, link, (R::KIND, stored.id.get(), kind))?;
            detached.push(rows);
        }
    }
    R::writes(tx).remove(caller.team, stored.id)?;
    if stored.deleted_at.is_none() {
        update_counters(tx, caller.team, Some(&stored), None);
    }
    Ok(stored)
}

/// Logs that a record is deleted, as it then is.
fn tell_deleted<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, deleted: &Stored<R>) -> Result<(), Refusal> {
    tx.log(caller.team, &entry(deleted, caller, "deleted", one_side("old", attributes(deleted))))
}

/// Brings a deleted record back. One that is not deleted is answered as it is.
///
/// # Errors
/// When the plan does not allow it, when the request is wrong, when the record's project is deleted, or when another
/// record has its identifier.
pub fn restore<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: Stored<R>,
    body: &Body,
) -> Result<Stored<R>, Refusal> {
    if before.deleted_at.is_none() {
        return fields(body).map(|_| before);
    }
    let mut stored = before.clone();
    check_limit::<R>(tx, caller)?;
    fields(body)?;
    if let Some(project) = stored.record.project()
        && !tx.is_live(caller.team, Kind::Project, project.get())?
    {
        return Err(Refusal::field("project_id", &FieldError::NotAllowed));
    }
    check_identifier(tx, caller, &stored)?;
    if let Some(field) = taken_fields(tx, caller, &stored.record, None)?.first() {
        return Err(Refusal::field(field, &FieldError::Taken));
    }
    stored.updated_at = tx.now();
    stored.deleted_at = None;
    R::writes(tx).save(caller.team, &stored)?;
    count_links(tx, caller, &stored, 1)?;
    update_counters(tx, caller.team, Some(&before), Some(&stored));
    tx.log(caller.team, &entry(&stored, caller, "restored", one_side("attributes", attributes(&stored))))?;
    Ok(stored)
}

/// Refuses an identifier that another live record came by meanwhile.
fn check_identifier<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, stored: &Stored<R>) -> Result<(), Refusal> {
    let Some(identifier) = stored.record.identifier() else { return Ok(()) };
    let (team, within) = (caller.team, stored.record.project());
    // It has it itself.
    if tx.taken_identifiers(team, R::KIND, within, std::slice::from_ref(identifier))?.len() <= 1 {
        return Ok(());
    }
    // Held, so that no two that have the same come back at one moment.
    tx.hold_numbers(team)?;
    let within = within.map(|project| ("project_id", project.get()));
    match R::writes(tx).is_taken(team, (Cow::Borrowed("identifier"), identifier.as_str()), within, Some(stored.id))? {
        true => Err(Refusal::field("identifier", &FieldError::Taken)),
        false => Ok(()),
    }
}

/// Moves what other records count of a record that comes or goes, where they count what is attached to them.
fn count_links<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, stored: &Stored<R>, by: i64) -> Result<(), Refusal> {
    let links = R::Relation::ALL.iter().filter_map(|relation| relation.leads_to().link());
    for (kind, link) in links.filter(|(_, link)| link.counted_in.is_some()) {
        tx.count_links(caller.team, link, (R::KIND, stored.id.get(), kind), by)?;
    }
    Ok(())
}
