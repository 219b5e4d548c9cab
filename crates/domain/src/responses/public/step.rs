//! One step of a form, as it is sent from its page: saved, and completed where it is the last.

use serde_json::json;

use super::super::answers::log_answers;
use super::super::loaded::LoadedResponse;
use super::page::{Entry, Given, Onward, StepSent, key_of};
use super::rejected::{FaultyStep, RejectedStep};
use super::sent_files::{Fit, file_key, keys};
use super::shown::public_status;
use super::submit::{admit_change, admit_plan, begun, edit_token, refuse_second};
use super::{Held, SubmissionBody};
use crate::access::{Caller, SecretHash};
use crate::file::{FileKey, Sent};
use crate::forms::{Uploads, place};
use crate::kinds::{ResponseStatus, unsaved};
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Fields, Invalid, Record as _, Stored};
use crate::responses::ANSWERS;
use crate::{Form, FormResponse, Refusal};

/// What became of a step that was sent.
#[derive(Clone, Debug)]
pub enum Stepped {
    /// The visitor is at another step; nothing was saved.
    Elsewhere,
    /// It was saved, and the visitor goes on there.
    Saved(Entry),
    /// It was saved, and the visitor goes back to an earlier one, where this is wrong by now.
    Back(Entry, Box<Invalid>),
    /// It is to be sent again, and was not saved but for its files.
    Refused(Box<RejectedStep>),
    /// The response is complete.
    Done(Box<Form>),
}

/// What was taken of a step.
struct Taken<'a> {
    /// Where it leads, or what is wrong with it.
    onward: Result<Onward, Invalid>,
    /// The files that came with it and are fit.
    fit: Vec<Fit<'a>>,
}

/// Where the visitor is.
#[derive(Clone, Copy)]
struct Present {
    step: Option<i64>,
    is_first: bool,
}

/// Saves a step, begins the response where none was begun, and completes it where the step is the last. Tells also
/// which files are nobody's then.
///
/// # Errors
/// In the order of the interface: no such form, a blocked team, the token, the plan, the form, what was sent.
pub fn take_step(
    tx: &mut dyn WriteTx,
    token: &str,
    entry: Option<&Entry>,
    (sent, files): (&StepSent, &[(String, Sent)]),
) -> Result<(Stepped, Vec<FileKey>), Refusal> {
    let (caller, mut loaded, entry) = enter(tx, token, (entry, sent))?;
    let now = tx.now();
    if public_status(&loaded.response.record) != ResponseStatus::InProgress {
        return Ok((Stepped::Done(Box::new(loaded.structure.form.record)), keys(files)));
    }
    admit_change(&loaded.structure.form.record, &loaded.response.record, now)?;
    let step = loaded.present(entry.as_ref().and_then(|entry| entry.step));
    let is_first = loaded.pages(&loaded.definition.form_path(&loaded.answers)).first().copied() == step;
    if sent.step != step || (sent.back && is_first) {
        return Ok((Stepped::Elsewhere, keys(files)));
    }
    loaded.find_files(tx, caller.team)?;
    let (before, answers, is_begun) = (loaded.response.clone(), loaded.answers.clone(), entry.is_some());
    let present = Present { step, is_first };
    let Taken { onward, fit } = loaded.take_sent(tx, &caller, present, (sent, files))?;
    let taken: Vec<FileKey> = fit.iter().filter_map(|fit| file_key(fit.sent)).collect();
    let mut unused: Vec<FileKey> = keys(files).into_iter().filter(|key| !taken.contains(key)).collect();
    let onward = match onward {
        Ok(onward) => onward,
        Err(errors) => {
            let wrong = FaultyStep { before: answers, fit, errors };
            let (kept, surplus) = loaded.keep_files(tx, &caller, (entry, sent), wrong)?;
            unused.extend(surplus);
            let entry = Entry { step, ..kept.entry };
            return Ok((Stepped::Refused(Box::new(RejectedStep { entry, ..kept })), unused));
        }
    };
    let entry = loaded.begin(tx, &caller, (entry, sent))?;
    let before = if is_begun { before } else { loaded.response.clone() };
    unused.extend(loaded.attach_all(tx, &caller, fit)?);
    if is_begun {
        loaded.log_person(tx, &caller, &before)?;
    }
    let stepped = match onward {
        Onward::To(to) => {
            loaded.save_step(tx, &caller, (&before, is_begun))?;
            Stepped::Saved(Entry { step: Some(to), ..entry })
        }
        Onward::Back(to, wrong) => {
            loaded.save_step(tx, &caller, (&before, is_begun))?;
            Stepped::Back(Entry { step: Some(to), ..entry }, Box::new(wrong))
        }
        Onward::End => {
            loaded.complete(tx, &caller)?;
            unused.extend(loaded.drop_files_but(tx, &caller, &loaded.named_files())?);
            Stepped::Done(Box::new(loaded.structure.form.record))
        }
    };
    Ok((stepped, unused))
}

