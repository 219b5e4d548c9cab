//! What reports know of records: of many at once a few fields, and none of their long texts. All of one report is of one
//! state of the database.

use std::collections::HashMap;

use crate::access::{Role, TeamId};
use crate::experiments::{Decision, ExperimentResult, ExperimentStatus, ExperimentTimeline, ExperimentType};
use crate::kinds::{Device, GoalDirection, IdeaSource, IdeaStatus, MetricType, Priority};
use crate::record::{Date, Time};
use crate::{Kind, Refusal};

/// What reports know of an experiment.
#[derive(Clone, Debug)]
pub struct ExperimentFacts {
    pub id: i64,
    pub project_id: i64,
    pub idea_id: Option<i64>,
    pub owner_id: Option<i64>,
    pub primary_goal_id: Option<i64>,
    pub winner_variation_id: Option<i64>,
    pub r#type: ExperimentType,
    pub status: ExperimentStatus,
    pub result: Option<ExperimentResult>,
    pub decision: Option<Decision>,
    pub device: Option<Device>,
    /// Whether it has a hypothesis that is more than white space.
    pub has_hypothesis: bool,
    pub planned_start_at: Option<Date>,
    pub planned_end_at: Option<Date>,
    pub started_at: Option<Time>,
    pub ended_at: Option<Time>,
    pub decided_at: Option<Time>,
    pub implemented_at: Option<Time>,
    pub created_at: Time,
    pub traffic_allocation: f64,
    pub annual_impact: Option<f64>,
    pub uplift: Option<f64>,
    pub srm_p_value: Option<f64>,
    pub required_sample_size: Option<i64>,
    pub actual_sample_size: Option<i64>,
    /// When it ran, without its phases.
    pub course: ExperimentTimeline,
}

/// What reports know of a goal.
#[derive(Clone, Copy, Debug)]
pub struct GoalFacts {
    pub id: i64,
    pub metric_type: MetricType,
    pub direction: GoalDirection,
}

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

/// What is researched and tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    Page,
    Audience,
    Goal,
    Tag,
}

/// What reports know of it.
#[derive(Clone, Debug)]
pub struct CoveredFacts {
    pub id: i64,
    pub project_id: Option<i64>,
    pub name: String,
    pub is_active: bool,
    /// The device of a page.
    pub device: Option<Device>,
    /// The visitors of a page or an audience.
    pub monthly_visitors: Option<i64>,
}

/// What reports know of a member.
#[derive(Clone, Debug)]
pub struct MemberFacts {
    pub id: i64,
    pub name: String,
    pub role: Role,
}

/// The identifier and the name by which people know a record.
#[derive(Clone, Debug)]
pub struct RecordName {
    pub identifier: Option<String>,
    pub name: String,
}

/// Of live records only, archived ones too.
pub trait FactReads {
    /// The experiments of a team, or of one of its projects, in the order of their ids.
    fn experiment_facts(&mut self, team: TeamId, project: Option<i64>) -> Result<Vec<ExperimentFacts>, Refusal>;

    /// The variations that are the controls of these experiments, by the ids of the experiments.
    fn controls(&mut self, team: TeamId, experiments: &[i64]) -> Result<HashMap<i64, i64>, Refusal>;

    /// The goals of a team, by their ids.
    fn goal_facts(&mut self, team: TeamId) -> Result<HashMap<i64, GoalFacts>, Refusal>;

    /// The ideas of a team, in the order of their ids.
    fn idea_facts(&mut self, team: TeamId) -> Result<Vec<IdeaFacts>, Refusal>;

    /// Hands over why each of these ideas was rejected, in any order.
    fn each_rejected_reason(
        &mut self,
        team: TeamId,
        ideas: &[i64],
        take: &mut dyn FnMut(Option<String>),
    ) -> Result<(), Refusal>;

    /// The learnings of a team, in the order of their ids.
    fn learning_facts(&mut self, team: TeamId) -> Result<Vec<FindingFacts>, Refusal>;

    /// The insights of a team, in the order of their ids.
    fn insight_facts(&mut self, team: TeamId) -> Result<Vec<FindingFacts>, Refusal>;

    /// The pages, audiences, goals or tags of a team, in the order of their ids.
    fn covered_facts(&mut self, team: TeamId, what: Covered) -> Result<Vec<CoveredFacts>, Refusal>;

    /// The members of a team, in the order of their ids.
    fn member_facts(&mut self, team: TeamId) -> Result<Vec<MemberFacts>, Refusal>;

    /// The names of these records of a kind, by their ids.
    fn names_of(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<HashMap<i64, RecordName>, Refusal>;

    /// How many responses each form of a research collection has.
    fn responses_by_form(&mut self, team: TeamId, collection: i64) -> Result<Vec<i64>, Refusal>;
}
