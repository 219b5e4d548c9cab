//! What must hold between the fields of an experiment.

use super::locked;
use crate::access::Caller;
use crate::commands::lifecycle::{Lifecycle as _, check_status};
use crate::ports::ReadTx;
use crate::record::{BodyReader, FieldError};
use crate::workspace::team_of;
use crate::{Experiment, Refusal};

/// Rejects what cannot stand in an experiment, new or as it was `before`, with what else stands in it.
pub(crate) fn check(after: &Experiment, before: Option<&Experiment>, reader: &mut BodyReader<'_>) {
    if let (Some(start), Some(end)) = (after.planned_start_at, after.planned_end_at)
        && end < start
    {
        reader.reject("planned_end_at", FieldError::NotBefore("planned_start_at"));
    }
    match before {
        Some(before) => {
            check_status(after, Some(before.status), reader);
            locked::check(after, before, reader);
            if after.status == before.status && reader.raw("status").is_some() {
                locked::keep_taken(before, reader);
            }
        }
        None if Experiment::begins_in(after.status) => {}
        None => reader.reject("status", FieldError::NotAllowed),
    }
}

/// Refuses statistics that the team's plan does not have, unless the experiment was judged by them before already.
pub(super) fn check_statistics(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    after: &Experiment,
    before: Option<&Experiment>,
) -> Result<(), Refusal> {
    if before.is_some_and(|before| before.stats_method == after.stats_method) {
        return Ok(());
    }
    team_of(tx, caller)?.record.plan.include(after.stats_method).map_err(Refusal::Forbidden)
}
