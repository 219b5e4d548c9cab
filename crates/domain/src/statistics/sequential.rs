//! Tests that hold whenever they are looked at: the asymptotic confidence sequence, and the mixture sequential
//! probability ratio test.

use super::arm::Estimate;
use super::comparison::{Comparison, Settings};

/// The asymptotic confidence sequence, which is narrowest at as many users as it is tuned for.
pub(super) fn sequence((a, b): (&Estimate, &Estimate), settings: &Settings) -> Comparison {
    let mut found = Comparison::default();
    let Some(effect) = found.effect(a, b, settings.relative) else { return found };
    let (alpha, users) = (1.0 - settings.confidence, a.users + b.users);
    let ln_alpha = alpha.ln();
    let rho_squared = (-2.0 * ln_alpha + (1.0 - 2.0 * ln_alpha).ln()) / settings.tuning;
    let grown = users * rho_squared + 1.0;
    let factor = 2.0 * grown / (users * users * rho_squared) * (grown.sqrt().ln() - ln_alpha);
    let half = (effect.variance * users).sqrt() * factor.sqrt();
    let sum_squared = effect.estimate * effect.estimate * users / effect.variance;
    let ln_evidence = rho_squared * sum_squared / (2.0 * grown) - grown.sqrt().ln();
    found.se = Some(effect.variance.sqrt());
    found.interval = Some((Some(effect.estimate - half), Some(effect.estimate + half)));
    found.p_value = Some((-ln_evidence).exp().min(1.0));
    found
}

/// The mixture sequential probability ratio test, at one look.
pub(super) fn mixture((a, b): (&Estimate, &Estimate), settings: &Settings) -> Comparison {
    let mut found = Comparison::default();
    let Some(effect) = found.effect(a, b, false) else { return found };
    let (variance, tau_squared) = (effect.variance, settings.tau_squared);
    let both = variance + tau_squared;
    let squared = effect.estimate * effect.estimate;
    let ln_ratio = (variance / both).ln() / 2.0 + squared * tau_squared / (2.0 * variance * both);
    found.se = Some(variance.sqrt());
    // No number is larger than the largest.
    found.statistic = Some(ln_ratio.exp().min(f64::MAX));
    found.p_value = Some((-ln_ratio).exp().min(1.0));
    found
}
