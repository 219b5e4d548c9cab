//! What is done to an idea beside changing its fields.

use super::{Idea, Rejection};
use crate::Refusal;
use crate::commands::Call;
use crate::commands::lifecycle::advance;
use crate::record::Time;

impl Idea {
    pub(super) fn archive(&mut self, _call: &Call<'_>, now: Time) -> Result<(), Refusal> {
        self.archived_at = self.archived_at.or(Some(now));
        Ok(())
    }

    pub(super) fn unarchive(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.archived_at = None;
        Ok(())
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
}
