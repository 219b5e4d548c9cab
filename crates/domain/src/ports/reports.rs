//! What reports read beside the facts of records: what attaches these to one another, and what the log says of them.

use crate::access::TeamId;
use crate::listing::Link;
use crate::period::Span;
use crate::record::{Date, Id, Segment, Time};
use crate::{Experiment, Kind, Refusal, SavedReport};

/// An entry of the log without what it says.
#[derive(Clone, Debug)]
pub struct EntryFacts {
    pub at: Time,
    pub causer: Option<i64>,
    pub event: Option<String>,
    /// What it is about, where that is a record.
    pub subject: Option<(Kind, i64)>,
}

/// An entry of the log that says something of the status of a record.
#[derive(Clone, Debug)]
pub struct StatusEntry {
    pub subject_id: i64,
    pub causer: Option<i64>,
    pub event: Option<String>,
    /// JSON, as it is kept.
    pub properties: String,
    pub at: Time,
}

/// The records of one side of a link and of the other, by their ids, and the word that the row says.
pub type Pair = (i64, i64, Option<String>);

/// Of live records only, unless said otherwise.
pub trait ReportReads {
    /// The saved report with this public address, whichever team has it.
    fn saved_report_at(&mut self, token: &str) -> Result<Option<(TeamId, Id<SavedReport>)>, Refusal>;

    /// When the first of the live records of a kind was started, of those that were.
    fn first_started(&mut self, team: TeamId, kind: Kind) -> Result<Option<Time>, Refusal>;

    /// Everything that a link attaches to records of a kind, whether the records are live or not, by the ids of both.
    fn pairs(&mut self, team: TeamId, link: Link, ends: (Kind, Kind)) -> Result<Vec<Pair>, Refusal>;

    /// The records of a kind, deleted ones too, that name one of these ids in a field.
    fn ids_with(&mut self, team: TeamId, kind: Kind, of: (&'static str, &[i64])) -> Result<Vec<i64>, Refusal>;

    /// When something was last logged of each record of a kind.
    fn last_logged(&mut self, team: TeamId, kind: Kind) -> Result<Vec<(i64, Time)>, Refusal>;

    /// When something was last logged of any of the records of a kind that name this id in a field.
    fn last_logged_with(&mut self, team: TeamId, kind: Kind, of: (&'static str, i64)) -> Result<Option<Time>, Refusal>;

    /// Hands over the entries about records of a kind, or these of them alone, that say something of a status: record
    /// by record, of each the oldest first.
    fn each_status_entry(
        &mut self,
        team: TeamId,
        kind: Kind,
        of: Option<&[i64]>,
        take: &mut dyn FnMut(StatusEntry),
    ) -> Result<(), Refusal>;

    /// Hands over the entries of a stretch of time, oldest first.
    fn each_entry(&mut self, team: TeamId, span: Span, take: &mut dyn FnMut(EntryFacts)) -> Result<(), Refusal>;

    /// The number of live records of a kind that have each word in a field, with these ids in other fields.
    fn count_by_word(
        &mut self,
        team: TeamId,
        kind: Kind,
        field: &'static str,
        of: (&'static str, i64),
    ) -> Result<Vec<(Option<String>, i64)>, Refusal>;

    /// The rows of an experiment's results, of a segment or of everyone, that count furthest of their variation and
    /// goal without counting further than a day. What it costs does not grow with the days that there are.
    fn results_as_of(
        &mut self,
        team: TeamId,
        experiment: Id<Experiment>,
        segment: &Segment,
        day: Date,
    ) -> Result<Vec<i64>, Refusal>;
}
