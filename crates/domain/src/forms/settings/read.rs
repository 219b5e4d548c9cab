//! Reads the settings of each type of question.

use serde_json::json;

use super::matrix::MatrixSettings;
use super::{
    AcceptedFiles, DateBound, EndLabels, FileUploadSettings, NumberSettings, RatingShape, ScaleSettings, Settings,
};
use crate::Json;
use crate::forms::QuestionType;
use crate::forms::members::Members;
use crate::record::{Date, FieldError, HttpUrl, Name, Text, Value, Whole, read_word};

/// How many characters a short text has at most, and where nobody says.
const SHORT_TEXT: (i64, usize) = (1_000, 255);

/// How many characters a long text has at most, and where nobody says.
const LONG_TEXT: (i64, usize) = (65_535, 10_000);

/// How many points a scale has at most.
const MOST_POINTS: i64 = 101;

/// Reads what a body says about the settings of a question: what fits the type is kept as it was said, and what is not
/// among its settings is dropped.
///
/// # Errors
/// What does not fit, by its name.
pub fn read_settings(question_type: QuestionType, given: &Json) -> Result<Json, FieldError> {
    if !given.is_object() {
        return Err(FieldError::NotObject);
    }
    let mut members = Members::new(given);
    settings(question_type, &mut members);
    members.finish().map_err(FieldError::Members)
}

/// Reads the settings that a type has. Those that are not said, or wrong, are what they are where nobody says.
pub(super) fn settings(question_type: QuestionType, members: &mut Members<'_>) -> Settings {
    match question_type {
        QuestionType::ShortText => text(members, SHORT_TEXT),
        QuestionType::LongText => text(members, LONG_TEXT),
        QuestionType::Email | QuestionType::Url | QuestionType::Phone => {
            Settings::Address { placeholder: line(members, "placeholder") }
        }
        QuestionType::Number => number(members),
        QuestionType::Date => date(members),
        QuestionType::SingleChoice | QuestionType::Dropdown | QuestionType::Ranking | QuestionType::Statement => {
            Settings::Plain
        }
        QuestionType::MultipleChoice => multiple_choice(members),
        QuestionType::YesNo => {
            Settings::YesNo { yes_label: line(members, "yes_label"), no_label: line(members, "no_label") }
        }
        QuestionType::Rating => rating(members),
        QuestionType::Scale => scale(members),
        QuestionType::Nps => Settings::Nps { labels: labels(members) },
        QuestionType::Matrix => Settings::Matrix(MatrixSettings::read(members)),
        QuestionType::FileUpload => file_upload(members),
        QuestionType::Consent => Settings::Consent {
            text: members.value::<Text>("text").map(Value::into_raw),
            url: members.value::<HttpUrl>("url").map(Value::into_raw),
        },
        QuestionType::Hidden => Settings::Hidden { param: line(members, "param"), default: line(members, "default") },
    }
}

/// A short text, such as a label.
fn line(members: &mut Members<'_>, name: &str) -> Option<String> {
    members.value::<Name>(name).map(Value::into_raw)
}

fn labels(members: &mut Members<'_>) -> EndLabels {
    EndLabels { low: line(members, "low_label"), high: line(members, "high_label") }
}

/// A whole number within bounds.
fn whole<const MIN: i64, const MAX: i64>(members: &mut Members<'_>, name: &str) -> Option<i64> {
    members.value::<Whole<MIN, MAX>>(name).map(Whole::get)
}

/// A whole number within bounds that counts something.
fn count<const MIN: i64, const MAX: i64>(members: &mut Members<'_>, name: &str) -> Option<usize> {
    whole::<MIN, MAX>(members, name).and_then(|it| usize::try_from(it).ok())
}

fn otherwise(rest: String) -> FieldError {
    FieldError::Otherwise(rest)
}

fn text(members: &mut Members<'_>, (most, usual): (i64, usize)) -> Settings {
    let read = |raw: &Json| match crate::record::integer(raw)? {
        ..1 => Err(FieldError::Below("1".to_owned())),
        above if above > most => Err(FieldError::Above(most.to_string())),
        length => Ok(length),
    };
    let max_length = members.with("max_length", read, |it| json!(it));
    let max_length = max_length.and_then(|it| usize::try_from(it).ok()).unwrap_or(usual);
    Settings::Text { max_length, placeholder: line(members, "placeholder") }
}

