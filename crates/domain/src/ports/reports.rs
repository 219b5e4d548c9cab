//! What reports read: of many records at once a few fields, and none of their long texts. All of one report is of one
//! state of the database.

use crate::access::TeamId;
use crate::kinds::{IdeaSource, IdeaStatus, Priority};
use crate::listing::Link;
use crate::period::Span;
use crate::record::{Date, Id, Segment, Time};
use crate::{Experiment, Kind, Refusal, SavedReport};

/// What reports know of an idea.
#[derive(Clone, Debug)]
pub struct IdeaFacts {
    pub id: i64,
    pub project_id: i64,
    pub assignee_id: Option<i64>,
    pub page_id: Option<i64>,
    pub audience_id: Option<i64>,
    pub primary_goal_id: Option<i64>,
    pub source: Option<IdeaSource>,
    pub status: IdeaStatus,
    pub priority: Option<Priority>,
    pub score: Option<f64>,
    /// From 0 to 100, where its framework has an upper end.
    pub normalized: Option<f64>,
    pub is_archived: bool,
    pub rejected_reason: Option<String>,
    pub promoted_at: Option<Time>,
    pub created_at: Time,
}

/// What reports know of a learning or an insight.
#[derive(Clone, Debug)]
pub struct FindingFacts {
    pub id: i64,
    pub project_id: i64,
    pub user_id: Option<i64>,
    /// The confidence of a learning.
    pub confidence: Option<String>,
    /// When it was learned or discovered: when it was recorded, where nobody says.
    pub at: Time,
}

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

    /// The ideas of a team, archived ones too, in the order of their ids.
    fn idea_facts(&mut self, team: TeamId) -> Result<Vec<IdeaFacts>, Refusal>;

    /// The learnings of a team, in the order of their ids.
    fn learning_facts(&mut self, team: TeamId) -> Result<Vec<FindingFacts>, Refusal>;

    /// The insights of a team, in the order of their ids.
    fn insight_facts(&mut self, team: TeamId) -> Result<Vec<FindingFacts>, Refusal>;

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
