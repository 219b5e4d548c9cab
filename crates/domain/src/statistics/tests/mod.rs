//! Known results, as far as their sources print them, and what has to hold of any.

use super::*;

mod comparison;
mod extremes;
mod formulas;
mod generated;
mod values;

/// Whether a figure is what a source prints with so many decimals.
#[track_caller]
fn is(found: Option<f64>, expected: f64, decimals: i32) {
    let found = found.expect("a figure");
    let half = 0.500_001 * 10_f64.powi(-decimals);
    assert!((found - expected).abs() <= half, "{found} is not {expected} to {decimals} decimals");
}

/// Whether a figure is a computed one.
#[track_caller]
fn near(found: Option<f64>, expected: f64) {
    let found = found.expect("a figure");
    assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1e-9), "{found} is not {expected}");
}

fn low(found: &Comparison) -> Option<f64> {
    found.interval.and_then(|it| it.0)
}

fn high(found: &Comparison) -> Option<f64> {
    found.interval.and_then(|it| it.1)
}

fn rates(a: (f64, f64), b: (f64, f64)) -> (Arm, Arm) {
    (Arm::binary(a.1, a.0), Arm::binary(b.1, b.0))
}

const RELATIVE: fn() -> Settings = || Settings { relative: true, ..Settings::default() };

#[test]
fn two_proportions_by_z() {
    let (a, b) = rates((5.0, 83.0), (12.0, 99.0));
    let found = compare(Test::Z, &a, &b, &Settings::default());
    is(found.statistic, 1.407_830_4, 7);
    is(found.p_value, 0.159_181_29, 8);
    let (a, b) = rates((200.0, 1_000.0), (250.0, 1_000.0));
    let found = compare(Test::Z, &a, &b, &Settings::default());
    is(found.statistic, 2.677_397_8, 7);
    is(found.p_value, 0.007_419_649_3, 10);
    is(low(&found), 0.013_463_622, 9);
    is(high(&found), 0.086_536_378, 9);
    let (a, b) = rates((500.0, 10_000.0), (560.0, 10_000.0));
    let found = compare(Test::Z, &a, &b, &Settings::default());
    is(found.statistic, 1.893_753, 6);
    is(found.p_value, 0.058_257_806, 9);
    is(low(&found), -0.000_209_22, 8);
    is(high(&found), 0.012_209_22, 8);
    let found = compare(Test::Z, &a, &b, &RELATIVE());
    is(found.estimate, 0.12, 9);
    is(found.se, 0.067_066_53, 8);
    is(low(&found), -0.011_447_99, 8);
    is(high(&found), 0.251_448, 6);
    is(found.statistic, 1.893_753, 6);
}

fn listed(values: &[f64]) -> Arm {
    let users = values.iter().map(|_| 1.0).sum();
    Arm::of_values(users, values.iter().sum(), values.iter().map(|it| it * it).sum())
}

