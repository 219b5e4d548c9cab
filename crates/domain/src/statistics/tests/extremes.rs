//! Figures at the ends of what there is: rates of one of a billion, of none, of all but ten of 10¹², and tails far out.

use super::super::student::student_above;
use super::*;

/// Whether a figure is a computed one, however small that is.
#[track_caller]
fn agrees(found: f64, expected: f64, of: &str) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs(), "{of}: {found} is not {expected}");
}

/// Conversions and users of both arms, the chance of the second, and the expected losses of either.
type Exact = ((f64, f64), (f64, f64), f64, (f64, f64));

const EXACT: &[Exact] = &[
    ((1.0, 1_000_000_000.0), (1.0, 1_000_000_000.0), 0.5, (7.499_999_977_5e-10, 7.499_999_977_5e-10)),
    ((0.0, 1_000_000_000.0), (1.0, 1_000_000_000.0), 0.750_000_000_125, (1.249_999_997_125e-9, 2.499_999_991_25e-10)),
    ((1.0, 1_000_000_000.0), (0.0, 1_000_000_000.0), 0.249_999_999_875, (2.499_999_991_25e-10, 1.249_999_997_125e-9)),
    ((0.0, 0.0), (0.0, 0.0), 0.5, (0.166_666_666_666_7, 0.166_666_666_666_7)),
    ((0.0, 10.0), (10.0, 10.0), 0.999_998_582_428_9, (0.833_333_394_966_9, 6.163_352_508_756e-8)),
    ((10.0, 10.0), (0.0, 10.0), 1.417_571_077_014e-6, (6.163_352_508_756e-8, 0.833_333_394_966_9)),
    ((0.0, 1_000_000_000.0), (0.0, 1_000_000_000.0), 0.5, (4.999_999_987_5e-10, 4.999_999_987_5e-10)),
    (
        (20_000.0, 1_000_000_000.0),
        (20_300.0, 1_000_000_000.0),
        0.932_465_333_511_9,
        (3.059_588_254_683e-7, 5.958_826_068_348e-9),
    ),
    (
        (49_999.0, 1_000_000_000.0),
        (49_500.0, 1_000_000_000.0),
        0.056_827_331_586_33,
        (7.648_483_495_553e-9, 5.066_484_824_976e-7),
    ),
    (
        (1_000.0, 1_000_000.0),
        (1_100.0, 1_000_000.0),
        0.985_486_948_122_5,
        (0.000_100_234_762_828, 2.349_628_275_516e-7),
    ),
    ((49_000.0, 49_000.0), (48_900.0, 49_000.0), 3.746_005_901_088e-31, (7.636_719_602_704e-36, 0.002_040_733_031_305)),
    ((30_000.0, 100_000.0), (29_000.0, 100_000.0), 4.713_224_417_586e-7, (1.823_700_539_116e-10, 0.009_999_800_186_37)),
    (
        (5.0, 1_000_000_000.0),
        (40.0, 1_000_000_000.0),
        0.999_999_977_970_3,
        (3.499_999_995_762e-8, 2.762_417_261_339e-17),
    ),
    ((100.0, 1_000_000_000.0), (300.0, 1_000_000_000.0), 1.0, (1.999_999_996e-7, 1.699_043_443_647e-33)),
    ((1.0, 2.0), (49_999.0, 50_000.0), 0.999_999_992_801_1, (0.499_960_001_600_1, 1.919_558_469_111e-13)),
    ((0.0, 50_000.0), (49_999.0, 1_000_000_000.0), 0.917_919_105_198_5, (3.164_227_002_843e-5, 1.641_470_160_432e-6)),
    ((700.0, 100_000_000.0), (7.0, 1_000_000.0), 0.597_231_404_666_8, (1.640_947_851_962e-6, 6.509_637_117_299e-7)),
];

/// Expected figures are the sums of the formula, in 60 digits, of which these are the first.
#[test]
fn exact_chances_and_losses_keep_their_digits() {
    for &(a, b, chance, (control, treatment)) in EXACT {
        let (a, b) = rates(a, b);
        let found = compare(Test::BayesExact, &a, &b, &Settings::default());
        let of = format!("{a:?} {b:?}");
        agrees(found.chance_to_win.expect("a chance"), chance, &of);
        let losses = found.expected_loss.expect("losses");
        agrees(losses.0, control, &of);
        agrees(losses.1, treatment, &of);
    }
}

