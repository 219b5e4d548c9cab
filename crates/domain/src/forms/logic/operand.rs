//! Whether what an answer is compared with can be compared with it.

use super::operator::Operator;
use crate::Json;
use crate::forms::options::{MOST_CHOSEN, OTHER};
use crate::forms::{Question, QuestionType, Settings};
use crate::operands::{Bound, check_list, check_range, whole};
use crate::record::{Date, FieldError, MemberErrors, Value, decimal, integer};

/// How many characters a text has at most that an answer is compared with.
const LONGEST_TEXT: usize = 65_535;

/// Tells what is wrong with the value that answers to a question are compared with, each by the path within it. The
/// operator is one for questions of this type.
pub(super) fn check(operator: Operator, value: &Json, question: &Question) -> MemberErrors {
    match (operator.stands_alone(), value.is_null()) {
        (true, true) => return MemberErrors::new(),
        (true, false) => return whole(Err(FieldError::Prohibited)),
        (false, true) => return whole(Err(FieldError::Required)),
        (false, false) => {}
    }
    match operator {
        Operator::IsAnswered | Operator::IsSkipped => MemberErrors::new(),
        Operator::Equals | Operator::NotEquals => whole(equal(value, question)),
        Operator::Contains | Operator::NotContains | Operator::StartsWith | Operator::EndsWith => whole(text(value)),
        Operator::In | Operator::NotIn => check_list(value, MOST_CHOSEN, |item| equal(item, question)),
        Operator::Gt | Operator::Gte | Operator::Lt | Operator::Lte => whole(bound(value, question).map(drop)),
        Operator::Between => check_range(value, |end| bound(end, question)),
        Operator::IncludesAny | Operator::IncludesAll | Operator::IncludesNone => {
            check_list(value, MOST_CHOSEN, |item| option(item, question))
        }
        Operator::FirstIs => whole(option(value, question)),
        Operator::CellEquals => cell(value, question),
    }
}

/// Something that an answer may be.
fn equal(value: &Json, question: &Question) -> Result<(), FieldError> {
    match question.question_type {
        QuestionType::ShortText
        | QuestionType::LongText
        | QuestionType::Email
        | QuestionType::Url
        | QuestionType::Phone
        | QuestionType::Hidden => text(value),
        QuestionType::Number => decimal(value).map(drop),
        QuestionType::Rating | QuestionType::Scale | QuestionType::Nps => integer(value).map(drop),
        QuestionType::Date => Date::read(value).map(drop),
        QuestionType::SingleChoice | QuestionType::Dropdown => option(value, question),
        QuestionType::YesNo | QuestionType::Consent => bool::read(value).map(drop),
        QuestionType::MultipleChoice
        | QuestionType::Ranking
        | QuestionType::Matrix
        | QuestionType::FileUpload
        | QuestionType::Statement => Err(FieldError::NotAllowed),
    }
}

fn text(value: &Json) -> Result<(), FieldError> {
    match value.as_str() {
        None => Err(FieldError::NotText),
        Some("") => Err(FieldError::Required),
        Some(text) if text.chars().count() > LONGEST_TEXT => Err(FieldError::TooLong(LONGEST_TEXT)),
        Some(_) => Ok(()),
    }
}

/// The id of an option, or what stands for the other answer where there may be one.
fn option(value: &Json, question: &Question) -> Result<(), FieldError> {
    let id = value.as_str().ok_or(FieldError::NotAllowed)?;
    let known = question.options.find(id).is_some() || (id == OTHER && question.takes_other());
    if known { Ok(()) } else { Err(FieldError::NotAllowed) }
}

/// Reads what is compared by what is more or less, for questions of a type.
pub(super) fn bound(value: &Json, question: &Question) -> Result<Bound, FieldError> {
    if question.question_type == QuestionType::Date {
        Date::read(value).map(Bound::Date)
    } else {
        decimal(value).map(Bound::Number)
    }
}

fn cell(value: &Json, question: &Question) -> MemberErrors {
    if !value.is_object() {
        return whole(Err(FieldError::NotObject));
    }
    let Settings::Matrix(matrix) = &question.settings else { return MemberErrors::new() };
    let check = |name: &str, is_known: &dyn Fn(&str) -> bool| {
        let error = match value.get(name) {
            None | Some(Json::Null) => Some(FieldError::Required),
            Some(id) if id.as_str().is_some_and(is_known) => None,
            Some(_) => Some(FieldError::NotAllowed),
        };
        error.map(|error| (name.to_owned(), error))
    };
    let row = check("row", &|id| matrix.row(id).is_some());
    row.into_iter().chain(check("column", &|id| matrix.column(id).is_some())).collect()
}
