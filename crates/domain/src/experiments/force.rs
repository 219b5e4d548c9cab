//! Changing what is compared though the experiment is under way: a steward may insist, and a new phase begins.

use uplift_derive::Record;

use super::figures;
use super::variations;
use super::words::ExperimentStatus as Status;
use crate::access::{Caller, Right};
use crate::commands;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{BodyReader, FieldError, Fields, Id, Stored};
use crate::{Experiment, Refusal};

/// Whether a change is insisted on that opens a new phase.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct ForceParameter {
    /// Carries the change out though the experiment is under way, which owners and admins may, and opens a new phase,
    /// of which there are at most 1,000.
    #[record(default = false)]
    force: bool,
}

/// What a change of the design is to an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DesignChange {
    /// Nothing is compared yet, or any more.
    Free,
    /// A new phase begins with it.
    Phase,
}

/// Whether a body insists. It is only looked at where that is needed.
pub(super) fn insists(reader: &mut BodyReader<'_>) -> bool {
    reader.read_or("force", false).unwrap_or_default()
}

/// Allows a change of the design of an experiment, or refuses it under this field.
///
/// # Errors
/// When the experiment is under way and nobody insists who may.
pub(super) fn allow(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    experiment: &Stored<Experiment>,
    body: &Fields,
    refusal: impl FnOnce(Status) -> Refusal,
) -> Result<DesignChange, Refusal> {
    let status = experiment.record.status;
    if !status.keeps_design() {
        return Ok(DesignChange::Free);
    }
    let mut reader = BodyReader::new(body);
    let insists = status.is_active() && insists(&mut reader);
    reader.finish(&[])?;
    if !insists {
        return Err(refusal(status));
    }
    permit(tx, caller, experiment)?;
    Ok(DesignChange::Phase)
}

/// Asks whether the caller may insist.
///
/// # Errors
/// When the role does not allow it.
pub(super) fn permit(tx: &mut dyn WriteTx, caller: &Caller, experiment: &Stored<Experiment>) -> Result<(), Refusal> {
    commands::permit(tx, caller, Right::Steward, experiment)
}

/// Begins a new phase where a change asks for one, and computes the figures anew.
///
/// # Errors
/// When the experiment has had too many.
pub(super) fn follow(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    change: DesignChange,
    experiment: Id<Experiment>,
) -> Result<(), Refusal> {
    if change == DesignChange::Phase {
        let Some(mut stored) = Experiment::writes(tx).find_to_change(caller.team, experiment)? else { return Ok(()) };
        begin(tx, caller, &mut stored)?;
        Experiment::writes(tx).save(caller.team, &stored)?;
    }
    figures::refresh_found(tx, caller, experiment)
}

/// Begins a new phase of an experiment with its variations as they are. Where the same request stops it, the phase ends
/// with that; where it is reset, there is none.
///
/// # Errors
/// When it has had too many.
pub(super) fn begin(tx: &mut dyn WriteTx, caller: &Caller, stored: &mut Stored<Experiment>) -> Result<(), Refusal> {
    if stored.record.started_at.is_none() {
        return Ok(());
    }
    let variations = variations::of(tx, caller.team, &[stored.id])?;
    let (now, goal) = (tx.now(), stored.record.primary_goal_id);
    if !stored.record.course.begin_phase(now, goal, &variations) {
        let refused = FieldError::Otherwise("field cannot open more phases of the experiment.".to_owned());
        return Err(Refusal::field("force", &refused));
    }
    if !stored.record.status.is_active() {
        stored.record.course.end_phase(stored.record.ended_at.unwrap_or(now));
    }
    Ok(())
}
