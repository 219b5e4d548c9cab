//! The arithmetic that reports have in common.

use serde_json::{Map, Value, json};

use crate::record::{Time, double};

/// A day, in microseconds.
const DAY: f64 = 86_400_000_000.0;

/// How many days a month has in the mean.
pub(super) const MONTH: f64 = 30.4375;

/// How many there are, as a double.
pub(super) fn number(many: usize) -> f64 {
    double(count(many))
}

/// How many there are.
pub(super) fn count(many: usize) -> i64 {
    i64::try_from(many).unwrap_or(i64::MAX)
}

/// A part of a whole; nothing where the whole is nothing.
pub(super) fn rate(part: f64, whole: f64) -> Option<f64> {
    (whole != 0.0).then(|| part / whole).filter(|rate| rate.is_finite())
}

/// The part that one count is of another; nothing where the whole is 0.
pub(super) fn share(part: i64, whole: i64) -> Option<f64> {
    rate(double(part), double(whole))
}

/// How many days lie between two moments, of 24 hours each; none where the second is earlier.
pub(super) fn days_between(from: Time, until: Time) -> f64 {
    days(until.micros().saturating_sub(from.micros()).max(0))
}

/// Microseconds as days.
pub(super) fn days(micros: i64) -> f64 {
    double(micros) / DAY
}

/// The value below which this part of them lies, by linear interpolation between the two nearest (type 7 of Hyndman and
/// Fan, 1996). They have to be in order.
pub(super) fn quantile(ordered: &[f64], part: f64) -> Option<f64> {
    let last = ordered.len().checked_sub(1)?;
    let place = number(last) * part;
    #[expect(clippy::as_conversions, reason = "a place within a list, which is not negative")]
    let below = place.floor() as usize;
    let low = ordered.get(below)?;
    let high = ordered.get(below + 1).unwrap_or(low);
    Some(low + (high - low) * (place - number(below)))
}

/// The value in the middle.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

/// The mean of values.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    rate(values.iter().sum(), number(values.len()))
}

/// How much a value rises from one place to the next, by least squares over their places from 0.
pub(super) fn slope(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let middle = number(values.len() - 1) / 2.0;
    let mean = mean(values)?;
    let (mut both, mut own) = (0.0, 0.0);
    for (at, value) in values.iter().enumerate() {
        let from_middle = number(at) - middle;
        both += from_middle * (value - mean);
        own += from_middle * from_middle;
    }
    rate(both, own)
}

/// Stretches of time as few as can be, in their order: those that touch or lie over each other are one.
pub(super) fn union(mut stretches: Vec<(Time, Time)>) -> Vec<(Time, Time)> {
    stretches.retain(|(from, until)| from < until);
    stretches.sort();
    let mut joined: Vec<(Time, Time)> = Vec::with_capacity(stretches.len());
    for (from, until) in stretches {
        match joined.last_mut() {
            Some((_, end)) if *end >= from => *end = (*end).max(until),
            Some(_) | None => joined.push((from, until)),
        }
    }
    joined
}

/// How many days stretches that do not lie over each other have together.
pub(super) fn total_days(stretches: &[(Time, Time)]) -> f64 {
    days(stretches.iter().map(|(from, until)| until.micros() - from.micros()).sum())
}

/// How many stretches lie over each other at most.
pub(super) fn most_at_once(stretches: &[(Time, Time)]) -> i64 {
    let begun = stretches.iter().filter(|(from, until)| from < until).map(|(from, _)| (*from, 1));
    let ended = stretches.iter().filter(|(from, until)| from < until).map(|(_, until)| (*until, -1));
    let mut changes: Vec<(Time, i64)> = begun.chain(ended).collect();
    // What ends at a moment is over before what begins at it.
    changes.sort();
    let (mut now, mut most) = (0, 0);
    for (_, change) in changes {
        now += change;
        most = most.max(now);
    }
    most
}

/// How far figures are from those before: the same shape, with what cannot be told of nothing left null.
pub(super) fn delta(now: &Value, then: &Value) -> Value {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            let of =
                |(name, now): (&String, &Value)| (name.clone(), delta(now, then.get(name).unwrap_or(&Value::Null)));
            Value::Object(now.iter().map(of).collect::<Map<_, _>>())
        }
        (Value::Number(now), Value::Number(then)) => match (now.as_i64(), then.as_i64()) {
            (Some(now), Some(then)) => json!(now - then),
            _ => json!(now.as_f64().zip(then.as_f64()).map(|(now, then)| now - then + 0.0)),
        },
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests;
