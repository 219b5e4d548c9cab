//! Adding a variation to an experiment.

use super::super::force;
use super::super::locked::refuse_other_variations;
use super::control::unset_control;
use super::{MOST, experiment_of, of};
use crate::access::Caller;
use crate::commands::{self, Call, Done};
use crate::ports::WriteTx;
use crate::record::{FieldError, Ordinal, Stored};
use crate::{Experiment, Refusal, Variation};

/// Creates a variation. The first of an experiment is its control.
///
/// # Errors
/// With every error about the body, or when the experiment takes no more.
pub(crate) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Variation>, Refusal> {
    let Call { caller, body, .. } = *call;
    let mut prepared = commands::prepare_create::<Variation>(tx, caller, body)?.valid()?;
    let mut follows = None;
    if let Some(variation) = &mut prepared.record {
        let experiment = experiment_of(tx, caller.team, variation.experiment_id)?;
        let fields = commands::fields(body)?;
        follows = Some((force::allow(tx, caller, &experiment, fields, refuse_other_variations)?, experiment.id));
        let others = prepare_to_add(tx, caller, &experiment, variation)?;
        if others == 0 {
            variation.is_control = true;
        } else if variation.is_control {
            tx.share_batch();
            unset_control(tx, caller, experiment.id)?;
        }
    }
    let made = commands::commit_create(tx, caller, prepared)?;
    if let Some((change, experiment)) = follows {
        force::follow(tx, caller, change, experiment)?;
    }
    Ok(made.into())
}

/// Gives a new variation of an experiment its place, and its key where it has none. Tells how many others there are.
///
/// # Errors
/// When the experiment takes no more.
pub(super) fn prepare_to_add(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    experiment: &Stored<Experiment>,
    variation: &mut Variation,
) -> Result<usize, Refusal> {
    let others = of(tx, caller.team, &[experiment.id])?;
    if others.len() >= MOST {
        let full = format!("field names an experiment that has {MOST} variations and may not have more.");
        return Err(Refusal::field("experiment_id", &FieldError::Otherwise(full)));
    }
    let last = others.last().map_or(0, |it| it.record.position.get());
    variation.position = Ordinal::new(last.saturating_add(1)).unwrap_or_default();
    if variation.key.is_empty() {
        let within = Some(("experiment_id", experiment.id.get()));
        variation.key = commands::free_slug::<Variation>(tx, caller, ("key", variation.name.as_str()), within)?;
    }
    Ok(others.len())
}
