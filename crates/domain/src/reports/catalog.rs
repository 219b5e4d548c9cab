//! Every report, by its name.

use super::coverage::Coverage;
use super::health::Health;
use super::ideas::Ideas;
use super::impact::Impact;
use super::learnings::Learnings;
use super::overview::Overview;
use super::report::{Report, ReportName};
use super::team_activity::TeamActivity;
use super::time_in_stage::TimeInStage;
use super::timeline::Timeline;
use super::velocity::Velocity;
use super::win_rate::WinRate;

impl ReportName {
    /// The report of this name.
    pub const fn declared(self) -> &'static Report {
        match self {
            Self::Overview => const { &Report::of::<Overview>() },
            Self::WinRate => const { &Report::of::<WinRate>() },
            Self::Velocity => const { &Report::of::<Velocity>() },
            Self::TimeInStage => const { &Report::of::<TimeInStage>() },
            Self::Ideas => const { &Report::of::<Ideas>() },
            Self::Learnings => const { &Report::of::<Learnings>() },
            Self::Impact => const { &Report::of::<Impact>() },
            Self::Coverage => const { &Report::of::<Coverage>() },
            Self::TeamActivity => const { &Report::of::<TeamActivity>() },
            Self::Health => const { &Report::of::<Health>() },
            Self::Timeline => const { &Report::of::<Timeline>() },
        }
    }
}
