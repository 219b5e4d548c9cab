//! A report: its name, what it takes and tells, and how it comes to its figures.

use uplift_derive::Choices;

use super::data::Data;
use super::window::Window;
use crate::record::{BodyReader, Choices as _, Field, Fields, Record};
use crate::shape::Shape;
use crate::{Json, Refusal};

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

/// A report as it is declared.
pub struct Report {
    pub name: ReportName,
    /// What it tells, in a sentence.
    pub summary: &'static str,
    /// What it takes beside what every report takes.
    pub fields: &'static [Field],
    /// What its figures look like.
    pub shape: Shape,
    pub table: ReportTable,
    pub(super) read: fn(&mut BodyReader<'_>) -> Option<Box<dyn Figures>>,
}

/// What a table of a report has rows for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportTable {
    /// Each figure.
    Figures,
    /// Each item of the list that is this member of the figures.
    List(&'static str),
    /// Each item of such a list, and last their total, which is the member `total`.
    ListAndTotal(&'static str),
    /// Each segment of each experiment.
    Segments,
}

/// How a report comes to its figures.
pub(super) trait Figures: Send + Sync {
    /// Refuses a window that would be told in too many buckets.
    ///
    /// # Errors
    /// When there would be too many.
    fn check(&self, _data: &Data<'_>, _window: &Window) -> Result<(), Refusal> {
        Ok(())
    }

    /// The figures of a window.
    ///
    /// # Errors
    /// When there would be too many buckets, or the database fails.
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal>;

    /// Those of the figures that are held against other days, where the report does so: nothing but numbers.
    fn compared(&self, _figures: &Fields) -> Option<Json> {
        None
    }

    /// Those of the figures of an earlier window that others are held against. However many buckets it has, it is told
    /// in none.
    ///
    /// # Errors
    /// When the database fails.
    fn earlier(&self, data: &mut Data<'_>, window: &Window) -> Result<Option<Json>, Refusal> {
        Ok(self.compared(&self.of(data, window)?))
    }
}

/// What a report takes beside what every report takes, and the report itself.
pub(super) trait Declared: Record + Figures {
    const NAME: ReportName;
    const SUMMARY: &'static str;
    const SHAPE: Shape;
    const TABLE: ReportTable;
}

impl Report {
    /// The one that `R` declares.
    pub(super) const fn of<R: Declared>() -> Self {
        Self {
            name: R::NAME,
            summary: R::SUMMARY,
            fields: R::FIELDS,
            shape: R::SHAPE,
            table: R::TABLE,
            read: |reader| R::read(reader).map(|read| -> Box<dyn Figures> { Box::new(read) }),
        }
    }

    /// Whether it is told bucket by bucket.
    pub fn has_buckets(&self) -> bool {
        self.table == ReportTable::List("buckets")
    }

    /// Whether its figures may be held against those of other days.
    pub fn is_compared(&self) -> bool {
        matches!(self.shape, Shape::Object(members) if members.iter().any(|(name, _)| *name == "previous"))
    }
}

impl std::fmt::Debug for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name.name())
    }
}
