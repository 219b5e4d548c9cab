//! An experiment: a change that is tried out on some of the visitors, from its plan to what came of it.

mod commands;

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::{Caller, Rights, Statistics, TeamId};
use crate::activity::PartsChange;
use crate::commands::action::status_fields;
use crate::commands::lifecycle::{StatusFields, initial_states};
use crate::experiments::{
    self, Decision, EvidenceRole, ExperimentResult, ExperimentStatus as Status, ExperimentTimeline, ExperimentType,
    GoalRole, MOST_TICKED,
};
use crate::listing::Listed;
use crate::numbering::assignment::Entity;
use crate::ports::{ReadTx, WriteTx};
use crate::record::{
    BodyReader, Count, Date, Effect, Field, HttpUrl, Id, List, Measure, Name, Power, Record as _, Share, Significance,
    Slug, SomeShare, Stored, Text, Time,
};
use crate::resource::{Area, LinkDelta, Owners, Resource};
use crate::{Device, Goal, Idea, Project, Refusal, User, Variation};

/// A test of a change: its variations, goals, course, results and verdict.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Experiment {
    /// What people call it, claimed from a numbering scheme.
    #[record(identifier, searched = Eight)]
    pub identifier: Option<Name>,
    /// The project that it is run in.
    pub project_id: Id<Project>,
    /// The idea that it tests.
    pub idea_id: Option<Id<Idea>>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// Who answers for it.
    pub owner_id: Option<Id<User>>,
    /// What is tested, in a few words.
    #[record(searched = Four)]
    pub name: Name,
    /// What is tested, at length.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// What is believed, and what would follow from it. An experiment starts with one.
    #[record(searched = One)]
    pub hypothesis: Option<Text>,
    /// How it is run. `before_after` and `usability` need no variations.
    #[record(lookup = ExperimentType)]
    pub r#type: ExperimentType,
    /// Where it stands; a create takes the first three. A change goes the way of the action that leads there.
    #[record(default = Status::Draft)]
    pub status: Status,
    /// What came of it, once it is completed.
    #[record(server)]
    pub result: Option<ExperimentResult>,
    /// What is done about it, once it is completed.
    #[record(server)]
    pub decision: Option<Decision>,
    /// What was learned, in words.
    #[record(searched = One)]
    pub conclusion: Option<Text>,
    /// The variation that won, where the result is `won`, or that lost, where it is `lost` and one was named.
    #[record(server)]
    pub winner_variation_id: Option<Id<Variation>>,
    /// The goal that it is judged by. An experiment starts with one.
    pub primary_goal_id: Option<Id<Goal>>,
    /// Where it runs, such as the name of a testing tool.
    pub platform: Option<Name>,
    /// The id that it has in the tool that runs it.
    #[record(searched = One)]
    pub external_id: Option<Name>,
    /// Where it is found in the tool that runs it.
    pub external_url: Option<HttpUrl>,
    /// Where its variations can be looked at.
    pub preview_url: Option<HttpUrl>,
    /// On which devices it is run.
    #[record(lookup = Device)]
    pub device: Option<Device>,
    /// The day on which it is to start.
    pub planned_start_at: Option<Date>,
    /// The day on which it is to end, not before the planned start.
    pub planned_end_at: Option<Date>,
    /// When it started; null before.
    #[record(server)]
    pub started_at: Option<Time>,
    /// When it was stopped or cancelled; null before.
    #[record(server)]
    pub ended_at: Option<Time>,
    /// When its result was decided on; null before.
    #[record(server)]
    pub decided_at: Option<Time>,
    /// When what won was built for good; null before.
    #[record(server)]
    pub implemented_at: Option<Time>,
    /// Why it was cancelled.
    #[record(server)]
    pub cancelled_reason: Option<Text>,
    /// The share of visitors that takes part, above 0.
    #[record(default = SomeShare::WHOLE)]
    pub traffic_allocation: SomeShare,
    /// By which statistics it is judged. Plans differ in which there are.
    #[record(default = Statistics::Frequentist)]
    pub stats_method: Statistics,
    /// The chance of calling a difference where there is none, from 0.0001 to 0.5; the team's where a create leaves it
    /// out.
    #[record(default = Significance::USUAL, replaced)]
    pub significance: Significance,
    /// The chance of finding a difference as large as `mde`, from 0.5 to 0.999; the team's where a create leaves it
    /// out.
    #[record(default = Power::USUAL, replaced)]
    pub power: Power,
    /// The least relative effect that it is to detect, above 0: 0.1 is a tenth.
    pub mde: Option<Effect>,
    /// What the change is worth in a year, in the currency of the project.
    pub annual_impact: Option<Measure>,
    /// How many users it takes in all to detect the least effect, by its own or that of its primary goal, which is a
    /// share.
    #[record(server)]
    pub required_sample_size: Option<Count>,
    /// How many users it has, by the results toward its primary goal.
    #[record(server)]
    pub actual_sample_size: Option<Count>,
    /// The relative effect on its primary goal of the winner, or else of the treatment that is best: 0.1 is a tenth
    /// more.
    #[record(server)]
    pub uplift: Option<Measure>,
    /// Where the interval of the effect begins.
    #[record(server)]
    pub uplift_low: Option<Measure>,
    /// Where the interval of the effect ends.
    #[record(server)]
    pub uplift_high: Option<Measure>,
    /// How likely a difference as large is by chance.
    #[record(server)]
    pub p_value: Option<Share>,
    /// How likely that variation is the better one, where the statistics are Bayesian.
    #[record(server)]
    pub chance_to_win: Option<Share>,
    /// How likely users were split as they are by chance.
    #[record(server)]
    pub srm_p_value: Option<Share>,
    /// When it was put away; null while it is not.
    #[record(server)]
    pub archived_at: Option<Time>,
    /// Its phases and when it ran, since it was started.
    #[record(server, hidden)]
    pub course: ExperimentTimeline,
    /// The items of the team's checklist that are done.
    #[record(server, hidden)]
    pub ticked: List<Slug, MOST_TICKED>,
    /// The last time that it was paused or resumed since its start.
    #[record(server, hidden)]
    pub status_changed_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ExperimentFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[selective]
    IdeaId,
    #[selective]
    Identifier,
    #[partial]
    Name,
    #[counted]
    Status,
    #[counted]
    Result,
    #[counted]
    Decision,
    #[counted]
    Type,
    #[counted]
    OwnerId,
    #[counted]
    UserId,
    #[counted]
    PrimaryGoalId,
    #[through(experiment_page, experiment_id)]
    PageId,
    #[through(audience_experiment, experiment_id)]
    AudienceId,
    #[through(taggings, taggable_id, taggable_type)]
    TagId,
    /// Whether it is archived.
    #[flag(archived_at)]
    #[default("false")]
    #[counted]
    Archived,
    #[from]
    StartedFrom,
    #[until]
    StartedTo,
    #[from]
    EndedFrom,
    #[until]
    EndedTo,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum ExperimentSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Identifier,
    #[rank]
    Status,
    StartedAt,
    EndedAt,
    Uplift,
    AnnualImpact,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum ExperimentRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[one(Idea)]
    Idea,
    #[one(User)]
    Owner,
    #[one(Goal)]
    PrimaryGoal,
    #[one(Variation)]
    WinnerVariation,
    #[many(Variation)]
    Variations,
    #[linked(Goal, experiment_goal)]
    #[role(role, GoalRole, Secondary, Primary)]
    Goals,
    #[linked(Page, experiment_page)]
    Pages,
    #[linked(Audience, audience_experiment)]
    Audiences,
    #[linked(Insight, experiment_insight)]
    Insights,
    #[linked(Learning, experiment_learning)]
    #[any_role(stance, EvidenceRole, Supporting)]
    Learnings,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Attachment, attachable)]
    Attachments,
    #[morphs(Comment, commentable)]
    Comments,
    #[many(ResultRow)]
    Results,
}

