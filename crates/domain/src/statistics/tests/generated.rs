//! What has to hold of any arms, and other ways to the same figures.

use super::super::distributions::normal_above;
use super::super::student::student_above;
use super::*;

/// How many inputs each formula is held against another with.
pub(super) const INPUTS: u32 = 10_000;

/// Numbers that are the same in every run.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, end: u32) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = u32::try_from(self.0 >> 33).unwrap_or_default();
        f64::from(high % end)
    }
}

#[test]
fn what_holds_of_any_two_arms() {
    let mut numbers = Numbers(7);
    for _ in 0..INPUTS {
        let mut arm = || {
            let users = 2.0 + numbers.below(5_000);
            (numbers.below(5_001).min(users), users)
        };
        let (a, b) = rates(arm(), arm());
        let settings = Settings::default();
        let there = compare(Test::Z, &a, &b, &settings);
        let back = compare(Test::Z, &b, &a, &settings);
        if let (Some(z), Some(turned)) = (there.statistic, back.statistic) {
            assert!((z + turned).abs() < 1e-9, "{z} and {turned}");
        }
        let there = compare(Test::BayesExact, &a, &b, &settings);
        let back = compare(Test::BayesExact, &b, &a, &settings);
        let sum = there.chance_to_win.zip(back.chance_to_win).map(|(one, other)| one + other);
        assert!(sum.is_some_and(|sum| (sum - 1.0).abs() < 1e-8), "{a:?} {b:?}: {sum:?}");
        let losses = there.expected_loss.map(|(control, treatment)| control - treatment);
        let difference = there.estimate;
        assert!(
            losses.zip(difference).is_some_and(|(one, other)| (one - other).abs() < 1e-8),
            "{losses:?} {difference:?}"
        );
        let fixed = compare(Test::Welch, &a, &b, &settings);
        let sequence = compare(Test::Sequential, &a, &b, &settings);
        if fixed.interval.is_some() && a.users.min(b.users) > 50.0 {
            assert!(low(&sequence) <= low(&fixed) && high(&sequence) >= high(&fixed), "{a:?} {b:?}");
        }
        for found in [there, back, fixed, sequence] {
            let figures = [found.estimate, found.se, found.statistic, found.df, found.p_value, found.chance_to_win];
            assert!(figures.into_iter().flatten().all(f64::is_finite), "{a:?} {b:?}: {found:?}");
        }
    }
}

#[test]
fn what_was_done_before_never_adds_variance() {
    let mut numbers = Numbers(11);
    for _ in 0..500 {
        let mut arm = || {
            let pairs: Vec<(f64, f64)> = (0..50)
                .map(|_| {
                    let before = numbers.below(100);
                    (before, before / 2.0 + numbers.below(40))
                })
                .collect();
            let since: Vec<f64> = pairs.iter().map(|it| it.1).collect();
            let covariate = Covariate {
                sum: pairs.iter().map(|it| it.0).sum(),
                sum_squares: pairs.iter().map(|it| it.0 * it.0).sum(),
                cross_sum: pairs.iter().map(|it| it.0 * it.1).sum(),
            };
            listed(&since).with(Some(covariate))
        };
        let (a, b) = (arm(), arm());
        let found = compare(Test::Welch, &a, &b, &Settings { cuped: true, ..Settings::default() });
        assert!(found.variance_reduction.is_some_and(|it| it > 0.0 && it < 1.0), "{found:?}");
    }
}

/// An integral by Simpson's rule, over so many steps.
pub(super) fn integral(from: f64, to: f64, steps: u32, of: impl Fn(f64) -> f64) -> f64 {
    let step = (to - from) / f64::from(steps);
    let inner: f64 = (1..steps).map(|at| of(from + step * f64::from(at)) * if at % 2 == 0 { 2.0 } else { 4.0 }).sum();
    (of(from) + inner + of(to)) * step / 3.0
}

