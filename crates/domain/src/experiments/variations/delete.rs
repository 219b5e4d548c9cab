//! Taking a variation out of an experiment.

use super::super::locked::refuse_other_variations;
use super::super::{force, results};
use super::control::step_up;
use super::{experiment_of, of};
use crate::commands::{self, Call, Done};
use crate::kinds::ResultRowFilter;
use crate::ports::WriteTx;
use crate::record::{FieldError, Invalid, Stored};
use crate::{Refusal, Variation};

/// Deletes a variation with its attachments. Where it is the control, the next becomes it.
///
/// # Errors
/// When the experiment keeps its variations, or has started with this one as its control.
pub(crate) fn delete(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Variation>,
) -> Result<Done<Variation>, Refusal> {
    let caller = call.caller;
    let experiment = experiment_of(tx, caller.team, stored.record.experiment_id)?;
    let change = force::allow(tx, caller, &experiment, commands::fields(call.body)?, refuse_other_variations)?;
    let started = experiment.record.started_at.is_some();
    if started && results::are_there(tx, caller.team, [(ResultRowFilter::VariationId, stored.id.get())])? {
        let mut invalid = Invalid::default();
        invalid.tell("variation", "The variation has results.".to_owned());
        return Err(invalid.into());
    }
    if stored.record.is_control && experiment.record.started_at.is_some() {
        let refused = "field cannot be cleared once the experiment has started.".to_owned();
        return Err(Refusal::field("is_control", &FieldError::Otherwise(refused)));
    }
    let heir = if stored.record.is_control { heir(&of(tx, caller.team, &[experiment.id])?, &stored) } else { None };
    if heir.is_some() {
        tx.share_batch();
    }
    let done = commands::purge_unless_used(tx, call, stored)?;
    if let Some(heir) = heir {
        step_up(tx, caller, &heir)?;
    }
    force::follow(tx, caller, change, experiment.id)?;
    Ok(done)
}

/// The variation after this one, or else the first.
fn heir(variations: &[Stored<Variation>], gone: &Stored<Variation>) -> Option<Stored<Variation>> {
    let others = || variations.iter().filter(|it| it.id != gone.id);
    let after = others().find(|it| it.record.position.get() > gone.record.position.get());
    after.or_else(|| others().next()).cloned()
}
