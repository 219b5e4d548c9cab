//! Changing a variation, as far as its experiment still allows it.

use super::super::locked::{reject_changed, stays};
use super::super::words::ExperimentStatus as Status;
use super::control::step_down;
use super::experiment_of;
use crate::commands::{self, Call, Done};
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Stored};
use crate::{Refusal, Variation};

/// Changes the fields that a body names. A control may be made of another variation, and not be unmade.
///
/// # Errors
/// With every error about the body.
pub(crate) fn update(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Variation>,
) -> Result<Done<Variation>, Refusal> {
    let Call { caller, body, .. } = *call;
    let experiment = experiment_of(tx, caller.team, stored.record.experiment_id)?;
    let mut prepared = commands::prepare_update(tx, caller, stored, body)?;
    let (before, after) = (&prepared.before.record, &prepared.after.record);
    check(after, before, experiment.record.status, &mut prepared.reader);
    let becomes_control = after.is_control && !before.is_control;
    let prepared = prepared.valid()?;
    if becomes_control {
        tx.share_batch();
        step_down(tx, caller, experiment.id)?;
    }
    commands::commit_update(tx, caller, prepared).map(Into::into)
}

fn check(after: &Variation, before: &Variation, status: Status, reader: &mut BodyReader<'_>) {
    match status {
        Status::Completed => reject_changed(after, before, &[], status, reader),
        Status::Running | Status::Paused | Status::Analyzing => {
            if after.weight != before.weight {
                reader.reject("weight", stays(status));
            }
            if after.is_control != before.is_control {
                reader.reject("is_control", stays(status));
            }
        }
        Status::Draft | Status::InPreparation | Status::Ready | Status::Cancelled => {
            if before.is_control && !after.is_control {
                let refused = "field cannot be cleared; set another control.".to_owned();
                reader.reject("is_control", FieldError::Otherwise(refused));
            }
        }
    }
}
