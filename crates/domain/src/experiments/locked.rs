//! What cannot change any more: what is compared, once an experiment has started, and nearly all once it is completed.

use super::force::insists;
use super::words::ExperimentStatus as Status;
use crate::activity::difference;
use crate::record::{BodyReader, Choices as _, FieldError, Record, Time};
use crate::{Experiment, Refusal};

/// The fields that may change in a completed experiment.
const OPEN: [&str; 2] = ["status", "conclusion"];

/// The error of a field that stays as it is in this status.
pub(super) fn stays(status: Status) -> FieldError {
    FieldError::Otherwise(format!("field cannot change while the experiment is {}.", status.name()))
}

/// Rejects each field that changes though it cannot any more.
pub(super) fn check(after: &Experiment, before: &Experiment, reader: &mut BodyReader<'_>) {
    match before.status {
        Status::Completed => reject_changed(after, before, &OPEN, before.status, reader),
        Status::Running | Status::Paused | Status::Analyzing => {
            let changes = after.primary_goal_id != before.primary_goal_id;
            if changes && !(before.status.is_active() && insists(reader)) {
                reader.reject("primary_goal_id", stays(before.status));
            }
        }
        Status::Draft | Status::InPreparation | Status::Ready | Status::Cancelled => {}
    }
}

/// Rejects what only the action takes that leads to the status, where the experiment stands there already: nothing
/// carries the action out. A body may say again what it said as it was carried out; a time that is null was left out.
pub(super) fn keep_taken(stands: &Experiment, reader: &mut BodyReader<'_>) {
    let error = || stays(stands.status);
    let times: &[(&str, Option<Time>)] = match stands.status {
        Status::Running => &[("started_at", stands.started_at), ("resumed_at", stands.status_changed_at)],
        Status::Paused => &[("paused_at", stands.status_changed_at)],
        Status::Analyzing => &[("ended_at", stands.ended_at)],
        Status::Completed => {
            reader.keep_as("result", &stands.result, error());
            if says(reader, "decision") {
                reader.keep_as("decision", &stands.decision, error());
            }
            reader.keep_as("winner_variation_id", &stands.winner_variation_id, error());
            &[("decided_at", stands.decided_at)]
        }
        Status::Cancelled => {
            reader.keep_as("reason", &stands.cancelled_reason, error());
            &[]
        }
        Status::Draft | Status::InPreparation | Status::Ready => &[],
    };
    for (field, time) in times {
        if says(reader, field) {
            reader.keep_as(field, time, error());
        }
    }
}

fn says(reader: &BodyReader<'_>, field: &str) -> bool {
    reader.raw(field).is_some_and(|raw| !raw.is_null())
}

/// Rejects each field that changes and is not one of these.
pub(super) fn reject_changed<R: Record>(
    after: &R,
    before: &R,
    open: &[&str],
    status: Status,
    reader: &mut BodyReader<'_>,
) {
    let changed = difference(before, after).map(|(new, _)| new).unwrap_or_default();
    for field in changed.keys().filter(|field| !open.contains(&field.as_str())) {
        reader.reject(field, stays(status));
    }
}

/// The refusal of a change of this field.
pub(super) fn refuse_change_of(field: &'static str) -> impl FnOnce(Status) -> Refusal {
    move |status| Refusal::field(field, &stays(status))
}

/// The refusal to add a variation to an experiment, or to take one away.
pub(super) fn refuse_other_variations(status: Status) -> Refusal {
    let refused = format!("field does not allow a change of variations while it is {}.", status.name());
    Refusal::field("status", &FieldError::Otherwise(refused))
}
