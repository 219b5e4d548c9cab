//! The one record of a project that a flag marks: whoever becomes it takes the mark from the other.

use super::create::PreparedCreate;
use super::update::{PreparedUpdate, change};
use crate::access::Caller;
use crate::listing::{FilterValues, Listing};
use crate::ports::{Unmetered, WritePort, WriteTx};
use crate::record::{Id, Stored};
use crate::resource::Resource;
use crate::{Project, Refusal};

/// A kind of which a flag marks one record of a project at most.
pub trait UniqueFlag: Resource {
    /// The filters by the project and by the flag.
    const PROJECT: Self::Filter;
    const FLAG: Self::Filter;

    /// Whether the flag marks the record.
    fn is_flagged(&self) -> bool;

    /// Takes the mark off the record.
    fn unset_flag(&mut self);
}

/// Where a new record is marked, takes the mark from the one that had it.
///
/// # Errors
/// When the database fails.
pub fn unset_flag_for_new<R: UniqueFlag>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    prepared: &PreparedCreate<'_, R>,
) -> Result<(), Refusal> {
    let marked = prepared.record.as_ref().filter(|record| record.is_flagged());
    if let Some(project) = marked.and_then(|record| record.project()) {
        unset_other_flags::<R>(tx, caller, project, None)?;
    }
    Ok(())
}

/// Where a change marks a record, or takes a marked one to another project, takes the mark from the one that had it
/// there.
///
/// # Errors
/// When the database fails.
pub fn unset_flag_for_changed<R: UniqueFlag>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    prepared: &PreparedUpdate<'_, R>,
) -> Result<(), Refusal> {
    let (was, goes) = (prepared.before.record.is_flagged(), prepared.before.record.project());
    let (is, comes) = (prepared.after.record.is_flagged(), prepared.after.record.project());
    if let Some(project) = comes.filter(|_| is && (!was || goes != comes)) {
        unset_other_flags(tx, caller, project, Some(prepared.before.id))?;
    }
    Ok(())
}

/// Takes the mark from whichever record of the project has it, other than one. The project is held, so that no two take
/// it at one moment.
fn unset_other_flags<R: UniqueFlag>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    project: Id<Project>,
    itself: Option<Id<R>>,
) -> Result<(), Refusal> {
    Project::writes(tx).find_to_change(caller.team, project)?;
    let of_project = FilterValues(vec![project.to_string()]);
    let filters = vec![(R::PROJECT, of_project), (R::FLAG, FilterValues(vec![true.to_string()]))];
    let marked = R::reads(tx).list(caller.team, &Listing::of(filters), &mut Unmetered)?.records;
    for other in marked.iter().map(|other| other.id).filter(|other| itself != Some(*other)) {
        // Somebody may have changed it since it was listed, and may not until the transaction ends.
        let Some(before) = R::writes(tx).find_to_change(caller.team, other)? else { continue };
        let mut after: Stored<R> = before.clone();
        after.record.unset_flag();
        tx.share_batch();
        change(tx, caller, &before, &mut after, "updated")?;
    }
    Ok(())
}
