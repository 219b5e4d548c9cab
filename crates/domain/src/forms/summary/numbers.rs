//! What is computed of counts and numbers.

use super::figures::{HistogramBin, NumberFigures};
use crate::record::double;

/// How many parts a histogram has.
const BINS: usize = 10;

/// A part of a whole, from 0 to 1; of nothing there are no parts.
pub(super) fn rate(part: i64, whole: i64) -> Option<f64> {
    (whole > 0).then(|| double(part) / double(whole))
}

/// A part in percent, rounded half up to two decimals.
pub(super) fn percent(part: i64, whole: i64) -> Option<f64> {
    (whole > 0).then(|| {
        let twice = part.saturating_mul(20_000).saturating_add(whole);
        double(twice.div_euclid(whole.saturating_mul(2))) / 100.0
    })
}

/// The net promoter score: 100 times the difference of two counts by a third, halves rounded away from zero.
pub(super) fn score(promoters: i64, detractors: i64, answered: i64) -> Option<i64> {
    (answered > 0).then(|| {
        let hundredfold = promoters.saturating_sub(detractors).saturating_mul(100);
        let rounded = hundredfold.abs().saturating_mul(2).saturating_add(answered).div_euclid(answered * 2);
        rounded * hundredfold.signum()
    })
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// The sum of numbers by how many they are.
pub(super) fn mean(numbers: &[f64]) -> Option<f64> {
    let n = i64::try_from(numbers.len()).ok().filter(|n| *n > 0)?;
    finite(numbers.iter().sum::<f64>() / double(n))
}

/// The number in the middle of sorted ones, or half way between the two that are.
pub(super) fn median(sorted: &[f64]) -> Option<f64> {
    let upper = sorted.get(sorted.len() / 2)?;
    if sorted.len() % 2 == 1 {
        return Some(*upper);
    }
    let lower = sorted.get((sorted.len() / 2).checked_sub(1)?)?;
    Some(lower / 2.0 + upper / 2.0)
}

/// The median of whole numbers that are counted, in the order of the numbers.
pub(super) fn median_of_counts(counts: &[(i64, i64)]) -> Option<f64> {
    let all: i64 = counts.iter().map(|(_, count)| count).sum();
    let at = |place: i64| {
        let mut before = 0;
        counts.iter().find_map(|(value, count)| {
            before += count;
            (place < before).then_some(double(*value))
        })
    };
    let upper = at(all / 2)?;
    if all % 2 == 1 { Some(upper) } else { Some(at(all / 2 - 1)? / 2.0 + upper / 2.0) }
}

/// The figures of numbers.
pub(super) fn figures(mut numbers: Vec<f64>) -> NumberFigures {
    numbers.sort_by(f64::total_cmp);
    let n = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
    let mean = mean(&numbers);
    let sd = mean.filter(|_| n > 1).and_then(|mean| {
        let squares: f64 = numbers.iter().map(|it| (it - mean) * (it - mean)).sum();
        finite((squares / double(n - 1)).sqrt())
    });
    NumberFigures {
        n,
        min: numbers.first().copied(),
        max: numbers.last().copied(),
        mean,
        median: median(&numbers),
        sd,
        histogram: histogram(&numbers),
    }
}

/// How many of sorted numbers lie in each of ten equal parts of their range.
fn histogram(sorted: &[f64]) -> Vec<HistogramBin> {
    let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    if min == max {
        return vec![HistogramBin { from: min, to: max, count: i64::try_from(sorted.len()).unwrap_or(i64::MAX) }];
    }
    let width = (max / 10.0) - (min / 10.0);
    let parts = |count: usize| width * f64::from(u8::try_from(count).unwrap_or_default());
    // Nine parts of the largest range that there is are no number, but one is.
    let edge =
        |at: usize| if at == BINS { max } else { finite(min + parts(at)).unwrap_or_else(|| max - parts(BINS - at)) };
    let below = |at: usize| match at {
        BINS => sorted.len(),
        at => sorted.partition_point(|it| *it < edge(at)),
    };
    let part = |at: usize| HistogramBin {
        from: edge(at),
        to: edge(at + 1),
        count: i64::try_from(below(at + 1).saturating_sub(below(at))).unwrap_or(i64::MAX),
    };
    (0..BINS).map(part).collect()
}

#[cfg(test)]
mod tests;
