//! A new response, by a key.

use super::ANSWERS;
use super::admission::{admit, admit_respondent};
use super::loaded::LoadedResponse;
use super::made::{make_for_target, try_for_target};
use crate::access::{Caller, Role};
use crate::commands::{self, Call, Done, fields};
use crate::forms::{Uploads, place};
use crate::kinds::{ResponseSource, ResponseStatus, hold_named, unsaved};
use crate::period::today;
use crate::ports::WriteTx;
use crate::record::{AnyId, BodyReader, Choices as _, Count, FieldError, Stored, Time};
use crate::refusal::Denial;
use crate::{Form, FormResponse, Json, Refusal};

impl FormResponse {
    pub(crate) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let (caller, now) = (call.caller, tx.now());
        let structure = hold_named(tx, call)?;
        let given = fields(call.body)?.get(ANSWERS).cloned().unwrap_or_else(|| Json::Object(Default::default()));
        let mut prepared = commands::prepare_create::<Self>(tx, caller, call.body)?;
        let Some(structure) = structure else {
            return commands::commit_create(tx, caller, prepared).map(Into::into);
        };
        prepared.check(|response, reader| {
            response.set_times(reader, now);
            response.set_respondent(&structure.form.record, reader);
            Ok(())
        })?;
        let definition = structure.definition();
        // A response that is not there yet has no files.
        let uploads = Uploads::Of(&|_, _| false);
        let answers = definition.check_answers(&given, today(now, caller.timezone.rules()), uploads);
        for (path, error) in answers.as_ref().err().into_iter().flatten() {
            prepared.reader.reject(&place(ANSWERS, path), error.clone());
        }
        let mut prepared = prepared.valid()?;
        let (Some(response), Ok(answers)) = (prepared.record.clone(), answers) else {
            return commands::commit_create(tx, caller, prepared).map(Into::into);
        };
        let mut loaded = LoadedResponse::of(structure, definition, unsaved(response));
        loaded.take(answers);
        if loaded.response.record.source == ResponseSource::Import {
            permit_import(caller)?;
        }
        admit(&loaded.structure.form.record, &loaded.response.record, now)?;
        admit_respondent(tx, caller, &loaded.structure.form, (None, &loaded.response.record))?;
        let completed = loaded.response.record.completed_at;
        loaded.create(tx, caller, completed, |tx, logged, response| {
            prepared.record = Some(response);
            commands::commit_create(tx, logged, prepared)
        })?;
        Ok(loaded.response.into())
    }

    /// Sets when it was begun and completed. Imports say it; of others that is now.
    fn set_times(&mut self, reader: &mut BodyReader<'_>, now: Time) {
        let completes = self.status == ResponseStatus::Completed;
        let given = [("started_at", self.started_at), ("completed_at", self.completed_at)];
        if self.source != ResponseSource::Import {
            for (field, _) in given.iter().filter(|(_, given)| given.is_some()) {
                reader.reject(field, FieldError::Prohibited);
            }
            (self.started_at, self.completed_at) = (Some(now), completes.then_some(now));
            return;
        }
        for (field, given) in given {
            if given.is_some_and(|at| at > now) {
                reader.reject(field, FieldError::Otherwise("field must be a date before or equal to now.".to_owned()));
            }
        }
        if !completes && self.completed_at.is_some() {
            let when = format!("field is prohibited when status is {}.", self.status.name());
            reader.reject("completed_at", FieldError::Otherwise(when));
        }
        if let (Some(started), Some(completed)) = (self.started_at, self.completed_at)
            && completed < started
        {
            reader.reject("completed_at", FieldError::NotBefore("started_at"));
        }
        self.completed_at = completes.then(|| self.completed_at.unwrap_or(now));
        self.started_at = self.started_at.or(self.completed_at).or(Some(now));
    }

    /// Sets who answered: of an anonymous form nothing is kept, and an import was answered by nobody's key.
    fn set_respondent(&mut self, form: &Form, reader: &mut BodyReader<'_>) {
        self.check_respondent(form, reader);
        if form.anonymous || self.source == ResponseSource::Import {
            self.respondent_user_id = None;
        }
    }

    /// Rejects an address where nothing is kept of who answers, and drops what else says it.
    pub(super) fn check_respondent(&mut self, form: &Form, reader: &mut BodyReader<'_>) {
        if !form.anonymous {
            return;
        }
        // An address of the time before the form was anonymous stays until it is erased.
        if self.respondent_email.is_some() && reader.raw("respondent_email").is_some() {
            reader.reject("respondent_email", FieldError::Prohibited);
        }
        self.metadata = None;
    }
}

