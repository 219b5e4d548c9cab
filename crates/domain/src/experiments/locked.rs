//! What cannot change any more: what is compared, once an experiment has started, and nearly all once it is completed.

use super::force::insists;
use super::words::ExperimentStatus as Status;
use crate::activity::difference;
use crate::record::{BodyReader, Choices as _, FieldError, Record};
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
