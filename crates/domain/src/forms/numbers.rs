//! Numbers as people wrote them: in decimals, not in halves of halves.

use std::str::FromStr;

use rust_decimal::Decimal;

use crate::Json;

/// The whole numbers up to here are ones that `f64` has exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number as JSON has it: whole where it is, and without the sign of a zero.
#[expect(clippy::as_conversions, reason = "the range just checked holds only whole numbers that i64 has exactly")]
pub(super) fn number_json(number: f64) -> Json {
    if number.fract() == 0.0 && number.abs() <= EXACT { Json::from(number as i64) } else { Json::from(number) }
}

/// The shortest decimal number that is read as this one.
fn exact(number: f64) -> Option<Decimal> {
    Decimal::from_str_exact(&number.to_string()).ok()
}

/// Whether a number is some whole number of steps away from another.
pub(super) fn is_multiple(number: f64, from: f64, step: f64) -> bool {
    let decimals = || {
        let distance = exact(number)?.checked_sub(exact(from)?)?;
        Some(distance.checked_rem(exact(step)?)?.is_zero())
    };
    // No person writes a number that has more digits than those are computed with.
    decimals().unwrap_or_else(|| (number - from) % step == 0.0)
}

/// The sum of numbers, each as it was written.
pub(super) fn sum(numbers: &[f64]) -> f64 {
    let decimals = || {
        let mut sum = Decimal::ZERO;
        for number in numbers {
            sum = sum.checked_add(exact(*number)?)?;
        }
        f64::from_str(&sum.to_string()).ok()
    };
    decimals().unwrap_or_else(|| numbers.iter().sum())
}

#[cfg(test)]
mod tests;
