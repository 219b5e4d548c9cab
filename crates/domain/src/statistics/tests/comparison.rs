//! The exact chance that one rate is larger than another, by a formula that has nothing in common with the sums.

use super::generated::{INPUTS, Numbers};
use super::*;

/// ln Γ(x + z) − ln Γ(x), by Stirling's series (Abramowitz and Stegun, 6.1.40) of arguments that are made as large as
/// it needs first. The logarithm of a complex number, as its real and its imaginary part.
fn ln_gamma_growth(x: f64, z: (f64, f64)) -> (f64, f64) {
    let (mut base, mut sum) = (x, (0.0, 0.0));
    while base + z.0.min(0.0) < 12.0 {
        let quotient = ln_one_more((z.0 / base, z.1 / base));
        sum = (sum.0 - quotient.0, sum.1 - quotient.1);
        base += 1.0;
    }
    let ln = ln_one_more((z.0 / base, z.1 / base));
    let at = (base + z.0, z.1);
    // (x + z − ½) ln(x + z) − (x − ½) ln x − z, of which the large terms are taken together.
    let grown = times((at.0 - 0.5, at.1), ln);
    let (before, after) = (series((base, 0.0)), series(at));
    (
        sum.0 + grown.0 + z.0 * (base.ln() - 1.0) + after.0 - before.0,
        sum.1 + grown.1 + z.1 * (base.ln() - 1.0) + after.1 - before.1,
    )
}

fn times(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    (one.0 * other.0 - one.1 * other.1, one.0 * other.1 + one.1 * other.0)
}

/// ln (1 + w).
fn ln_one_more(w: (f64, f64)) -> (f64, f64) {
    ((2.0 * w.0 + w.0 * w.0 + w.1 * w.1).ln_1p() / 2.0, w.1.atan2(1.0 + w.0))
}

/// 1/12x − 1/360x³ + 1/1260x⁵ − 1/1680x⁷ + 1/1188x⁹.
fn series(x: (f64, f64)) -> (f64, f64) {
    let norm = x.0 * x.0 + x.1 * x.1;
    let inverse = (x.0 / norm, -x.1 / norm);
    let square = times(inverse, inverse);
    let terms = [1.0 / 1_188.0, -1.0 / 1_680.0, 1.0 / 1_260.0, -1.0 / 360.0, 1.0 / 12.0];
    let sum = terms.into_iter().fold((0.0, 0.0), |sum, term| {
        let (real, imaginary) = times(sum, square);
        (real + term, imaginary)
    });
    times(sum, inverse)
}

