//! The tests of the Bayesian school: exact for proportions, Gaussian for whatever has a mean.

use statrs::function::gamma::ln_gamma;

use super::Warning;
use super::arm::{Arm, Estimate};
use super::comparison::{Comparison, Settings};
use super::distributions::{normal_below, normal_density, normal_with_above};
use super::frequentist::above_zero;

/// How many conversions an arm has at most, with the one of the prior, for sums over them to be made.
const MOST_SUMMED: f64 = 50_000.0;

/// Which share of a sum no term below adds anything to it.
const NEGLIGIBLE: f64 = 1e-18;

/// A beta distribution: what is known of a rate.
#[derive(Clone, Copy)]
struct Beta {
    a: f64,
    b: f64,
}

impl Beta {
    /// What is known after so many users, of a rate of which nothing was known.
    fn after(arm: &Arm) -> Self {
        Self { a: 1.0 + arm.sum, b: 1.0 + arm.users - arm.sum }
    }

    fn mean(self) -> f64 {
        self.a / (self.a + self.b)
    }

    fn variance(self) -> f64 {
        let whole = self.a + self.b;
        self.a * self.b / (whole * whole * (whole + 1.0))
    }

    /// The same after one more conversion.
    fn one_more(self) -> Self {
        Self { a: self.a + 1.0, ..self }
    }

    /// How likely this rate is the larger one. The sum is over its own conversions. Its terms rise to one that is the
    /// largest and fall after it: they are summed from there to both sides, for as long as they add anything, each made
    /// of its neighbour.
    fn exceeds(self, other: Self) -> f64 {
        let whole = other.b + self.b;
        let (first, last) = (0.0, self.a - 1.0);
        let peak = ((other.a * (self.b - 1.0) - whole) / (1.0 + other.b)).ceil().clamp(first, last);
        let ln_term = ln_beta(other.a + peak, whole)
            - ln_beta(other.a, other.b)
            - (self.b + peak).ln()
            - ln_beta(1.0 + peak, self.b);
        // By how much the term after this one is larger.
        let growth = |at: f64| (other.a + at) / (other.a + at + whole) * ((self.b + at) / (at + 1.0));
        let largest = ln_term.exp();
        let mut sum = largest;
        let (mut term, mut at) = (largest, peak);
        while at < last && term > sum * NEGLIGIBLE {
            term *= growth(at);
            at += 1.0;
            sum += term;
        }
        (term, at) = (largest, peak);
        while at > first && term > sum * NEGLIGIBLE {
            at -= 1.0;
            term /= growth(at);
            sum += term;
        }
        sum.min(1.0)
    }

    /// How much larger than the other this rate is in the mean, where it is larger.
    fn excess(self, other: Self) -> f64 {
        let more = self.mean() * self.one_more().exceeds(other) - other.mean() * self.exceeds(other.one_more());
        more.max(0.0)
    }
}

/// ½ ln 2π.
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_7;

/// From where on four terms of the series of Stirling's error leave out nothing that a double could hold.
const LARGE: f64 = 32.0;

/// ln B(a, b). Of large numbers ln Γ(a) + ln Γ(b) − ln Γ(a + b) is a small difference of large terms, so that Stirling's
/// terms are taken together before they are computed.
fn ln_beta(a: f64, b: f64) -> f64 {
    let (small, large, whole) = (a.min(b), a.max(b), a + b);
    let powers = small * (small / whole).ln() + large * (-small / whole).ln_1p();
    let roots = (small.ln() + (large / whole).ln()) / 2.0;
    HALF_LN_TAU + powers - roots + stirling_error(a) + stirling_error(b) - stirling_error(whole)
}

/// How much larger ln Γ(x) is than Stirling's (x − ½) ln x − x + ½ ln 2π (Abramowitz and Stegun, 6.1.41).
fn stirling_error(x: f64) -> f64 {
    if x < LARGE {
        return ln_gamma(x) - ((x - 0.5) * x.ln() - x + HALF_LN_TAU);
    }
    let square = x * x;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1_260.0 - 1.0 / (1_680.0 * square)) / square) / square) / x
}

/// Compares two proportions by the distributions of their rates.
pub(super) fn exact(a: &Arm, b: &Arm) -> Comparison {
    let (control, treatment) = (Beta::after(a), Beta::after(b));
    let difference = treatment.mean() - control.mean();
    let mut found = Comparison { estimate: Some(difference), ..Comparison::default() };
    if control.a > MOST_SUMMED || treatment.a > MOST_SUMMED {
        found.warn_if(true, Warning::Approximate);
        let deviation = (control.variance() + treatment.variance()).sqrt();
        found.chance_to_win = Some(above_zero(difference, deviation));
        found.expected_loss = Some(losses(difference, deviation));
        return found;
    }
    found.chance_to_win = Some(treatment.exceeds(control));
    found.expected_loss = Some((treatment.excess(control), control.excess(treatment)));
    found
}

/// Compares two means by the distribution of the relative effect, which is taken as normal.
pub(super) fn gaussian((a, b): (&Estimate, &Estimate), settings: &Settings) -> Comparison {
    let mut found = Comparison::default();
    let Some(effect) = found.effect(a, b, true) else { return found };
    let (mean, variance) = match settings.prior {
        None => (effect.estimate, effect.variance),
        Some((mean, variance)) => {
            let both = 1.0 / (1.0 / effect.variance + 1.0 / variance);
            (both * (effect.estimate / effect.variance + mean / variance), both)
        }
    };
    let deviation = variance.sqrt();
    let half = normal_with_above((1.0 - settings.confidence) / 2.0) * deviation;
    found.estimate = Some(mean);
    found.se = Some(deviation);
    found.interval = Some((Some(mean - half), Some(mean + half)));
    found.chance_to_win = Some(above_zero(mean, deviation));
    found.expected_loss = Some(losses(mean, deviation));
    found
}

/// What is lost in the mean by choosing the control and by choosing the treatment, of an effect that is normal.
pub(super) fn losses(mean: f64, deviation: f64) -> (f64, f64) {
    let z = mean / deviation;
    let density = deviation * normal_density(z);
    ((mean * normal_below(z) + density).max(0.0), (density - mean * normal_below(-z)).max(0.0))
}
