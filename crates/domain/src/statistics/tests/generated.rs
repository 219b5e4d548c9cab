//! What has to hold of any arms, and other ways to the same figures.

use super::super::distributions::{normal_above, student_above};
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
fn the_exact_chance_is_the_integral_over_both_rates() {
    let mut numbers = Numbers(29);
    for _ in 0..300 {
        let mut arm = || {
            let users = numbers.below(200);
            (numbers.below(201).min(users), users)
        };
        let (a, b) = rates(arm(), arm());
        let density = |arm: &Arm, p: f64| p.powf(arm.sum) * (1.0 - p).powf(arm.users - arm.sum);
        // Both over the same steps, the control's share below growing along.
        let steps = 4_000_u32;
        let width = 1.0 / f64::from(steps);
        let (mut below, mut won, mut all) = (0.0, 0.0, 0.0);
        for at in 0..steps {
            let middle = (f64::from(at) + 0.5) * width;
            let (of_a, of_b) = (density(&a, middle), density(&b, middle));
            won += of_b * (below + of_a / 2.0);
            below += of_a;
            all += of_b;
        }
        let found = compare(Test::BayesExact, &a, &b, &Settings::default()).chance_to_win.expect("a chance");
        assert!((found - won / (below * all)).abs() < 1e-4, "{a:?} {b:?}: {found}, {}", won / (below * all));
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
