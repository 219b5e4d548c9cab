//! A visit of the page of a form: where somebody is in it, and what was answered so far.

use std::collections::{BTreeMap, BTreeSet};

use super::super::admission::Shut;
use super::super::draft::Draft;
use super::shown::public_status;
use super::step::Entry;
use super::submit::begun;
use super::{PublicForm, opened};
use crate::access::Caller;
use crate::forms::{
    AnswerChanges, Answers, Course, Definition, Question, QuestionType, Step, Uploads, Written, Wrong, answers, place,
    read_written,
};
use crate::kinds::{ResponseStatus, Structure, unsaved};
use crate::period::today;
use crate::ports::{ReadPort as _, ReadTx};
use crate::record::{Date, FieldError, Id, Stored, Time};
use crate::responses::ANSWERS;
use crate::{Form, FormQuestion, FormResponse, FormStep, Refusal};

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
    /// What the page told whoever begins: the token of the response to be, by which one that was sent twice is begun
    /// once.
    pub once: Option<String>,
    /// The fields that hold what no text may, by their places in the body of a request.
    pub unreadable: BTreeMap<String, FieldError>,
}

impl StepSent {
    /// What was written to a question, where all of it may be taken as it was written.
    pub(super) fn readable(&self, key: &str) -> Option<&Written> {
        self.written.get(key).filter(|_| self.is_readable(key))
    }

    /// Whether what was written to a question may be taken as it was written.
    pub(super) fn is_readable(&self, key: &str) -> bool {
        let question = place(ANSWERS, key);
        let part = format!("{question}.");
        let after = self.unreadable.range(part.clone()..).next();
        !self.unreadable.contains_key(&question) && !after.is_some_and(|(path, _)| path.starts_with(&part))
    }
}

/// Who visits the page of a form.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    /// The response that was begun, where one was.
    pub entry: Option<Entry>,
    /// What the address of the page says, by which questions that nobody sees are answered at first.
    pub parameters: BTreeMap<String, String>,
    /// What was sent and is to be shown again.
    pub sent: Option<StepSent>,
}

/// What somebody who visits the page of a form is shown of it.
#[derive(Clone, Debug)]
pub struct Visit {
    pub form: Stored<Form>,
    /// Why the form takes no answers, as a sentence, where it does not.
    pub shut: Option<String>,
    /// The steps in their order, and the questions.
    pub steps: Vec<Stored<FormStep>>,
    pub questions: Vec<Stored<FormQuestion>>,
    pub definition: Definition,
    pub answers: Answers,
    /// The way that these answers lead.
    pub course: Course,
    /// The steps on the way that show something.
    pub pages: Vec<i64>,
    /// The one of them where the visitor is; none where nothing is shown at all.
    pub present: Option<i64>,
    /// The names of the files that were answered, by their ids.
    pub files: BTreeMap<i64, String>,
    pub email: Option<String>,
    /// Whether there is a response already.
    pub is_begun: bool,
    /// The day, where the team is.
    pub today: Date,
}

/// The page of a form, as it is shown to this visitor. A response that is over, or that the token does not open, is
/// none: whoever shows it begins anew.
///
/// # Errors
/// When there is no such form, or when the database fails.
pub fn visit(tx: &mut dyn ReadTx, token: &str, visitor: &Visitor) -> Result<Visit, Refusal> {
    let found = super::find_form(tx, token)?;
    let (caller, now) = (found.caller(), tx.now());
    let response = begun_by(tx, &found, visitor.entry.as_ref(), now)?;
    // One that counts already is not held against the limit again.
    let counts = response.as_ref().is_some_and(|it| it.record.was_completed);
    let shut = if counts { Shut::by_time(&found.form.record, now) } else { Shut::of(&found.form.record, now) };
    let shut = shut.map(|shut| shut.sentence(&found.form.record));
    let form = found.form.id;
    let structure = Structure::of(tx, caller.team, found.form)?;
    let is_begun = response.is_some();
    let mut draft = match response {
        Some(response) => Draft::with(tx, caller.team, structure, response)?,
        None => Draft::new(structure, unsaved(begun(form, now))),
    };
    draft.find_named_files(tx, caller.team)?;
    if !is_begun {
        draft.fill_unseen(&caller, now, |question| match &visitor.sent {
            Some(sent) => sent.readable(&question.key).cloned(),
            None => {
                let said = question.parameter().and_then(|name| visitor.parameters.get(name))?;
                Some(Written { values: vec![said.clone()], ..Written::default() })
            }
        });
    }
    let present = draft.present(visitor.entry.as_ref().filter(|_| is_begun).and_then(|entry| entry.step));
    if let (Some(sent), Some(step)) = (&visitor.sent, present) {
        let given = draft.given(&caller, now, step, sent, Uploads::Any);
        draft.take(given.right);
        draft.find_named_files(tx, caller.team)?;
    }
    let course = draft.definition.course(&draft.answers);
    let pages = draft.pages(&course);
    let Draft { structure: Structure { form, steps, questions }, definition, response, answers, files, .. } = draft;
    let email = response.record.respondent_email.map(|email| email.as_str().to_owned());
    Ok(Visit {
        form,
        shut,
        steps,
        questions,
        definition,
        answers,
        course,
        pages,
        present,
        files,
        email,
        is_begun,
        today: today(now, caller.timezone.rules()),
    })
}

