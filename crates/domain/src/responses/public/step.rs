//! One step of a form, as it is sent from its page: saved, and completed where it is the last.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::super::answers::log_answers;
use super::super::loaded::LoadedResponse;
use super::page::{Entry, Given, Onward, StepSent, key_of};
use super::sent_files::{Fit, file_key, keys};
use super::shown::public_status;
use super::submit::{admit_change, admit_plan, begun, edit_token, refuse_second};
use super::{Held, SubmissionBody};
use crate::access::{Caller, SecretHash};
use crate::file::{FileKey, Sent};
use crate::forms::{Answers, Uploads, place};
use crate::kinds::{ResponseStatus, unsaved};
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Fields, Invalid, Record as _};
use crate::responses::ANSWERS;
use crate::{Form, Json, Refusal};

/// What became of a step that was sent.
#[derive(Clone, Debug)]
pub enum Stepped {
    /// The visitor is at another step; nothing was saved.
    Elsewhere,
    /// It was saved, and the visitor goes on there.
    Saved(Entry),
    /// It is to be sent again, and was not saved but for its files.
    Refused(Box<RejectedStep>),
    /// The response is complete.
    Done(Box<Form>),
}

/// What is kept of a step that is to be sent again.
#[derive(Clone, Debug)]
pub struct RejectedStep {
    pub entry: Entry,
    pub wrong: Invalid,
    /// The ids of the files that each question has, those among them that came with the step.
    pub files: BTreeMap<String, Vec<i64>>,
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

/// A step in which something is wrong.
struct FaultyStep<'a> {
    /// The answers as they were before it.
    before: Answers,
    /// The files that came with it and are fit.
    fit: Vec<Fit<'a>>,
    errors: Invalid,
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
    let made = loaded.response.clone();
    unused.extend(loaded.attach_all(tx, &caller, fit)?);
    if is_begun {
        loaded.log_person(tx, &caller, &before)?;
    }
    match onward {
        Onward::To(to) => {
            loaded.follow();
            let changed = loaded.save_answers(tx, &caller, None)?;
            if is_begun {
                loaded.save_after(tx, &caller, &before, !changed.keys.is_empty())?;
                log_answers(tx, &caller, &loaded.response, &changed, false)?;
            } else {
                // The names of files are not known before they are attached.
                loaded.save_after(tx, &caller, &made, false)?;
            }
            Ok((Stepped::Saved(Entry { step: Some(to), ..entry }), unused))
        }
        Onward::End => {
            loaded.complete(tx, &caller)?;
            unused.extend(loaded.drop_files_but(tx, &caller, &loaded.named_files())?);
            Ok((Stepped::Done(Box::new(loaded.structure.form.record)), unused))
        }
    }
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
    fn begin(
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

    /// Keeps the fit files of a step in which something is wrong, so that they need not be sent again: as files of the
    /// response, which begins with them where it was not begun yet. No answer is saved. Tells also which files are
    /// nobody's then.
    ///
    /// # Errors
    /// With what is wrong where there is nothing to keep, or no response to keep it with.
    fn keep_files(
        mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        (entry, sent): (Option<Entry>, &StepSent),
        FaultyStep { before, fit, mut errors }: FaultyStep<'_>,
    ) -> Result<(RejectedStep, Vec<FileKey>), Refusal> {
        let keys: BTreeSet<String> = fit.iter().map(|fit| fit.key.to_owned()).collect();
        let has_nobody = entry.is_none() && errors.errors().any(|(field, _)| field == "email");
        if has_nobody {
            let again = FieldError::Otherwise("field has to be chosen again.".to_owned());
            keys.iter().for_each(|key| errors.add(&place(ANSWERS, key), &again));
        }
        if keys.is_empty() || has_nobody {
            return Err(errors.into());
        }
        let is_begun = entry.is_some();
        let after = std::mem::replace(&mut self.answers, before);
        let mut named = self.named_files();
        let entry = self.begin(tx, caller, (entry, sent))?;
        if !is_begun {
            self.save_answers(tx, caller, None)?;
        }
        self.answers = after;
        let mut unused = self.attach_all(tx, caller, fit)?;
        named.extend(self.named_files());
        unused.extend(self.drop_files_but(tx, caller, &named)?);
        let ids = |key: String| {
            let ids = self.answers.get(&key)?.value().as_array()?.iter().filter_map(Json::as_i64).collect();
            Some((key, ids))
        };
        Ok((RejectedStep { entry, wrong: errors, files: keys.into_iter().filter_map(ids).collect() }, unused))
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
