//! Changing an experiment, by its fields or by the actions of its life, and deleting it.

use super::check::check_statistics;
use super::goals::{follow_field, named, primary_of, reject_second};
use super::idea::IdeaChanges;
use super::links::check_room;
use super::words::ExperimentStatus as Status;
use super::{figures, force};
use crate::access::Caller;
use crate::commands::action::{prepare_action, prepare_status};
use crate::commands::{self, Call, Done, Outcome, PreparedUpdate};
use crate::kinds::ExperimentRelation;
use crate::ports::WriteTx;
use crate::record::Stored;
use crate::{Experiment, Json, Refusal};

/// Changes the fields that a body names. A change of the status carries out the action that leads there.
///
/// # Errors
/// With every error about the body, or when role or plan do not allow what the status is to be.
pub(crate) fn update(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let Call { caller, body, .. } = *call;
    let mut prepared = commands::prepare_update(tx, caller, stored, body)?;
    if let Some(named) = named(&prepared.reader, prepared.after.record.primary_goal_id)
        && !prepared.join(ExperimentRelation::Goals, named)
    {
        reject_second(&mut prepared.reader);
    }
    let primary = prepared.wanted(ExperimentRelation::Goals).map(primary_of);
    if primary.flatten().is_some() && prepared.reader.raw("primary_goal_id").is_some_and(Json::is_null) {
        reject_second(&mut prepared.reader);
    }
    if let Some(primary) = primary
        && prepared.before.record.started_at.is_none()
        && prepared.after.record.status.is_active()
    {
        // It starts with the goals that the body gives it.
        prepared.after.record.primary_goal_id = primary;
    }
    prepare_status(tx, caller, &mut prepared)?;
    commit(tx, caller, prepared)
}

/// Carries out an action of an experiment's life.
///
/// # Errors
/// When the experiment does not stand where the action begins, when the plan does not allow it, or with all that
/// forbids it.
pub(crate) fn act(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let prepared = prepare_action(tx, call, stored)?;
    commit(tx, call.caller, prepared)
}

fn commit(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    prepared: PreparedUpdate<'_, Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let mut prepared = prepared.valid()?;
    check_statistics(tx, caller, &prepared.after.record, Some(&prepared.before.record))?;
    let before_status = prepared.before.record.status;
    let (before, after) = (&prepared.before.record, &prepared.after.record);
    let (goal, moves) = (before.primary_goal_id, (before.status, before.idea_id) != (after.status, after.idea_id));
    let tested = if moves { vec![before.idea_id, after.idea_id] } else { Vec::new() };
    let ideas = IdeaChanges::prepare(tx, caller, &tested, &prepared.after)?;
    let judged = prepared.after.record.primary_goal_id != goal;
    if judged && before_status.is_active() {
        force::permit(tx, caller, &prepared.before)?;
        force::begin(tx, caller, &mut prepared.after)?;
    }
    note_time(&mut prepared);
    // What the body says of all goals gives each its role.
    if prepared.wanted(ExperimentRelation::Goals).is_none() {
        if judged {
            check_room(tx, caller, &prepared.after)?;
        }
        follow_field(tx, caller, &prepared.after, goal)?;
    }
    let mut after = commands::commit_update(tx, caller, prepared)?;
    ideas.carry_out(tx, caller)?;
    figures::refresh(tx, caller, &mut after)?;
    Ok(after.into())
}

/// Notes when an experiment was paused or resumed, which is no field of it.
fn note_time(prepared: &mut PreparedUpdate<'_, Experiment>) {
    let (before, after) = (&prepared.before.record, &prepared.after.record);
    let field = match after.status {
        Status::Paused => "paused_at",
        Status::Running => "resumed_at",
        Status::Draft
        | Status::InPreparation
        | Status::Ready
        | Status::Analyzing
        | Status::Completed
        | Status::Cancelled => return,
    };
    if let (true, Some(time)) = (before.status != after.status, after.status_changed_at) {
        prepared.parts.note(field, Json::Null, time.to_string().into());
    }
}

/// Deletes an experiment that is not active.
///
/// # Errors
/// When it is running or paused.
pub(crate) fn delete(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let status = stored.record.status;
    match status {
        Status::Running | Status::Paused => return Err(commands::refuse_command("delete", status)),
        Status::Draft
        | Status::InPreparation
        | Status::Ready
        | Status::Analyzing
        | Status::Completed
        | Status::Cancelled => {}
    }
    let mut gone = stored.clone();
    gone.deleted_at = Some(tx.now());
    let ideas = IdeaChanges::prepare(tx, call.caller, &[stored.record.idea_id], &gone)?;
    commands::delete(tx, call.caller, stored)?;
    ideas.carry_out(tx, call.caller)?;
    Ok(Outcome::Nothing.into())
}

/// Brings a deleted experiment back.
///
/// # Errors
/// As any record is refused to come back.
pub(crate) fn restore(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    if stored.deleted_at.is_none() {
        return commands::restore(tx, call.caller, stored, call.body).map(Into::into);
    }
    let mut back = stored.clone();
    back.deleted_at = None;
    let ideas = IdeaChanges::prepare(tx, call.caller, &[stored.record.idea_id], &back)?;
    let mut restored = commands::restore(tx, call.caller, stored, call.body)?;
    ideas.carry_out(tx, call.caller)?;
    // Its goal may have changed meanwhile.
    figures::refresh(tx, call.caller, &mut restored)?;
    Ok(restored.into())
}
