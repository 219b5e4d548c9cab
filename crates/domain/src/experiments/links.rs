//! What is attached to an experiment: which of it may still change, and what follows from that.

use std::collections::BTreeSet;

use super::goals::primary_changed;
use super::words::ExperimentStatus as Status;
use crate::access::{Caller, TeamId};
use crate::activity::PartsChange;
use crate::kinds::ExperimentRelation as Relation;
use crate::listing::Relations as _;
use crate::ports::{WritePort, WriteTx};
use crate::record::{Choices as _, FieldError, Id, Stored};
use crate::resource::LinkDelta;
use crate::{Experiment, Refusal};

/// What follows for an experiment from a change of what is attached to it.
///
/// # Errors
/// When its status does not allow the change.
pub(crate) fn relink(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<Experiment>,
    relation: Relation,
    delta: &LinkDelta<'_>,
) -> Result<PartsChange, Refusal> {
    match relation {
        Relation::Learnings | Relation::Tags | Relation::Comments => Ok(PartsChange::default()),
        Relation::Goals => {
            refuse_change(stored.record.status, relation)?;
            primary_changed(tx, caller, stored, delta)
        }
        Relation::Pages
        | Relation::Audiences
        | Relation::Insights
        | Relation::Project
        | Relation::User
        | Relation::Idea
        | Relation::Owner
        | Relation::PrimaryGoal
        | Relation::WinnerVariation
        | Relation::Variations
        | Relation::Attachments => {
            refuse_change(stored.record.status, relation)?;
            Ok(PartsChange::default())
        }
    }
}

/// Refuses to attach a record to experiments, or to detach it from them, where one of them is completed. None is
/// completed before the change is done.
///
/// # Errors
/// When one is.
pub(crate) fn refuse_change_from(
    tx: &mut dyn WriteTx,
    team: TeamId,
    relation: Relation,
    delta: &LinkDelta<'_>,
) -> Result<(), Refusal> {
    for id in delta.added.iter().chain(delta.removed).collect::<BTreeSet<_>>() {
        if let Some(experiment) = Experiment::writes(tx).find_to_change(team, Id::new(*id))? {
            refuse_change(experiment.record.status, relation)?;
        }
    }
    Ok(())
}

/// Those of these experiments that another record may be attached to: a completed one keeps what it has.
///
/// # Errors
/// When the database fails.
pub(crate) fn open_to_change(tx: &mut dyn WriteTx, team: TeamId, ids: Vec<i64>) -> Result<Vec<i64>, Refusal> {
    let mut open = Vec::with_capacity(ids.len());
    for id in ids {
        let found = Experiment::writes(tx).find_to_change(team, Id::new(id))?;
        if found.is_some_and(|experiment| experiment.record.status != Status::Completed) {
            open.push(id);
        }
    }
    Ok(open)
}

fn refuse_change(status: Status, relation: Relation) -> Result<(), Refusal> {
    if status != Status::Completed {
        return Ok(());
    }
    let refused = format!("field does not allow a change of {} while it is {}.", relation.name(), status.name());
    Err(Refusal::field("status", &FieldError::Otherwise(refused)))
}