/// The response that a visitor has begun and may go on with.
fn begun_by(
    tx: &mut dyn ReadTx,
    found: &PublicForm,
    entry: Option<&Entry>,
    now: Time,
) -> Result<Option<Stored<FormResponse>>, Refusal> {
    let Some(entry) = entry else { return Ok(None) };
    let response = FormResponse::reads(tx).find(found.team_id(), Id::new(entry.id))?;
    let response = opened(response, found.form.id, &entry.edit_token, now).ok();
    Ok(response.filter(|it| public_status(&it.record) == ResponseStatus::InProgress))
}

/// What was sent of a step: the answers that are right, and what is wrong with the others.
pub(super) struct Given {
    pub(super) right: AnswerChanges,
    pub(super) wrong: Wrong,
    /// The keys of the questions that were shown.
    pub(super) shown: BTreeSet<String>,
}

impl Draft {
    /// Answers the questions that nobody sees, before a response is begun: by what is said, as far as it may be
    /// answered, and by their defaults.
    pub(super) fn fill_unseen(&mut self, caller: &Caller, now: Time, said: impl Fn(&Question) -> Option<Written>) {
        let day = today(now, caller.timezone.rules());
        for question in self.definition.questions().filter(|it| it.question_type == QuestionType::Hidden) {
            let raw = said(question).map(|written| read_written(question, &written));
            let read = raw.and_then(|raw| answers::check(question, &raw, day, Uploads::Of(&[])).ok().flatten());
            if let Some(answer) = read {
                self.answers.insert(question.key.clone(), answer);
            }
        }
        self.definition.fill_defaults(&mut self.answers);
    }

    /// The steps on a way that show something.
    pub(super) fn pages(&self, course: &Course) -> Vec<i64> {
        let shows = |step: &Step| step.questions.iter().any(|it| course.questions.contains(&it.key));
        let on_way = |id: &&i64| self.definition.steps.iter().any(|step| step.id == **id && shows(step));
        course.path.iter().filter(on_way).copied().collect()
    }

    /// Where somebody is who was at a step: there, if it is on the way and shows something, or else at the next one
    /// that does, or at the last.
    pub(super) fn present(&self, at: Option<i64>) -> Option<i64> {
        let pages = self.pages(&self.definition.course(&self.answers));
        let place = |id: i64| self.definition.steps.iter().position(|step| step.id == id);
        let at = at.and_then(place).unwrap_or_default();
        pages.iter().find(|page| place(**page) >= Some(at)).or(pages.last()).copied()
    }

    /// Reads what was sent of a step. What is wrong counts only where the question is seen with what is right.
    pub(super) fn given(&self, caller: &Caller, now: Time, step: i64, sent: &StepSent, uploads: Uploads<'_>) -> Given {
        let day = today(now, caller.timezone.rules());
        let before = || self.definition.course(&self.answers).questions.into_iter().collect();
        let shown: BTreeSet<String> = sent.shown.clone().unwrap_or_else(before);
        let (mut right, mut wrong) = (AnswerChanges::new(), Wrong::new());
        let step = self.definition.steps.iter().find(|it| it.id == step);
        let asked = step.into_iter().flat_map(|step| &step.questions).filter(|it| it.question_type.is_asked());
        for question in asked.filter(|it| sent.is_readable(&it.key)) {
            let written = sent.written.get(&question.key);
            if written.is_none() && !shown.contains(&question.key) {
                continue;
            }
            let raw = written.map(|written| read_written(question, written)).unwrap_or_default();
            match answers::check(question, &raw, day, uploads) {
                Ok(answer) => right.push((question.key.clone(), answer)),
                Err(told) => wrong.extend(told.into_iter().map(|(path, it)| (place(&question.key, &path), it))),
            }
        }
        let mut with = self.answers.clone();
        for (key, answer) in &right {
            match answer {
                Some(answer) => with.insert(key.clone(), answer.clone()),
                None => with.remove(key),
            };
        }
        let course = self.definition.course(&with);
        wrong.retain(|(path, _)| course.keeps(key_of(path)));
        Given { right, wrong, shown }
    }
}

/// The key of the question that a path from the answers leads to.
pub(super) fn key_of(path: &str) -> &str {
    path.split('.').next().unwrap_or_default()
}