/// How likely the lower of two rates is the larger one, and how much larger it is in the mean where it is. The
/// logarithm of the odds of a rate of Beta(a, b) has the transform E[e^(zu)] = Γ(a + z)Γ(b − z)/(Γ(a)Γ(b)); that of a
/// difference is a product of two, and its tail above 0 the inverse integral of that over z, along any line to the
/// right of 0. The line is laid through the least value, from which the integrand falls to both sides; there the rule
/// of trapezoids is as exact as it is plain. The mean of a rate where it is the larger one is its mean times the chance
/// after one more conversion, of which the transform has (a + z)/a more.
fn lower_exceeds(lower: (f64, f64), higher: (f64, f64)) -> (f64, f64) {
    let ln = |z: (f64, f64)| {
        let back = (-z.0, -z.1);
        let parts = [(lower.0, z), (lower.1, back), (higher.0, back), (higher.1, z)];
        let of_z = (z.0.hypot(z.1).ln(), z.1.atan2(z.0));
        parts
            .into_iter()
            .map(|(x, z)| ln_gamma_growth(x, z))
            .fold((-of_z.0, -of_z.1), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    };
    // How the logarithm of the integrand rises and bends along the real line, with ψ(x) ≈ ln x − 1/2x: any line is as
    // right as another, so that this need be no more than near.
    let parts = |s: f64| [(lower.0 + s, 1.0), (lower.1 - s, -1.0), (higher.0 - s, -1.0), (higher.1 + s, 1.0)];
    let rise = |s: f64| parts(s).into_iter().map(|(x, sign)| sign * (x.ln() - 0.5 / x)).sum::<f64>() - 1.0 / s;
    let (mut from, mut to) = (0.0, lower.1.min(higher.0));
    for _ in 0..50 {
        let middle = f64::midpoint(from, to);
        *(if rise(middle) < 0.0 { &mut from } else { &mut to }) = middle;
    }
    let line = f64::midpoint(from, to);
    let bend = parts(line).into_iter().map(|(x, _)| 1.0 / x + 0.5 / (x * x)).sum::<f64>() + 1.0 / (line * line);
    let (least, step) = (ln((line, 0.0)).0, 0.25 / bend.sqrt());
    let wholes = (lower.0 + lower.1, higher.0 + higher.1);
    let excess = |s: f64| (lower.0 + s) / wholes.0 - (higher.0 - s) / wholes.1;
    let (mut chance, mut loss) = (0.5, 0.5 * excess(line));
    for at in (1..2_000).map(f64::from) {
        let (real, imaginary) = ln((line, step * at));
        let size = (real - least).exp();
        let (cosine, sine) = (size * imaginary.cos(), size * imaginary.sin());
        chance += cosine;
        loss += cosine * excess(line) - sine * step * at * (1.0 / wholes.0 + 1.0 / wholes.1);
        if size < 1e-12 {
            break;
        }
    }
    let unit = least.exp() * step / std::f64::consts::PI;
    (chance * unit, loss * unit)
}

/// Two arms of up to a million users, of rates that may be all but 0 or 1, not so far apart that nothing could be told
/// of the lower one.
fn arms(numbers: &mut Numbers) -> (Arm, Arm) {
    let share = |numbers: &mut Numbers| {
        let small = 0.5 * 10_f64.powf(-numbers.below(6_000_000) / 1e6);
        let low = if numbers.below(2) < 1.0 { small } else { numbers.below(500_000) / 1e6 };
        if numbers.below(2) < 1.0 { low } else { 1.0 - low }
    };
    let users = |numbers: &mut Numbers| 10_f64.powf(numbers.below(6_000_001) / 1e6).floor();
    let (a, b) = (users(numbers), users(numbers));
    let rate = share(numbers);
    let deviation = (rate * (1.0 - rate) * (1.0 / a + 1.0 / b)).sqrt();
    let other = rate + deviation * (numbers.below(12_000) / 1_000.0 - 6.0);
    let arm = |users: f64, rate: f64| Arm::binary(users, (users * rate).round().clamp(0.0, users.min(49_999.0)));
    (arm(a, rate), arm(b, other))
}

#[test]
fn the_exact_chance_and_loss_are_inverse_integrals() {
    let mut numbers = Numbers(29);
    for _ in 0..INPUTS {
        let (a, b) = arms(&mut numbers);
        let found = compare(Test::BayesExact, &a, &b, &Settings::default());
        let (control, treatment) = found.expected_loss.expect("losses");
        let of = |arm: &Arm| (1.0 + arm.sum, 1.0 + arm.users - arm.sum);
        let falls = found.estimate < Some(0.0);
        // Which is lower, how likely it is the larger one all the same, and by how much in the mean.
        let (lower, higher, chance, loss) = if falls {
            (of(&b), of(&a), found.chance_to_win, control)
        } else {
            (of(&a), of(&b), found.control_chance, treatment)
        };
        let chance = chance.expect("a chance");
        let (expected, lost) = lower_exceeds(lower, higher);
        if lost < 1e-290 {
            continue;
        }
        assert!((chance - expected).abs() <= 1e-6 * expected, "{a:?} {b:?}: {chance}, {expected}");
        // The integral of a loss is a difference, of which rounding leaves no more digits than this.
        let rounded = 1e-10 * expected * found.estimate.map_or(0.0, f64::abs);
        assert!((loss - lost).abs() <= 1e-6 * lost + rounded, "{a:?} {b:?}: {loss}, {lost}");
        near(if falls { found.control_chance } else { found.chance_to_win }, 1.0 - expected);
    }
}
