//! Answers: what may be answered to a question, what is kept of it, and what is read off it.

mod choices;
mod derived;
mod matrix;
mod numbers;
#[cfg(test)]
mod tests;
mod texts;
mod whole;

pub use whole::AnswerChanges;

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{FileUploadSettings, Question, QuestionType, Settings};
use crate::Json;
use crate::record::{Date, FieldError, MemberErrors, Value, says_nothing};

/// The answers of a response, by the keys of the questions.
pub type Answers = BTreeMap<String, Answer>;

/// The answer to a question. There is none where nothing is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer(Json);

impl Answer {
    /// An answer as it was checked and kept before.
    pub const fn stored(value: Json) -> Self {
        Self(value)
    }

    /// What is kept of it.
    pub const fn value(&self) -> &Json {
        &self.0
    }
}

/// The files that answers may name.
#[derive(Clone, Copy)]
pub enum Uploads<'a> {
    /// Any that has an id: nothing is stored.
    Any,
    /// Those of which this says that the response has them, and that a question with such settings takes them.
    Of(&'a dyn Fn(i64, &FileUploadSettings) -> bool),
}

/// Whether a value is no answer: null, or an empty text, list or object.
pub fn is_no_answer(value: &Json) -> bool {
    match value {
        Json::String(text) => text.trim().is_empty(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => says_nothing(value),
    }
}

/// Checks what is answered to a question, on a day: the answer as it is kept, or `None` where nothing is answered.
///
/// # Errors
/// What is wrong, each by the path within the answer.
pub fn check(
    question: &Question,
    raw: &Json,
    today: Date,
    uploads: Uploads<'_>,
) -> Result<Option<Answer>, MemberErrors> {
    if is_no_answer(raw) {
        return Ok(None);
    }
    let raw = trimmed(raw);
    let whole = |read: Result<Json, FieldError>| read.map_err(|error| vec![(String::new(), error)]);
    let kept = match (question.question_type, &question.settings) {
        (QuestionType::Statement, _) => whole(Err(FieldError::Prohibited)),
        (_, Settings::Date { min, max }) => whole(numbers::date(&raw, *min, *max, today)),
        (_, Settings::Number(settings)) => whole(numbers::number(&raw, settings)),
        (_, Settings::Rating { scale, .. }) => whole(numbers::whole(&raw, 1, *scale)),
        (_, Settings::Scale(settings)) => whole(numbers::point(&raw, settings)),
        (_, Settings::Nps { .. }) => whole(numbers::whole(&raw, 0, 10)),
        (_, Settings::YesNo { .. }) => whole(bool::read(&raw).map(Json::Bool)),
        // Whoever does not consent has answered nothing.
        (_, Settings::Consent { .. }) => whole(bool::read(&raw).map(|yes| if yes { yes.into() } else { Json::Null })),
        (_, Settings::Text { .. } | Settings::Address { .. } | Settings::Hidden { .. }) => {
            whole(texts::text(question, &raw))
        }
        (QuestionType::Ranking, _) => whole(choices::ranking(question, &raw)),
        (_, Settings::MultipleChoice { min_select, max_select }) => {
            choices::several(question, &raw, *min_select, *max_select)
        }
        (_, Settings::Plain) => choices::one(question, &raw),
        (_, Settings::Matrix(settings)) => matrix::cells(settings, &raw),
        (_, Settings::FileUpload(settings)) => choices::files(settings, &raw, uploads),
    };
    kept.map(|value| Some(value).filter(|it| !is_no_answer(it)).map(Answer))
}

/// Tells what is missing in the answer to a question that has to be answered, each by the path within the answer.
pub fn missing(question: &Question, answer: Option<&Answer>) -> MemberErrors {
    let whole = |error| vec![(String::new(), error)];
    match (answer, &question.settings) {
        (Some(answer), Settings::Matrix(settings)) => matrix::missing(settings, answer.value()),
        (Some(_), _) => MemberErrors::new(),
        (None, Settings::Matrix(settings)) if !settings.rows.is_empty() => matrix::missing(settings, &Json::Null),
        (None, Settings::Consent { .. }) => whole(FieldError::Otherwise("field must be accepted.".to_owned())),
        (None, _) => whole(FieldError::Required),
    }
}

/// Refuses with all that is wrong, where anything is.
fn refuse(wrong: impl IntoIterator<Item = FieldError>) -> Result<(), FieldError> {
    let mut wrong = wrong.into_iter();
    match wrong.next() {
        Some(first) => Err(wrong.fold(first, |all, next| all.and(Some(next)))),
        None => Ok(()),
    }
}

/// The value without blanks around it, where it is a text.
fn trimmed(raw: &Json) -> Cow<'_, Json> {
    match raw.as_str() {
        Some(text) if text.trim().len() < text.len() => Cow::Owned(text.trim().into()),
        Some(_) | None => Cow::Borrowed(raw),
    }
}
