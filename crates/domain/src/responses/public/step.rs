//! One step of a form, as it is sent from its page: saved, and completed where it is the last.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::super::answers::log_answers;
use super::super::draft::Draft;
use super::super::month::count_month;
use super::sent_files::{Fit, file_key, keys};
use super::shown::public_status;
use super::submit::{admit_change, admit_plan, begun, refuse_second};
use super::visit::{Given, key_of};
use super::{Held, Opening, SubmissionAsked};
use crate::access::Caller;
use crate::file::{FileKey, Sent};
use crate::forms::{Uploads, Written, place};
use crate::kinds::{ResponseStatus, unsaved};
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Fields, Record as _, Time};
use crate::responses::ANSWERS;
use crate::{Form, Json, Refusal};

/// How somebody goes on with a response: which it is, by which token, and at which step they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: i64,
    pub edit_token: String,
    pub step: Option<i64>,
}

/// What somebody sends of a step.
#[derive(Clone, Debug, Default)]
pub struct StepSent {
    /// The step that it is said to be of.
    pub step: Option<i64>,
    /// Whether they go back, where they otherwise go on.
    pub back: bool,
    /// The keys of the questions that were shown, where that is said.
    pub shown: Option<BTreeSet<String>>,
    /// What was written, by the keys of the questions.
    pub written: BTreeMap<String, Written>,
    /// Who answers, where the form asks that.
    pub email: Option<String>,
    /// Left empty by people.
    pub website: Option<String>,
}

/// What became of a step that was sent.
#[derive(Clone, Debug)]
pub enum Stepped {
    /// The visitor is at another step; nothing was saved.
    Elsewhere,
    /// It was saved, and the visitor goes on there.
    Saved(Entry),
    /// The response is complete.
    Done(Box<Form>),
}

/// Where a visitor goes on.
enum Onward {
    To(i64),
    End,
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
    let (caller, mut draft) = enter(tx, token, (entry, sent))?;
    let now = tx.now();
    if public_status(&draft.response.record) != ResponseStatus::InProgress {
        return Ok((Stepped::Done(Box::new(draft.structure.form.record)), keys(files)));
    }
    admit_change(&draft.structure.form.record, &draft.response.record, now)?;
    let present = draft.present(entry.and_then(|entry| entry.step));
    let is_first = draft.pages(&draft.definition.course(&draft.answers)).first().copied() == present;
    if sent.step != present || (sent.back && is_first) {
        return Ok((Stepped::Elsewhere, keys(files)));
    }
    draft.find_files(tx, caller.team)?;
    let before = draft.response.clone();
    let (onward, fit) = draft.take_sent(tx, &caller, (present, is_first), (sent, files))?;
    let mut step = Entry {
        id: before.id.get(),
        edit_token: entry.map(|entry| entry.edit_token.clone()).unwrap_or_default(),
        step: None,
    };
    if entry.is_none() {
        step.edit_token = draft.insert(tx, &caller)?;
        step.id = draft.response.id.get();
        if draft.response.record.status != ResponseStatus::Spam {
            count_month(tx, caller.team, &caller.timezone, now, 1);
        }
    }
    let taken: Vec<FileKey> = fit.iter().filter_map(|fit| file_key(fit.sent)).collect();
    let mut unused: Vec<FileKey> = keys(files).into_iter().filter(|key| !taken.contains(key)).collect();
    unused.extend(draft.attach_all(tx, &caller, fit)?);
    match onward {
        Onward::To(to) => {
            step.step = Some(to);
            draft.follow();
            let changed = draft.save_answers(tx, &caller, None)?;
            if entry.is_some() {
                draft.save_after(tx, &caller, &before, !changed.keys.is_empty())?;
                log_answers(tx, &caller, &draft.response, &changed, false)?;
            }
            Ok((Stepped::Saved(step), unused))
        }
        Onward::End => {
            match draft.response.record.status {
                ResponseStatus::Spam => draft.complete_spam(tx, &caller, now)?,
                ResponseStatus::InProgress | ResponseStatus::Completed | ResponseStatus::Disqualified => {
                    draft.complete(tx, &caller)?;
                }
            }
            unused.extend(draft.drop_unnamed_files(tx, &caller)?);
            Ok((Stepped::Done(Box::new(draft.structure.form.record)), unused))
        }
    }
}

