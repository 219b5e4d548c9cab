//! Reads the settings of each type of question.

use serde_json::json;

use super::matrix::MatrixSettings;
use super::{
    AcceptedFiles, DateBound, EndLabels, FileUploadSettings, NumberSettings, RatingShape, ScaleSettings, Settings,
};
use crate::Json;
use crate::forms::QuestionType;
use crate::forms::members::{MemberFacts, Members, noted};
use crate::record::{Choices as _, Date, FieldError, FieldType, HttpUrl, Name, Text, TextFormat, Value, Whole};

/// How many characters a short text has at most, and where nobody says.
const SHORT_TEXT: (i64, usize) = (1_000, 255);

/// How many characters a long text has at most, and where nobody says.
const LONG_TEXT: (i64, usize) = (65_535, 10_000);

/// How many characters a date has.
const LONGEST_DATE: usize = 10;

/// What stands in a field before anything is written: the name of the setting, and what it is.
const PLACEHOLDER: (&str, &str) = ("placeholder", "What stands in the field before anything is written.");

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

/// The settings that questions of a type may have.
pub fn settings_facts(question_type: QuestionType) -> Vec<MemberFacts> {
    noted(|members| settings(question_type, members))
}

/// Reads the settings that a type has. Those that are not said, or wrong, are what they are where nobody says.
pub(super) fn settings(question_type: QuestionType, members: &mut Members<'_>) -> Settings {
    match question_type {
        QuestionType::ShortText => text(members, SHORT_TEXT),
        QuestionType::LongText => text(members, LONG_TEXT),
        QuestionType::Email | QuestionType::Url | QuestionType::Phone => {
            Settings::Address { placeholder: line(members, PLACEHOLDER) }
        }
        QuestionType::Number => number(members),
        QuestionType::Date => date(members),
        QuestionType::SingleChoice | QuestionType::Dropdown | QuestionType::Ranking | QuestionType::Statement => {
            Settings::Plain
        }
        QuestionType::MultipleChoice => multiple_choice(members),
        QuestionType::YesNo => Settings::YesNo {
            yes_label: line(members, ("yes_label", "What people read for yes.")),
            no_label: line(members, ("no_label", "What people read for no.")),
        },
        QuestionType::Rating => rating(members),
        QuestionType::Scale => scale(members),
        QuestionType::Nps => Settings::Nps { labels: labels(members) },
        QuestionType::Matrix => Settings::Matrix(MatrixSettings::read(members)),
        QuestionType::FileUpload => file_upload(members),
        QuestionType::Consent => Settings::Consent {
            text: members.value::<Text>("text", "What is consented to.").map(Value::into_raw),
            url: members.value::<HttpUrl>("url", "Where more is said about it.").map(Value::into_raw),
        },
        QuestionType::Hidden => Settings::Hidden {
            param: line(members, ("param", "The parameter of the page that it is filled from; else its key is that.")),
            default: line(members, ("default", "What is answered where nothing else is.")),
        },
    }
}

/// A short text, such as a label.
fn line(members: &mut Members<'_>, (name, about): (&'static str, &'static str)) -> Option<String> {
    members.value::<Name>(name, about).map(Value::into_raw)
}

fn labels(members: &mut Members<'_>) -> EndLabels {
    EndLabels {
        low: line(members, ("low_label", "What people read at the lower end.")),
        high: line(members, ("high_label", "What people read at the upper end.")),
    }
}

/// A whole number within bounds.
fn whole<const MIN: i64, const MAX: i64>(
    members: &mut Members<'_>,
    (name, about): (&'static str, &'static str),
) -> Option<i64> {
    members.value::<Whole<MIN, MAX>>(name, about).map(Whole::get)
}

/// A whole number within bounds that counts something.
fn count<const MIN: i64, const MAX: i64>(
    members: &mut Members<'_>,
    member: (&'static str, &'static str),
) -> Option<usize> {
    whole::<MIN, MAX>(members, member).and_then(|it| usize::try_from(it).ok())
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
    let member = ("max_length", "How many characters an answer has at most.", FieldType::Integer { min: 1, max: most });
    let max_length = members.with(member, read, |it| json!(it));
    let max_length = members.or(max_length.and_then(|it| usize::try_from(it).ok()), usual, |it| json!(it));
    Settings::Text { max_length, placeholder: line(members, PLACEHOLDER) }
}

