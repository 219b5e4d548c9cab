//! Answers that are texts.

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
    let validation = &question.validation;
    let checked = check_type(question, text).and_then(|()| check_validation(validation, text));
    match (checked, &validation.message) {
        (Ok(()), _) => Ok(text.into()),
        (Err(FieldError::Format), Some(message)) => Err(FieldError::Said(message.clone())),
        (Err(error), _) => Err(error),
    }
}

/// Checks what the type and the settings of a question ask of a text.
fn check_type(question: &Question, text: &str) -> Result<(), FieldError> {
    match question.question_type {
        QuestionType::ShortText if text.contains(is_line_break) => Err(FieldError::Format),
        QuestionType::ShortText | QuestionType::LongText => {
            if let Settings::Text { max_length, .. } = &question.settings {
                return within(text, *max_length);
            }
            Ok(())
        }
        QuestionType::Email => Email::parse(text).map(drop),
        QuestionType::Url => HttpUrl::parse(text).map(drop),
        QuestionType::Phone => within(text, LONGEST_PHONE).and_then(|()| phone(text)),
        QuestionType::Hidden => within(text, LONGEST_HIDDEN),
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
        | QuestionType::Statement => Err(FieldError::NotText),
    }
}

fn is_line_break(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn within(text: &str, longest: usize) -> Result<(), FieldError> {
    if text.chars().count() > longest { Err(FieldError::TooLong(longest)) } else { Ok(()) }
}

fn phone(text: &str) -> Result<(), FieldError> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let plain = text.chars().all(|it| it.is_ascii_digit() || " +()-./".contains(it));
    if plain && (5..=20).contains(&digits) { Ok(()) } else { Err(FieldError::Format) }
}

fn check_validation(validation: &Validation, text: &str) -> Result<(), FieldError> {
    if let Some(least) = validation.min_length
        && text.chars().count() < least
    {
        return Err(FieldError::Otherwise(format!("field must be at least {least} characters.")));
    }
    if let Some(pattern) = &validation.pattern
        && !compile_pattern(pattern)?.is_match(text)
    {
        return Err(FieldError::Format);
    }
    let domain = text.rsplit_once('@').map(|(_, domain)| domain.to_lowercase());
    let is_at = |known: &String| domain.as_ref() == Some(&known.to_lowercase());
    if !validation.domains.is_empty() && !validation.domains.iter().any(is_at) {
        let domains = validation.domains.join(", ");
        return Err(FieldError::Otherwise(format!("field must be an address at {domains}.")));
    }
    Ok(())
}
