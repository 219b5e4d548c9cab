//! A plan: how much of what a team may have.

use uplift_derive::Words;

use crate::record::Words as _;
use crate::refusal::Denial;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
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
}

impl Limit {
    const fn name(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Projects => "projects",
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
            (Self::Enterprise, Limit::Seats | Limit::Projects) => None,
        }
    }

    /// Whether one more may be added to those there are.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn admit(self, limit: Limit, present: i64) -> Result<(), Denial> {
        match self.most(limit) {
            Some(most) if present >= most => Err(Denial::Plan(format!(
                "The {} plan allows {most} {}; the limit is reached.",
                self.name(),
                limit.name()
            ))),
            Some(_) | None => Ok(()),
        }
    }
}
