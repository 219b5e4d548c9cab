//! Answers that are texts.

use super::refuse;
use crate::Json;
use crate::forms::{Question, QuestionType, Settings, Validation};
use crate::record::{Email, FieldError, HttpUrl, compile_pattern};

/// How many characters a telephone number has at most.
const LONGEST_PHONE: usize = 40;

/// How many characters an answer has at most that nobody sees.
const LONGEST_HIDDEN: usize = 1_000;

/// Checks a text.
pub(super) fn text(question: &Question, raw: &Json) -> Result<Json, FieldError> {
    let text = raw.as_str().ok_or(FieldError::NotText)?;
    let Validation { message, .. } = &question.validation;
    let mut wrong = Vec::new();
    for error in check_type(question, text).into_iter().chain(check_validation(&question.validation, text)) {
        let told = match (error, message) {
            (FieldError::Format, Some(message)) => FieldError::Said(message.clone()),
            (error, _) => error,
        };
        if !wrong.contains(&told) {
            wrong.push(told);
        }
    }
    refuse(wrong)?;
    Ok(text.into())
}

/// What the type and the settings of a question find wrong with a text.
fn check_type(question: &Question, text: &str) -> Vec<FieldError> {
    match question.question_type {
        QuestionType::ShortText | QuestionType::LongText => {
            let breaks = question.question_type == QuestionType::ShortText && text.contains(is_line_break);
            let too_long = if let Settings::Text { max_length, .. } = &question.settings {
                within(text, *max_length)
            } else {
                None
            };
            breaks.then_some(FieldError::Format).into_iter().chain(too_long).collect()
        }
        QuestionType::Email => Email::parse(text).err().into_iter().collect(),
        QuestionType::Url => HttpUrl::parse(text).err().into_iter().collect(),
        QuestionType::Phone => within(text, LONGEST_PHONE).into_iter().chain(phone(text)).collect(),
        QuestionType::Hidden => within(text, LONGEST_HIDDEN).into_iter().collect(),
        QuestionType::Number
        | QuestionType::Date
        | QuestionType::SingleChoice
        | QuestionType::Dropdown
        | QuestionType::MultipleChoice
        | QuestionType::YesNo
        | QuestionType::Rating
        | QuestionType::Scale
        | QuestionType::Nps
        | QuestionType::Ranking
        | QuestionType::Matrix
        | QuestionType::FileUpload
        | QuestionType::Consent
        | QuestionType::Statement => vec![FieldError::NotText],
    }
}

fn is_line_break(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn within(text: &str, longest: usize) -> Option<FieldError> {
    (text.chars().count() > longest).then_some(FieldError::TooLong(longest))
}

fn phone(text: &str) -> Option<FieldError> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let plain = text.chars().all(|it| it.is_ascii_digit() || " +()-./".contains(it));
    (!plain || !(5..=20).contains(&digits)).then_some(FieldError::Format)
}

fn check_validation(validation: &Validation, text: &str) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    if let Some(least) = validation.min_length
        && text.chars().count() < least
    {
        wrong.push(FieldError::Otherwise(format!("field must be at least {least} characters.")));
    }
    if let Some(pattern) = &validation.pattern {
        match compile_pattern(pattern).and_then(|compiled| compiled.is_found(text)) {
            Ok(true) => {}
            Ok(false) => wrong.push(FieldError::Format),
            // One that would not be taken today is found in no answer.
            Err(error) => wrong.push(error),
        }
    }
    let domain = text.rsplit_once('@').map(|(_, domain)| domain.to_lowercase());
    let is_at = |known: &String| domain.as_ref() == Some(&known.to_lowercase());
    if !validation.domains.is_empty() && !validation.domains.iter().any(is_at) {
        let domains = validation.domains.join(", ");
        wrong.push(FieldError::Otherwise(format!("field must be an address at {domains}.")));
    }
    wrong
}
