//! Responses: how a form is answered, by a key or by whoever has its address, and what becomes of the answers.
//!
//! Every write of a response holds its form, so that those of one form come one after the other: its limit, the one
//! response of each respondent and its count are exact. What is answered is checked and led through the form by
//! [`crate::forms`]; here it is read, kept, logged and made a record.

mod admission;
mod answer_rows;
mod answers;
mod create;
mod erase;
mod loaded;
mod made;
mod month;
mod public;
mod states;
mod summary;
mod words;

pub use admission::ClosedReason;
pub(crate) use made::Conversion;
pub use month::{MONTH_COUNTER, month_counter};
pub use public::{
    Entry, Opening, PUBLIC_REACH, PublicForm, QUESTION as PUBLIC_QUESTION, STEP as PUBLIC_STEP, StepSent, Stepped,
    SubmissionBody, Visit, Visitor, change_public, complete_public, create_public, end_response, ended_responses,
    find_form, public_form, public_response, take_step, upload_public, visit,
};
pub(crate) use summary::{
    Most, SAMPLES, SummaryParameters, TOLD as SUMMARY_TOLD, check_summary_filters, days, forget_texts, summarise,
    summary, summary_filters,
};
pub use words::{answer_word, delimited};

use uplift_derive::Record;

use crate::Json;
use crate::record::{BodyReader, FieldError, Object};

/// The member of a body that gives answers, by the keys of the questions.
const ANSWERS: &str = "answers";

/// Under which refusals stand that are about the form, not about what was sent.
const FORM: &str = "form";

/// Answers, beside the fields of a response.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct AnswersGiven {
    /// What is answered, by the keys of the questions; null takes an answer back.
    answers: Option<Object>,
}

/// The answers that a response gets.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct AnswersSet {
    /// What is answered, by the keys of the questions; null takes an answer back.
    answers: Object,
}

/// Why a response counts for nothing.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct Disqualification {
    /// Why the response counts for nothing; kept in the log.
    reason: Option<crate::record::Text>,
}

/// How many members metadata has at most.
const MOST_METADATA: usize = 20;

/// How long a text of it may be, in characters.
const LONGEST_METADATA: usize = 500;

/// How long its name may be.
const LONGEST_NAME: usize = 40;

/// Rejects metadata other than a few short texts by simple names.
pub(crate) fn check_metadata(metadata: &Object, reader: &mut BodyReader<'_>) {
    let fields = metadata.fields();
    if fields.len() > MOST_METADATA {
        reader.reject("metadata", FieldError::TooMany(MOST_METADATA));
        return;
    }
    for (name, value) in &fields {
        let place = format!("metadata.{name}");
        let simple = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(simple) {
            reader.reject(&place, FieldError::Format);
            continue;
        }
        match value {
            Json::String(text) if text.chars().count() > LONGEST_METADATA => {
                reader.reject(&place, FieldError::TooLong(LONGEST_METADATA));
            }
            Json::String(_) => {}
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                reader.reject(&place, FieldError::NotText);
            }
        }
    }
}
