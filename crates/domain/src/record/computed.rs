//! Numbers that are computed with, and how they are told.

use rust_decimal::prelude::ToPrimitive as _;
use rust_decimal::{Decimal, RoundingStrategy};

/// A whole number, to be computed with.
#[expect(clippy::as_conversions, reason = "counts, bounds and times in microseconds are ones that f64 has exactly")]
pub const fn double(number: i64) -> f64 {
    number as f64
}

/// Rounded half up to two decimals.
pub(crate) fn half_up(number: Decimal) -> Decimal {
    number.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
}

/// A figure, such as a number of days, rounded half up to two decimals. It is taken for the decimal that it is written
/// as, since a double may lie just below the half that it stands for.
pub(crate) fn two_decimals(figure: f64) -> f64 {
    Decimal::try_from(figure).ok().and_then(|it| half_up(it).to_f64()).unwrap_or(figure) + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_decimals_are_rounded_half_up_and_nothing_is_not_negative() {
        assert_eq!([0.125, 1.0, 2.345, -0.001].map(two_decimals), [0.13, 1.0, 2.35, 0.0]);
        assert_eq!([0.575, 1.005, 1.004_999].map(two_decimals), [0.58, 1.01, 1.0]);
        assert!(two_decimals(-0.001).is_sign_positive());
    }
}
