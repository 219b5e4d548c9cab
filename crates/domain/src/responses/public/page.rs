//! The page of a form: at which step somebody is in it, what they send of that step, and where they go on.

use std::collections::{BTreeMap, BTreeSet};

use super::super::loaded::{LoadedResponse, errors_of_answers};
use crate::Json;
use crate::access::Caller;
use crate::forms::{
    AnswerChanges, FormPath, Question, QuestionType, Step, Uploads, Written, answers, place, read_written,
};
use crate::period::today;
use crate::record::{FieldError, Invalid, MemberErrors, Time};
use crate::responses::ANSWERS;

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

/// What was sent of a step: the answers that are right, and what is wrong with the others.
pub(super) struct Given {
    pub(super) right: AnswerChanges,
    pub(super) wrong: MemberErrors,
    /// The keys of the questions that were shown.
    pub(super) shown: BTreeSet<String>,
}

/// Where a visitor goes on.
pub(super) enum Onward {
    To(i64),
    /// At an earlier step: this is wrong, as the form is now, with what they were shown there.
    Back(i64, Invalid),
    End,
}

impl LoadedResponse {
    /// Answers the questions that nobody sees, before a response is begun: by what is said, as far as it may be
    /// answered, and by their defaults.
    pub(super) fn fill_unseen(&mut self, caller: &Caller, now: Time, said: impl Fn(&Question) -> Option<Written>) {
        let day = today(now, caller.timezone.rules());
        for question in self.definition.questions().filter(|it| it.question_type == QuestionType::Hidden) {
            let raw = said(question).map(|written| read_written(question, &written));
            let read =
                raw.and_then(|raw| answers::check(question, &raw, day, Uploads::Of(&|_, _| false)).ok().flatten());
            if let Some(answer) = read {
                self.answers.insert(question.key.clone(), answer);
            }
        }
        self.definition.fill_defaults(&mut self.answers);
    }

    /// The steps on a way that show something.
    pub(super) fn pages(&self, form_path: &FormPath) -> Vec<i64> {
        let shows = |step: &Step| step.questions.iter().any(|it| form_path.questions.contains(&it.key));
        let on_way = |id: &&i64| self.definition.steps.iter().any(|step| step.id == **id && shows(step));
        form_path.path.iter().filter(on_way).copied().collect()
    }

    /// Where somebody is who was at a step: there, if it is on the way and shows something, or else at the next one
    /// that does, or at the last.
    pub(super) fn present(&self, at: Option<i64>) -> Option<i64> {
        let pages = self.pages(&self.definition.form_path(&self.answers));
        let place = |id: i64| self.definition.steps.iter().position(|step| step.id == id);
        let at = at.and_then(place).unwrap_or_default();
        pages.iter().find(|page| place(**page) >= Some(at)).or(pages.last()).copied()
    }

    /// Reads what was sent of a step. What is wrong counts only where the question is seen with what is right.
    pub(super) fn given(&self, caller: &Caller, now: Time, step: i64, sent: &StepSent, uploads: Uploads<'_>) -> Given {
        let day = today(now, caller.timezone.rules());
        let before = || self.definition.form_path(&self.answers).questions.into_iter().collect();
        let shown: BTreeSet<String> = sent.shown.clone().unwrap_or_else(before);
        let (mut right, mut wrong) = (AnswerChanges::new(), MemberErrors::new());
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
        let form_path = self.definition.form_path(&with);
        wrong.retain(|(path, _)| form_path.keeps(key_of(path)));
        Given { right, wrong, shown }
    }

    /// Where somebody goes on who is done with a step: to the next that shows something, or to one that is not answered
    /// as the form is now. What they were not shown before is shown to them first, and nothing is said of it yet.
    pub(super) fn onward(&self, caller: &Caller, now: Time, present: Option<i64>) -> Onward {
        let form_path = self.definition.form_path(&self.answers);
        let pages = self.pages(&form_path);
        let next = pages.iter().skip_while(|page| Some(**page) != present).nth(1);
        if let Some(next) = next {
            return Onward::To(*next);
        }
        let faulty = self.faulty(caller, now, &form_path);
        for page in pages.into_iter().filter(|page| Some(*page) != present) {
            let step = self.definition.steps.iter().find(|step| step.id == page);
            let of_page = |key: &str| step.is_some_and(|step| step.questions.iter().any(|it| it.key == key));
            let here = || faulty.iter().filter(|(path, _)| of_page(key_of(path)));
            let told: MemberErrors = here().filter(|(path, _)| self.was_shown(key_of(path))).cloned().collect();
            if !told.is_empty() {
                return Onward::Back(page, errors_of_answers(&told));
            }
            if here().next().is_some() {
                return Onward::To(page);
            }
        }
        Onward::End
    }

    /// What keeps the answers on a way from being complete: those that the questions as they are now do not take, and
    /// those that are missing.
    fn faulty(&self, caller: &Caller, now: Time, form_path: &FormPath) -> MemberErrors {
        let kept = self.answers.iter().filter(|(key, _)| form_path.keeps(key));
        let given: Json = kept.map(|(key, answer)| (key.clone(), answer.value().clone())).collect();
        let mut faulty = self.read(caller, now, &given).err().unwrap_or_default();
        let mut missing = self.definition.missing_answers(form_path, &self.answers);
        missing.retain(|(path, _)| faulty.iter().all(|(wrong, _)| key_of(wrong) != key_of(path)));
        faulty.extend(missing);
        faulty
    }

    /// Whether a question of an earlier step was shown: it was answered once, or was there when the response was begun.
    fn was_shown(&self, key: &str) -> bool {
        let asked = self.structure.questions.iter().find(|it| it.record.key.as_str() == key);
        let was_there = |created_at| self.response.record.started_at.is_some_and(|begun| created_at <= begun);
        asked.is_some_and(|asked| self.row_of(asked).is_some() || was_there(asked.created_at))
    }
}

/// The key of the question that a path from the answers leads to.
pub(super) fn key_of(path: &str) -> &str {
    path.split('.').next().unwrap_or_default()
}
