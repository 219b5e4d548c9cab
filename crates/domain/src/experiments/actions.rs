//! What the actions of an experiment's life do to it beside its status.

use uplift_derive::Record;

use super::timeline::MOST_RUNS;
use super::times::{Earliest, time};
use super::variations;
use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Stored, Text, Time};
use crate::{Experiment, Refusal};

/// When an experiment was started.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Started {
    /// When it was started: not in the future; now, where it is left out.
    started_at: Option<Time>,
}

/// When it was paused.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Paused {
    /// When it was paused: not before the last change of the status, nor in the future; now, where it is left
    /// out.
    paused_at: Option<Time>,
}

/// When it was resumed.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Resumed {
    /// When it was resumed: not before the last change of the status, nor in the future; now, where it is left
    /// out.
    resumed_at: Option<Time>,
}

/// When it was stopped.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Stopped {
    /// When it was stopped: not before the last change of the status, nor in the future; now, where it is left
    /// out.
    ended_at: Option<Time>,
}

/// Why it is cancelled.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Cancellation {
    /// Why it is cancelled; kept with the experiment.
    reason: Option<Text>,
}

/// Lets an experiment run from a moment on, unless it did so too often.
fn run(experiment: &mut Experiment, from: Time, reader: &mut BodyReader<'_>) {
    if !experiment.course.run(from) {
        let refused = format!("field does not allow more than {MOST_RUNS} intervals in which the experiment ran.");
        reader.reject("status", FieldError::Otherwise(refused));
    }
}

pub(super) fn start(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let started = time(reader, "started_at", None, tx.now());
    let variations = variations::of(tx, caller.team, &[stored.id])?;
    let experiment = &mut stored.record;
    experiment.started_at = Some(started);
    experiment.course.begin_phase(started, experiment.primary_goal_id, &variations);
    run(experiment, started, reader);
    Ok(())
}

/// The last change of the status of an experiment that has started.
fn last_change(experiment: &Experiment) -> Option<Earliest> {
    let changed = experiment.status_changed_at.map(|time| (time, "the last change of status"));
    changed.or(experiment.started_at.map(|time| (time, "started at")))
}

/// Now, and not before the last change: another server may have made it by a clock that is ahead.
fn now(tx: &dyn WriteTx, experiment: &Experiment) -> Time {
    last_change(experiment).map_or(tx.now(), |(changed, _)| changed.max(tx.now()))
}

pub(super) fn pause(
    tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let earliest = last_change(&stored.record);
    let paused = time(reader, "paused_at", earliest, tx.now());
    stored.record.status_changed_at = Some(paused);
    stored.record.course.halt(paused);
    Ok(())
}

pub(super) fn resume(
    tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let earliest = last_change(&stored.record);
    let resumed = time(reader, "resumed_at", earliest, tx.now());
    stored.record.status_changed_at = Some(resumed);
    run(&mut stored.record, resumed, reader);
    Ok(())
}

pub(super) fn stop(
    tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let earliest = last_change(&stored.record);
    let ended = time(reader, "ended_at", earliest, tx.now());
    stored.record.ended_at = Some(ended);
    stored.record.course.halt(ended);
    stored.record.course.end_phase(ended);
    Ok(())
}

/// One that has started ends with it.
pub(super) fn cancel(
    tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let ended = now(tx, &stored.record);
    let experiment = &mut stored.record;
    experiment.cancelled_reason = reader.read("reason").unwrap_or_default();
    experiment.ended_at = experiment.started_at.map(|_| ended);
    experiment.course.halt(ended);
    experiment.course.end_phase(ended);
    Ok(())
}

pub(super) fn reset(
    tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    _reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let now = now(tx, &stored.record);
    let experiment = &mut stored.record;
    experiment.clear_verdict();
    experiment.course.reset(experiment.ended_at.unwrap_or(now));
    experiment.started_at = None;
    experiment.ended_at = None;
    experiment.status_changed_at = None;
    experiment.cancelled_reason = None;
    Ok(())
}

pub(super) fn archive(
    tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    _reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    stored.record.archived_at = stored.record.archived_at.or(Some(tx.now()));
    Ok(())
}

pub(super) fn unarchive(
    _tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &mut Stored<Experiment>,
    _reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    stored.record.archived_at = None;
    Ok(())
}
