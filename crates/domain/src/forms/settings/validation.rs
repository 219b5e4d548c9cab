//! What a text has to be like beside what its type asks.

use serde_json::json;

use crate::Json;
use crate::forms::QuestionType;
use crate::forms::members::{Member, MemberFacts, Members, noted};
use crate::record::{FieldError, FieldType, Name, TextFormat, Value, Whole, check_pattern};

/// How many characters a regular expression has at most.
const LONGEST_PATTERN: usize = 500;

/// How many domains there are at most.
const MOST_DOMAINS: usize = 50;

const PATTERN: Member = (
    "pattern",
    "A regular expression that is found somewhere in an answer.",
    FieldType::Text { max: LONGEST_PATTERN, format: TextFormat::Plain },
);

const DOMAINS: Member = (
    "domains",
    "The domains of which addresses are; of any where it is left out or empty.",
    FieldType::List { of: &Name::FIELD_TYPE, most: MOST_DOMAINS },
);

/// What the answers to a text question have to be like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Validation {
    /// How many characters an answer has at least.
    pub min_length: Option<usize>,
    /// A regular expression that is found somewhere in an answer.
    pub pattern: Option<String>,
    /// What is told where the form of an answer is wrong.
    pub message: Option<String>,
    /// The domains of which addresses are, where not of any.
    pub domains: Vec<String>,
}

/// Reads what a body says about the validation of a question: what fits the type is kept as it was said, and what is
/// not among what can be said is dropped.
///
/// # Errors
/// What does not fit, by its name.
pub fn read_validation(question_type: QuestionType, given: &Json) -> Result<Json, FieldError> {
    if !given.is_object() {
        return Err(FieldError::NotObject);
    }
    let mut members = Members::new(given);
    Validation::read(question_type, &mut members, pattern);
    members.finish().map_err(FieldError::Members)
}

/// What may be said about the validation of questions of a type.
pub fn validation_facts(question_type: QuestionType) -> Vec<MemberFacts> {
    noted(|members| Validation::read(question_type, members, pattern_text))
}

impl Validation {
    /// The validation that a question of this type has, by what is stored of it. What does not fit the type counts as
    /// if nobody had said it. A regular expression was checked when it was written, and is compiled once it is looked
    /// for.
    pub fn of(question_type: QuestionType, stored: &Json) -> Self {
        Self::read(question_type, &mut Members::new(stored), pattern_text)
    }

    fn read(
        question_type: QuestionType,
        members: &mut Members<'_>,
        pattern: fn(&Json) -> Result<String, FieldError>,
    ) -> Self {
        if !question_type.is_text() {
            return Self::default();
        }
        let min_length = members.value::<Whole<0, 65_535>>("min_length", "How many characters an answer has at least.");
        let min_length = min_length.map(Whole::get);
        let pattern = members.with(PATTERN, pattern, |it| json!(it));
        let message = members.value::<Name>("message", "What is told where the form of an answer is wrong.");
        let message = message.map(Value::into_raw);
        let of_domains = question_type == QuestionType::Email;
        let domains = of_domains.then(|| members.with(DOMAINS, domains, |it| json!(it))).flatten();
        Self {
            min_length: min_length.and_then(|it| usize::try_from(it).ok()),
            pattern,
            message,
            domains: domains.unwrap_or_default(),
        }
    }
}

fn pattern(raw: &Json) -> Result<String, FieldError> {
    let text = pattern_text(raw)?;
    check_pattern(&text).map(|()| text)
}

/// The text of a regular expression, whether it is one or not.
fn pattern_text(raw: &Json) -> Result<String, FieldError> {
    let text = raw.as_str().ok_or(FieldError::NotText)?;
    if text.chars().count() > LONGEST_PATTERN { Err(FieldError::TooLong(LONGEST_PATTERN)) } else { Ok(text.to_owned()) }
}

fn domains(raw: &Json) -> Result<Vec<String>, FieldError> {
    let Json::Array(items) = raw else { return Err(FieldError::NotList) };
    if items.len() > MOST_DOMAINS {
        return Err(FieldError::TooMany(MOST_DOMAINS));
    }
    let (mut domains, mut wrong) = (Vec::new(), Vec::new());
    for (at, item) in items.iter().enumerate() {
        match if item.is_null() { Err(FieldError::Required) } else { Name::read(item) } {
            Ok(domain) => domains.push(domain.into_raw()),
            Err(error) => wrong.push((at.to_string(), error)),
        }
    }
    if wrong.is_empty() { Ok(domains) } else { Err(FieldError::Members(wrong)) }
}
