//! The way that answers lead through a form.

use std::collections::HashMap;

use super::definition::{Definition, Step};
use super::matching::{AnsweredQuestion, applies};
use super::rule::{Action, ActionType, Rule};
use super::rules::Rules;
use crate::Json;
use crate::forms::{Answers, Question, answers};

/// What ended a form before its last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A rule of the question of this key.
    ByQuestion(String),
    /// A rule of the step of this id.
    ByStep(i64),
}

/// The way that answers lead through a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormPath {
    /// The ids of the steps that are on it.
    pub path: Vec<i64>,
    /// The keys of the questions that are not hidden by logic, those that nobody sees included.
    pub visible: Vec<String>,
    /// The keys of the questions that people see, statements included.
    pub questions: Vec<String>,
    /// The keys of the questions that have to be answered.
    pub required: Vec<String>,
    /// The keys of those that have to be answered and are not, or not in full.
    pub missing: Vec<String>,
    /// What ended the form, where a rule did.
    pub ended_by: Option<Ended>,
}

impl FormPath {
    /// Whether answers to the question of this key are kept: it is on the way and not hidden by logic.
    pub fn keeps(&self, key: &str) -> bool {
        self.visible.iter().any(|it| it == key)
    }
}

impl From<&Ended> for Json {
    fn from(ended: &Ended) -> Self {
        match ended {
            Ended::ByQuestion(key) => key.as_str().into(),
            Ended::ByStep(id) => (*id).into(),
        }
    }
}

impl Definition {
    /// The way that these answers lead. Answers to questions that are not on it, or hidden by logic, count for nothing.
    pub fn form_path(&self, answers: &Answers) -> FormPath {
        let mut walk = Walk { answers, seen: HashMap::new(), form_path: FormPath::default() };
        let mut next = 0;
        while let Some(step) = self.steps.get(next) {
            next += 1;
            if !walk.enter(step) {
                continue;
            }
            match walk.leave(step) {
                Some((Action::JumpToStep(to), _)) => match self.place_of_step(to) {
                    // A draft may say what its form will not be published with.
                    Some(later) if later >= next => next = later,
                    Some(_) | None => {}
                },
                Some((Action::End, by)) => {
                    walk.form_path.ended_by = Some(by);
                    break;
                }
                Some((Action::Show | Action::Hide | Action::Require, _)) | None => {}
            }
        }
        walk.form_path
    }
}

/// What has been seen of a form so far.
struct Walk<'a> {
    answers: &'a Answers,
    /// The questions seen so far that are answered, by their keys.
    seen: HashMap<&'a str, AnsweredQuestion<'a>>,
    form_path: FormPath,
}

impl<'a> Walk<'a> {
    fn applies(&self, rule: &Rule) -> bool {
        applies(rule, |key| self.seen.get(key))
    }

    /// Whether a rule of this type applies; `None` where there is no such rule.
    fn any(&self, rules: &Rules, action_type: ActionType) -> Option<bool> {
        let mut of_type = rules.all().iter().filter(|rule| rule.action.action_type() == action_type).peekable();
        of_type.peek()?;
        Some(of_type.any(|rule| self.applies(rule)))
    }

    /// Whether what has these rules is seen.
    fn shows(&self, rules: &Rules, is_hidden: bool) -> bool {
        self.any(rules, ActionType::Show).unwrap_or(!is_hidden) && self.any(rules, ActionType::Hide) != Some(true)
    }

    /// Enters a step, where it is seen, and asks its questions.
    fn enter(&mut self, step: &'a Step) -> bool {
        if !self.shows(&step.logic, step.is_hidden) {
            return false;
        }
        self.form_path.path.push(step.id);
        for question in &step.questions {
            if self.shows(&question.logic, false) {
                self.ask(question);
            }
        }
        true
    }

    fn ask(&mut self, question: &'a Question) {
        let (key, question_type) = (&question.key, question.question_type);
        let answer = self.answers.get(key).filter(|_| question_type.takes_answer());
        self.form_path.visible.push(key.clone());
        if question_type.is_shown() {
            self.form_path.questions.push(key.clone());
        }
        let demanded = || self.any(&question.logic, ActionType::Require) == Some(true);
        if question_type.is_asked() && (question.is_required || demanded()) {
            self.form_path.required.push(key.clone());
            if !answers::missing(question, answer).is_empty() {
                self.form_path.missing.push(key.clone());
            }
        }
        if let Some(answer) = answer {
            self.seen.insert(key, AnsweredQuestion::new(question, answer));
        }
    }

    /// What decides where the form goes on after a step: the first rule that does so and applies, of its questions in
    /// their order and then of itself.
    fn leave(&self, step: &Step) -> Option<(Action, Ended)> {
        let decides = |rules: &Rules| {
            let mut leading = rules.all().iter().filter(|rule| rule.action.leads_on());
            leading.find(|rule| self.applies(rule)).map(|rule| rule.action)
        };
        let is_seen = |question: &&Question| self.form_path.keeps(&question.key);
        let of_question = step.questions.iter().filter(is_seen).find_map(|question| {
            let action = decides(&question.logic)?;
            Some((action, Ended::ByQuestion(question.key.clone())))
        });
        of_question.or_else(|| decides(&step.logic).map(|action| (action, Ended::ByStep(step.id))))
    }
}
