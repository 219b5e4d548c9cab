//! The mapping of a form: which field of a record each answer goes to.

use crate::forms::{Definition, QuestionType};
use crate::record::{BodyReader, FieldError};
use crate::{Form, Json};

use super::FormTarget;

impl FormTarget {
    /// The fields of such a record that answers may go to.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::Idea => &[
                "name",
                "description",
                "problem",
                "solution",
                "hypothesis",
                "category",
                "priority",
                "effort_days",
                "expected_uplift",
            ],
            Self::Observation => &["name", "description", "severity", "sentiment", "url"],
            Self::Insight => &["name", "description", "type", "impact", "evidence_strength"],
        }
    }
}

/// Rejects each field that the mapping names and that records of the target do not take from answers.
pub(super) fn check(form: &Form, reader: &mut BodyReader<'_>) {
    for (key, field) in mapped(form) {
        if !field.as_str().is_some_and(|field| form.target.fields().contains(&field)) {
            reader.reject(&format!("mapping.{key}"), FieldError::NotAllowed);
        }
    }
}

/// What is wrong with the questions that the mapping names, each by its path.
pub(super) fn faults(form: &Form, definition: &Definition) -> Vec<(String, FieldError)> {
    let is_mapped = |key: &str| {
        definition.question(key).is_some_and(|question| match question.question_type {
            QuestionType::Statement | QuestionType::Consent | QuestionType::FileUpload => false,
            QuestionType::ShortText
            | QuestionType::LongText
            | QuestionType::Email
            | QuestionType::Url
            | QuestionType::Phone
            | QuestionType::Number
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
            | QuestionType::Hidden => true,
        })
    };
    let wrong = mapped(form).into_iter().filter(|(key, _)| !is_mapped(key));
    wrong.map(|(key, _)| (format!("mapping.{key}"), FieldError::NotAllowed)).collect()
}

/// What is wrong with them in a form as it becomes, and was not before.
pub(super) fn faults_brought(before: (&Form, &Definition), after: (&Form, &Definition)) -> Vec<(String, FieldError)> {
    let known = faults(before.0, before.1);
    let mut brought = faults(after.0, after.1);
    brought.retain(|fault| !known.contains(fault));
    brought
}

/// The mapping, where responses become records.
pub(crate) fn mapped(form: &Form) -> Vec<(String, Json)> {
    match (&form.mapping, form.target) {
        (None, _) | (_, FormTarget::None) => Vec::new(),
        (Some(mapping), FormTarget::Idea | FormTarget::Observation | FormTarget::Insight) => {
            mapping.fields().into_iter().collect()
        }
    }
}
