//! The size of a value and the other rules of its field: as on the stack, each that it breaks is told, even where it is
//! not of the field's type.

use super::FieldError;
use super::finite::decimal;
use crate::Json;

/// Holds a text to the most characters that it may have, where its form does not say them, and to its form.
///
/// # Errors
/// Each that it breaks.
pub(crate) fn check_text(
    text: &str,
    longest: Option<usize>,
    check: impl FnOnce(&str) -> Result<(), FieldError>,
) -> Result<(), FieldError> {
    let too_long = too_long(text.chars().count(), longest);
    let wrong = check(text).err();
    match too_long {
        Some(too_long) => Err(too_long.and(wrong)),
        None => wrong.map_or(Ok(()), Err),
    }
}

/// Each error of a value that is no text: a list counts by its items, and a number is as long as it is written.
pub(super) fn no_text(
    raw: &Json,
    longest: Option<usize>,
    check: impl FnOnce(&str) -> Result<(), FieldError>,
) -> FieldError {
    let written = written(raw);
    let size = items(raw).unwrap_or_else(|| written.chars().count());
    FieldError::NotText.and(too_long(size, longest)).and(check(&written).err())
}

fn too_long(size: usize, longest: Option<usize>) -> Option<FieldError> {
    longest.filter(|longest| size > *longest).map(FieldError::TooLong)
}

/// Each error of a value that is no number of its field: one with a fraction counts as what it is, and what is neither
/// a number nor a text by how much there is of it.
pub(super) fn no_number(error: FieldError, raw: &Json, (min, max): (f64, f64)) -> FieldError {
    let size = match raw {
        Json::Null | Json::Bool(false) => Some(0.0),
        Json::Bool(true) => Some(1.0),
        Json::Array(_) | Json::Object(_) => items(raw).map(|many| f64::from(u32::try_from(many).unwrap_or(u32::MAX))),
        Json::Number(_) | Json::String(_) => decimal(raw).ok().filter(|number| number.fract() != 0.0),
    };
    let below = size.filter(|size| *size < min).map(|_| FieldError::Below(min.to_string()));
    let above = size.filter(|size| *size > max).map(|_| FieldError::Above(max.to_string()));
    error.and(below.or(above))
}

/// How many there are in a value that holds others.
fn items(raw: &Json) -> Option<usize> {
    match raw {
        Json::Array(items) => Some(items.len()),
        Json::Object(members) => Some(members.len()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
    }
}

/// A single value that is no text as one, the way the stack writes it.
fn written(raw: &Json) -> String {
    match raw {
        Json::Number(number) => number.to_string(),
        Json::Bool(true) => "1".to_owned(),
        Json::Bool(false) | Json::Null | Json::String(_) | Json::Array(_) | Json::Object(_) => String::new(),
    }
}

#[cfg(test)]
mod tests;
