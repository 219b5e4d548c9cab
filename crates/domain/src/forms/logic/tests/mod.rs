//! What rules may say, when they apply, and which way they lead.

use serde_json::json;

use super::*;
use crate::Json;
use crate::forms::{Answer, Answers, Options, Question, QuestionType, Settings};
use crate::record::{Choices, FieldError, FieldValue, Value};

mod faults;
mod generated;
mod looking_back;
mod operators;
mod shape;
mod ways;

/// A condition on a question.
fn when(question: &str, operator: &str, value: Json) -> Json {
    json!({ "question": question, "operator": operator, "value": value })
}

/// A rule with one condition.
fn rule(condition: Json, action: Json) -> Json {
    json!({ "conditions": { "connector": "and", "rules": [condition] }, "action": action })
}

/// A rule that does what the word says where something is answered to a question.
fn answered(question: &str, action: &str) -> Json {
    rule(json!({ "question": question, "operator": "is_answered" }), json!({ "type": action }))
}

/// A rule that jumps where something is answered to a question.
fn jump(question: &str, to: i64) -> Json {
    rule(json!({ "question": question, "operator": "is_answered" }), json!({ "type": "jump_to_step", "to": to }))
}

fn rules(rules: &[Json]) -> Rules {
    Rules::read(&rules.iter().cloned().collect()).unwrap()
}

/// A question of a type, with the options `a`, `b` and `c` where it has any, and with rows and columns of the same ids
/// where it has those.
fn question(key: &str, question_type: QuestionType) -> Question {
    let lines = || ["a", "b", "c"].map(|id| json!({ "id": id, "label": id }));
    let mut question = Question::new(key, question_type);
    if question_type.has_options() {
        question.options = Options::read(&json!(lines())).unwrap();
    }
    if question_type == QuestionType::Matrix {
        question.settings = Settings::of(question_type, &json!({ "rows": lines(), "columns": lines() }));
    }
    question
}

/// A question for a text, with rules.
fn text(key: &str, logic: &[Json]) -> Question {
    Question { logic: rules(logic), ..question(key, QuestionType::ShortText) }
}

/// A form of steps, whose ids are ten times their positions.
fn form(steps: Vec<(&[Json], Vec<Question>)>) -> Definition {
    let step = |(position, (logic, questions)): (i64, (&[Json], Vec<Question>))| Step {
        id: position * 10,
        position,
        is_hidden: false,
        logic: rules(logic),
        questions,
    };
    Definition { steps: (1..).zip(steps).map(step).collect() }
}

fn answers(given: Json) -> Answers {
    let members = given.as_object().cloned().unwrap_or_default();
    members.into_iter().map(|(key, value)| (key, Answer::stored(value))).collect()
}
