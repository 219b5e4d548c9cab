//! Answers that choose among what there is: options and files.

use std::collections::HashSet;

use serde_json::json;

use super::{Uploads, trimmed};
use crate::Json;
use crate::forms::options::OTHER;
use crate::forms::{FileUploadSettings, Question, place};
use crate::record::{FieldError, MemberErrors, integer};

/// How many characters an answer has at most that is none of the options.
const LONGEST_OTHER: usize = 500;

/// Checks one option, or the other answer where there may be one.
pub(super) fn one(question: &Question, raw: &Json) -> Result<Json, MemberErrors> {
    let invalid = || vec![(String::new(), FieldError::NotAllowed)];
    match raw {
        Json::String(id) => question.options.find(id).map(|option| option.id.as_str().into()).ok_or_else(invalid),
        Json::Object(members) if question.takes_other() => {
            let text = members.get(OTHER).ok_or_else(invalid)?;
            let text = other(text).map_err(|error| vec![(OTHER.to_owned(), error)])?;
            Ok(json!({ OTHER: text }))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => Err(invalid()),
    }
}

fn other(raw: &Json) -> Result<Json, FieldError> {
    let text = trimmed(raw);
    match text.as_str() {
        None if text.is_null() => Err(FieldError::Required),
        None => Err(FieldError::NotText),
        Some("") => Err(FieldError::Required),
        Some(other) if other.chars().count() > LONGEST_OTHER => Err(FieldError::TooLong(LONGEST_OTHER)),
        Some(other) => Ok(other.into()),
    }
}

/// Checks several options, of which one may be the other answer.
pub(super) fn several(
    question: &Question,
    raw: &Json,
    least: Option<usize>,
    most: Option<usize>,
) -> Result<Json, MemberErrors> {
    let whole = |error| (String::new(), error);
    let Json::Array(items) = raw else { return Err(vec![whole(FieldError::NotList)]) };
    let (mut kept, mut chosen, mut wrong) = (Vec::new(), HashSet::new(), MemberErrors::new());
    for (at, item) in items.iter().enumerate() {
        match one(question, &trimmed(item)) {
            Ok(value) => {
                if chosen.insert(value.as_str().unwrap_or(OTHER).to_owned()) {
                    kept.push(value);
                } else {
                    wrong.push((at.to_string(), FieldError::twice()));
                }
            }
            Err(told) => wrong.extend(told.into_iter().map(|(path, error)| (place(&at.to_string(), &path), error))),
        }
    }
    if let Some(least) = least.filter(|it| items.len() < *it) {
        wrong.push(whole(FieldError::Otherwise(format!("field must have at least {least} items."))));
    }
    if let Some(most) = most.filter(|it| items.len() > *it) {
        wrong.push(whole(FieldError::TooMany(most)));
    }
    if wrong.is_empty() { Ok(Json::Array(kept)) } else { Err(wrong) }
}

/// Checks that every option is named once.
pub(super) fn ranking(question: &Question, raw: &Json) -> Result<Json, FieldError> {
    let Json::Array(items) = raw else { return Err(FieldError::NotList) };
    let options = question.options.all();
    let ranked: HashSet<&str> = items.iter().filter_map(Json::as_str).collect();
    let every = options.iter().all(|option| ranked.contains(option.id.as_str()));
    if every && items.len() == options.len() {
        Ok(raw.clone())
    } else {
        Err(FieldError::Otherwise("field must list every option exactly once.".to_owned()))
    }
}

/// Checks the ids of files.
pub(super) fn files(settings: &FileUploadSettings, raw: &Json, uploads: Uploads<'_>) -> Result<Json, MemberErrors> {
    let Json::Array(items) = raw else { return Err(vec![(String::new(), FieldError::NotList)]) };
    let (mut kept, mut wrong) = (Vec::new(), MemberErrors::new());
    for (at, item) in items.iter().enumerate() {
        let known = match (integer(item), uploads) {
            (Ok(id), Uploads::Any) => Ok(id),
            (Ok(id), Uploads::Of(fit)) if fit(id, settings) => Ok(id),
            (Err(_), Uploads::Any) => Err(FieldError::NotInteger),
            (Ok(_) | Err(_), Uploads::Of(_)) => Err(FieldError::NotAllowed),
        };
        match known {
            Ok(id) if kept.contains(&id) => wrong.push((at.to_string(), FieldError::twice())),
            Ok(id) => kept.push(id),
            Err(error) => wrong.push((at.to_string(), error)),
        }
    }
    if items.len() > settings.max_files {
        wrong.push((String::new(), FieldError::TooMany(settings.max_files)));
    }
    if wrong.is_empty() { Ok(json!(kept)) } else { Err(wrong) }
}
