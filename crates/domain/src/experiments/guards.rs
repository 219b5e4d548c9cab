//! What an experiment needs to start. All that is missing is told together.

use super::{results, variations};
use crate::access::Caller;
use crate::kinds::ResultRowFilter;
use crate::ports::{ReadTx, WriteTx};
use crate::record::{BodyReader, FieldError, Stored};
use crate::workspace::team_of;
use crate::{Experiment, Kind, Refusal};

/// How far the weights may be from 100 in sum.
const TOLERANCE: f64 = 0.01;

/// The weights are summed in binary, where hundredths are not exact.
const ROUNDING: f64 = 1e-9;

fn otherwise(message: &str) -> FieldError {
    FieldError::Otherwise(message.to_owned())
}

/// Two variations, one control, and weights that divide all visitors.
pub(super) fn variations(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    check_variations(tx, caller, stored, reader)
}

/// Checks what [`variations()`] guards, for whoever writes nothing.
pub(super) fn check_variations(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    const FIELD: &str = "variations";
    if !stored.record.r#type.compares_variations() {
        return Ok(());
    }
    let variations = variations::of(tx, caller.team, &[stored.id])?;
    if variations.len() < 2 {
        reader.reject(FIELD, otherwise("field must have at least 2 items."));
    }
    if variations.iter().filter(|it| it.record.is_control).count() != 1 {
        reader.reject(FIELD, otherwise("field must have exactly one control."));
    }
    let weights: Vec<f64> = variations.iter().map(|it| it.record.weight.get()).collect();
    let off = (weights.iter().sum::<f64>() - 100.0).abs();
    if weights.iter().any(|weight| *weight <= 0.0) || off > TOLERANCE + ROUNDING {
        reader.reject(FIELD, otherwise("field must have weights above 0 that sum to 100."));
    }
    Ok(())
}

pub(super) fn no_results(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    if results::are_there(tx, caller.team, [(ResultRowFilter::ExperimentId, stored.id.get())])? {
        reader.reject("results", otherwise("field must be empty to reset."));
    }
    Ok(())
}

pub(super) fn primary_goal(
    _tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    if stored.record.primary_goal_id.is_none() {
        reader.reject("primary_goal_id", FieldError::Required);
    }
    Ok(())
}

/// Checks that the experiment has a hypothesis, where the team wants one.
pub(super) fn hypothesis(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    if stored.record.hypothesis.is_none() && team_of(tx, caller)?.record.settings.all().require_hypothesis {
        reader.reject("hypothesis", FieldError::Required);
    }
    Ok(())
}

pub(super) fn not_archived(
    _tx: &mut dyn WriteTx,
    _caller: &Caller,
    stored: &Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    if stored.record.archived_at.is_some() {
        reader.reject("archived_at", otherwise("field must be empty to start."));
    }
    Ok(())
}

/// An archived project takes nothing up.
pub(super) fn project(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let project = stored.record.project_id.get();
    let is_there = tx.is_live(caller.team, Kind::Project, project)?;
    if is_there && !tx.is_referable(caller.team, Kind::Project, project)? {
        reader.reject("project_id", otherwise("field names an archived project."));
    }
    Ok(())
}