/// The response that the step is of: the one that the entry opens, or a new one.
fn enter(
    tx: &mut dyn WriteTx,
    token: &str,
    (entry, sent): (Option<&Entry>, &StepSent),
) -> Result<(Caller, Draft), Refusal> {
    if let Some(entry) = entry {
        let opening = Opening { token: token.to_owned(), id: Ok(entry.id), edit_token: entry.edit_token.clone() };
        return Held::response(tx, &opening);
    }
    let Held { caller, structure } = Held::find(tx, token)?;
    admit_plan(tx, &caller)?;
    let now = tx.now();
    let mut response = begun(structure.form.id, now);
    if sent.website.is_some() {
        response.status = ResponseStatus::Spam;
    }
    let mut draft = Draft::new(structure, unsaved(response));
    draft.fill_unseen(&caller, now, |question| sent.written.get(&question.key).cloned());
    Ok((caller, draft))
}

impl Draft {
    /// Takes what was sent of the step where the visitor is, and finds where they go on from there. Nothing is
    /// written. Of who goes back only what is right is taken.
    fn take_sent<'a>(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        (present, is_first): (Option<i64>, bool),
        (sent, files): (&StepSent, &'a [(String, Sent)]),
    ) -> Result<(Onward, Vec<Fit<'a>>), Refusal> {
        let body = Fields::from_iter([("email".to_owned(), json!(sent.email))]);
        let mut reader = BodyReader::new(&body);
        self.take_email(tx, caller, is_first, &mut reader)?;
        let (now, ids) = (tx.now(), self.files.keys().copied().collect::<Vec<_>>());
        let step = present.unwrap_or_default();
        let Given { right, mut wrong, shown } = self.given(caller, now, step, sent, Uploads::Of(&ids));
        self.take(right);
        let fit = self.take_files(step, files, &mut reader);
        let course = self.definition.course(&self.answers);
        let of_step = |key: &str| {
            let step = self.definition.steps.iter().find(|it| it.id == step);
            step.is_some_and(|step| step.questions.iter().any(|it| it.key == key))
        };
        if sent.back {
            let pages = self.pages(&course);
            let at = pages.iter().position(|page| Some(*page) == present).unwrap_or_default();
            let to = pages.get(at.saturating_sub(1)).copied().or(present).unwrap_or_default();
            return Ok((Onward::To(to), fit));
        }
        let refused = |key: &str| {
            wrong.iter().any(|(path, _)| key_of(path) == key) || reader.has_errors_about(&place(ANSWERS, key))
        };
        let mut missing = self.definition.missing_answers(&course, &self.answers);
        missing.retain(|(path, _)| {
            let key = key_of(path);
            of_step(key) && shown.contains(key) && !refused(key)
        });
        wrong.extend(missing);
        wrong.into_iter().for_each(|(path, error)| reader.reject(&place(ANSWERS, &path), error));
        reader.finish(SubmissionAsked::FIELDS)?;
        let unseen = course.questions.iter().any(|key| of_step(key) && !shown.contains(key));
        let onward = match (unseen, present) {
            (true, Some(present)) => Onward::To(present),
            (true, None) | (false, _) => self.onward(caller, now, present),
        };
        Ok((onward, fit))
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
            let asked = SubmissionAsked::read(reader);
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

    /// Where somebody goes on who is done with a step: to the next that shows something, or to one that is not answered
    /// as the form is now.
    fn onward(&self, caller: &Caller, now: Time, present: Option<i64>) -> Onward {
        let course = self.definition.course(&self.answers);
        let pages = self.pages(&course);
        let next = pages.iter().skip_while(|page| Some(**page) != present).nth(1);
        if let Some(next) = next {
            return Onward::To(*next);
        }
        let kept = self.answers.iter().filter(|(key, _)| course.keeps(key));
        let given: Json = kept.map(|(key, answer)| (key.clone(), answer.value().clone())).collect();
        let mut faulty = self.read(caller, now, &given).err().unwrap_or_default();
        faulty.extend(self.definition.missing_answers(&course, &self.answers));
        let step_of = |(path, _): &(String, FieldError)| {
            let has = |id: &&i64| {
                let step = self.definition.steps.iter().find(|step| step.id == **id);
                step.is_some_and(|step| step.questions.iter().any(|it| it.key == key_of(path)))
            };
            pages.iter().find(has).copied()
        };
        match faulty.iter().filter_map(step_of).find(|step| Some(*step) != present) {
            Some(step) => Onward::To(step),
            None => Onward::End,
        }
    }
}
