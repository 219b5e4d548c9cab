//! Distributions, of which the tails are computed by themselves: one less the rest would lose what is small.

use statrs::distribution::{ChiSquared, Continuous as _, ContinuousCDF, StudentsT};
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

/// From how many degrees of freedom on Student's distribution is told from the normal one by Wallace's transformation,
/// whose error is far below that of the incomplete beta function there.
const MANY_DEGREES: f64 = 20_000.0;

/// How much of Student's distribution with so many degrees of freedom is above.
pub(super) fn student_above(t: f64, df: f64) -> Option<f64> {
    if df < MANY_DEGREES {
        return Some(StudentsT::new(0.0, 1.0, df).ok()?.sf(t));
    }
    let z = (df * (t * t / df).ln_1p()).sqrt() * (8.0 * df + 1.0) / (8.0 * df + 3.0);
    Some(normal_above(z.copysign(t)))
}

/// How many of Newton's steps lead to a quantile at most: in the heaviest tails each doubles what it is at.
const MOST_STEPS: usize = 2_000;

/// Above which so much of it is. Newton's steps lead there from the quantile of the normal distribution, which is nearer
/// to 0: the tail is convex, so that none of them leads beyond. The library's own search need not end.
pub(super) fn student_with_above(share: f64, df: f64) -> Option<f64> {
    if share > 0.5 {
        return student_with_above(1.0 - share, df).map(|above| -above);
    }
    let student = StudentsT::new(0.0, 1.0, df).ok()?;
    let mut at = normal_with_above(share).max(0.0);
    for _ in 0..MOST_STEPS {
        let next = at + (student_above(at, df)? - share) / student.pdf(at);
        // Where rounding is all that is left, or all is beyond what doubles hold.
        if next <= at || !next.is_finite() {
            break;
        }
        at = next;
    }
    Some(at)
}

/// How much of the χ² distribution with so many degrees of freedom is above.
pub(super) fn chi_squared_above(value: f64, df: f64) -> Option<f64> {
    Some(ChiSquared::new(df).ok()?.sf(value))
}