impl Listed for Experiment {
    type Filter = ExperimentFilter;
    type Sort = ExperimentSort;
    type Relation = ExperimentRelation;
}

impl Resource for Experiment {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Experiments;
    const COLUMNS: &'static [&'static str] = &[
        "identifier",
        "name",
        "project_id",
        "status",
        "result",
        "decision",
        "owner_id",
        "started_at",
        "ended_at",
        "uplift",
    ];
    const NUMBERED: Option<Entity> = Some(Entity::Experiments);

    fn owners(&self, _tx: &mut dyn ReadTx, _team: TeamId) -> Result<Owners, Refusal> {
        Ok([self.author(), self.owner_id])
    }

    fn archived(&self) -> bool {
        self.archived_at.is_some()
    }

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        experiments::check(self, before.map(|stored| &stored.record), reader);
    }

    fn extra_fields(create: bool) -> &'static [Field] {
        if create { &[] } else { experiments::ForceParameter::FIELDS }
    }

    fn status_fields(create: bool) -> Vec<StatusFields> {
        if create { Vec::new() } else { status_fields::<Self>() }
    }

    fn initial_states() -> Option<Vec<&'static str>> {
        Some(initial_states::<Self>())
    }

    fn link_fields(relation: ExperimentRelation) -> &'static [Field] {
        if relation == ExperimentRelation::Goals { experiments::ForceParameter::FIELDS } else { &[] }
    }

    fn before_link_change(
        tx: &mut dyn WriteTx,
        caller: &Caller,
        stored: &mut Stored<Self>,
        relation: ExperimentRelation,
        delta: &LinkDelta<'_, Self>,
    ) -> Result<PartsChange, Refusal> {
        experiments::relink(tx, caller, stored, relation, delta)
    }

    fn after_link_change(
        tx: &mut dyn WriteTx,
        caller: &Caller,
        stored: &mut Stored<Self>,
        relation: ExperimentRelation,
    ) -> Result<(), Refusal> {
        if relation == ExperimentRelation::Goals {
            experiments::figures::refresh(tx, caller, stored)?;
        }
        Ok(())
    }

    fn attached_to_copy(
        _tx: &mut dyn WriteTx,
        _team: TeamId,
        relation: ExperimentRelation,
        attached: Vec<i64>,
    ) -> Result<Vec<i64>, Refusal> {
        Ok(experiments::attached_to_copy(relation, attached))
    }
}
