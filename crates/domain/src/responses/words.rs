//! What lists of responses compare answers by.

use crate::Json;
use crate::forms::{Answer, Question, QuestionType};
use crate::listing::casefold;
use crate::record::decimal;

/// What stands between and around the words of an answer: no option, number or date has it.
const BREAK: char = '\n';

/// Words as they are kept to be found one by one: each between breaks.
pub fn delimited(words: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from(BREAK);
    for word in words {
        text.push_str(&word);
        text.push(BREAK);
    }
    text
}

/// A word as it is compared: a number the same however it is written.
pub fn answer_word(text: &str) -> String {
    match decimal(&Json::from(text)) {
        Ok(number) => number.to_string(),
        Err(_) => text.to_owned(),
    }
}

/// The words of an answer that are compared whole, and the text that is looked into, folded.
pub(super) fn words_of(question: &Question, answer: &Answer, text: &str) -> (Option<String>, Option<String>) {
    let whole = |words: Vec<String>| (Some(delimited(words)), None);
    match question.question_type {
        QuestionType::SingleChoice | QuestionType::Dropdown | QuestionType::MultipleChoice | QuestionType::Ranking => {
            whole(answer.option_ids(question).unwrap_or_default())
        }
        QuestionType::Number
        | QuestionType::Rating
        | QuestionType::Scale
        | QuestionType::Nps
        | QuestionType::YesNo
        | QuestionType::Consent => whole(vec![answer_word(&answer.value().to_string())]),
        QuestionType::Date => whole(vec![answer.value().as_str().unwrap_or_default().to_owned()]),
        QuestionType::ShortText
        | QuestionType::LongText
        | QuestionType::Email
        | QuestionType::Url
        | QuestionType::Phone
        | QuestionType::Hidden
        | QuestionType::Matrix => (None, Some(casefold(text))),
        QuestionType::FileUpload | QuestionType::Statement => (None, None),
    }
}
