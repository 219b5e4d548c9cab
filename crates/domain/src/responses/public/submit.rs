//! Answering a form by its address.

use super::super::admission::{ClosedReason, admit, has_answered, refuse};
use super::super::answers::log_answers;
use super::super::loaded::LoadedResponse;
use super::super::{ANSWERS, AnswersGiven, check_metadata};
use super::shown::public_status;
use super::{Held, Opening, SubmissionBody, SubmissionChange, data};
use crate::access::{Caller, Limit, SecretHash, secret};
use crate::activity::difference;
use crate::attachments;
use crate::commands::{self, Body, both_sides, check_admission, entry, fields};
use crate::file::FileKey;
use crate::forms::{AnswerChanges, place};
use crate::kinds::{ResponseSource, ResponseStatus, unsaved};
use crate::ports::WriteTx;
use crate::record::{BodyReader, Email, FieldError, Id, Object, Record, Stored, Time};
use crate::refusal::Denial;
use crate::{Attachment, Form, FormResponse, Json, Kind, Refusal};

/// What is said where the plan of the team lets no more responses in.
const NO_MORE: &str = "The form cannot take more responses at the moment.";

/// What is said of a response that is not to be changed any more.
const COMPLETED: &str = "The form response is completed.";

/// Creates a response, and tells the token that opens it, this once.
///
/// # Errors
/// In the order of the interface: no such form, a blocked team, the plan, the body, the form.
pub fn create_public(tx: &mut dyn WriteTx, token: &str, body: &Body) -> Result<Json, Refusal> {
    let Held { caller, structure } = Held::find(tx, token)?;
    let now = tx.now();
    admit_plan(tx, &caller)?;
    let form = structure.form.clone();
    let mut loaded = LoadedResponse::new(structure, unsaved(begun(form.id, now)));
    let mut reader = BodyReader::new(fields(body)?);
    let asked = SubmissionBody::read(&mut reader);
    if let Some(asked) = &asked {
        loaded.take_person(asked.email.clone(), asked.metadata.clone(), &mut reader);
        loaded.demand_email(&mut reader);
    }
    check_said(&mut reader);
    loaded.take_given(&caller, now, &mut reader);
    refuse_second(tx, &caller, &form, &loaded, &mut reader)?;
    reader.finish(SubmissionBody::FIELDS)?;
    let asked = asked.ok_or_else(|| Refusal::Fault("a body without errors was not read".to_owned()))?;
    admit(&form.record, &loaded.response.record, now)?;
    if asked.website.is_some() {
        loaded.response.record.status = ResponseStatus::Spam;
    }
    let edit_token = edit_token(tx)?;
    loaded.response.record.edit_hash = Some(SecretHash::of(&edit_token));
    loaded.create(tx, &caller, asked.complete.unwrap_or_default().then_some(now), commands::insert)?;
    let mut told = loaded.shown();
    told.insert("edit_token".to_owned(), edit_token.into());
    Ok(data(told.into()))
}

/// Sets the answers that the body names, and who answers.
///
/// # Errors
/// In the order of the interface: no such form, a blocked team, the token, the body, the form.
pub fn change_public(tx: &mut dyn WriteTx, opening: &Opening, body: &Body) -> Result<Json, Refusal> {
    let (caller, mut loaded) = Held::response(tx, opening)?;
    let now = tx.now();
    loaded.find_files(tx, caller.team)?;
    let before = loaded.response.clone();
    let mut reader = BodyReader::new(fields(body)?);
    if let Some(asked) = SubmissionChange::read(&mut reader) {
        let (email, metadata) = (reader.raw("email").is_some(), reader.raw("metadata").is_some());
        loaded.take_person(
            if email { asked.email } else { before.record.respondent_email.clone() },
            if metadata { asked.metadata } else { before.record.metadata.clone() },
            &mut reader,
        );
        if email {
            loaded.demand_email(&mut reader);
        }
    }
    check_said(&mut reader);
    loaded.take_given(&caller, now, &mut reader);
    let form = loaded.structure.form.clone();
    if loaded.response.record.respondent_email != before.record.respondent_email {
        refuse_second(tx, &caller, &form, &loaded, &mut reader)?;
    }
    reader.finish(SubmissionChange::FIELDS)?;
    admit_change(&form.record, &loaded.response.record, now)?;
    loaded.follow();
    let changed = loaded.save_answers(tx, &caller, None)?;
    loaded.save_after(tx, &caller, &before, !changed.keys.is_empty())?;
    loaded.log_person(tx, &caller, &before)?;
    log_answers(tx, &caller, &loaded.response, &changed, false)?;
    Ok(data(loaded.shown().into()))
}