/// The response that the step is of, and how its visitor goes on with it: the one that the entry opens, or that this
/// step has begun before, or else a new one.
fn enter(
    tx: &mut dyn WriteTx,
    token: &str,
    (entry, sent): (Option<&Entry>, &StepSent),
) -> Result<(Caller, LoadedResponse, Option<Entry>), Refusal> {
    let held = Held::find(tx, token)?;
    let entry = match (entry, &sent.once) {
        (Some(entry), _) => Some(entry.clone()),
        (None, Some(once)) => {
            let begun = tx.form_response_opened_by(held.caller.team, held.structure.form.id, SecretHash::of(once))?;
            begun.map(|id| Entry { id: id.get(), edit_token: once.clone(), step: None })
        }
        (None, None) => None,
    };
    if let Some(entry) = entry {
        let (caller, loaded) = held.open(tx, entry.id, &entry.edit_token)?;
        return Ok((caller, loaded, Some(entry)));
    }
    let Held { caller, structure } = held;
    admit_plan(tx, &caller)?;
    let now = tx.now();
    let mut response = begun(structure.form.id, now);
    if sent.website.is_some() {
        response.status = ResponseStatus::Spam;
    }
    let mut loaded = LoadedResponse::new(structure, unsaved(response));
    loaded.fill_unseen(&caller, now, |question| sent.readable(&question.key).cloned());
    Ok((caller, loaded, None))
}

impl LoadedResponse {
    /// Begins the response where it is not begun yet, and tells how its visitor goes on with it.
    pub(super) fn begin(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        (entry, sent): (Option<Entry>, &StepSent),
    ) -> Result<Entry, Refusal> {
        if let Some(entry) = entry {
            return Ok(entry);
        }
        let edit_token = match &sent.once {
            Some(once) => once.clone(),
            None => edit_token(tx)?,
        };
        self.insert(tx, caller, &edit_token)?;
        if self.response.record.status != ResponseStatus::Spam {
            self.response.count_in_month(tx, caller, 1);
        }
        Ok(Entry { id: self.response.id.get(), edit_token, step: None })
    }

    /// Writes what was taken of a step, and what follows from it for the response, which was so before.
    fn save_step(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        (before, is_begun): (&Stored<FormResponse>, bool),
    ) -> Result<(), Refusal> {
        self.follow();
        let changed = self.save_answers(tx, caller, None)?;
        if is_begun {
            self.save_after(tx, caller, before, !changed.keys.is_empty())?;
            return log_answers(tx, caller, &self.response, &changed, false);
        }
        // The names of files are not known before they are attached.
        self.save_after(tx, caller, before, false)
    }

    /// Takes what was sent of the step where the visitor is, and finds where they go on from there. Nothing is
    /// written. Of who goes back only what is right is taken.
    fn take_sent<'a>(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        Present { step: present, is_first }: Present,
        (sent, files): (&StepSent, &'a [(String, Sent)]),
    ) -> Result<Taken<'a>, Refusal> {
        let body = Fields::from_iter([("email".to_owned(), json!(sent.email))]);
        let mut reader = BodyReader::new(&body);
        sent.unreadable.iter().for_each(|(path, error)| reader.reject(path, error.clone()));
        self.take_email(tx, caller, is_first, &mut reader)?;
        let (now, step) = (tx.now(), present.unwrap_or_default());
        let uploads = Uploads::Of(&|id, settings| self.has_file(id, settings));
        let Given { right, mut wrong, shown } = self.given(caller, now, step, sent, uploads);
        self.take(right);
        let fit = self.take_files(step, files, &mut reader);
        let form_path = self.definition.form_path(&self.answers);
        let of_step = |key: &str| {
            let step = self.definition.steps.iter().find(|it| it.id == step);
            step.is_some_and(|step| step.questions.iter().any(|it| it.key == key))
        };
        if sent.back {
            let pages = self.pages(&form_path);
            let at = pages.iter().position(|page| Some(*page) == present).unwrap_or_default();
            let to = pages.get(at.saturating_sub(1)).copied().or(present).unwrap_or_default();
            return Ok(Taken { onward: Ok(Onward::To(to)), fit });
        }
        let refused = |key: &str| {
            let is_wrong = wrong.iter().any(|(path, _)| key_of(path) == key);
            is_wrong || reader.has_errors_about(&place(ANSWERS, key)) || !sent.is_readable(key)
        };
        let mut missing = self.definition.missing_answers(&form_path, &self.answers);
        missing.retain(|(path, _)| {
            let key = key_of(path);
            of_step(key) && shown.contains(key) && !refused(key)
        });
        wrong.extend(missing);
        wrong.into_iter().for_each(|(path, error)| reader.reject(&place(ANSWERS, &path), error));
        if let Err(wrong) = reader.finish(SubmissionBody::FIELDS) {
            return Ok(Taken { onward: Err(wrong), fit });
        }
        let unseen = form_path.questions.iter().any(|key| of_step(key) && !shown.contains(key));
        let onward = match (unseen, present) {
            (true, Some(present)) => Onward::To(present),
            (true, None) | (false, _) => self.onward(caller, now, present),
        };
        Ok(Taken { onward: Ok(onward), fit })
    }

    /// Takes who answers, where each may answer once, and refuses those who have.
    fn take_email(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        is_first: bool,
        reader: &mut BodyReader<'_>,
    ) -> Result<(), Refusal> {
        let form = self.structure.form.clone();
        if !form.record.one_response_per_respondent {
            return Ok(());
        }
        if is_first {
            let asked = SubmissionBody::read(reader);
            match asked.and_then(|asked| asked.email) {
                Some(email) => self.response.record.respondent_email = Some(email),
                None if reader.has_errors_about("email") => return Ok(()),
                None => {
                    reader.reject("email", FieldError::Required);
                    return Ok(());
                }
            }
        }
        refuse_second(tx, caller, &form, self, reader)
    }
}
