//! CUPED: what users did before takes away what they differ in anyway.

use super::arm::{Arm, Covariate, Estimate};

/// The two arms without what the covariate explains of them; nothing where one of them has no covariate, nor of ratios:
/// what explains them goes with the denominators too, and that is not recorded.
pub(super) fn adjusted(a: &Arm, b: &Arm) -> Option<(Estimate, Estimate)> {
    if a.is_ratio() || b.is_ratio() {
        return None;
    }
    let (of_a, of_b) = (Moments::of(a)?, Moments::of(b)?);
    let varies = of_a.before + of_b.before;
    let theta = if varies > 0.0 { (of_a.cross + of_b.cross) / varies } else { 0.0 };
    let mean_before = (of_a.sum_before + of_b.sum_before) / (a.users + b.users);
    let adjust = |arm: &Arm, of: &Moments| {
        let freedom = arm.users - 1.0;
        Estimate {
            mean: arm.mean() - theta * (of.sum_before / arm.users - mean_before),
            variance: arm.variance() - 2.0 * theta * of.cross / freedom + theta * theta * of.before / freedom,
            users: arm.users,
            conversions: None,
        }
    };
    Some((adjust(a, &of_a), adjust(b, &of_b)))
}

/// Sums about the mean of an arm.
struct Moments {
    before: f64,
    cross: f64,
    sum_before: f64,
}

impl Moments {
    fn of(arm: &Arm) -> Option<Self> {
        let Covariate { sum, sum_squares, cross_sum } = arm.covariate?;
        let about = |product: f64, one: f64, other: f64| product - one * other / arm.users;
        Some(Self { before: about(sum_squares, sum, sum), cross: about(cross_sum, sum, arm.sum), sum_before: sum })
    }
}
