//! What is wrong with the rules of a form, and with a form that is to be published.

use std::collections::HashMap;

use super::definition::{Definition, Step};
use super::operand;
use super::rule::{Action, Condition, Rule, RuleHost};
use super::rules::Rules;
use crate::forms::{Question, place};
use crate::record::{FieldError, MemberErrors};

/// What a fault stands at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultPlace {
    /// The form as a whole.
    Form,
    /// The step of this id.
    Step(i64),
    /// The question of this key.
    Question(String),
}

/// What keeps a form from being published.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What it stands at.
    pub place: FaultPlace,
    /// Where it stands there.
    pub within: String,
    /// Where it stands in the form, as answers tell it.
    pub path: String,
    /// What is wrong.
    pub error: FieldError,
}

impl Fault {
    /// Whether it is the same fault, wherever what it stands at has gone since.
    fn is_same_as(&self, other: &Self) -> bool {
        self.place == other.place && self.within == other.within && self.error == other.error
    }
}

/// What the rules of a step or a question may look at.
#[derive(Clone, Copy)]
struct RulePosition {
    host: RuleHost,
    /// The place of the step, from 0.
    step: usize,
    /// The place of the question in the step, from 0; that of the step is before all.
    within: usize,
}

/// A form with the places of its questions at hand: that of the step among all and that in the step, both from 0.
struct Judge<'a> {
    form: &'a Definition,
    questions: HashMap<&'a str, (usize, usize, &'a Question)>,
}

impl Definition {
    /// Tells what is wrong with the rules of a step or a question as far as every write is held to it, each by the path
    /// within the list of rules: actions that cannot stand there, steps that are none of the form, and where a
    /// condition names a question of the form, whether it can be compared so.
    pub fn check_rules(&self, host: RuleHost, rules: &Rules) -> MemberErrors {
        let judge = Judge::of(self);
        let mut wrong = MemberErrors::new();
        for (at, rule) in rules.all().iter().enumerate() {
            for (number, condition) in rule.conditions.iter().enumerate() {
                if let Some((_, _, question)) = judge.questions.get(condition.question.as_str()) {
                    compare(condition, question, &path_of(at, number), &mut wrong);
                }
            }
            judge.check_action(rule.action, host, at, &mut wrong);
        }
        wrong
    }

    /// All that keeps the form from being published, as far as its steps and questions are concerned.
    pub fn faults(&self) -> Vec<Fault> {
        let judge = Judge::of(self);
        let mut faults = Vec::new();
        if !self.questions().any(|question| question.question_type.is_asked()) {
            let rest = "field must have at least one question that can be answered.";
            faults.push(Fault {
                place: FaultPlace::Form,
                within: String::new(),
                path: "questions".to_owned(),
                error: FieldError::Otherwise(rest.to_owned()),
            });
        }
        for (at, step) in self.steps.iter().enumerate() {
            let position = RulePosition { host: RuleHost::Step, step: at, within: 0 };
            let wrong = judge.judge(position, &step.logic);
            faults.extend(faults_of(&FaultPlace::Step(step.id), &format!("steps.{}", step.position), wrong));
            judge.add_faults_of_questions(at, step, &mut faults);
        }
        faults
    }

    /// The faults of this form that another, which it was before, did not have.
    pub fn faults_brought_since(&self, before: &Self) -> Vec<Fault> {
        let known = before.faults();
        let mut faults = self.faults();
        faults.retain(|fault| !known.iter().any(|it| it.is_same_as(fault)));
        faults
    }
}

impl<'a> Judge<'a> {
    fn of(form: &'a Definition) -> Self {
        let mut questions = HashMap::new();
        for (at, step) in form.steps.iter().enumerate() {
            for (within, question) in step.questions.iter().enumerate() {
                questions.insert(question.key.as_str(), (at, within, question));
            }
        }
        Self { form, questions }
    }

    fn add_faults_of_questions(&self, at: usize, step: &Step, faults: &mut Vec<Fault>) {
        for (within, question) in step.questions.iter().enumerate() {
            let mut wrong = MemberErrors::new();
            if question.question_type.has_options() && question.options.is_empty() {
                wrong.push(("options".to_owned(), FieldError::Required));
            }
            let position = RulePosition { host: RuleHost::Question, step: at, within };
            wrong.extend(self.judge(position, &question.logic));
            let place = FaultPlace::Question(question.key.clone());
            faults.extend(faults_of(&place, &format!("questions.{}", question.key), wrong));
        }
    }

    /// Tells all that is wrong with rules, each by the path from what has them.
    fn judge(&self, position: RulePosition, rules: &Rules) -> MemberErrors {
        let mut wrong = MemberErrors::new();
        for (at, rule) in rules.all().iter().enumerate() {
            for (number, condition) in rule.conditions.iter().enumerate() {
                let path = path_of(at, number);
                let Some((step, within, question)) = self.questions.get(condition.question.as_str()) else {
                    wrong.push((format!("{path}.question"), FieldError::NotAllowed));
                    continue;
                };
                if !position.may_look_at(rule, (*step, *within)) {
                    wrong.push((format!("{path}.question"), must_point_to("an earlier question")));
                }
                compare(condition, question, &path, &mut wrong);
            }
            self.check_action(rule.action, position.host, at, &mut wrong);
            if let Action::JumpToStep(to) = rule.action
                && self.form.place_of_step(to).is_some_and(|it| it <= position.step)
            {
                wrong.push((format!("{at}.action.to"), must_point_to("a later step")));
            }
        }
        wrong.into_iter().map(|(path, error)| (place("logic", &path), error)).collect()
    }

    fn check_action(&self, action: Action, host: RuleHost, at: usize, wrong: &mut MemberErrors) {
        if !action.action_type().is_for(host) {
            wrong.push((format!("{at}.action.type"), FieldError::NotAllowed));
        }
        if let Action::JumpToStep(to) = action
            && self.form.place_of_step(to).is_none()
        {
            wrong.push((format!("{at}.action.to"), FieldError::NotAllowed));
        }
    }
}

impl RulePosition {
    /// Whether a rule may look at the question at a place.
    fn may_look_at(self, rule: &Rule, (step, within): (usize, usize)) -> bool {
        step < self.step || (step == self.step && (rule.action.leads_on() || within < self.within))
    }
}

fn must_point_to(what: &str) -> FieldError {
    FieldError::Otherwise(format!("field must point to {what}."))
}

fn faults_of<'a>(place: &'a FaultPlace, path: &'a str, wrong: MemberErrors) -> impl Iterator<Item = Fault> + use<'a> {
    wrong.into_iter().map(move |(within, error)| Fault {
        place: place.clone(),
        path: format!("{path}.{within}"),
        within,
        error,
    })
}

/// The path to a condition within the list of rules.
fn path_of(rule: usize, condition: usize) -> String {
    format!("{rule}.conditions.rules.{condition}")
}

/// Tells whether a question can be compared as a condition does.
fn compare(condition: &Condition, question: &Question, path: &str, wrong: &mut MemberErrors) {
    if !condition.operator.is_for(question.question_type) {
        wrong.push((format!("{path}.operator"), FieldError::NotAllowed));
        return;
    }
    let told = operand::check(condition.operator, &condition.value, question);
    let value = format!("{path}.value");
    wrong.extend(told.into_iter().map(|(within, error)| (place(&value, &within), error)));
}
