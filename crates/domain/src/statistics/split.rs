//! Sample ratio mismatch: whether users were split among the variations as their weights say.

use super::distributions::chi_squared_above;

/// What a test of the split found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    pub chi_squared: f64,
    pub df: f64,
    /// How likely a split at least as far off is by chance alone; 1 where there is nothing to tell.
    pub p_value: f64,
}

impl Split {
    const NOTHING_TO_TELL: Self = Self { chi_squared: 0.0, df: 0.0, p_value: 1.0 };
}

/// Tests so many users of each variation against its weight. Variations without one play no part.
pub fn split_of(counts: &[f64], weights: &[f64]) -> Split {
    let weighed: Vec<(f64, f64)> =
        counts.iter().copied().zip(weights.iter().copied()).filter(|it| it.1 > 0.0).collect();
    let (users, whole) =
        weighed.iter().fold((0.0, 0.0), |(users, whole), (count, weight)| (users + count, whole + weight));
    if weighed.len() < 2 || users <= 0.0 {
        return Split::NOTHING_TO_TELL;
    }
    let off = |(count, weight): &(f64, f64)| {
        let expected = users * (weight / whole);
        (count - expected) * (count - expected) / expected
    };
    let chi_squared = weighed.iter().map(off).sum();
    let df = weighed.iter().skip(1).map(|_| 1.0).sum();
    let p_value = chi_squared_above(chi_squared, df).unwrap_or(1.0);
    Split { chi_squared, df, p_value }
}