#[test]
fn the_sleep_of_ten_people_by_welch() {
    let first = listed(&[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
    let second = listed(&[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
    let found = compare(Test::Welch, &second, &first, &Settings::default());
    is(found.statistic, -1.8608, 4);
    is(found.df, 17.776, 3);
    is(found.p_value, 0.079_39, 5);
    is(low(&found), -3.365_483_2, 7);
    is(high(&found), 0.205_483_2, 7);
}

#[test]
fn growthbook_s_tests_by_welch() {
    let a = Arm::of_values(3_407.0, 1_396.87, 52_377.976_7);
    let b = Arm::of_values(3_461.0, 2_422.7, 134_698.29);
    let found = compare(Test::Welch, &a, &b, &RELATIVE());
    is(found.estimate, 0.707_32, 5);
    is(low(&found), -0.035_26, 5);
    is(high(&found), 1.449_89, 5);
    is(found.se, 0.378_79, 5);
    is(found.p_value, 0.061_91, 5);
    is(found.df, 5_841.742, 3);
    let found = compare(Test::Welch, &a, &b, &Settings::default());
    is(found.estimate, 0.29, 2);
    is(low(&found), 0.045_38, 5);
    is(high(&found), 0.534_62, 5);
    is(found.se, 0.124_78, 5);
    is(found.p_value, 0.020_16, 5);
    let (c, d) = rates((14.0, 28.0), (16.0, 30.0));
    let found = compare(Test::Welch, &c, &d, &RELATIVE());
    is(found.estimate, 0.066_67, 5);
    is(low(&found), -0.477_67, 5);
    is(high(&found), 0.611_01, 5);
    is(found.se, 0.2717, 4);
    is(found.p_value, 0.807_07, 5);
    let a = Arm::of_values(3_000.0, a.sum, a.sum_squares);
    let greater = |relative| Settings { relative, alternative: Alternative::Greater, ..Settings::default() };
    let found = compare(Test::Welch, &a, &b, &greater(true));
    is(found.estimate, 0.503_36, 5);
    is(low(&found), -0.045_14, 5);
    is(found.p_value, 0.065_58, 5);
    assert_eq!(high(&found), None);
    let found = compare(Test::Welch, &a, &b, &greater(false));
    is(found.estimate, 0.234_38, 5);
    is(low(&found), 0.020_79, 5);
    is(found.p_value, 0.035_54, 5);
}

#[test]
fn growthbook_s_tests_by_bayes() {
    let (a, b) = rates((49.0, 100.0), (51.0, 100.0));
    let found = compare(Test::BayesGaussian, &a, &b, &Settings::default());
    is(found.estimate, 0.040_82, 5);
    is(low(&found), -0.247_79, 5);
    is(high(&found), 0.329_43, 5);
    is(found.chance_to_win, 0.609_18, 5);
    is(found.expected_loss.map(|it| it.0), 0.0814, 4);
    is(found.expected_loss.map(|it| it.1), 0.040_58, 5);
    let (a, b) = (Arm::of_values(10.0, 100.0, 1_002.25), Arm::of_values(10.0, 105.0, 1_111.5));
    let found = compare(Test::BayesGaussian, &a, &b, &Settings::default());
    is(found.estimate, 0.05, 2);
    is(low(&found), -0.02, 2);
    is(high(&found), 0.12, 2);
    is(found.chance_to_win, 0.919_23, 5);
    is(found.expected_loss.map(|it| it.0), 0.051_31, 5);
    is(found.expected_loss.map(|it| it.1), 0.001_31, 5);
    let found = compare(Test::BayesGaussian, &a, &b, &Settings { prior: Some((0.1, 0.1)), ..Settings::default() });
    is(found.estimate, 0.050_63, 5);
    is(found.chance_to_win, 0.923_15, 5);
    is(found.expected_loss.map(|it| it.0), 0.051_86, 5);
    is(found.expected_loss.map(|it| it.1), 0.001_23, 5);
    let (control, treatment) = bayes::losses(0.1, 0.05);
    is(Some(control), 0.100_424_535_1, 10);
    is(Some(treatment), 0.000_424_535_1, 10);
}

#[test]
fn the_exact_chance_to_win() {
    for (a, b, chance, decimals) in [
        ((49.0, 100.0), (51.0, 100.0), 0.610_770_52, 8),
        ((200.0, 1_000.0), (250.0, 1_000.0), 0.996_283_33, 8),
        ((500.0, 10_000.0), (560.0, 10_000.0), 0.970_837_66, 8),
        ((5.0, 83.0), (12.0, 99.0), 0.913_548_6, 7),
    ] {
        let (a, b) = rates(a, b);
        is(compare(Test::BayesExact, &a, &b, &Settings::default()).chance_to_win, chance, decimals);
    }
}

#[test]
fn sample_sizes() {
    let design = |method| TestDesign {
        metric: Metric::Binomial(method),
        baseline: 0.2,
        mde: 0.25,
        significance: 0.05,
        power: 0.8,
    };
    for (method, users) in [(Method::EvanMiller, 1_031.0), (Method::Pooled, 1_094.0), (Method::Unpooled, 1_091.0)] {
        let size = design(method).sample_size().expect("a size");
        assert_eq!(size.per_variation, users, "{method:?}");
        assert!(size.achieved_power >= 0.8 && size.achieved_power < 0.801, "{method:?}: {}", size.achieved_power);
    }
    assert_eq!(TestDesign { mde: 4.0, ..design(Method::Pooled) }.sample_size(), None);
    for (power, exact) in [(1e-13, 4_155.938_270), (1e-16, 5_589.425_202), (1e-17, 6_078.679_075)] {
        let size = TestDesign { power, ..design(Method::EvanMiller) }.sample_size().expect("a size");
        assert!((size.exact / exact - 1.0).abs() < 1e-6, "{power}: {}", size.exact);
    }
    let mean =
        TestDesign { metric: Metric::Mean { sd: 10.0 }, baseline: 20.0, mde: 0.1, significance: 0.05, power: 0.8 };
    // n = 2 (1.959964 + 0.841621)² 10² / 2²
    near(mean.sample_size().map(|it| it.exact), 392.443_987);
}

#[test]
fn corrections_as_r_makes_them() {
    let p = [0.01, 0.02, 0.03, 0.04, 0.05];
    for (correction, expected) in [
        (Correction::Holm, [0.05, 0.08, 0.09, 0.09, 0.09]),
        (Correction::Bh, [0.05; 5]),
        (Correction::Bonferroni, [0.05, 0.10, 0.15, 0.20, 0.25]),
    ] {
        for (found, expected) in adjust(&p, correction).into_iter().zip(expected) {
            near(Some(found), expected);
        }
    }
    let turned = adjust(&[0.05, 0.01, 0.9], Correction::Holm);
    assert!(turned.first() > turned.get(1) && turned.get(2) == Some(&0.9), "{turned:?}");
}

#[test]
fn shares_and_splits() {
    let found = wilson(7.0, 20.0, 0.95).expect("a share");
    is(Some(found.rate), 0.35, 4);
    is(Some(found.interval.0), 0.1812, 4);
    is(Some(found.interval.1), 0.5671, 4);
    assert_eq!(wilson(0.0, 0.0, 0.95), None);
    assert_eq!(
        (wilson(0.0, 9.0, 0.95).map(|it| it.interval.0), wilson(9.0, 9.0, 0.95).map(|it| it.interval.1)),
        (Some(0.0), Some(1.0))
    );
    let split = split_of(&[500.0, 550.0], &[50.0, 50.0]);
    // χ² = 2 · 25² / 525, and its tail is that of |z| = √χ².
    near(Some(split.chi_squared), 2.380_952_38);
    near(Some(split.p_value), 0.122_822_648);
    assert_eq!(split_of(&[5.0, 9.0], &[1.0, 0.0]).p_value, 1.0);
    assert_eq!(split_of(&[0.0, 0.0], &[1.0, 1.0]).p_value, 1.0);
}

#[test]
fn what_cannot_be_told_is_not() {
    let none = Settings::default();
    let (one, nobody) = rates((1.0, 1.0), (0.0, 0.0));
    let found = compare(Test::Z, &one, &nobody, &none);
    assert_eq!((found.warnings.as_slice(), found.estimate, found.p_value), (&[Warning::FewUsers][..], None, None));
    let (all, every) = rates((10.0, 10.0), (20.0, 20.0));
    let found = compare(Test::Z, &all, &every, &none);
    assert_eq!(
        (found.warnings.as_slice(), found.estimate, found.statistic),
        (&[Warning::ZeroVariance][..], Some(0.0), None)
    );
    let (zero, some) = rates((0.0, 10.0), (5.0, 10.0));
    let found = compare(Test::Welch, &zero, &some, &RELATIVE());
    assert_eq!((found.warnings.as_slice(), found.estimate), (&[Warning::ControlMeanZero][..], None));
    for test in [Test::Z, Test::Welch, Test::Sequential, Test::BayesGaussian] {
        let found = compare(test, &zero, &zero, &RELATIVE());
        assert_eq!(found.warnings, [Warning::ZeroVariance, Warning::ControlMeanZero], "{test:?}");
    }
    let found = compare(Test::BayesExact, &nobody, &nobody, &none);
    near(found.chance_to_win, 0.5);
    let (many, more) = rates((60_000.0, 1_000_000.0), (60_500.0, 1_000_000.0));
    let found = compare(Test::BayesExact, &many, &more, &none);
    assert_eq!(found.warnings, [Warning::Approximate]);
    assert!(found.chance_to_win.is_some_and(|it| it > 0.9 && it < 1.0), "{found:?}");
    // One of very many, none, and all.
    for x in [0.0, 1.0, 1e9] {
        let (a, b) = rates((1.0, 1e9), (x, 1e9));
        for test in [Test::Z, Test::Welch, Test::BayesGaussian, Test::Sequential, Test::Msprt, Test::Newcombe] {
            let found = compare(test, &a, &b, &none);
            assert!(found.estimate.is_some_and(f64::is_finite), "{test:?} {x}: {found:?}");
        }
    }
}

#[test]
fn what_no_float_can_hold_is_not_told() {
    let (next_to_nothing, some) = (Arm::of_values(1e3, 1e-100, 1e-190), Arm::of_values(1e3, 2.0, 5.0));
    for test in [Test::Welch, Test::BayesGaussian, Test::Sequential] {
        let found = compare(test, &next_to_nothing, &some, &RELATIVE());
        assert_eq!((found.se, found.interval, found.p_value), (None, None, None), "{test:?}");
        assert_eq!((found.statistic, found.chance_to_win), (None, None), "{test:?}");
        assert_eq!(found.warnings, [Warning::ControlMeanZero], "{test:?}");
        near(found.estimate, 2e100);
    }
    let absolute = compare(Test::Welch, &next_to_nothing, &some, &Settings::default());
    assert!(absolute.interval.is_some() && absolute.warnings.is_empty(), "{absolute:?}");
}

#[test]
fn quantiles_as_tables_print_them() {
    use super::student::{student_above, student_with_above};

    for (share, df, t) in [
        (0.025, 1.0, 12.706_204_736),
        (0.025, 10.0, 2.228_138_852),
        (0.000_5, 120.0, 3.373_453_769),
        (0.025, 1e9, 1.959_963_987),
        (0.05, 1e4, 1.645_006_018),
        (0.025, 1e5, 1.959_987_706),
        (0.5, 3.0, 0.0),
    ] {
        near(student_with_above(share, df), t);
        near(student_with_above(1.0 - share, df), -t);
        near(student_above(t, df), share);
    }
}

#[test]
fn a_ratio_of_a_constant_is_the_mean() {
    // Divided by one for each user, a ratio is the mean of its values, with their variance.
    let values = Arm::of_values(10.0, 105.0, 1_111.5);
    let sums = RatioSums {
        sum: 105.0,
        sum_squares: 1_111.5,
        denominator_sum: 10.0,
        denominator_sum_squares: 10.0,
        cross_sum: 105.0,
    };
    let ratio = Arm::of_ratio(10.0, &sums);
    near(Some(ratio.mean()), values.mean());
    near(Some(ratio.variance()), values.variance());
}

#[test]
fn what_is_summed_of_many_conversions_is_whole() {
    let (a, b) = rates((40_000.0, 400_000.0), (40_500.0, 400_000.0));
    let found = compare(Test::BayesExact, &a, &b, &Settings::default());
    let back = compare(Test::BayesExact, &b, &a, &Settings::default());
    let (won, lost) = (found.chance_to_win.expect("a chance"), back.chance_to_win.expect("a chance"));
    assert!((won + lost - 1.0).abs() < 1e-8 && won > 0.96 && won < 0.97, "{won} and {lost}");
}
