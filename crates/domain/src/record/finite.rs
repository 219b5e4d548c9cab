//! Reading a number that may have a fraction, as a number or as a text.

use super::FieldError;
use crate::Json;

/// A finite number.
///
/// # Errors
/// When it is none.
pub(crate) fn decimal(raw: &Json) -> Result<f64, FieldError> {
    let read = match raw {
        Json::Number(it) => it.as_f64(),
        Json::String(it) if it.starts_with(|first: char| first.is_ascii_digit() || "-.".contains(first)) => {
            it.parse().ok()
        }
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) | Json::String(_) => None,
    };
    read.filter(|it: &f64| it.is_finite()).ok_or(FieldError::NotNumber)
}
