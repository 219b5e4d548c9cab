//! The tests of the frequentist school: two proportions, Welch's, and Newcombe's interval.

use super::arm::{Arm, Effect, Estimate};
use super::comparison::{Comparison, Settings};
use super::distributions::{normal_above, normal_below, normal_with_above};
use super::proportion::wilson;
use super::student::{student_above, student_with_above};
use super::{Alternative, Warning};

/// The z-test of two proportions: the variance is pooled for the statistic, and not for the interval.
pub(super) fn z(a: &Arm, b: &Arm, settings: &Settings) -> Comparison {
    let (one, other) = (Estimate::of(a), Estimate::of(b));
    let (converted, not) = (a.sum + b.sum, (a.users - a.sum) + (b.users - b.sum));
    let users = a.users + b.users;
    let pooled_variance = (converted / users) * (not / users) * (1.0 / a.users + 1.0 / b.users);
    let zero = pooled_variance <= 0.0;
    let no_base = settings.relative && one.mean == 0.0;
    let absolute = Effect::absolute(&one, &other);
    let mut found = Comparison::default();
    found.warn_if(zero, Warning::ZeroVariance);
    found.warn_if(no_base, Warning::ControlMeanZero);
    let statistic = absolute.estimate / pooled_variance.sqrt();
    if !zero {
        found.statistic = Some(statistic);
        found.p_value = Some(tail(settings.alternative, statistic, normal_above));
    }
    let effect = if settings.relative { Effect::relative(&one, &other) } else { absolute };
    if !no_base {
        found.estimate = Some(effect.estimate);
    }
    if !zero && !no_base {
        let se = effect.variance.sqrt();
        found.se = Some(se);
        found.interval = around(effect.estimate, se, settings, |share| Some(normal_with_above(share)));
    }
    found
}

/// Welch's t-test, of variances that need not be equal. `arms` are as they are compared, adjusted or not.
pub(super) fn welch((a, b): (&Estimate, &Estimate), settings: &Settings) -> Comparison {
    let mut found = Comparison::default();
    let Some(effect) = found.effect(a, b, settings.relative) else { return found };
    let (of_a, of_b) = (a.of_mean(), b.of_mean());
    let whole = of_a + of_b;
    let df = whole * whole / (of_a * of_a / (a.users - 1.0) + of_b * of_b / (b.users - 1.0));
    let se = effect.variance.sqrt();
    let t = effect.estimate / se;
    found.se = Some(se);
    found.statistic = Some(t);
    found.df = Some(df);
    found.p_value = Some(tail(settings.alternative, t, |t| student_above(t, df).unwrap_or(f64::NAN)));
    found.interval = around(effect.estimate, se, settings, |share| student_with_above(share, df));
    found
}

/// Newcombe's interval of the difference of two proportions, made of Wilson's.
pub(super) fn newcombe(a: &Arm, b: &Arm, settings: &Settings) -> Comparison {
    let mut found = Comparison::default();
    let both = wilson(a.sum, a.users, settings.confidence).zip(wilson(b.sum, b.users, settings.confidence));
    let Some((one, other)) = both else {
        found.warn_if(true, Warning::FewUsers);
        return found;
    };
    let difference = Estimate::of(b).minus(&Estimate::of(a));
    found.estimate = Some(difference);
    found.interval = Some((
        Some(difference - other.reach.0.hypot(one.reach.1)),
        Some(difference + other.reach.1.hypot(one.reach.0)),
    ));
    found
}

/// How likely a statistic at least as far off is where nothing differs. `above` is the upper tail of its distribution.
fn tail(alternative: Alternative, statistic: f64, above: impl Fn(f64) -> f64) -> f64 {
    match alternative {
        Alternative::TwoSided => (2.0 * above(statistic.abs())).min(1.0),
        Alternative::Greater => above(statistic),
        Alternative::Less => above(-statistic),
    }
}

/// The interval about an estimate; open on the side on which a one-sided test does not look.
fn around(
    estimate: f64,
    se: f64,
    settings: &Settings,
    with_above: impl Fn(f64) -> Option<f64>,
) -> Option<(Option<f64>, Option<f64>)> {
    let share = 1.0 - settings.confidence;
    match settings.alternative {
        Alternative::TwoSided => {
            let half = with_above(share / 2.0)? * se;
            Some((Some(estimate - half), Some(estimate + half)))
        }
        Alternative::Greater => Some((Some(estimate - with_above(share)? * se), None)),
        Alternative::Less => Some((None, Some(estimate + with_above(share)? * se))),
    }
}

/// How much of a normal distribution with this mean and deviation is above 0.
pub(super) fn above_zero(mean: f64, deviation: f64) -> f64 {
    normal_below(mean / deviation)
}
