//! Comparing two arms by one of several tests.

use uplift_derive::Choices;

use super::arm::{Arm, Effect, Estimate};
use super::{Alternative, Warning, bayes, cuped, frequentist, sequential};

/// A way to compare two arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Test {
    /// The z-test of two proportions.
    Z,
    /// Welch's t-test.
    Welch,
    /// Two proportions by the distributions of their rates.
    BayesExact,
    /// The relative effect, taken as normal.
    BayesGaussian,
    /// The asymptotic confidence sequence.
    Sequential,
    /// The mixture sequential probability ratio test.
    Msprt,
    /// Newcombe's interval of the difference of two proportions.
    Newcombe,
}

impl Test {
    /// Whether it compares proportions alone.
    pub const fn takes_proportions(self) -> bool {
        match self {
            Self::Z | Self::BayesExact | Self::Newcombe => true,
            Self::Welch | Self::BayesGaussian | Self::Sequential | Self::Msprt => false,
        }
    }

    /// How many users an arm needs for it.
    const fn least_users(self) -> f64 {
        match self {
            Self::Z | Self::Welch | Self::BayesGaussian | Self::Sequential | Self::Msprt => 2.0,
            Self::Newcombe => 1.0,
            Self::BayesExact => 0.0,
        }
    }
}

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
    pub chance_to_win: Option<f64>,
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

    /// The effect between two means, where anything can be told of how exact it is. Its estimate is noted; where nothing
    /// more can be told, why is noted as well.
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

/// Compares a treatment with a control.
pub fn compare(test: Test, control: &Arm, treatment: &Arm, settings: &Settings) -> Comparison {
    if control.users.min(treatment.users) < test.least_users() {
        return too_few(test, control, treatment, settings);
    }
    let plain = (Estimate::of(control), Estimate::of(treatment));
    let adjusted = if settings.cuped { cuped::adjusted(control, treatment) } else { None };
    let arms = adjusted.unwrap_or(plain);
    let arms = (&arms.0, &arms.1);
    let mut found = match test {
        Test::Z => return frequentist::z(control, treatment, settings),
        Test::BayesExact => return bayes::exact(control, treatment),
        Test::Newcombe => return frequentist::newcombe(control, treatment, settings),
        Test::Welch => frequentist::welch(arms, settings),
        Test::BayesGaussian => bayes::gaussian(arms, settings),
        Test::Sequential => sequential::sequence(arms, settings),
        Test::Msprt => sequential::mixture(arms, settings),
    };
    if adjusted.is_some() {
        let [before, after] = [(&plain.0, &plain.1), arms].map(|(a, b)| Effect::absolute(a, b).variance);
        found.variance_reduction = Some(1.0 - after / before).filter(|reduction| reduction.is_finite());
    }
    found
}

/// What can be told of too few users: how far they are apart, where there are any.
fn too_few(test: Test, control: &Arm, treatment: &Arm, settings: &Settings) -> Comparison {
    let mut found = Comparison::default();
    found.warn_if(true, Warning::FewUsers);
    let relative = settings.relative && !matches!(test, Test::Msprt | Test::Newcombe) || test == Test::BayesGaussian;
    if control.users > 0.0 && treatment.users > 0.0 {
        let difference = treatment.mean() - control.mean();
        let no_base = relative && control.mean() == 0.0;
        found.warn_if(no_base, Warning::ControlMeanZero);
        found.estimate = Some(if relative { difference / control.mean().abs() } else { difference });
        found.estimate = found.estimate.filter(|_| !no_base);
    }
    found
}
