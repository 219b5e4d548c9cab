//! Taking a row out of the results.

use super::super::figures;
use super::super::words::ExperimentStatus as Status;
use super::{Filter, group, of, refuse};
use crate::commands::{self, Call, Done, Outcome};
use crate::ports::{WritePort as _, WriteTx};
use crate::record::Stored;
use crate::{Experiment, Refusal, ResultRow};

/// Deletes a row. Where it counted furthest, the one before it does.
///
/// # Errors
/// When the experiment is completed.
pub(crate) fn delete(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<ResultRow>,
) -> Result<Done<ResultRow>, Refusal> {
    let team = call.caller.team;
    let found = Experiment::writes(tx).find_to_change(team, stored.record.experiment_id)?;
    let missing = || Refusal::Fault("the experiment of a result is not there".to_owned());
    let mut experiment = found.ok_or_else(missing)?;
    if experiment.record.status == Status::Completed {
        return Err(refuse(Status::Completed));
    }
    let row = commands::purge(tx, call.caller, stored)?.record;
    if row.latest {
        let alike = [
            (Filter::VariationId, row.variation_id.to_string()),
            (Filter::GoalId, row.goal_id.to_string()),
            (Filter::Segment, row.segment.as_str().to_owned()),
        ];
        let mut rows = of(tx, team, &[experiment.id], alike)?;
        rows.retain(|other| group(&other.record) == group(&row));
        if let Some(mut heir) = rows.into_iter().max_by_key(|other| other.record.as_of) {
            heir.record.latest = true;
            ResultRow::writes(tx).save(team, &heir)?;
        }
    }
    figures::refresh(tx, call.caller, &mut experiment)?;
    Ok(Outcome::Nothing.into())
}
