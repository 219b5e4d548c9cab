//! A copy of a variation, in the same experiment.

use super::super::force;
use super::super::locked::refuse_other_variations;
use super::create::prepare_to_add;
use super::experiment_of;
use crate::attachments;
use crate::commands::{self, Call, Done, NameOfCopy};
use crate::ports::WriteTx;
use crate::record::{FieldError, Percent, Slug, Stored};
use crate::{Kind, Refusal, Variation};

/// Copies a variation, with what is attached to it; nobody is shown the copy yet, and it is not the control.
///
/// # Errors
/// When the experiment is deleted or takes no more variations.
pub(crate) fn duplicate(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Variation>,
) -> Result<Done<Variation>, Refusal> {
    let name = call.read::<NameOfCopy>()?.of(&stored.record.name);
    let experiment = experiment_of(tx, call.caller.team, stored.record.experiment_id)?;
    if experiment.deleted_at.is_some() {
        return Err(Refusal::field("experiment_id", &FieldError::NotAllowed));
    }
    let (key, weight) = (Slug::default(), Percent::NOTHING);
    let mut copy = Variation { name, key, is_control: false, weight, ..stored.record.clone() };
    let fields = commands::fields(call.body)?;
    let change = force::allow(tx, call.caller, &experiment, fields, refuse_other_variations)?;
    prepare_to_add(tx, call.caller, &experiment, &mut copy)?;
    tx.share_batch();
    let made = commands::insert_copy(tx, call.caller, stored.id, copy)?;
    attachments::copy_all(tx, call.caller, (Kind::Variation, stored.id.get()), made.id.get())?;
    commands::log_copy(tx, call, &stored, made.id)?;
    force::follow(tx, call.caller, change, experiment.id)?;
    Ok(made.into())
}