fn number(members: &mut Members<'_>) -> Settings {
    let min = members.number("min", "The least that may be answered.", None);
    let mut max = members.number("max", "The most that may be answered, not less than the least.", None);
    if let (Some(least), Some(most)) = (min, max)
        && most < least
    {
        members.reject("max", FieldError::Below(least.to_string()));
        max = None;
    }
    let about = "How far numbers are apart, above 0, counted from the least one or from 0.";
    let mut step = members.number("step", about, Some(0.0));
    if step.is_some_and(|it| it <= 0.0) {
        members.reject("step", otherwise("field must be greater than 0.".to_owned()));
        step = None;
    }
    let integer = members.value::<bool>("integer", "Whether numbers are whole.");
    let integer = members.or(integer, false, |it| json!(it));
    let unit = line(members, ("unit", "What is counted, as people read it."));
    Settings::Number(NumberSettings { min, max, step, integer, unit })
}

fn date(members: &mut Members<'_>) -> Settings {
    let bound = |members: &mut Members<'_>, (name, about): (&'static str, &'static str)| {
        let read = |raw: &Json| match raw.as_str() {
            Some("today") => Ok(DateBound::Today),
            Some(_) | None => Date::read(raw).map(DateBound::On),
        };
        // A date, or that word.
        let member = (name, about, FieldType::Text { max: LONGEST_DATE, format: TextFormat::Plain });
        members.with(member, read, |it| json!(it.to_string()))
    };
    let min = bound(members, ("min", "The first date that may be answered, or `today`."));
    let mut max = bound(members, ("max", "The last date that may be answered, or `today`; not before the first."));
    if let (Some(DateBound::On(first)), Some(DateBound::On(last))) = (min, max)
        && last < first
    {
        members.reject("max", otherwise(format!("field must be a date after or equal to {first}.")));
        max = None;
    }
    Settings::Date { min, max }
}

fn multiple_choice(members: &mut Members<'_>) -> Settings {
    let min_select = count::<1, 200>(members, ("min_select", "How many options are chosen at least, where any is."));
    let about = "How many options are chosen at most, not fewer than the least.";
    let mut max_select = count::<1, 200>(members, ("max_select", about));
    if let (Some(least), Some(most)) = (min_select, max_select)
        && most < least
    {
        members.reject("max_select", FieldError::Below(least.to_string()));
        max_select = None;
    }
    Settings::MultipleChoice { min_select, max_select }
}

fn rating(members: &mut Members<'_>) -> Settings {
    let scale = whole::<2, 10>(members, ("scale", "The best that may be answered; the least is 1."));
    let scale = members.or(scale, 5, |it| json!(it));
    let shape = members.value::<RatingShape>("shape", "What is counted.");
    let shape = members.or(shape, RatingShape::Star, |it| it.name().into());
    Settings::Rating { scale, shape, labels: labels(members) }
}

fn scale(members: &mut Members<'_>) -> Settings {
    const USUAL: (i64, i64, i64) = (1, 10, 1);
    const MAX: (&str, &str, FieldType) = (
        "max",
        "What no point is above, greater than the lowest one; there are at most 101 points.",
        FieldType::Integer { min: i64::MIN, max: i64::MAX },
    );
    let min = whole::<-100, 100>(members, ("min", "The lowest point."));
    let min = members.or(min, USUAL.0, |it| json!(it));
    let max = members.with(MAX, crate::record::integer, |it| json!(it));
    let max = members.or(max, USUAL.1, |it| json!(it));
    let step = whole::<1, 100>(members, ("step", "How far points are apart."));
    let step = members.or(step, USUAL.2, |it| json!(it));
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
    let member = ("accepted_types", "What a file may be: each once, one at least.", AcceptedFiles::listed());
    let accepted_types = members.with(member, accepted, keep);
    let all = vec![AcceptedFiles::Images, AcceptedFiles::Documents];
    let accepted_types = members.or(accepted_types, all, keep);
    let max_size_mb = count::<1, 10>(members, ("max_size_mb", "How large each file may be, in MiB."));
    let max_size_mb = members.or(max_size_mb.and_then(|it| u64::try_from(it).ok()), 10, |it| json!(it));
    let max_files = count::<1, 5>(members, ("max_files", "How many files there may be."));
    let max_files = members.or(max_files, 1, |it| json!(it));
    Settings::FileUpload(FileUploadSettings { accepted_types, max_size_mb, max_files })
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
