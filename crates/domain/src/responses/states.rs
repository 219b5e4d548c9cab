//! What is done to a response that is there: its answers, and its states.

use serde_json::json;

use super::admission::{admit, admit_respondent};
use super::answers::log_answers;
use super::loaded::{LoadedResponse, refuse_answers};
use super::month::month_counter;
use super::{AnswersGiven, AnswersSet, Disqualification};
use crate::access::{Caller, Limit};
use crate::commands::{
    self, Call, Done, Outcome, both_sides, check_admission, entry, fields, refuse_command, update_counters,
};
use crate::kinds::ResponseStatus as Status;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{Choices as _, Stored};
use crate::{Form, FormResponse, Json, Refusal};

impl FormResponse {
    pub(crate) fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let form = Form::writes(tx).find_to_change(caller.team, stored.record.form_id)?;
        let mut prepared = commands::prepare_update(tx, caller, stored, call.body)?;
        if let Some(form) = &form {
            prepared.after.record.check_respondent(&form.record, &mut prepared.reader);
        }
        let prepared = prepared.valid()?;
        let (before, after) = (&prepared.before, &prepared.after);
        if let Some(form) = form
            && after.record.respondent_email != before.record.respondent_email
        {
            admit_respondent(tx, caller, &form, (Some(after.id.get()), &after.record))?;
        }
        let before = prepared.before.clone();
        let after = commands::commit_update(tx, caller, prepared)?;
        if after.record != before.record {
            after.outdate_summaries(tx, caller)?;
        }
        Ok(after.into())
    }

    /// Sets the answers that the body names. Those of a completed response are led to the end of the form anew.
    pub(crate) fn put_answers(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        let AnswersSet { answers } = call.read()?;
        let mut loaded = LoadedResponse::hold(tx, call.caller.team, stored)?;
        loaded.set(tx, call, &answers.fields().into())?;
        Ok(loaded.response.into())
    }

    pub(crate) fn complete(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let AnswersGiven { answers } = call.read()?;
        match stored.record.status {
            Status::InProgress => {}
            from @ (Status::Completed | Status::Disqualified | Status::Spam) => {
                return Err(refuse_command(call.name, from));
            }
        }
        let mut loaded = LoadedResponse::hold(tx, call.caller.team, stored)?;
        loaded.find_files(tx, call.caller.team)?;
        let now = tx.now();
        let changes = loaded.read(call.caller, now, &answers.unwrap_or_default().fields().into());
        loaded.take(changes.map_err(|wrong| refuse_answers(&wrong))?);
        admit(&loaded.structure.form.record, &loaded.response.record, now)?;
        let response = (Some(loaded.response.id.get()), &loaded.response.record);
        admit_respondent(tx, call.caller, &loaded.structure.form, response)?;
        loaded.complete(tx, call.caller)?;
        let unused = loaded.drop_files_but(tx, &loaded.logged_as(call.caller), &loaded.named_files())?;
        Ok(Done { outcome: Outcome::Record(loaded.response), unused })
    }

    pub(crate) fn disqualify(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        let Disqualification { reason } = call.read()?;
        match stored.record.status {
            Status::InProgress | Status::Completed => {}
            from @ (Status::Disqualified | Status::Spam) => return Err(refuse_command(call.name, from)),
        }
        let mut after = stored.clone();
        after.record.status = Status::Disqualified;
        after.updated_at = tx.now();
        Self::writes(tx).save_changes(call.caller.team, &stored, &after)?;
        update_counters(tx, call.caller.team, Some(&stored), Some(&after));
        stored.outdate_summaries(tx, call.caller)?;
        let mut new = status(&after);
        if let Some(reason) = &reason {
            new.insert("reason".to_owned(), reason.as_str().into());
        }
        tx.log(call.caller.team, &entry(&after, call.caller, call.event, both_sides(new, status(&stored))))?;
        Ok(after.into())
    }

    /// Says that a response is none: it counts no more.
    pub(crate) fn mark_spam(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        fields(call.body)?;
        match stored.record.status {
            Status::InProgress | Status::Completed | Status::Disqualified => {}
            from @ Status::Spam => return Err(refuse_command(call.name, from)),
        }
        let caller = call.caller;
        let mut loaded = LoadedResponse::hold(tx, caller.team, stored)?;
        if loaded.response.record.was_completed {
            loaded.count(tx, caller, -1)?;
        }
        loaded.response.count_in_month(tx, caller, -1);
        let before = loaded.response.clone();
        loaded.response.record.status = Status::Spam;
        commands::change(tx, caller, &before, &mut loaded.response, call.event)?;
        before.outdate_summaries(tx, caller)?;
        Ok(loaded.response.into())
    }

    /// Lets a response be answered again. One that was taken for spam counts again.
    pub(crate) fn reopen(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        fields(call.body)?;
        let was_spam = match stored.record.status {
            Status::Completed | Status::Disqualified => false,
            Status::Spam => true,
            from @ Status::InProgress => return Err(refuse_command(call.name, from)),
        };
        let caller = call.caller;
        let mut loaded = LoadedResponse::hold(tx, caller.team, stored)?;
        if was_spam {
            if loaded.response.month_counter(&caller.timezone) == month_counter(&caller.timezone, tx.now()) {
                check_admission(tx, caller, Limit::FormResponses, 1)?;
            }
            loaded.response.count_in_month(tx, caller, 1);
            if loaded.response.record.was_completed {
                loaded.count(tx, caller, 1)?;
            }
        }
        let before = loaded.response.clone();
        let response = &mut loaded.response.record;
        (response.status, response.completed_at, response.duration_seconds) = (Status::InProgress, None, None);
        commands::change(tx, caller, &before, &mut loaded.response, call.event)?;
        before.outdate_summaries(tx, caller)?;
        Ok(loaded.response.into())
    }
}