impl LoadedResponse {
    /// Creates a response with its answers, completed at a moment where one is given. What is taken for spam counts
    /// nowhere and becomes nothing.
    ///
    /// # Errors
    /// When it is completed, with each answer that is missing, or where no record can be made of it; or as `insert`.
    pub(super) fn create(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        completed: Option<Time>,
        insert: impl FnOnce(&mut dyn WriteTx, &Caller, FormResponse) -> Result<Stored<FormResponse>, Refusal>,
    ) -> Result<(), Refusal> {
        let (now, is_spam) = (tx.now(), self.response.record.status == ResponseStatus::Spam);
        self.definition.fill_defaults(&mut self.answers);
        let form_path = completed.map(|_| self.finish(caller, now)).transpose()?;
        if let Some(at) = completed {
            self.complete_at(at);
            self.response.record.was_completed = !is_spam;
        }
        self.response.record.note_month(&caller.timezone, now);
        self.follow();
        let logged = self.logged_as(caller);
        if completed.is_some() && self.makes_record() {
            tx.share_batch();
        }
        self.response = insert(tx, &logged, self.response.record.clone())?;
        self.save_answers(tx, caller, form_path.as_ref())?;
        if !is_spam {
            self.response.count_in_month(tx, caller, 1);
        }
        match (completed, is_spam) {
            (Some(_), false) => self.submit(tx, &logged),
            (Some(_), true) => self.try_make(tx, &logged),
            (None, _) => Ok(()),
        }
    }

    /// Whether completion makes a record of it.
    fn makes_record(&self) -> bool {
        self.structure.form.record.target.made().is_some() && self.response.record.created_record_id.is_none()
    }

    /// What follows from the first completion of a response that was just created, of which there are no changes to
    /// tell: it counts, and a record is made of it.
    fn submit(&mut self, tx: &mut dyn WriteTx, logged: &Caller) -> Result<(), Refusal> {
        self.count(tx, logged, 1)?;
        tx.outdate_summaries(logged.team, self.structure.form.id)?;
        self.make(tx, logged)?;
        let response = &self.response.record;
        let made = response.created_record_type.zip(response.created_record_id.map(AnyId::get));
        if let Some(made) = made {
            tx.keep_made(logged.team, self.response.id, made)?;
        }
        let told = [
            ("created_record_type".to_owned(), made.map(|(kind, _)| kind.name()).into()),
            ("created_record_id".to_owned(), made.map(|(_, id)| id).into()),
        ];
        let told = commands::one_side("attributes", told.into_iter().collect());
        tx.log(logged.team, &commands::entry(&self.response, logged, "submitted", told))
    }

    /// Makes the record that the form says of a response that is complete, where none was made yet.
    pub(super) fn make(&mut self, tx: &mut dyn WriteTx, logged: &Caller) -> Result<(), Refusal> {
        if !self.makes_record() {
            return Ok(());
        }
        if let Some((kind, id)) = make_for_target(tx, logged, self)? {
            self.response.record.created_record_type = Some(kind);
            self.response.record.created_record_id = Some(AnyId::new(id));
        }
        Ok(())
    }

    /// Refuses where [`Self::make`] would. Nothing is made.
    pub(super) fn try_make(&self, tx: &mut dyn WriteTx, logged: &Caller) -> Result<(), Refusal> {
        if self.makes_record() { try_for_target(tx, logged, self) } else { Ok(()) }
    }

    /// Counts a response that was completed once more for its form, or once less. That it is counted is nothing that
    /// changes the form.
    pub(super) fn count(&mut self, tx: &mut dyn WriteTx, caller: &Caller, by: i64) -> Result<(), Refusal> {
        let form = &mut self.structure.form;
        let count = form.record.responses_count.get().saturating_add(by).max(0);
        form.record.responses_count = Count::new(count).unwrap_or_default();
        tx.keep_responses_count(caller.team, form.id, form.record.responses_count)
    }
}

/// Refuses to import where the caller is neither owner nor administrator of the team.
fn permit_import(caller: &Caller) -> Result<(), Refusal> {
    let may_import = caller.actor.role().is_some_and(Role::is_steward);
    if may_import { Ok(()) } else { Err(Refusal::Forbidden(Denial::Role)) }
}
