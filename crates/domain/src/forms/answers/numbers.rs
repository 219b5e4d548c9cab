//! Answers that are numbers or dates.

use super::refuse;
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
    let from = settings.min.unwrap_or(0.0);
    let wrong = [
        (settings.integer && number.fract() != 0.0).then_some(FieldError::NotInteger),
        settings.min.filter(|min| number < *min).map(|min| FieldError::Below(min.to_string())),
        settings.max.filter(|max| number > *max).map(|max| FieldError::Above(max.to_string())),
        settings.step.filter(|step| !is_multiple(number, from, *step)).map(not_a_multiple),
    ];
    refuse(wrong.into_iter().flatten())?;
    // A whole number may have more digits than there are in a decimal one.
    Ok(integer(raw).map_or_else(|_| number_json(number), Json::from))
}

/// Checks a whole number within bounds.
pub(super) fn whole(raw: &Json, min: i64, max: i64) -> Result<Json, FieldError> {
    let read = integer(raw);
    // A number that is not whole lies between two that are.
    let rounded = |round: fn(f64) -> f64| match (&read, decimal(raw)) {
        (Ok(number), _) => Some(*number),
        (Err(_), Ok(number)) => integer(&round(number).into()).ok(),
        (Err(_), Err(_)) => None,
    };
    let wrong = [
        read.as_ref().err().cloned(),
        rounded(f64::floor).filter(|it| *it < min).map(|_| FieldError::Below(min.to_string())),
        rounded(f64::ceil).filter(|it| *it > max).map(|_| FieldError::Above(max.to_string())),
    ];
    refuse(wrong.into_iter().flatten())?;
    read.map(Json::from)
}

/// Checks a point of a scale.
pub(super) fn point(raw: &Json, settings: &ScaleSettings) -> Result<Json, FieldError> {
    let point = whole(raw, settings.min, settings.max);
    let from_least = |number: i64| number.checked_sub(settings.min)?.checked_rem(settings.step);
    let is_between = integer(raw).is_ok_and(|number| from_least(number) != Some(0));
    let wrong = [point.as_ref().err().cloned(), is_between.then(|| not_a_multiple(settings.step))];
    refuse(wrong.into_iter().flatten())?;
    point
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
