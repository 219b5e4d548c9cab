//! The tests of the Bayesian school: exact for proportions, Gaussian for whatever has a mean.

use super::Warning;
use super::arm::{Arm, Estimate};
use super::beta::{Beta, BetaComparison};
use super::comparison::{Comparison, Settings};
use super::distributions::{normal_below, normal_density, normal_with_above};
use super::frequentist::above_zero;

/// How many conversions an arm has at most, with the one of the prior, for sums over them to be made.
const MOST_SUMMED: f64 = 50_000.0;

/// Compares two proportions by the distributions of their rates.
pub(super) fn exact(a: &Arm, b: &Arm) -> Comparison {
    let (control, treatment) = (Beta::after(a), Beta::after(b));
    let difference = treatment.minus(control);
    let mut found = Comparison { estimate: Some(difference), ..Comparison::default() };
    if control.a > MOST_SUMMED || treatment.a > MOST_SUMMED {
        found.warn_if(true, Warning::Approximate);
        found.believe_normal(difference, (control.variance() + treatment.variance()).sqrt());
        return found;
    }
    let BetaComparison { chances, excesses } = control.compare(treatment);
    (found.control_chance, found.chance_to_win) = (Some(chances.0), Some(chances.1));
    // Who chooses one loses what the other is larger by.
    found.expected_loss = Some((excesses.1, excesses.0));
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
    found.believe_normal(mean, deviation);
    found
}

impl Comparison {
    /// Notes what is believed of an effect that is normal. The control wins where the effect is below zero, which is
    /// computed by itself: one less the rest would lose what is small.
    fn believe_normal(&mut self, mean: f64, deviation: f64) {
        self.control_chance = Some(above_zero(-mean, deviation));
        self.chance_to_win = Some(above_zero(mean, deviation));
        self.expected_loss = Some(losses(mean, deviation));
    }
}

/// What is lost in the mean by choosing the control and by choosing the treatment, of an effect that is normal.
pub(super) fn losses(mean: f64, deviation: f64) -> (f64, f64) {
    let z = mean / deviation;
    let density = deviation * normal_density(z);
    ((mean * normal_below(z) + density).max(0.0), (density - mean * normal_below(-z)).max(0.0))
}
