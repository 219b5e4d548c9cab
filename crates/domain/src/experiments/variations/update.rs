//! Changing a variation, as far as its experiment still allows it.

use super::super::force::{self, DesignChange, insists};
use super::super::locked::{reject_changed, stays};
use super::super::words::ExperimentStatus as Status;
use super::control::unset_control;
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
    let change = check(after, before, experiment.record.status, &mut prepared.reader);
    let becomes_control = after.is_control && !before.is_control;
    let prepared = prepared.valid()?;
    if change == DesignChange::Phase {
        force::permit(tx, caller, &experiment)?;
    }
    if becomes_control {
        tx.share_batch();
        unset_control(tx, caller, experiment.id)?;
    }
    let after = commands::commit_update(tx, caller, prepared)?;
    if change == DesignChange::Phase || becomes_control {
        force::follow(tx, caller, change, experiment.id)?;
    }
    Ok(after.into())
}

/// Rejects what cannot change any more, and tells what follows from what can.
fn check(after: &Variation, before: &Variation, status: Status, reader: &mut BodyReader<'_>) -> DesignChange {
    match status {
        Status::Completed => reject_changed(after, before, &[], status, reader),
        Status::Running | Status::Paused | Status::Analyzing => {
            let changed =
                [("weight", after.weight != before.weight), ("is_control", after.is_control != before.is_control)];
            let designed = changed.iter().any(|(_, changes)| *changes);
            if designed && status.is_active() && insists(reader) {
                keep_control(after, before, reader);
                return DesignChange::Phase;
            }
            for (field, _) in changed.into_iter().filter(|(_, changes)| *changes) {
                reader.reject(field, stays(status));
            }
        }
        Status::Draft | Status::InPreparation | Status::Ready | Status::Cancelled => {
            keep_control(after, before, reader);
        }
    }
    DesignChange::Free
}

/// A control may be made of another variation, and not be unmade.
fn keep_control(after: &Variation, before: &Variation, reader: &mut BodyReader<'_>) {
    if before.is_control && !after.is_control {
        let refused = "field cannot be cleared; set another control.".to_owned();
        reader.reject("is_control", FieldError::Otherwise(refused));
    }
}
