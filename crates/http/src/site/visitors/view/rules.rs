//! The rules by which questions of a step come and go while it is answered, as the script of the page reads them. What
//! they ask of earlier steps is decided here already.

use serde_json::{Value, json};
use std::collections::HashMap;

use uplift_domain::forms::{Action, AnsweredQuestion, Condition, Connector, Question, Rule, Step, condition_holds};
use uplift_domain::record::Choices as _;
use uplift_domain::responses::Visit;

/// `{"show": [rule, …], "hide": [rule, …]}`, a rule being `{"any": bool, "of": [bool or condition, …]}`; `None` where
/// it has none.
pub(super) fn live(earlier: &Earlier<'_>, step: &Step, question: &Question) -> Option<String> {
    let rules = question.logic.all();
    let here = |condition: &Condition| {
        step.questions.iter().any(|it| it.key == condition.question && it.question_type.is_shown())
    };
    let shows = |rule: &&Rule| matches!(rule.action, Action::Show);
    let hides = |rule: &&Rule| matches!(rule.action, Action::Hide);
    let mut moving = rules.iter().filter(|rule| shows(rule) || hides(rule));
    moving.next()?;
    let told = |condition: &Condition| match here(condition) {
        true => json!({ "q": condition.question, "op": condition.operator.name(), "v": condition.value }),
        false => Value::Bool(condition_holds(condition, earlier.get(condition.question.as_str()))),
    };
    let rule = |rule: &Rule| {
        let of: Vec<Value> = rule.conditions.iter().map(told).collect();
        json!({ "any": rule.connector == Connector::Or, "of": of })
    };
    let show: Vec<Value> = rules.iter().filter(shows).map(rule).collect();
    let hide: Vec<Value> = rules.iter().filter(hides).map(rule).collect();
    Some(json!({ "show": show, "hide": hide }).to_string())
}

/// What was answered on the way so far, by the keys of the questions.
pub(super) type Earlier<'v> = HashMap<&'v str, AnsweredQuestion<'v>>;

pub(super) fn earlier(visit: &Visit) -> Earlier<'_> {
    let asked = visit.definition.questions().filter(|question| visit.form_path.keeps(&question.key));
    let answers = asked.filter_map(|question| Some((question, visit.answers.get(&question.key)?)));
    answers.map(|(question, answer)| (question.key.as_str(), AnsweredQuestion::new(question, answer))).collect()
}