impl Stored<FormResponse> {
    /// Lets the summaries of its form be stale, where it counts in them.
    pub(crate) fn outdate_summaries(&self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        match self.record.status {
            Status::Completed => tx.outdate_summaries(caller.team, self.record.form_id),
            Status::InProgress | Status::Disqualified | Status::Spam => Ok(()),
        }
    }
}

impl LoadedResponse {
    /// Sets the answers that are given.
    ///
    /// # Errors
    /// With every error about them, or where the form takes no answers.
    pub(super) fn set(&mut self, tx: &mut dyn WriteTx, call: &Call<'_>, given: &Json) -> Result<(), Refusal> {
        let (caller, now) = (call.caller, tx.now());
        self.find_files(tx, caller.team)?;
        let changes = self.read(caller, now, given).map_err(|wrong| refuse_answers(&wrong))?;
        self.take(changes);
        admit(&self.structure.form.record, &self.response.record, now)?;
        let completed = self.response.record.status == Status::Completed;
        let form_path = completed.then(|| self.finish(caller, now)).transpose()?;
        let before = self.response.clone();
        self.follow();
        let changed = self.save_answers(tx, caller, form_path.as_ref())?;
        let logged = self.logged_as(caller);
        self.save_after(tx, caller, &before, !changed.keys.is_empty())?;
        if !changed.keys.is_empty() {
            before.outdate_summaries(tx, caller)?;
        }
        log_answers(tx, &logged, &self.response, &changed, completed)
    }

    /// Completes a response that is in progress, or looks so because it is taken for spam, with the answers it has by
    /// now. Spam is completed as an honest response is, but that it counts nowhere and becomes nothing.
    ///
    /// # Errors
    /// With each answer that is missing, or where no record can be made of it.
    pub(super) fn complete(&mut self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        let now = tx.now();
        let form_path = self.finish(caller, now)?;
        let before = self.response.clone();
        let is_spam = before.record.status == Status::Spam;
        self.complete_at(now);
        self.follow();
        let logged = self.logged_as(caller);
        if !is_spam {
            tx.share_batch();
        }
        let changed = self.save_answers(tx, caller, Some(&form_path))?;
        log_answers(tx, &logged, &self.response, &changed, false)?;
        if is_spam {
            self.try_make(tx, &logged)?;
            self.response.updated_at = now;
            FormResponse::writes(tx).save(caller.team, &self.response)?;
            update_counters(tx, caller.team, Some(&before), Some(&self.response));
            return Ok(());
        }
        if !self.response.record.was_completed {
            self.response.record.was_completed = true;
            self.count(tx, caller, 1)?;
        }
        self.make(tx, &logged)?;
        commands::change(tx, &logged, &before, &mut self.response, "submitted")?;
        self.response.outdate_summaries(tx, caller)
    }

    /// Writes what follows from other answers for the response itself.
    pub(super) fn save_after(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        before: &Stored<FormResponse>,
        changed: bool,
    ) -> Result<(), Refusal> {
        if !changed && self.response.record == before.record {
            return Ok(());
        }
        // What it is found by may have been written in another way before.
        let answer_tokens = self.response.record.answer_tokens.clone();
        if changed || self.response.record != (FormResponse { answer_tokens, ..before.record.clone() }) {
            self.response.updated_at = tx.now();
        }
        FormResponse::writes(tx).save(caller.team, &self.response)?;
        update_counters(tx, caller.team, Some(before), Some(&self.response));
        Ok(())
    }
}

fn status(of: &Stored<FormResponse>) -> serde_json::Map<String, Json> {
    serde_json::Map::from_iter([("status".to_owned(), json!(of.record.status.name()))])
}
