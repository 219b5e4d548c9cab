//! Answers that are numbers or dates.

use crate::Json;
use crate::forms::numbers::{is_multiple, number_json};
use crate::forms::{DateBound, NumberSettings, ScaleSettings};
use crate::record::{Date, FieldError, Value, decimal, integer};

fn not_a_multiple(step: impl std::fmt::Display) -> FieldError {
    FieldError::Otherwise(format!("field must be a multiple of {step}."))
}

/// Checks a number.
pub(super) fn number(raw: &Json, settings: &NumberSettings) -> Result<Json, FieldError> {
    let number = decimal(raw)?;
    if settings.integer && number.fract() != 0.0 {
        return Err(FieldError::NotInteger);
    }
    if let Some(min) = settings.min.filter(|min| number < *min) {
        return Err(FieldError::Below(min.to_string()));
    }
    if let Some(max) = settings.max.filter(|max| number > *max) {
        return Err(FieldError::Above(max.to_string()));
    }
    let from = settings.min.unwrap_or(0.0);
    if let Some(step) = settings.step.filter(|step| !is_multiple(number, from, *step)) {
        return Err(not_a_multiple(step));
    }
    // A whole number that was sent as one may have more digits than there are in a decimal one.
    Ok(raw.as_i64().map_or_else(|| number_json(number), Json::from))
}

/// Checks a whole number within bounds.
pub(super) fn whole(raw: &Json, min: i64, max: i64) -> Result<Json, FieldError> {
    match integer(raw)? {
        below if below < min => Err(FieldError::Below(min.to_string())),
        above if above > max => Err(FieldError::Above(max.to_string())),
        number => Ok(number.into()),
    }
}

/// Checks a point of a scale.
pub(super) fn point(raw: &Json, settings: &ScaleSettings) -> Result<Json, FieldError> {
    let point = whole(raw, settings.min, settings.max)?;
    let is_one = settings.points().any(|it| point.as_i64() == Some(it));
    if is_one { Ok(point) } else { Err(not_a_multiple(settings.step)) }
}

/// Checks a date.
pub(super) fn date(
    raw: &Json,
    min: Option<DateBound>,
    max: Option<DateBound>,
    today: Date,
) -> Result<Json, FieldError> {
    let date = Date::read(raw)?;
    let refused = |order: &str, bound| Err(FieldError::Otherwise(format!("field must be a date {order} {bound}.")));
    if let Some(min) = min.filter(|it| date < it.date(today)) {
        return refused("after or equal to", min);
    }
    if let Some(max) = max.filter(|it| date > it.date(today)) {
        return refused("before or equal to", max);
    }
    Ok(date.to_string().into())
}
