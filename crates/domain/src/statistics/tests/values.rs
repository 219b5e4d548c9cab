//! Comparisons of values, held against what the values themselves give: totals are all that the tests are told of them.

use super::super::student::student_above;
use super::generated::{INPUTS, Numbers, integral};
use super::*;

/// What a user did before, what they did since, and what that is divided by.
type User = (f64, f64, f64);

fn users(numbers: &mut Numbers) -> Vec<User> {
    let many = 6.0 + numbers.below(7);
    let mut users = Vec::new();
    while number(&users) < many {
        let before = numbers.below(100);
        users.push((before, before / 2.0 + numbers.below(160) / 4.0 + 1.0, 1.0 + numbers.below(20)));
    }
    users
}

fn number<T>(all: &[T]) -> f64 {
    all.iter().map(|_| 1.0).sum()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / number(values)
}

/// The covariance of a sample, in two passes.
fn covariance(one: &[f64], other: &[f64]) -> f64 {
    let (of_one, of_other) = (mean(one), mean(other));
    let products: f64 = one.iter().zip(other).map(|(one, other)| (one - of_one) * (other - of_other)).sum();
    products / (number(one) - 1.0)
}

fn column(users: &[User], of: fn(&User) -> f64) -> Vec<f64> {
    users.iter().map(of).collect()
}

/// Holds a comparison by Welch's test against the values that were compared.
#[track_caller]
fn holds_of(found: &Comparison, a: &[f64], b: &[f64]) {
    let (of_a, of_b) = (covariance(a, a) / number(a), covariance(b, b) / number(b));
    let se = (of_a + of_b).sqrt();
    let t = (mean(b) - mean(a)) / se;
    let df = 1.0 / ((of_a / (se * se)).powi(2) / (number(a) - 1.0) + (of_b / (se * se)).powi(2) / (number(b) - 1.0));
    near(found.estimate, mean(b) - mean(a));
    near(found.se, se);
    near(found.df, df);
    // Two means that are equal leave a statistic of which no digit is known.
    assert!((found.statistic.expect("a statistic") - t).abs() <= 1e-6 * t.abs() + 1e-9);
    let density = |angle: f64| angle.cos().powf(df - 1.0);
    let half = std::f64::consts::FRAC_PI_2;
    let tail = integral((t.abs() / df.sqrt()).atan(), half, 200, density) / integral(-half, half, 200, density);
    let p = found.p_value.expect("a p-value");
    assert!((p - 2.0 * tail).abs() <= 1e-6 * (2.0 * tail) + 1e-12, "{t} {df}: {p}, {}", 2.0 * tail);
    let width = (high(found).expect("an end") - low(found).expect("an end")) / 2.0;
    near(student_above(width / se, df), 0.025);
}

#[test]
fn welch_s_test_is_that_of_the_values() {
    let mut numbers = Numbers(41);
    for _ in 0..INPUTS {
        let [a, b] = [0, 1].map(|_| column(&users(&mut numbers), |user| user.1));
        holds_of(&compare(Test::Welch, &listed(&a), &listed(&b), &Settings::default()), &a, &b);
        // The variance of a quotient: its square times what both means vary, as parts of themselves.
        let relative = compare(Test::Welch, &listed(&a), &listed(&b), &RELATIVE());
        let quotient = mean(&b) / mean(&a);
        let parts = [&a, &b].map(|arm| covariance(arm, arm) / number(arm) / mean(arm).powi(2));
        near(relative.se, quotient * (parts[0] + parts[1]).sqrt());
        near(relative.estimate.map(|it| it + 1.0), quotient);
    }
}

#[test]
fn cuped_is_a_comparison_of_adjusted_values() {
    let mut numbers = Numbers(43);
    for _ in 0..INPUTS {
        let both = [0, 1].map(|_| users(&mut numbers));
        let freedom = |arm: &Vec<User>| number(arm) - 1.0;
        let pooled = |of: fn(&User) -> f64| -> f64 {
            let sum = |arm: &Vec<User>| covariance(&column(arm, of), &column(arm, |user| user.0)) * freedom(arm);
            both.iter().map(sum).sum()
        };
        let theta = pooled(|user| user.1) / pooled(|user| user.0);
        let before: Vec<f64> = both.iter().flatten().map(|user| user.0).collect();
        let average = mean(&before);
        let [a, b] = both.each_ref().map(|arm| {
            let adjusted = arm.iter().map(|(before, since, _)| since - theta * (before - average));
            adjusted.collect::<Vec<f64>>()
        });
        let [of_a, of_b] = both.each_ref().map(|arm| {
            let sum = |of: fn(&User) -> f64| arm.iter().map(of).sum();
            let covariate = Covariate {
                sum: sum(|user| user.0),
                sum_squares: sum(|user| user.0 * user.0),
                cross_sum: sum(|user| user.0 * user.1),
            };
            listed(&column(arm, |user| user.1)).with(Some(covariate))
        });
        let cuped = Settings { cuped: true, ..Settings::default() };
        holds_of(&compare(Test::Welch, &of_a, &of_b, &cuped), &a, &b);
    }
}

/// By the delta method a ratio varies as the mean of what each user is off it, in parts of the mean denominator.
#[test]
fn a_ratio_varies_as_what_each_user_is_off_it() {
    let mut numbers = Numbers(47);
    for _ in 0..INPUTS {
        let all = users(&mut numbers);
        let sum = |of: fn(&User) -> f64| -> f64 { all.iter().map(of).sum() };
        let sums = RatioSums {
            sum: sum(|user| user.1),
            sum_squares: sum(|user| user.1 * user.1),
            denominator_sum: sum(|user| user.2),
            denominator_sum_squares: sum(|user| user.2 * user.2),
            cross_sum: sum(|user| user.1 * user.2),
        };
        let arm = Arm::of_ratio(number(&all), &sums);
        let ratio = sums.sum / sums.denominator_sum;
        let share = mean(&column(&all, |user| user.2));
        let off: Vec<f64> = all.iter().map(|(_, value, divisor)| (value - ratio * divisor) / share).collect();
        near(Some(arm.mean()), ratio);
        near(Some(arm.variance()), covariance(&off, &off));
    }
}
