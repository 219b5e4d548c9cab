//! Creating an experiment with its variations.

use super::check::check_statistics;
use super::figures;
use super::goals::{asked, follow_field, named, reject_second};
use super::planned::PlannedVariations;
use crate::commands::{self, Call, Done};
use crate::kinds::ExperimentRelation;
use crate::ports::WriteTx;
use crate::workspace::{Settings, team_of};
use crate::{Experiment, Refusal};

/// Creates an experiment, with the variations that the body names.
///
/// # Errors
/// With every error about the body, or when the plan does not have the statistics.
pub(crate) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Experiment>, Refusal> {
    let Call { caller, body, .. } = *call;
    let mut prepared = commands::prepare_create::<Experiment>(tx, caller, body)?;
    if let Some(experiment) = &mut prepared.record {
        // What the body leaves out is as the team has it.
        let said = |field| prepared.reader.raw(field).is_some();
        if !said("significance") || !said("power") {
            let settings = team_of(tx, caller)?.record.settings;
            let Settings { significance, power, .. } = *settings.all();
            experiment.significance = if said("significance") { experiment.significance } else { significance };
            experiment.power = if said("power") { experiment.power } else { power };
        }
    }
    let planned = PlannedVariations::read(&mut prepared.reader);
    if let Some(named) = named(&prepared.reader, asked(&prepared.reader))
        && !prepared.join(ExperimentRelation::Goals, named)
    {
        reject_second(&mut prepared.reader);
    }
    let mut prepared = prepared.valid()?;
    if let Some(experiment) = &mut prepared.record {
        check_statistics(tx, caller, experiment, None)?;
        experiment.required_sample_size = figures::required(tx, caller, experiment, planned.len())?;
    }
    if !planned.is_empty() {
        tx.share_batch();
    }
    let mut stored = commands::commit_create(tx, caller, prepared)?;
    follow_field(tx, caller, &stored, None)?;
    for variation in planned.of(stored.id) {
        commands::insert(tx, caller, variation)?;
    }
    figures::refresh(tx, caller, &mut stored)?;
    Ok(stored.into())
}