/// Completes a response, and tells what the form says to those who are done. What was uploaded and is named by no
/// answer goes; the files that are nobody's then are told.
///
/// # Errors
/// As a change of the response is refused, and with each answer that is missing.
pub fn complete_public(tx: &mut dyn WriteTx, opening: &Opening, body: &Body) -> Result<(Json, Vec<FileKey>), Refusal> {
    let (caller, mut loaded) = Held::response(tx, opening)?;
    let now = tx.now();
    loaded.find_files(tx, caller.team)?;
    let mut reader = BodyReader::new(fields(body)?);
    AnswersGiven::read(&mut reader);
    loaded.take_given(&caller, now, &mut reader);
    let form = loaded.structure.form.clone();
    refuse_second(tx, &caller, &form, &loaded, &mut reader)?;
    reader.finish(AnswersGiven::FIELDS)?;
    admit_change(&form.record, &loaded.response.record, now)?;
    loaded.complete(tx, &caller)?;
    let unused = loaded.drop_files_but(tx, &caller, &loaded.named_files())?;
    let mut told = loaded.shown();
    told.insert("thank_you_text".to_owned(), form.record.thank_you_text.as_ref().map(|it| it.as_str()).into());
    told.insert("redirect_url".to_owned(), form.record.redirect_url.as_ref().map(|it| it.as_str()).into());
    Ok((data(told.into()), unused))
}

/// Checks what the body says beside answers, whatever else of it could be read.
fn check_said(reader: &mut BodyReader<'_>) {
    if let Some(metadata) = reader.raw("metadata").filter(|it| it.is_object()) {
        check_metadata(&Object::new(metadata.clone()), reader);
    }
}

/// A response that somebody begins at a moment.
pub(super) fn begun(form: Id<Form>, now: Time) -> FormResponse {
    FormResponse {
        form_id: form,
        form_version: Default::default(),
        status: ResponseStatus::InProgress,
        source: ResponseSource::Public,
        respondent_user_id: None,
        respondent_email: None,
        metadata: None,
        started_at: Some(now),
        completed_at: None,
        duration_seconds: None,
        last_step_id: None,
        created_record_type: None,
        created_record_id: None,
        edit_hash: None,
        was_completed: false,
        answer_tokens: None,
        month: None,
    }
}

/// Refuses where the plan lets no more responses in this month, or no more bytes.
pub(super) fn admit_plan(tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
    let admitted = check_admission(tx, caller, Limit::FormResponses, 1);
    admitted.map_err(|refusal| match refusal {
        Refusal::Forbidden(Denial::Plan(_)) => Refusal::Forbidden(Denial::Plan(NO_MORE.to_owned())),
        refusal => refusal,
    })
}

/// Refuses to change a response that is not to be changed any more, or of a form that takes no answers. One that looks
/// completed is not held against the limit, whether it counts or not.
pub(super) fn admit_change(form: &Form, response: &FormResponse, now: Time) -> Result<(), Refusal> {
    match public_status(response) {
        ResponseStatus::InProgress => admit(form, response, now),
        ResponseStatus::Completed | ResponseStatus::Disqualified | ResponseStatus::Spam => {
            let shut = ClosedReason::by_time(form, now).map(|shut| shut.sentence(form));
            Err(refuse(shut.as_deref().unwrap_or(COMPLETED)))
        }
    }
}

