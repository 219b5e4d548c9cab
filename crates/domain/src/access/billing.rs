//! Billing: whether a team may write. It is computed from the clock at each request, so no job can be late.

use uplift_derive::Choices;

use crate::record::Time;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Choices)]
pub enum BillingMode {
    #[default]
    Active,
    Trialing,
    Grace,
    Blocked,
}

/// A team's billing as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Billing {
    pub mode: BillingMode,
    pub grace_period_ends_at: Option<Time>,
}

impl Billing {
    /// The billing after an operator sets a mode: `active` clears the end of grace, the others keep what is said or
    /// was there.
    pub fn set(self, mode: BillingMode, grace_period_ends_at: Option<Time>) -> Self {
        let ends_at = match mode {
            BillingMode::Active => None,
            BillingMode::Trialing | BillingMode::Grace | BillingMode::Blocked => {
                grace_period_ends_at.or(self.grace_period_ends_at)
            }
        };
        Self { mode, grace_period_ends_at: ends_at }
    }

    /// The mode at a moment: grace past its end is blocked.
    pub fn mode_at(self, now: Time) -> BillingMode {
        match (self.mode, self.grace_period_ends_at) {
            (BillingMode::Grace, Some(end)) if now >= end => BillingMode::Blocked,
            (mode, _) => mode,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grace_ends_by_the_clock() {
        let end = Time::parse("2026-01-02").unwrap();
        let grace = Billing { mode: BillingMode::Grace, grace_period_ends_at: Some(end) };
        assert_eq!(grace.mode_at(end.plus_seconds(-1)), BillingMode::Grace);
        assert_eq!(grace.mode_at(end), BillingMode::Blocked);
        let endless = Billing { mode: BillingMode::Grace, grace_period_ends_at: None };
        assert_eq!(endless.mode_at(end), BillingMode::Grace);
    }

    #[test]
    fn payment_clears_the_end_of_grace() {
        let end = Time::parse("2026-01-02");
        let grace = Billing { mode: BillingMode::Grace, grace_period_ends_at: end };
        assert_eq!(grace.set(BillingMode::Active, None).grace_period_ends_at, None);
        assert_eq!(grace.set(BillingMode::Blocked, None).grace_period_ends_at, end);
    }
}
