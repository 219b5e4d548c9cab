//! The words of experiments.

use uplift_derive::Choices;

/// What is compared, and how visitors come to see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ExperimentType {
    /// A control and one variation.
    Ab,
    /// A control and several variations.
    Abn,
    /// Several parts of a page at once.
    Mvt,
    /// Pages at addresses of their own.
    SplitUrl,
    Personalization,
    Bandit,
    FeatureFlag,
    /// The same twice, to test the measurement.
    Aa,
    BeforeAfter,
    Usability,
}

impl ExperimentType {
    /// Whether it compares variations, without which it cannot start.
    pub const fn compares_variations(self) -> bool {
        match self {
            Self::Ab
            | Self::Abn
            | Self::Mvt
            | Self::SplitUrl
            | Self::Personalization
            | Self::Bandit
            | Self::FeatureFlag
            | Self::Aa => true,
            Self::BeforeAfter | Self::Usability => false,
        }
    }
}

/// Where an experiment stands, in the order of its life: lists sort by it in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ExperimentStatus {
    Draft,
    InPreparation,
    Ready,
    Running,
    Paused,
    Analyzing,
    Completed,
    Cancelled,
}

impl ExperimentStatus {
    /// Whether it counts among the active ones that a plan limits.
    pub const fn is_active(self) -> bool {
        match self {
            Self::Running | Self::Paused => true,
            Self::Draft | Self::InPreparation | Self::Ready | Self::Analyzing | Self::Completed | Self::Cancelled => {
                false
            }
        }
    }

    /// Whether what is compared and what it is judged by stays as it is.
    pub const fn keeps_design(self) -> bool {
        match self {
            Self::Running | Self::Paused | Self::Analyzing | Self::Completed => true,
            Self::Draft | Self::InPreparation | Self::Ready | Self::Cancelled => false,
        }
    }
}

/// What came of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ExperimentResult {
    Won,
    Lost,
    Inconclusive,
    Neutral,
    StoppedEarly,
    Invalid,
}

/// What is done about what came of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Decision {
    Ship,
    Iterate,
    Rollback,
    Retest,
    None,
}

/// What a goal is to an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum GoalRole {
    /// What it is judged by.
    Primary,
    Secondary,
    /// What must not become worse.
    Guardrail,
}

/// What an experiment says of a learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum EvidenceRole {
    Supporting,
    Contradicting,
}
