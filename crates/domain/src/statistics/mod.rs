//! Statistics of experiments: how far two arms differ and what that is worth, how many users it takes to tell, and
//! whether those there are were split as they should be. All of it is computed from totals; nothing is read or written.
//!
//! The control is `A` in every formula and the treatment is `B`. A figure that a test does not have, or that the data
//! does not allow, is `None`; why is said by a [`Warning`].

mod adjust;
mod arm;
mod bayes;
mod beta;
pub mod calculators;
mod compare;
mod comparison;
mod cuped;
mod distributions;
mod frequentist;
mod gamma;
mod proportion;
mod sample_size;
mod sequential;
mod split;
mod student;
#[cfg(test)]
mod tests;

pub use adjust::{Correction, adjust};
pub use arm::{Arm, Covariate, RatioSums};
pub use compare::{Test, compare};
pub use comparison::{Comparison, Settings};
pub use proportion::{Proportion, wilson};
pub use sample_size::{Method, Metric, SampleSize, TestDesign};
pub use split::{Split, split_of};

use uplift_derive::Choices;

/// The side on which a treatment has to differ for a test to tell so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Alternative {
    TwoSided,
    /// The treatment has more than the control.
    Greater,
    /// The treatment has less than the control.
    Less,
}

/// Why figures are missing, or not as exact as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Warning {
    /// An arm has too few users for the test.
    FewUsers,
    /// Nothing varies, so that nothing can be told from chance.
    ZeroVariance,
    /// The mean of the control is 0, and nothing is a part of it.
    ControlMeanZero,
    /// Computed by the normal approximation.
    Approximate,
}
