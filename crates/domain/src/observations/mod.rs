//! What becomes of observations as insights are attached to them.

use std::collections::BTreeSet;

use crate::access::Caller;
use crate::commands::lifecycle::check_status;
use crate::commands::{change, refuse_command};
use crate::kinds::{ObservationRelation, ObservationStatus as Status};
use crate::listing::Relations as _;
use crate::ports::{ReadTx, WritePort as _, WriteTx};
use crate::record::{BodyReader, FieldError, Id, Stored};
use crate::resource::LinkDelta;
use crate::{Kind, Observation, Refusal};

/// Checks the status that a body gives an observation, and reads why it is dismissed where it is.
pub(crate) fn check(observation: &mut Observation, before: Option<Status>, reader: &mut BodyReader<'_>) {
    let status = observation.status;
    if before == Some(status) {
        if status == Status::Dismissed && reader.raw("status").is_some() {
            // Nothing dismisses it anew.
            let error = "field cannot change while the observation is dismissed.".to_owned();
            reader.keep_as("reason", &observation.dismissed_reason, FieldError::Otherwise(error));
        }
        return;
    }
    if status == Status::Linked {
        let refused = "field cannot be linked, which its links decide.".to_owned();
        reader.reject("status", FieldError::Otherwise(refused));
        return;
    }
    check_status(observation, before, reader);
    observation.dismissed_reason = match status {
        Status::Dismissed => reader.read_or("reason", None).flatten(),
        Status::Open | Status::Reviewed | Status::Linked => None,
    };
}

/// What follows for an observation from a change of the insights that are attached to it.
///
/// # Errors
/// When one is attached to an observation that is dismissed.
pub(crate) fn follow_own(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<Observation>,
    delta: &LinkDelta<'_, Observation>,
) -> Result<(), Refusal> {
    if stored.record.status == Status::Dismissed && !delta.added.is_empty() {
        return Err(refuse_command("attach", Status::Dismissed));
    }
    let stays = !delta.added.is_empty() || has_others(tx, caller, stored.id, delta.removed)?;
    let before = stored.clone();
    stored.record.status = status_after(before.record.status, stays);
    if stored.record.status != before.record.status {
        tx.share_batch();
    }
    change(tx, caller, &before, stored, "updated")
}

/// What follows for observations from their being attached to an insight, or detached from it.
///
/// # Errors
/// When one that is attached was dismissed until it was held.
pub(crate) fn follow_insight<R>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    insight: i64,
    delta: &LinkDelta<'_, R>,
) -> Result<(), Refusal> {
    // Locked in the order of their ids, so that two requests cannot deadlock.
    for id in delta.added.iter().chain(delta.removed).copied().collect::<BTreeSet<_>>() {
        let Some(before) = Observation::writes(tx).find_to_change(caller.team, Id::new(id))? else { continue };
        if delta.added.contains(&id) && before.record.status == Status::Dismissed {
            return Err(Refusal::field(delta.named.unwrap_or("ids"), &FieldError::NotAllowed));
        }
        let stays = delta.added.contains(&id) || has_others(tx, caller, before.id, &[insight])?;
        let mut after = before.clone();
        after.record.status = status_after(before.record.status, stays);
        if after.record.status != before.record.status {
            tx.share_batch();
        }
        change(tx, caller, &before, &mut after, "updated")?;
    }
    Ok(())
}

/// What an observation becomes that has insights, or has none any more.
fn status_after(before: Status, linked: bool) -> Status {
    match (before, linked) {
        (Status::Open | Status::Reviewed | Status::Linked, true) => Status::Linked,
        (Status::Linked, false) => Status::Reviewed,
        (Status::Open | Status::Reviewed | Status::Dismissed, _) => before,
    }
}

/// Whether insights other than these are attached to an observation; deleted ones are as well.
fn has_others(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    observation: Id<Observation>,
    except: &[i64],
) -> Result<bool, Refusal> {
    let Some((kind, link)) = ObservationRelation::Insights.linked() else { return Ok(false) };
    tx.is_attached(caller.team, link, (Kind::Observation, observation.get(), kind), except)
}
