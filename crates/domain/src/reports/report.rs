//! A report: its name, what it takes and tells, and how it comes to its figures.

use super::Figures;
use super::coverage::Coverage;
use super::health::Health;
use super::ideas::Ideas;
use super::impact::Impact;
use super::learnings::Learnings;
use super::overview::Overview;
use super::team_activity::TeamActivity;
use super::time_in_stage::TimeInStage;
use super::timeline::Timeline;
use super::velocity::Velocity;
use super::win_rate::WinRate;
use uplift_derive::Choices;

use crate::record::{BodyReader, Choices as _, Field, Record};
use crate::shape::Shape;

/// The reports, as paths and saved reports name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ReportName {
    Overview,
    #[choice("win-rate")]
    WinRate,
    Velocity,
    #[choice("time-in-stage")]
    TimeInStage,
    Ideas,
    Learnings,
    Impact,
    Coverage,
    #[choice("team-activity")]
    TeamActivity,
    Health,
    Timeline,
}

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

/// A report as it is declared.
pub struct Report {
    pub name: ReportName,
    /// What it tells, in a sentence.
    pub summary: &'static str,
    /// What it takes beside what every report takes.
    pub fields: &'static [Field],
    /// What its figures look like.
    pub shape: Shape,
    /// The member of its figures that is the list which tables show; of none the figures themselves.
    pub list: Option<&'static str>,
    pub(super) read: fn(&mut BodyReader<'_>) -> Option<Box<dyn Figures>>,
}

/// What a report takes beside what every report takes, and the report itself.
pub(super) trait Declared: Record + Figures {
    const NAME: ReportName;
    const SUMMARY: &'static str;
    const SHAPE: Shape;
    const LIST: Option<&'static str>;
}

impl Report {
    const fn of<R: Declared>() -> Self {
        Self {
            name: R::NAME,
            summary: R::SUMMARY,
            fields: R::FIELDS,
            shape: R::SHAPE,
            list: R::LIST,
            read: |reader| R::read(reader).map(|read| -> Box<dyn Figures> { Box::new(read) }),
        }
    }
}

impl std::fmt::Debug for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name.name())
    }
}
