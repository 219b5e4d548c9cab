//! What is known of two rates beside each other, by their beta distributions: how likely either is the larger one, and
//! by how much in the mean.
//!
//! With X of Beta(a, b), Y of Beta(c, d) and h(a, b, c, d) = P(X > Y), one more of any parameter changes h by a
//! multiple of one number, k(a, b, c, d) = B(a + c, b + d)/(B(a, b) B(c, d)), as integration by parts tells:
//!
//! - h(a + 1, b, c, d) = h + k/a and h(a, b, c, d + 1) = h + k/d,
//! - h(a, b + 1, c, d) = h − k/b and h(a, b, c + 1, d) = h − k/c.
//!
//! So h is a sum of positive terms k/a along a downward, where it ends at nothing, which is the sum over an arm's own
//! conversions; as well a sum along d downward, along b upward or along c upward. All of them are multiples of the
//! first k, whose neighbours are made of it by quotients. The chances after one more conversion, of which the expected
//! loss is made, need no sums of their own.

use super::arm::{Arm, difference_of_products};
use super::gamma::ln_beta;

/// Which share of a sum no term below adds anything to it that counts.
const NEGLIGIBLE: f64 = 1e-16;

/// How many deviations from its beginning a sum is over, by rule of thumb.
const DEVIATIONS: f64 = 9.0;

/// How large the other parameter has to be for a sum upward to end soon: its terms fall like the power of their number
/// that this is.
const STEEP: f64 = 64.0;

/// A beta distribution: what is known of a rate.
#[derive(Clone, Copy)]
pub(super) struct Beta {
    /// The conversions, and one.
    pub(super) a: f64,
    /// The users without one, and one.
    b: f64,
}

/// What is found of two rates, each figure of the one and of the other.
pub(super) struct BetaComparison {
    /// How likely it is the larger one.
    pub(super) chances: (f64, f64),
    /// How much larger than the other it is in the mean, where it is larger.
    pub(super) excesses: (f64, f64),
}

impl Beta {
    /// What is known after so many users, of a rate of which nothing was known.
    pub(super) fn after(arm: &Arm) -> Self {
        Self { a: 1.0 + arm.sum, b: 1.0 + (arm.users - arm.sum) }
    }

    fn whole(self) -> f64 {
        self.a + self.b
    }

    pub(super) fn variance(self) -> f64 {
        let whole = self.whole();
        (self.a / whole) * (self.b / whole) / (whole + 1.0)
    }

    /// By how much this rate is larger than the other in the mean.
    pub(super) fn minus(self, other: Self) -> f64 {
        difference_of_products((self.a, other.b), (other.a, self.b)) / (self.whole() * other.whole())
    }

    /// The share of users who do not convert.
    fn mirrored(self) -> Self {
        Self { a: self.b, b: self.a }
    }

    /// Holds two rates beside each other. What the lower one has is summed, for it is small; the other has the rest, of
    /// which nothing is lost: it is a third at least.
    pub(super) fn compare(self, other: Self) -> BetaComparison {
        let gap = other.minus(self);
        if gap < 0.0 {
            let BetaComparison { chances, excesses } = other.compare(self);
            return BetaComparison { chances: (chances.1, chances.0), excesses: (excesses.1, excesses.0) };
        }
        let apart = ln_beta(self.a, self.b) + ln_beta(other.a, other.b);
        let unit = (ln_beta(self.a + other.a, self.b + other.b) - apart).exp();
        // Below what a double holds there is nothing to be summed.
        let units = if unit > 0.0 { exceeding(self, other) } else { 0.0 };
        let chance = (unit * units).min(1.0);
        // E[max(X − Y, 0)] = a/(a + b) · h(a + 1, b, c, d) − c/(c + d) · h(a, b, c + 1, d).
        let excess = (unit * (1.0 / self.whole() + 1.0 / other.whole() - gap * units)).max(0.0);
        BetaComparison { chances: (chance, 1.0 - chance), excesses: (excess, excess + gap) }
    }
}

/// A way to sum up how likely the lower of two rates is the larger one.
type Sum = fn(Beta, Beta) -> f64;

/// How likely the lower of two rates is the larger one, as a multiple of k. Each of the four sums has the same value;
/// that one is made which is the shortest: the farther a step moves a mean, in deviations of the difference, the fewer
/// there are.
fn exceeding(lower: Beta, higher: Beta) -> f64 {
    let deviation = (lower.variance() + higher.variance()).sqrt();
    let steps = |rest: f64, of: Beta| DEVIATIONS * deviation * of.whole() * (of.whole() / rest);
    let upward = |steps: f64, power: f64| if power < STEEP { f64::INFINITY } else { steps };
    let (turned_lower, turned_higher) = (higher.mirrored(), lower.mirrored());
    let (downward, onward): (Sum, Sum) = (downward, onward);
    let ways = [
        (steps(lower.b, lower).min(lower.a), downward, lower, higher),
        (steps(higher.a, higher).min(higher.b), downward, turned_lower, turned_higher),
        (upward(steps(higher.b, higher), lower.b), onward, lower, higher),
        (upward(steps(lower.a, lower), higher.a), onward, turned_lower, turned_higher),
    ];
    let shortest = ways.into_iter().min_by(|(one, ..), (other, ..)| one.total_cmp(other));
    shortest.map_or(0.0, |(_, sum, lower, higher)| sum(lower, higher))
}

/// The sum over fewer and fewer conversions of the lower rate.
fn downward(lower: Beta, higher: Beta) -> f64 {
    let rest = lower.b + higher.whole();
    let (mut at, mut sum) = (lower.a - 1.0, 0.0);
    let mut term = (at + rest) / ((at + higher.a) * (at + lower.b));
    while term > sum * NEGLIGIBLE {
        sum += term;
        let next = at - 1.0;
        term *= at * (next + rest) / ((next + higher.a) * (next + lower.b));
        at = next;
    }
    sum
}

/// The sum over more and more conversions of the higher rate.
fn onward(lower: Beta, higher: Beta) -> f64 {
    let whole = lower.whole() + higher.b;
    let (mut at, mut sum) = (higher.a, 0.0);
    let mut term = 1.0 / at;
    while term > sum * NEGLIGIBLE {
        sum += term;
        let next = at + 1.0;
        term *= (at + lower.a) * (at + higher.b) / ((at + whole) * next);
        at = next;
    }
    sum
}