#[test]
fn tails_are_the_integrals_of_their_densities() {
    let mut numbers = Numbers(23);
    for _ in 0..INPUTS {
        let z = numbers.below(8_000_000) / 1e6;
        let tail = integral(z, z + 9.0, 900, |x| (-x * x / 2.0).exp()) / (2.0 * std::f64::consts::PI).sqrt();
        near(Some(normal_above(z)), tail);
        // With the tangent for a variable, whatever is above is on a bounded stretch.
        let df = 4.0 + numbers.below(1_000_000) / 1e4;
        let density = |angle: f64| angle.cos().powf(df - 1.0);
        let half = std::f64::consts::FRAC_PI_2;
        let whole = integral(-half, half, 800, density);
        let t = numbers.below(3_000_000) / 1e6;
        let tail = integral((t / df.sqrt()).atan(), half, 800, density) / whole;
        let found = student_above(t, df).expect("a tail");
        assert!((found - tail).abs() <= 1e-6 * tail, "{t} {df}: {found}, {tail}");
    }
}

#[test]
fn a_z_test_is_a_test_of_independence() {
    let mut numbers = Numbers(31);
    for _ in 0..INPUTS {
        let mut arm = || {
            let users = 2.0 + numbers.below(1_000_000_000);
            ((users * numbers.below(1_000) / 1_000.0).round(), users)
        };
        let (a, b) = rates(arm(), arm());
        let found = compare(Test::Z, &a, &b, &Settings::default());
        let (all, converted) = (a.users + b.users, a.sum + b.sum);
        let cells = [(a.sum, a.users, converted), (b.sum, b.users, converted)];
        let rest = [(a.users - a.sum, a.users, all - converted), (b.users - b.sum, b.users, all - converted)];
        let chi_squared: f64 = cells
            .into_iter()
            .chain(rest)
            .map(|(seen, users, of)| {
                let expected = users * of / all;
                (seen - expected) * (seen - expected) / expected
            })
            .sum();
        let z = found.statistic.expect("a statistic");
        assert!((z * z - chi_squared).abs() <= 1e-6 * chi_squared + 1e-9, "{a:?} {b:?}: {z}, {chi_squared}");
    }
}

/// What a plan's number of users is for: so many tell the difference as often as asked, one fewer do not. The quantile
/// is searched for in the tail that it is one of.
#[test]
fn sample_sizes_are_the_least_that_have_the_power_asked_for() {
    let quantile = |share: f64| {
        let (mut from, mut to) = (0.0, 10.0);
        for _ in 0..60 {
            let middle = f64::midpoint(from, to);
            *(if normal_above(middle) > share { &mut from } else { &mut to }) = middle;
        }
        from
    };
    let mut numbers = Numbers(73);
    for at in 0..INPUTS {
        let (power, significance) = (0.5 + numbers.below(499) / 1_000.0, (1.0 + numbers.below(200)) / 1_000.0);
        let (sd, mean) = ((1.0 + numbers.below(1_000)) / 10.0, (1.0 + numbers.below(1_000)) / 10.0);
        let rate = (1.0 + numbers.below(998)) / 1_000.0;
        let most = if at % 4 == 3 { 2.0 } else { 0.999 * (1.0 / rate - 1.0).min(10.0) };
        let mde = most * (1.0 + numbers.below(1_000)) / 1_001.0;
        let (metric, baseline) = match at % 4 {
            0 => (Metric::Binomial(Method::EvanMiller), rate),
            1 => (Metric::Binomial(Method::Pooled), rate),
            2 => (Metric::Binomial(Method::Unpooled), rate),
            _ => (Metric::Mean { sd }, mean),
        };
        let found = TestDesign { metric, baseline, mde, significance, power }.sample_size().expect("a size");
        let delta = baseline * mde;
        let of = |p: f64| p - p * p;
        let both = of(baseline) + of(baseline + delta);
        let (none, some) = match metric {
            Metric::Binomial(Method::EvanMiller) => (2.0 * of(baseline), both),
            Metric::Binomial(Method::Pooled) => (2.0 * of(baseline + delta / 2.0), both),
            Metric::Binomial(Method::Unpooled) => (both, both),
            Metric::Mean { sd } => (2.0 * sd * sd, 2.0 * sd * sd),
        };
        let bound = quantile(significance / 2.0) * none.sqrt();
        let power_at = |users: f64| normal_above((bound - users.sqrt() * delta) / some.sqrt());
        let users = found.per_variation;
        assert!(
            power_at(users) >= power - 1e-11 && power_at(users - 1.0) < power + 1e-11,
            "{metric:?} {baseline} {mde}"
        );
        near(Some(found.achieved_power), power_at(users));
        near(Some(power), power_at(found.exact));
    }
}
