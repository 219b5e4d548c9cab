//! What is done to an idea, where it is more than what is done to any record.

use super::worth::{as_held, asked_framework, check_framework};
use super::{Idea, Rejection};
use crate::Refusal;
use crate::commands::lifecycle::advance;
use crate::commands::{self, Archivable, Call, Done};
use crate::experiments::idea_status;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{Stored, Time};

impl Archivable for Idea {
    fn archive(&mut self, now: Time) {
        self.archived_at = self.archived_at.or(Some(now));
    }

    fn unarchive(&mut self) {
        self.archived_at = None;
    }
}

impl Idea {
    pub(super) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let caller = as_held(tx, call.caller, &[asked_framework(call.body, call.caller.framework)])?;
        let mut prepared = commands::prepare_create::<Self>(tx, &caller, call.body)?;
        if let Some(idea) = &mut prepared.record {
            idea.position = Self::last_place(tx);
        }
        commands::commit_create(tx, &caller, prepared).map(Into::into)
    }

    pub(super) fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let caller = as_held(tx, call.caller, &[asked_framework(call.body, stored.record.framework)])?;
        let prepared = commands::prepare_update(tx, &caller, stored, call.body)?;
        let project = prepared.before.record.project_id;
        let mut after = commands::commit_update(tx, &caller, prepared)?;
        if after.record.project_id != project {
            after.record.position = Self::last_place(tx);
            Self::writes(tx).save(call.caller.team, &after)?;
        }
        Ok(after.into())
    }

    pub(super) fn reject(&mut self, call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        let Rejection { reason } = call.read()?;
        self.rejected_reason = reason;
        advance(self, call.name)
    }

    pub(super) fn reopen(&mut self, call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.rejected_reason = None;
        advance(self, call.name)
    }

    /// Brings a deleted idea back; where it stands follows from the experiments that tested it meanwhile.
    pub(super) fn restore(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let status = match stored.deleted_at {
            Some(_) => idea_status(tx, call.caller, &stored, None)?,
            None => None,
        };
        if status.is_some() {
            tx.share_batch();
        }
        let is_back = stored.deleted_at.is_some();
        if is_back {
            let framework = stored.record.framework;
            let held = as_held(tx, call.caller, &[framework])?;
            check_framework(framework, &held)?;
        }
        let mut restored = commands::restore(tx, call.caller, stored, call.body)?;
        if is_back {
            restored.record.position = Self::last_place(tx);
            Self::writes(tx).save(call.caller.team, &restored)?;
        }
        let Some(status) = status else { return Ok(restored.into()) };
        let mut after = restored.clone();
        after.record.status = status;
        commands::change(tx, call.caller, &restored, &mut after, "updated")?;
        Ok(after.into())
    }
}
