//! A comparison of two arms: how it is to be made, and what it found.

use super::arm::{Effect, Estimate};
use super::{Alternative, Warning};

/// How arms are compared; a test takes no notice of what it has no use for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether the effect is told as a part of the mean of the control.
    pub relative: bool,
    pub alternative: Alternative,
    /// How often an interval is to hold what it is about.
    pub confidence: f64,
    /// The mean and the variance of what was known of the relative effect.
    pub prior: Option<(f64, f64)>,
    /// At how many users the confidence sequence is to be narrowest.
    pub tuning: f64,
    /// The variance of the effects that the mixture is over.
    pub tau_squared: f64,
    /// Whether what users did before is taken away.
    pub cuped: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            relative: false,
            alternative: Alternative::TwoSided,
            confidence: 0.95,
            prior: None,
            tuning: 5_000.0,
            tau_squared: 1.0,
            cuped: false,
        }
    }
}

/// What a comparison found. A one-sided interval is open on a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    pub estimate: Option<f64>,
    pub se: Option<f64>,
    pub statistic: Option<f64>,
    pub df: Option<f64>,
    pub p_value: Option<f64>,
    pub interval: Option<(Option<f64>, Option<f64>)>,
    /// How likely the treatment is the better one.
    pub chance_to_win: Option<f64>,
    /// How likely the control is, which is no less exact where it is small.
    pub control_chance: Option<f64>,
    /// What is lost in the mean by choosing the control, and by choosing the treatment.
    pub expected_loss: Option<(f64, f64)>,
    /// How much of the variance of the difference CUPED took away.
    pub variance_reduction: Option<f64>,
    pub warnings: Vec<Warning>,
}

impl Comparison {
    pub(super) fn warn_if(&mut self, holds: bool, warning: Warning) {
        if holds {
            self.warnings.push(warning);
        }
    }

    /// The comparison as it is where all of its figures are numbers. Otherwise the estimate is left, if that is one, and
    /// why: the arms are so small, or so alike, that what is divided by them is past what a float can hold.
    pub(super) fn finite(self, past_all: Warning) -> Self {
        let (low, high) = self.interval.unwrap_or_default();
        let (of_control, of_treatment) = self.expected_loss.unzip();
        let chances = [self.chance_to_win, self.control_chance, of_control, of_treatment];
        let figures = [self.se, self.statistic, self.df, self.p_value, low, high].into_iter().chain(chances);
        let estimate = self.estimate.filter(|it| it.is_finite());
        if figures.flatten().all(f64::is_finite) {
            return Self { estimate, ..self };
        }
        let mut told = Self { estimate, warnings: self.warnings, ..Self::default() };
        told.warn_if(!told.warnings.contains(&past_all), past_all);
        told
    }

    /// The effect between two means, where anything can be told of how exact it is. Its estimate is noted; where
    /// nothing more can be told, why is noted as well.
    pub(super) fn effect(&mut self, a: &Estimate, b: &Estimate, relative: bool) -> Option<Effect> {
        let no_base = relative && a.mean == 0.0;
        let effect = if relative && !no_base { Effect::relative(a, b) } else { Effect::absolute(a, b) };
        let varies = a.variance >= 0.0 && b.variance >= 0.0 && effect.variance > 0.0;
        self.warn_if(!varies, Warning::ZeroVariance);
        self.warn_if(no_base, Warning::ControlMeanZero);
        if no_base {
            return None;
        }
        self.estimate = Some(effect.estimate);
        varies.then_some(effect)
    }
}
