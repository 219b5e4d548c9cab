//! A share of users, and the interval in which it may lie.

use super::distributions::normal_with_above;

/// A share and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportion {
    pub rate: f64,
    pub interval: (f64, f64),
    /// How far that reaches from the rate, below and above.
    pub(super) reach: (f64, f64),
}

/// The share of `x` among `n`, with Wilson's score interval; nothing where there is nobody. With s = z²/2n +
/// z√(pq/n + z²/4n²) its ends are p²/(p + s) and 1 − q²/(q + s): those of the usual formula, in which nothing is taken
/// from anything of its own size.
pub fn wilson(x: f64, n: f64, confidence: f64) -> Option<Proportion> {
    if n <= 0.0 {
        return None;
    }
    let (rate, rest, z) = (x / n, (n - x) / n, normal_with_above((1.0 - confidence) / 2.0));
    let half = z * z / (2.0 * n);
    let spread = half + (z * z * rate * rest / n + half * half).sqrt();
    let reach = (rate * (spread / (rate + spread)), rest * (spread / (rest + spread)));
    Some(Proportion { rate, interval: (rate * (rate / (rate + spread)), rate + reach.1), reach })
}
