//! Distributions, of which the tails are computed by themselves: one less the rest would lose what is small.

use statrs::distribution::{ChiSquared, ContinuousCDF as _};
use statrs::function::erf::{erfc, erfc_inv};

/// The density of the standard normal distribution.
pub(super) fn normal_density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// How much of the standard normal distribution is below.
pub(super) fn normal_below(z: f64) -> f64 {
    erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

/// How much of it is above.
pub(super) fn normal_above(z: f64) -> f64 {
    normal_below(-z)
}

/// Above which so much of it is.
pub(super) fn normal_with_above(share: f64) -> f64 {
    erfc_inv(2.0 * share) * std::f64::consts::SQRT_2
}

/// How much of the χ² distribution with so many degrees of freedom is above.
pub(super) fn chi_squared_above(value: f64, df: f64) -> Option<f64> {
    Some(ChiSquared::new(df).ok()?.sf(value))
}