/// Rejects the address of somebody who has answered already.
pub(super) fn refuse_second(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    form: &Stored<Form>,
    loaded: &LoadedResponse,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let id = Some(loaded.response.id.get()).filter(|id| *id > 0);
    if has_answered(tx, caller.team, form, (id, &loaded.response.record))? {
        reader.reject("email", FieldError::Taken);
    }
    Ok(())
}

/// A token by which a response is changed.
pub(super) fn edit_token(tx: &mut dyn WriteTx) -> Result<String, Refusal> {
    Ok(secret(&tx.random()?))
}

impl LoadedResponse {
    /// Inserts a response that was begun, with the token that opens it.
    pub(super) fn insert(&mut self, tx: &mut dyn WriteTx, caller: &Caller, edit_token: &str) -> Result<(), Refusal> {
        self.response.record.edit_hash = Some(SecretHash::of(edit_token));
        self.response.record.note_month(&caller.timezone, tx.now());
        self.follow();
        self.response = commands::insert(tx, caller, self.response.record.clone())?;
        Ok(())
    }

    /// Takes who answers, as far as the form keeps it.
    fn take_person(&mut self, email: Option<Email>, metadata: Option<Object>, reader: &mut BodyReader<'_>) {
        let anonymous = self.structure.form.record.anonymous;
        if anonymous && email.is_some() && reader.raw("email").is_some() {
            reader.reject("email", FieldError::Prohibited);
        }
        self.response.record.respondent_email = email;
        self.response.record.metadata = metadata.filter(|_| !anonymous);
    }

    /// Rejects that nobody is named, where each may answer once.
    fn demand_email(&self, reader: &mut BodyReader<'_>) {
        let is_unnamed = self.response.record.respondent_email.is_none() && !reader.has_errors_about("email");
        if self.structure.form.record.one_response_per_respondent && is_unnamed {
            reader.reject("email", FieldError::Required);
        }
    }

    /// Takes what the body answers, whatever else of it could be read.
    fn take_given(&mut self, caller: &Caller, now: Time, reader: &mut BodyReader<'_>) {
        let Some(given) = reader.raw(ANSWERS).filter(|given| given.is_object()) else { return };
        let changes: AnswerChanges = match self.read(caller, now, given) {
            Ok(changes) => changes,
            Err(wrong) => {
                wrong.into_iter().for_each(|(path, error)| reader.reject(&place(ANSWERS, &path), error));
                return;
            }
        };
        self.take(changes);
    }

    /// Logs that somebody else answers, or says other things about themselves.
    pub(super) fn log_person(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        before: &Stored<FormResponse>,
    ) -> Result<(), Refusal> {
        let FormResponse { respondent_email, metadata, .. } = self.response.record.clone();
        let after = FormResponse { respondent_email, metadata, ..before.record.clone() };
        let Some((new, old)) = difference(&before.record, &after) else { return Ok(()) };
        tx.log(caller.team, &entry(&self.response, caller, "updated", both_sides(new, old)))
    }

    /// Removes the files that respondents sent with the response but for these. What the team attached stays.
    pub(in crate::responses) fn drop_files_but(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        named: &[i64],
    ) -> Result<Vec<FileKey>, Refusal> {
        let mut unused = Vec::new();
        for attachment in self.sent_files(tx, caller)? {
            if !named.contains(&attachment.id.get()) {
                unused.extend(attachments::delete_one(tx, caller, attachment)?);
            }
        }
        Ok(unused)
    }

    /// The files that respondents sent with the response, to be changed.
    pub(super) fn sent_files(&self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<Vec<Stored<Attachment>>, Refusal> {
        let mut attached = tx.attachments_to_change(caller.team, Kind::FormResponse, self.response.id.get())?;
        attached.retain(|it| it.record.file_id.is_some() && it.record.user_id.is_none());
        Ok(attached)
    }
}
