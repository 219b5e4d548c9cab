//! The control of an experiment: there is exactly one among its variations.

use super::super::force;
use super::super::locked::refuse_change_of;
use super::{experiment_of, of};
use crate::access::Caller;
use crate::commands::{self, Call, Done};
use crate::ports::WriteTx;
use crate::record::{Id, Stored};
use crate::{Experiment, Refusal, Variation};

/// Makes a variation the control. The other steps down.
///
/// # Errors
/// When the experiment has started and not been cancelled or reset since.
pub(crate) fn set_control(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Variation>,
) -> Result<Done<Variation>, Refusal> {
    let body = commands::fields(call.body)?;
    if stored.record.is_control {
        return Ok(stored.into());
    }
    let experiment = experiment_of(tx, call.caller.team, stored.record.experiment_id)?;
    let change = force::allow(tx, call.caller, &experiment, body, refuse_change_of("is_control"))?;
    tx.share_batch();
    unset_control(tx, call.caller, experiment.id)?;
    let mut after = stored.clone();
    after.record.is_control = true;
    commands::change(tx, call.caller, &stored, &mut after, call.event)?;
    force::follow(tx, call.caller, change, experiment.id)?;
    Ok(after.into())
}

/// Makes what is the control an ordinary variation.
pub(super) fn unset_control(tx: &mut dyn WriteTx, caller: &Caller, experiment: Id<Experiment>) -> Result<(), Refusal> {
    for before in of(tx, caller.team, &[experiment])?.into_iter().filter(|it| it.record.is_control) {
        let mut after = before.clone();
        after.record.is_control = false;
        commands::change(tx, caller, &before, &mut after, "updated")?;
    }
    Ok(())
}

/// Makes an ordinary variation the control where there is none.
pub(super) fn step_up(tx: &mut dyn WriteTx, caller: &Caller, before: &Stored<Variation>) -> Result<(), Refusal> {
    let mut after = before.clone();
    after.record.is_control = true;
    commands::change(tx, caller, before, &mut after, "updated")
}
