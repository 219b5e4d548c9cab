//! What is done to all variations of an experiment at once: their order and their weights.

use serde_json::{Map, Value, json};
use uplift_derive::Record;

use super::figures;
use super::force::{self, DesignChange};
use super::locked::{refuse_change_of, stays};
use super::variations::{self, MOST, even_weights};
use super::words::ExperimentStatus as Status;
use crate::activity::PartsChange;
use crate::commands::{self, Call, Done};
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{AnyId, List, Ordinal, Stored};
use crate::{Experiment, Refusal, Variation};

/// The ids of all variations of an experiment, each once, in their order.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct Order {
    /// Every one of them, once, in the order in which they are to stand.
    pub(crate) ids: List<AnyId, MOST>,
}

/// Puts the variations of an experiment in another order.
///
/// # Errors
/// When the ids are not those of its variations, each once, or when the experiment is completed.
pub(crate) fn reorder(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let Order { ids } = call.read()?;
    let before = variations::of(tx, call.caller.team, &[stored.id])?;
    let named = commands::check_order(&ids, before.iter().map(|it| it.id.get()))?;
    let mut after = Vec::with_capacity(before.len());
    for (id, position) in named.iter().zip((1..).filter_map(Ordinal::new)) {
        let Some(variation) = before.iter().find(|it| it.id.get() == *id) else { continue };
        let mut moved = variation.clone();
        moved.record.position = position;
        after.push(moved);
    }
    if stored.record.status == Status::Completed && before.iter().zip(&after).any(|(was, is)| was.id != is.id) {
        return Err(Refusal::field("position", &stays(stored.record.status)));
    }
    let shown = |variations: &[Stored<Variation>]| json!(variations.iter().map(|it| it.id.get()).collect::<Vec<_>>());
    let told = (("variation_ids", shown(&before)), shown(&after));
    change_all(tx, call, stored, &before, after, told).map(Into::into)
}

/// Gives all variations of an experiment the same weight, and the control what is left.
///
/// # Errors
/// When the experiment has started and not been cancelled or reset since.
pub(crate) fn rebalance(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let body = commands::fields(call.body)?;
    let before = variations::of(tx, call.caller.team, &[stored.id])?;
    let control = before.iter().position(|it| it.record.is_control).unwrap_or_default();
    let mut after = before.clone();
    for (variation, weight) in after.iter_mut().zip(even_weights(before.len(), control)) {
        variation.record.weight = weight;
    }
    let shown = |variations: &[Stored<Variation>]| {
        let weight = |it: &Stored<Variation>| (it.id.to_string(), json!(it.record.weight.get()));
        Value::Object(variations.iter().map(weight).collect::<Map<_, _>>())
    };
    let mut change = DesignChange::Free;
    if shown(&before) != shown(&after) {
        change = force::allow(tx, call.caller, &stored, body, refuse_change_of("weight"))?;
    }
    let told = (("weights", shown(&before)), shown(&after));
    let mut changed = change_all(tx, call, stored, &before, after, told)?;
    if change == DesignChange::Phase {
        force::begin(tx, call.caller, &mut changed)?;
        Experiment::writes(tx).save(call.caller.team, &changed)?;
        figures::refresh(tx, call.caller, &mut changed)?;
    }
    Ok(changed.into())
}

/// Writes the variations that changed, each with its entry, and the entry of the experiment that tells all of it.
fn change_all(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
    before: &[Stored<Variation>],
    after: Vec<Stored<Variation>>,
    ((part, old), new): ((&'static str, Value), Value),
) -> Result<Stored<Experiment>, Refusal> {
    if old == new {
        return Ok(stored);
    }
    tx.share_batch();
    for mut after in after {
        let Some(before) = before.iter().find(|it| it.id == after.id) else { continue };
        commands::change(tx, call.caller, before, &mut after, "updated")?;
    }
    let (mut parts, mut changed) = (PartsChange::default(), stored.clone());
    parts.note(part, old, new);
    commands::change_with(tx, call.caller, &stored, &mut changed, call.event, parts)?;
    Ok(changed)
}
