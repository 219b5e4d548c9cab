//! A plan: how much of what a team may have.

use uplift_derive::Choices;

use crate::record::Choices as _;
use crate::refusal::Denial;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Plan {
    Free,
    Starter,
    Pro,
    Enterprise,
}

/// What a plan limits by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Members who are not viewers.
    Seats,
    /// Projects that are not deleted.
    Projects,
    NumberingSchemes,
    /// Bytes of files, equal ones of a team counted once.
    Storage,
}

impl Limit {
    const fn name(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Projects => "projects",
            Self::NumberingSchemes => "numbering schemes",
            Self::Storage => "bytes of file storage",
        }
    }
}

impl Plan {
    /// How many the plan allows; `None` is any number.
    pub const fn most(self, limit: Limit) -> Option<i64> {
        match (self, limit) {
            (Self::Free, Limit::Seats) => Some(2),
            (Self::Free, Limit::Projects) => Some(1),
            (Self::Starter, Limit::Seats) => Some(5),
            (Self::Starter, Limit::Projects) => Some(3),
            (Self::Pro, Limit::Seats) => Some(25),
            (Self::Pro, Limit::Projects) => Some(20),
            (Self::Free, Limit::NumberingSchemes) => Some(0),
            (Self::Starter, Limit::NumberingSchemes) => Some(1),
            (Self::Pro, Limit::NumberingSchemes) => None,
            (Self::Free, Limit::Storage) => Some(500_000_000),
            (Self::Starter, Limit::Storage) => Some(5_000_000_000),
            (Self::Pro, Limit::Storage) => Some(100_000_000_000),
            (Self::Enterprise, _) => None,
        }
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
