//! Comparing two arms by one of several tests.

use uplift_derive::Choices;

use super::arm::{Arm, Effect, Estimate};
use super::comparison::{Comparison, Settings};
use super::{Warning, bayes, cuped, frequentist, sequential};

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

/// Compares a treatment with a control. What is past all numbers is not told.
pub fn compare(test: Test, control: &Arm, treatment: &Arm, settings: &Settings) -> Comparison {
    let past_all = match settings.relative || test == Test::BayesGaussian {
        true => Warning::ControlMeanZero,
        false => Warning::ZeroVariance,
    };
    tested(test, control, treatment, settings).finite(past_all)
}

fn tested(test: Test, control: &Arm, treatment: &Arm, settings: &Settings) -> Comparison {
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
        let difference = Estimate::of(treatment).minus(&Estimate::of(control));
        let no_base = relative && control.mean() == 0.0;
        found.warn_if(no_base, Warning::ControlMeanZero);
        found.estimate = Some(if relative { difference / control.mean().abs() } else { difference });
        found.estimate = found.estimate.filter(|_| !no_base);
    }
    found
}
