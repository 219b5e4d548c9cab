//! Other formulas for the same figures, and what has to hold of any inputs.

use super::super::distributions::{normal_above, normal_below};
use super::generated::{INPUTS, Numbers, integral};
use super::*;

fn arm(numbers: &mut Numbers) -> Arm {
    let users = 30.0 + numbers.below(1_000_000_000).powf(0.2 + numbers.below(80) / 100.0).floor();
    Arm::binary(users, 1.0 + ((users - 2.0) * numbers.below(1_000) / 1_000.0).floor())
}

/// A mean, and its variance as a conversion rate has it.
fn rate(arm: &Arm) -> (f64, f64) {
    let rate = arm.sum / arm.users;
    (rate, (rate - rate * rate) / arm.users)
}

fn density(x: f64, variance: f64) -> f64 {
    (-x * x / (2.0 * variance)).exp() / (2.0 * std::f64::consts::PI * variance).sqrt()
}

#[test]
fn the_exact_chances_of_both_sum_to_one() {
    let mut numbers = Numbers(51);
    for _ in 0..INPUTS {
        let mut arm = || {
            let users = numbers.below(1_000_000_000).powf(numbers.below(100) / 100.0).floor();
            Arm::binary(users, (users.min(3_000.0) * numbers.below(1_001) / 1_000.0).floor())
        };
        let (a, b) = (arm(), arm());
        let [there, back] = [(&a, &b), (&b, &a)].map(|(a, b)| compare(Test::BayesExact, a, b, &Settings::default()));
        let sum = there.chance_to_win.zip(back.chance_to_win).map(|(one, other)| one + other);
        near(sum, 1.0);
        let mean = |arm: &Arm| (1.0 + arm.sum) / (2.0 + arm.users);
        let (control, treatment) = there.expected_loss.expect("losses");
        let (difference, scale) = (mean(&b) - mean(&a), mean(&b) + mean(&a));
        assert!((control - treatment - difference).abs() <= 1e-6 * scale, "{a:?} {b:?}");
        assert_eq!(there.expected_loss.map(|(one, other)| (other, one)), back.expected_loss);
    }
}

#[test]
fn the_gaussian_effect_is_integrated_over() {
    let mut numbers = Numbers(53);
    for at in 0..INPUTS {
        let (a, b) = (arm(&mut numbers), arm(&mut numbers));
        let prior = (at % 2 == 0).then(|| (numbers.below(200) / 1_000.0 - 0.1, (1.0 + numbers.below(100)) / 1_000.0));
        let found = compare(Test::BayesGaussian, &a, &b, &Settings { prior, ..Settings::default() });
        let ((of_a, var_a), (of_b, var_b)) = (rate(&a), rate(&b));
        let (lift, var) = (of_b / of_a - 1.0, (of_b / of_a).powi(2) * (var_a / of_a.powi(2) + var_b / of_b.powi(2)));
        let (mean, var) = match prior {
            None => (lift, var),
            Some((before, spread)) => ((lift * spread + before * var) / (spread + var), spread * var / (spread + var)),
        };
        assert!((found.estimate.expect("an estimate") - mean).abs() <= 1e-6 * (mean.abs() + var.sqrt()), "{a:?} {b:?}");
        near(found.se, var.sqrt());
        // In deviations, from the end of what counts to where nothing changes hands.
        let z = mean / var.sqrt();
        if z.abs() > 6.0 {
            continue;
        }
        let lost = integral(-z - 12.0, -z, 1_500, |x| -(x + z) * density(x, 1.0)) * var.sqrt();
        let won = integral(-z, -z + 12.0, 1_500, |x| (x + z) * density(x, 1.0)) * var.sqrt();
        let (control, treatment) = found.expected_loss.expect("losses");
        let scale = 1e-6 * var.sqrt();
        assert!((control - won).abs() <= 1e-6 * won + scale && (treatment - lost).abs() <= 1e-6 * lost + scale * 1e-3);
        near(found.chance_to_win, integral(-z, -z + 14.0, 2_000, |x| density(x, 1.0)));
    }
}

