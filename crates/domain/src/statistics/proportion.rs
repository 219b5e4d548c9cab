//! A share of users, and the interval in which it may lie.

use super::distributions::normal_with_above;

/// A share and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportion {
    pub rate: f64,
    pub interval: (f64, f64),
}

/// The share of `x` among `n`, with Wilson's score interval; nothing where there is nobody.
pub fn wilson(x: f64, n: f64, confidence: f64) -> Option<Proportion> {
    if n <= 0.0 {
        return None;
    }
    let (rate, z) = (x / n, normal_with_above((1.0 - confidence) / 2.0));
    let (squared, whole) = (z * z, 1.0 + z * z / n);
    let centre = rate + squared / (2.0 * n);
    let half = z * (rate * (1.0 - rate) / n + squared / (4.0 * n * n)).sqrt();
    // At either end the interval ends there, whatever rounding makes of it.
    let low = if x <= 0.0 { 0.0 } else { (centre - half) / whole };
    let high = if x >= n { 1.0 } else { (centre + half) / whole };
    Some(Proportion { rate, interval: (low, high) })
}
