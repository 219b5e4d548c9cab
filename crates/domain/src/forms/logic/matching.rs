//! Whether a condition holds of what was answered.

use std::cell::OnceCell;

use super::operand::bound;
use super::operator::Operator;
use super::rule::{Condition, Connector, Rule};
use crate::Json;
use crate::forms::{Answer, Question, QuestionType};
use crate::operands::Bound;
use crate::record::{Date, Value, decimal};

/// A question with the answer to it, of which conditions ask.
pub struct AnsweredQuestion<'a> {
    question: &'a Question,
    answer: &'a Answer,
    /// The answer as it is compared whatever the case: it may be long, and many conditions may ask for it.
    folded: OnceCell<String>,
}

impl<'a> AnsweredQuestion<'a> {
    pub fn new(question: &'a Question, answer: &'a Answer) -> Self {
        Self { question, answer, folded: OnceCell::new() }
    }

    /// The text of the answer and another, whatever their case.
    fn texts(&self, value: &Json) -> Option<(&str, String)> {
        let text = self.answer.value().as_str()?;
        Some((self.folded.get_or_init(|| casefold_text(text)), casefold_text(value.as_str()?)))
    }
}

/// Whether the conditions of a rule hold, where this tells the question of a key with the answer to it. It tells no
/// question where there is none, or none that was asked.
pub(super) fn applies<'a>(rule: &Rule, answered: impl Fn(&str) -> Option<&'a AnsweredQuestion<'a>>) -> bool {
    let mut each = rule.conditions.iter().map(|condition| condition_holds(condition, answered(&condition.question)));
    match rule.connector {
        Connector::And => each.all(|it| it),
        Connector::Or => each.any(|it| it),
    }
}

/// Whether a condition holds of the question that it names with the answer to it, which there is none of where that was
/// not asked or not answered.
pub fn condition_holds(condition: &Condition, answered: Option<&AnsweredQuestion<'_>>) -> bool {
    match answered {
        None => condition.operator == Operator::IsSkipped,
        Some(answered) => holds(condition, answered),
    }
}

/// Whether a condition holds of an answer. What cannot be compared does not hold.
fn holds(condition: &Condition, answered: &AnsweredQuestion<'_>) -> bool {
    let Condition { operator, value, .. } = condition;
    let AnsweredQuestion { question, answer, .. } = *answered;
    let texts = || answered.texts(value);
    if !operator.is_for(question.question_type) {
        return false;
    }
    match operator {
        Operator::IsAnswered => true,
        Operator::IsSkipped => false,
        Operator::Equals => is_equal(answered, value) == Some(true),
        Operator::NotEquals => is_equal(answered, value) == Some(false),
        Operator::Contains => texts().is_some_and(|(text, part)| text.contains(part.as_str())),
        Operator::NotContains => texts().is_some_and(|(text, part)| !text.contains(part.as_str())),
        Operator::StartsWith => texts().is_some_and(|(text, part)| text.starts_with(part.as_str())),
        Operator::EndsWith => texts().is_some_and(|(text, part)| text.ends_with(part.as_str())),
        Operator::In => is_among(answered, value) == Some(true),
        Operator::NotIn => is_among(answered, value) == Some(false),
        Operator::Gt => is_ordered(question, answer, value, |answer, value| answer > value),
        Operator::Gte => is_ordered(question, answer, value, |answer, value| answer >= value),
        Operator::Lt => is_ordered(question, answer, value, |answer, value| answer < value),
        Operator::Lte => is_ordered(question, answer, value, |answer, value| answer <= value),
        Operator::Between => is_between(question, answer, value),
        Operator::IncludesAny => chosen(question, answer, value).is_some_and(|each| each.contains(&true)),
        Operator::IncludesAll => chosen(question, answer, value).is_some_and(|each| !each.contains(&false)),
        Operator::IncludesNone => chosen(question, answer, value).is_some_and(|each| !each.contains(&true)),
        Operator::FirstIs => value.is_string() && answer.value().get(0) == Some(value),
        Operator::CellEquals => is_in_cell(answer, value),
    }
}

/// A text as it is compared whatever the case. The sigma at the end of a word is the same letter as any.
fn casefold_text(text: &str) -> String {
    text.to_lowercase().replace('ς', "σ")
}

/// Whether an answer is a value; `None` where the value is nothing that an answer may be.
fn is_equal(answered: &AnsweredQuestion<'_>, value: &Json) -> Option<bool> {
    let AnsweredQuestion { question, answer, .. } = *answered;
    match question.question_type {
        QuestionType::ShortText
        | QuestionType::LongText
        | QuestionType::Email
        | QuestionType::Url
        | QuestionType::Phone
        | QuestionType::Hidden => answered.texts(value).map(|(text, other)| text == other),
        QuestionType::Number | QuestionType::Rating | QuestionType::Scale | QuestionType::Nps => {
            Some(answer.value().as_f64()? == decimal(value).ok()?)
        }
        QuestionType::Date => Some(Date::read(answer.value()).ok()? == Date::read(value).ok()?),
        QuestionType::SingleChoice | QuestionType::Dropdown => {
            let chosen = answer.option_ids(question)?;
            Some(chosen.first().map(String::as_str) == Some(value.as_str()?))
        }
        QuestionType::YesNo | QuestionType::Consent => Some(answer.value().as_bool()? == bool::read(value).ok()?),
        QuestionType::MultipleChoice
        | QuestionType::Ranking
        | QuestionType::Matrix
        | QuestionType::FileUpload
        | QuestionType::Statement => None,
    }
}

fn is_among(answered: &AnsweredQuestion<'_>, values: &Json) -> Option<bool> {
    Some(values.as_array()?.iter().any(|value| is_equal(answered, value) == Some(true)))
}

fn is_ordered(question: &Question, answer: &Answer, value: &Json, order: impl Fn(Bound, Bound) -> bool) -> bool {
    let both = bound(answer.value(), question).ok().zip(bound(value, question).ok());
    both.is_some_and(|(answer, value)| order(answer, value))
}

fn is_between(question: &Question, answer: &Answer, ends: &Json) -> bool {
    let Some([low, high]) = ends.as_array().map(Vec::as_slice) else { return false };
    is_ordered(question, answer, low, |answer, low| answer >= low)
        && is_ordered(question, answer, high, |answer, high| answer <= high)
}

/// Whether each of the options was chosen.
fn chosen(question: &Question, answer: &Answer, values: &Json) -> Option<Vec<bool>> {
    let chosen = answer.option_ids(question)?;
    let is_chosen = |id: &Json| id.as_str().is_some_and(|id| chosen.iter().any(|it| it == id));
    Some(values.as_array()?.iter().map(is_chosen).collect())
}

fn is_in_cell(answer: &Answer, cell: &Json) -> bool {
    let id = |name: &str| cell.get(name).and_then(Json::as_str);
    let (Some(row), Some(column)) = (id("row"), id("column")) else { return false };
    match answer.value().get(row) {
        Some(Json::Array(columns)) => columns.iter().any(|it| it == column),
        Some(one) => one == column,
        None => false,
    }
}