/// The interval of a sequence ends where its evidence is what the level asks for; the mixture's is a ratio of
/// densities.
#[test]
fn sequences_are_likelihood_ratios() {
    let mut numbers = Numbers(59);
    for _ in 0..INPUTS {
        let (a, b) = (arm(&mut numbers), arm(&mut numbers));
        let alpha = (1.0 + numbers.below(200)) / 1_000.0;
        let settings = Settings { confidence: 1.0 - alpha, tau_squared: 0.01, ..Settings::default() };
        let found = compare(Test::Sequential, &a, &b, &settings);
        let ((of_a, var_a), (of_b, var_b)) = (rate(&a), rate(&b));
        let (effect, var, users) = (of_b - of_a, var_a + var_b, a.users + b.users);
        let rho_squared = ((1.0 - 2.0 * alpha.ln()).ln() - 2.0 * alpha.ln()) / settings.tuning;
        // A mixture of the effects whose variance is that of ρ² users' means: a ratio of two normal densities.
        let spread = rho_squared * users * var;
        let ratio = |effect: f64| {
            let ln = |variance: f64| -effect * effect / (2.0 * variance) - variance.ln() / 2.0;
            (ln(var + spread) - ln(var)).exp()
        };
        near(found.p_value, (1.0 / ratio(effect)).min(1.0));
        let half = high(&found).zip(found.estimate).map(|(end, middle)| end - middle).expect("an interval");
        let evidence = ratio(half) * alpha;
        assert!((evidence - 1.0).abs() < 1e-5, "{a:?} {b:?}: {evidence}");
        let mixed = compare(Test::Msprt, &a, &b, &settings);
        let (both, alone) = (density(effect, var + settings.tau_squared), density(effect, var));
        if alone > 1e-290 {
            near(mixed.statistic, both / alone);
            near(mixed.p_value, (alone / both).min(1.0));
        }
    }
}

/// With so few degrees of freedom the tail of χ² has a closed form.
#[test]
fn a_split_is_tested_whatever_its_weights_are_multiplied_by() {
    let mut numbers = Numbers(61);
    for at in 0..INPUTS {
        let many = 2 + usize::try_from(at % 4).expect("few");
        let counts: Vec<f64> = (0..many).map(|_| 1_000.0 + numbers.below(100)).collect();
        let weights: Vec<f64> = (0..many).map(|_| 1_000.0 + numbers.below(100)).collect();
        let found = split_of(&counts, &weights);
        let (users, whole): (f64, f64) = (counts.iter().sum(), weights.iter().sum());
        let squares: f64 = counts.iter().zip(&weights).map(|(count, weight)| count * count * whole / weight).sum();
        let chi_squared = squares / users - users;
        assert!((found.chi_squared - chi_squared).abs() <= 1e-6 * chi_squared + 1e-9, "{counts:?} {weights:?}");
        let (x, root) = (found.chi_squared, found.chi_squared.sqrt());
        let tail = match many {
            2 => 2.0 * normal_above(root),
            3 => (-x / 2.0).exp(),
            4 => 2.0 * normal_above(root) + (2.0 * x / std::f64::consts::PI).sqrt() * (-x / 2.0).exp(),
            _ => (-x / 2.0).exp() * (1.0 + x / 2.0),
        };
        near(Some(found.p_value), tail);
        let factor = (1.0 + numbers.below(1_000)) / 7.0;
        let scaled: Vec<f64> = weights.iter().map(|weight| weight * factor).collect();
        near(Some(split_of(&counts, &scaled).p_value), found.p_value);
    }
}

#[test]
fn corrections_are_what_they_are_defined_as() {
    let mut numbers = Numbers(67);
    for _ in 0..INPUTS {
        let many = 1.0 + numbers.below(12);
        let mut p = Vec::new();
        while p.iter().map(|_| 1.0).sum::<f64>() < many {
            p.push(numbers.below(101) / 100.0);
        }
        let found = [Correction::Holm, Correction::Bh, Correction::Bonferroni].map(|it| adjust(&p, it));
        let number = |of: &dyn Fn(f64) -> bool| -> f64 { p.iter().filter(|it| of(**it)).map(|_| 1.0).sum() };
        for (at, own) in p.iter().enumerate() {
            let holm = p.iter().filter(|it| *it <= own).map(|it| it * (many - number(&|other| other < *it)));
            let bh = p.iter().filter(|it| *it >= own).map(|it| it * many / number(&|other| other <= *it));
            let expected = [holm.fold(0.0, f64::max), bh.fold(1.0, f64::min), own * many].map(|it| it.min(1.0));
            let [holm, bh, bonferroni] = found.each_ref().map(|all| all[at]);
            for (found, expected) in [holm, bh, bonferroni].into_iter().zip(expected) {
                near(Some(found), expected);
            }
            let slack = 1e-12;
            assert!(*own <= bh + slack && bh <= holm + slack && holm <= bonferroni + slack, "{p:?} {found:?}");
        }
    }
}

#[test]
fn wilson_s_ends_are_rates_that_the_found_one_is_just_as_far_off() {
    let mut numbers = Numbers(71);
    for _ in 0..INPUTS {
        let arm = arm(&mut numbers);
        let found = wilson(arm.sum, arm.users, 0.95).expect("an interval");
        for end in [found.interval.0, found.interval.1] {
            let z = (found.rate - end).abs() / (end * (1.0 - end) / arm.users).sqrt();
            near(Some(normal_below(-z)), 0.025);
        }
    }
}
