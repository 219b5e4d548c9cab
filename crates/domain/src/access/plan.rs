//! A plan: how much of what a team may have.

use uplift_derive::Choices;

use crate::record::Choices as _;
use crate::refusal::Denial;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Choices)]
pub enum Plan {
    Free,
    Starter,
    Pro,
    #[default]
    Enterprise,
}

/// What a plan limits by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Members who are not viewers, and invitations of such that may still be accepted.
    Seats,
    /// Projects that are not deleted.
    Projects,
    NumberingSchemes,
    /// Experiments that are running or paused.
    ActiveExperiments,
    /// Bytes of files, equal ones of a team counted once.
    Storage,
    /// Forms that are not deleted.
    Forms,
    /// Responses to forms that were created in the calendar month, without spam.
    FormResponses,
    /// Types of which there is a lookup.
    LookupTypes,
    SavedReports,
}

/// How an experiment is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Statistics {
    Frequentist,
    Bayesian,
    Sequential,
}

impl Limit {
    const fn name(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Projects => "projects",
            Self::NumberingSchemes => "numbering schemes",
            Self::ActiveExperiments => "active experiments",
            Self::Storage => "bytes of file storage",
            Self::Forms => "forms",
            Self::FormResponses => "form responses this month",
            Self::LookupTypes => "types of project lookups",
            Self::SavedReports => "saved reports",
        }
    }

    /// All of them, in the order in which they are told.
    pub const ALL: &'static [Self] = &[
        Self::Seats,
        Self::Projects,
        Self::ActiveExperiments,
        Self::Forms,
        Self::FormResponses,
        Self::Storage,
        Self::NumberingSchemes,
        Self::LookupTypes,
        Self::SavedReports,
    ];

    /// The member of an answer that tells of it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Projects => "projects",
            Self::NumberingSchemes => "numbering_schemes",
            Self::ActiveExperiments => "active_experiments",
            Self::Storage => "storage_bytes",
            Self::Forms => "forms",
            Self::FormResponses => "form_responses",
            Self::LookupTypes => "lookup_types",
            Self::SavedReports => "saved_reports",
        }
    }
}

impl Plan {
    /// How many the plan allows; `None` is any number.
    pub const fn most(self, limit: Limit) -> Option<i64> {
        let (free, starter, pro) = match limit {
            Limit::Seats => (2, 5, Some(25)),
            Limit::Projects => (1, 3, Some(20)),
            Limit::ActiveExperiments => (3, 20, None),
            Limit::Forms => (1, 5, Some(50)),
            Limit::FormResponses => (50, 1_000, Some(20_000)),
            Limit::Storage => (500_000_000, 5_000_000_000, Some(100_000_000_000)),
            Limit::NumberingSchemes | Limit::LookupTypes => (0, 1, None),
            Limit::SavedReports => (0, 5, None),
        };
        match self {
            Self::Free => Some(free),
            Self::Starter => Some(starter),
            Self::Pro => pro,
            Self::Enterprise => None,
        }
    }

    /// How experiments may be judged, and what makes that sharper.
    pub const fn statistics(self) -> &'static [&'static str] {
        match self {
            Self::Free => &["frequentist"],
            Self::Starter => &["frequentist", "bayesian"],
            Self::Pro | Self::Enterprise => &["frequentist", "bayesian", "sequential", "cuped"],
        }
    }

    /// For how many days the activity log is told; `None` is for ever.
    pub const fn retention_days(self) -> Option<i64> {
        match self {
            Self::Free => Some(30),
            Self::Starter => Some(365),
            Self::Pro => Some(1_095),
            Self::Enterprise => None,
        }
    }

    /// Whether the plan has such statistics.
    ///
    /// # Errors
    /// What the plan does not include.
    pub fn include(self, statistics: Statistics) -> Result<(), Denial> {
        if self.statistics().contains(&statistics.name()) {
            return Ok(());
        }
        Err(Denial::Plan(format!("The {} plan does not include {} statistics.", self.name(), statistics.name())))
    }

    /// Whether so many more may be added to those there are.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn admit(self, limit: Limit, present: i64, more: i64) -> Result<(), Denial> {
        match self.most(limit) {
            Some(most) if present.saturating_add(more) > most => Err(Denial::Plan(format!(
                "The {} plan allows {most} {}; the limit is reached.",
                self.name(),
                limit.name()
            ))),
            Some(_) | None => Ok(()),
        }
    }
}
