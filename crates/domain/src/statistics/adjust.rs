//! Corrections for several comparisons at once.

use uplift_derive::Choices;

/// A correction of p-values, as `p.adjust` of R names and computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Correction {
    Holm,
    /// Benjamini and Hochberg's, which bounds the share of false discoveries.
    Bh,
    Bonferroni,
}

/// The p-values as they are after a correction, in their order.
pub fn adjust(p_values: &[f64], correction: Correction) -> Vec<f64> {
    let mut ranked: Vec<(usize, f64)> = p_values.iter().copied().enumerate().collect();
    ranked.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let count = number(p_values.len());
    let ranks = || std::iter::successors(Some(1.0), |rank| Some(rank + 1.0));
    let mut adjusted: Vec<(usize, f64)> = match correction {
        Correction::Bonferroni => ranked.into_iter().map(|(at, p)| (at, p * count)).collect(),
        Correction::Holm => {
            let mut most: f64 = 0.0;
            let step = |((at, p), rank): ((usize, f64), f64)| {
                most = most.max(p * (count - rank + 1.0));
                (at, most)
            };
            ranked.into_iter().zip(ranks()).map(step).collect()
        }
        Correction::Bh => {
            let mut least: f64 = 1.0;
            let ranked: Vec<_> = ranked.into_iter().zip(ranks()).collect();
            let step = |((at, p), rank): ((usize, f64), f64)| {
                least = least.min(p * count / rank);
                (at, least)
            };
            ranked.into_iter().rev().map(step).collect()
        }
    };
    adjusted.sort_by_key(|(at, _)| *at);
    adjusted.into_iter().map(|(_, p)| p.min(1.0)).collect()
}

/// How many there are, to be computed with.
fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}