/// Expected figures are of the regularised incomplete beta function, in 40 digits. Few degrees and many, near and far.
#[test]
fn students_tails_keep_their_digits() {
    for (t, df, above) in [
        (2.0, 0.5, 0.222_757_445_091_6),
        (4.0, 1.0, 0.077_979_130_377_37),
        (1e8, 1.0, 3.183_098_861_838e-9),
        (12.5, 3.0, 0.000_551_815_665_548),
        (5.0, 20.0, 3.436_514_289_771e-5),
        (40.0, 100.0, 1.231_053_801_07e-63),
        (3.999_9, 1e5, 3.170_739_194_149e-5),
        (4.000_1, 1e5, 3.168_061_097_109e-5),
        (12.0, 19_999.0, 2.307_548_862_554e-33),
        (12.0, 20_000.0, 2.307_518_829_187e-33),
        (20.0, 20_000.0, 2.001_604_100_473e-88),
        (37.0, 20_000.0, 3.196_902_463_002e-290),
        (12.0, 1e6, 1.785_842_562_383e-33),
        (30.0, 1e6, 6.010_047_116_832e-198),
        (15.0, 1e12, 3.670_966_246_186e-51),
    ] {
        agrees(student_above(t, df).expect("a tail"), above, &format!("{t} {df}"));
        agrees(student_above(-t, df).expect("a tail"), 1.0 - above, &format!("-{t} {df}"));
    }
    assert_eq!(student_above(1.0, 0.0), None);
    assert_eq!(student_above(1.0, f64::NAN), None);
    agrees(student_above(1e200, 1.0).expect("a tail"), 3.183_098_861_838e-201, "where the square is no double");
}

/// Of the last, one arm has more than 50,000 conversions, where the exact chance is by normal approximation.
#[test]
fn the_chance_of_the_control_keeps_its_digits() {
    for (a, b, gaussian, exact) in [
        ((1_000.0, 1e5), (1_250.0, 1e5), 1.066_195_991_133e-6, 5.651_760_824_693e-8),
        ((1_000.0, 1e5), (1_290.0, 1e5), 4.026_452_747_11e-8, 5.248_665_802_894e-10),
        ((400.0, 1e3), (700.0, 1e3), 8.440_514_805_726e-23, 2.408_840_292_618e-42),
        ((49_000.0, 1e6), (52_000.0, 1e6), 2.633_597_673_293e-21, 1.700_983_191_528e-22),
    ] {
        let (a, b) = rates(a, b);
        for (test, expected) in [(Test::BayesGaussian, gaussian), (Test::BayesExact, exact)] {
            let found = compare(test, &a, &b, &Settings::default());
            agrees(found.control_chance.expect("a chance"), expected, &format!("{test:?} {a:?} {b:?}"));
            agrees(found.chance_to_win.expect("a chance"), 1.0 - expected, &format!("{test:?} {a:?} {b:?}"));
        }
    }
}

/// Rates that 1 is taken from, and differences of rates, which lose their digits where they are made of quotients.
/// Expected figures are the formulas in 60 digits: z, Newcombe's interval, the chance by the Gaussian effect.
#[test]
fn rates_next_to_one_keep_their_digits() {
    for (a, b, z, (from, to), chance) in [
        (
            (999_999_999_990.0, 1e12),
            (999_999_999_996.0, 1e12),
            1.603_567_451_48,
            (-1.770_441_050_178e-12, 1.475_755_129_046e-11),
            0.945_595_284_979_7,
        ),
        (
            (999_999_999_997.0, 1e12),
            (999_999_999_979.0, 999_999_999_989.0),
            -1.941_450_686_814,
            (-1.563_936_104_908e-11, 3.995_257_783_109e-13),
            0.026_101_817_669_12,
        ),
        (
            (5.0, 1e12),
            (11.0, 9e11),
            1.712_900_399_265,
            (-1.385_794_382_9e-12, 1.730_327_581_996e-11),
            0.863_367_547_465_9,
        ),
        (
            (899_999_999_999.0, 9e11),
            (999_999_999_993.0, 1e12),
            -1.975_193_380_129,
            (-1.339_545_538_893e-11, 4.271_265_560_742e-13),
            0.020_076_659_611_32,
        ),
    ] {
        let (a, b) = rates(a, b);
        let of = format!("{a:?} {b:?}");
        let by = |test| compare(test, &a, &b, &Settings::default());
        agrees(by(Test::Z).statistic.expect("a statistic"), z, &of);
        let interval = by(Test::Newcombe);
        agrees(low(&interval).expect("an end"), from, &of);
        agrees(high(&interval).expect("an end"), to, &of);
        agrees(by(Test::BayesGaussian).chance_to_win.expect("a chance"), chance, &of);
    }
}
