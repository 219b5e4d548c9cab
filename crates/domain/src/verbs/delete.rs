//! Deleting a record, and bringing it back.

use super::create::told;
use super::{Body, admit, fields, find_for, missing, taken, tally};
use crate::access::{Caller, Deed};
use crate::activity::{attributes, entry};
use crate::ports::Ledger;
use crate::record::{Complaint, Id, Kept};
use crate::resource::Resource;
use crate::{Kind, Refusal};

/// Deletes a record, and tells what it was: it is gone from every list, count and path. Where its kind keeps deleted
/// records, it may be restored.
///
/// # Errors
/// When there is no such record, or the role does not allow it.
pub fn delete<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller, id: Id<R>) -> Result<Kept<R>, Refusal> {
    let before = find_for(ledger, caller, id, Deed::Delete)?;
    let mut kept = before.clone();
    if R::SOFT_DELETES {
        kept.updated_at = ledger.now();
        kept.deleted_at = Some(kept.updated_at);
        R::book(ledger).save(caller.team, &kept)?;
    } else {
        R::book(ledger).remove(caller.team, id)?;
    }
    tally(ledger, caller.team, Some(&before), None);
    ledger.record(caller.team, &entry(&kept, caller, "deleted", told("old", attributes(&kept))))?;
    Ok(kept)
}

/// Brings a deleted record back. One that is not deleted is answered as it is.
///
/// # Errors
/// When there never was such a record, when role or plan do not allow it, when the request is wrong, when the
/// record's project is deleted, or when another record has its identifier.
pub fn restore<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    id: Id<R>,
    body: &Body,
) -> Result<Kept<R>, Refusal> {
    let found = R::book(ledger).find_to_change(caller.team, id)?;
    let before = found.ok_or_else(|| missing(R::KIND, id))?;
    let mut kept = before.clone();
    caller.permit(R::RIGHTS, Deed::Restore, kept.it.owner())?;
    if kept.deleted_at.is_none() {
        return fields(body).map(|_| kept);
    }
    admit::<R>(ledger, caller)?;
    fields(body)?;
    if let Some(project) = kept.it.project()
        && ledger.holds(caller.team, Kind::Project, &[project.get()])?.is_empty()
    {
        return Err(Refusal::field("project_id", &Complaint::NotAllowed));
    }
    if let Some(identifier) = kept.it.identifier()
        // It has it itself; another that came by it meanwhile makes it two.
        && ledger.taken(caller.team, R::KIND, kept.it.project(), std::slice::from_ref(identifier))?.len() > 1
    {
        return Err(Refusal::field("identifier", &Complaint::Taken));
    }
    if let Some(field) = taken(ledger, caller, &kept.it, None)?.first() {
        return Err(Refusal::field(field, &Complaint::Taken));
    }
    kept.updated_at = ledger.now();
    kept.deleted_at = None;
    R::book(ledger).save(caller.team, &kept)?;
    tally(ledger, caller.team, Some(&before), Some(&kept));
    ledger.record(caller.team, &entry(&kept, caller, "restored", told("attributes", attributes(&kept))))?;
    Ok(kept)
}