fn number(members: &mut Members<'_>) -> Settings {
    let (min, mut max) = (members.number("min"), members.number("max"));
    if let (Some(least), Some(most)) = (min, max)
        && most < least
    {
        members.reject("max", FieldError::Below(least.to_string()));
        max = None;
    }
    let mut step = members.number("step");
    if step.is_some_and(|it| it <= 0.0) {
        members.reject("step", otherwise("field must be greater than 0.".to_owned()));
        step = None;
    }
    let integer = members.value::<bool>("integer").unwrap_or(false);
    Settings::Number(NumberSettings { min, max, step, integer, unit: line(members, "unit") })
}

fn date(members: &mut Members<'_>) -> Settings {
    let bound = |members: &mut Members<'_>, name: &str| {
        let read = |raw: &Json| match raw.as_str() {
            Some("today") => Ok(DateBound::Today),
            Some(_) | None => Date::read(raw).map(DateBound::On),
        };
        members.with(name, read, |it| json!(it.to_string()))
    };
    let (min, mut max) = (bound(members, "min"), bound(members, "max"));
    if let (Some(DateBound::On(first)), Some(DateBound::On(last))) = (min, max)
        && last < first
    {
        members.reject("max", otherwise(format!("field must be a date after or equal to {first}.")));
        max = None;
    }
    Settings::Date { min, max }
}

fn multiple_choice(members: &mut Members<'_>) -> Settings {
    let min_select = count::<1, 200>(members, "min_select");
    let mut max_select = count::<1, 200>(members, "max_select");
    if let (Some(least), Some(most)) = (min_select, max_select)
        && most < least
    {
        members.reject("max_select", FieldError::Below(least.to_string()));
        max_select = None;
    }
    Settings::MultipleChoice { min_select, max_select }
}

fn rating(members: &mut Members<'_>) -> Settings {
    let scale = whole::<2, 10>(members, "scale").unwrap_or(5);
    let shape = members.with("shape", read_word::<RatingShape>, |it| json!(crate::record::Choices::name(*it)));
    Settings::Rating { scale, shape: shape.unwrap_or(RatingShape::Star), labels: labels(members) }
}

fn scale(members: &mut Members<'_>) -> Settings {
    const USUAL: (i64, i64, i64) = (1, 10, 1);
    let min = whole::<-100, 100>(members, "min").unwrap_or(USUAL.0);
    let max = members.with("max", crate::record::integer, |it| json!(it)).unwrap_or(USUAL.1);
    let step = whole::<1, 100>(members, "step").unwrap_or(USUAL.2);
    let labels = labels(members);
    let too_wide = max.saturating_sub(min).checked_div(step).is_none_or(|steps| steps >= MOST_POINTS);
    if max <= min {
        members.reject("max", otherwise(format!("field must be greater than {min}.")));
    } else if too_wide {
        members.reject("max", otherwise(format!("field must leave at most {MOST_POINTS} points.")));
    }
    if max <= min || too_wide {
        return Settings::Scale(ScaleSettings { min: USUAL.0, max: USUAL.1, step: USUAL.2, labels });
    }
    Settings::Scale(ScaleSettings { min, max, step, labels })
}

fn file_upload(members: &mut Members<'_>) -> Settings {
    let keep = |it: &Vec<AcceptedFiles>| it.iter().map(|it| it.name()).collect();
    let accepted_types = members.with("accepted_types", accepted, keep);
    let max_size_mb = count::<1, 10>(members, "max_size_mb").and_then(|it| u64::try_from(it).ok());
    Settings::FileUpload(FileUploadSettings {
        accepted_types: accepted_types.unwrap_or_else(|| vec![AcceptedFiles::Images, AcceptedFiles::Documents]),
        max_size_mb: max_size_mb.unwrap_or(10),
        max_files: count::<1, 5>(members, "max_files").unwrap_or(1),
    })
}

fn accepted(raw: &Json) -> Result<Vec<AcceptedFiles>, FieldError> {
    let Json::Array(words) = raw else { return Err(FieldError::NotList) };
    if words.is_empty() {
        return Err(FieldError::Required);
    }
    let (mut accepted, mut wrong) = (Vec::new(), Vec::new());
    for (at, word) in words.iter().enumerate() {
        match word.as_str().and_then(AcceptedFiles::from_name) {
            Some(files) if accepted.contains(&files) => wrong.push((at.to_string(), FieldError::twice())),
            Some(files) => accepted.push(files),
            None => wrong.push((at.to_string(), FieldError::NotAllowed)),
        }
    }
    if wrong.is_empty() { Ok(accepted) } else { Err(FieldError::Members(wrong)) }
}
