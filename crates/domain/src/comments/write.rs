//! Writing comments.

use serde_json::json;

use super::mentions::{keep, mentioned};
use crate::access::Caller;
use crate::activity::entry_on;
use crate::commands::{self, Call, Done};
use crate::ports::{ReadPort as _, WriteTx};
use crate::record::{BodyReader, FieldError, Id, Stored, Time};
use crate::{Comment, Refusal};

/// Comments on a record, which the log tells on the record as well.
///
/// # Errors
/// With every error about the body.
pub(crate) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Comment>, Refusal> {
    let caller = call.caller;
    let mut prepared = commands::prepare_create::<Comment>(tx, caller, call.body)?;
    prepared.check(|comment, reader| check_place(tx, caller, comment, reader))?;
    if let Some(comment) = &mut prepared.record {
        comment.mentions = mentioned(tx, caller, &comment.body)?;
    }
    tx.share_batch();
    let stored = commands::commit_create(tx, caller, prepared)?;
    keep(tx, caller.team, &stored, true)?;
    if let Some(subject) = stored.record.commentable_type.kind() {
        let on = stored.record.commentable_id.get();
        let told = json!({ "comment": { "id": stored.id.get(), "parent_id": stored.record.parent_id.map(Id::get) } });
        tx.log(caller.team, &entry_on(subject, on, caller.actor, "commented", told))?;
    }
    Ok(stored.into())
}

/// Changes what a comment says.
///
/// # Errors
/// With every error about the body.
pub(crate) fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Comment>) -> Result<Done<Comment>, Refusal> {
    let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?;
    if prepared.after.record.body != prepared.before.record.body {
        prepared.after.record.edited_at = Some(tx.now());
        prepared.after.record.mentions = mentioned(tx, call.caller, &prepared.after.record.body)?;
    }
    let mentions_change = prepared.after.record.mentions != prepared.before.record.mentions;
    let stored = commands::commit_update(tx, call.caller, prepared)?;
    if mentions_change {
        keep(tx, call.caller.team, &stored, false)?;
    }
    Ok(stored.into())
}

/// Rejects a record that the team has not, and a comment to answer that stands elsewhere or is an answer itself. The
/// record is kept from changing meanwhile.
fn check_place(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    comment: &Comment,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    match comment.commentable_type.kind() {
        None => reader.reject("commentable_type", FieldError::NotAllowed),
        Some(kind) if tx.project_of(caller.team, kind, comment.commentable_id.get())?.is_none() => {
            reader.reject("commentable_id", FieldError::NotAllowed);
        }
        Some(_) => {}
    }
    let Some(parent) = comment.parent_id.filter(|_| !reader.is_made_up("commentable_id")) else { return Ok(()) };
    // One that is not there is rejected already.
    let Some(parent) = Comment::reads(tx).find(caller.team, parent)? else { return Ok(()) };
    let place = |it: &Comment| (it.commentable_type, it.commentable_id);
    if parent.record.parent_id.is_some() || place(&parent.record) != place(comment) {
        reader.reject("parent_id", FieldError::NotAllowed);
    }
    Ok(())
}

impl Comment {
    pub(crate) fn resolve(&mut self, call: &Call<'_>, now: Time) -> Result<(), Refusal> {
        self.refuse_answer()?;
        if self.resolved_at.is_none() {
            self.resolved_at = Some(now);
            self.resolved_by_id = call.caller.actor.user();
        }
        Ok(())
    }

    pub(crate) fn unresolve(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.refuse_answer()?;
        (self.resolved_at, self.resolved_by_id) = (None, None);
        Ok(())
    }

    /// An answer is resolved with what it answers.
    fn refuse_answer(&self) -> Result<(), Refusal> {
        match self.parent_id {
            Some(_) => Err(Refusal::field("parent_id", &FieldError::Prohibited)),
            None => Ok(()),
        }
    }
}
