//! An idea: a change that may be worth testing, with what it rests on and what it is worth.

mod actions;
mod commands;
mod opinions;
mod promote;
mod rank;
mod vote;
mod worth;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use self::opinions::{PersonScores, Tally, Votes};
use self::rank::Position;
use self::worth::{as_held, check_framework};

use crate::access::{Caller, Rights};
use crate::commands::Duplicable;
use crate::commands::lifecycle::{Lifecycle, Transition, check_status, initial_states};
use crate::listing::Listed;
use crate::numbering::Entity;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Count, Date, Days, Id, Name, Score, Stored, Text, Time, Uplift};
use crate::resource::{Area, Resource};
use crate::scoring::{Scores, no_custom_framework};
use crate::workspace::Framework;
use crate::{Audience, Goal, Page, Project, Refusal, User};

/// A change that might be worth a test, with its scores and votes.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Idea {
    /// The number that a numbering scheme gave it, such as `SHOP-IDEA-014`; null where no scheme covers ideas.
    #[record(identifier, searched = Eight)]
    pub identifier: Option<Name>,
    /// The project that it would change something in.
    pub project_id: Id<Project>,
    /// Who had the idea, as far as a key tells: the user who made the record.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// The member who takes care of it.
    pub assignee_id: Option<Id<User>>,
    /// What would change, in a few words.
    #[record(searched = Four)]
    pub name: Name,
    /// What would change, at length.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// What is wrong today, and for whom.
    #[record(searched = One)]
    pub problem: Option<Text>,
    /// How the change would mend it.
    #[record(searched = One)]
    pub solution: Option<Text>,
    /// What is expected to happen and why, such as “If we show the costs of delivery earlier, fewer people leave the
    /// checkout, because …”.
    #[record(searched = One)]
    pub hypothesis: Option<Text>,
    /// What sort of change it is, in the team's own words. Where the project or the team has lookups of the type
    /// `idea_category`, one of their active keys.
    #[record(searched = One, lookup = IdeaCategory)]
    pub category: Option<Name>,
    /// Where it came from.
    #[record(lookup = IdeaSource)]
    pub source: Option<Source>,
    /// The page that it would change.
    pub page_id: Option<Id<Page>>,
    /// Whom it is for.
    pub audience_id: Option<Id<Audience>>,
    /// The goal that it is to move.
    pub primary_goal_id: Option<Id<Goal>>,
    /// Where it stands in its life. `in_experiment` and `done` are decided by its experiments.
    #[record(default = Status::Backlog)]
    pub status: Status,
    /// How much it matters to the team, by judgement; scores say it in numbers.
    pub priority: Option<Priority>,
    /// The team's, where a create leaves it out.
    #[record(default = Framework::Ice, replaced)]
    pub framework: Framework,
    /// What each component of the framework is given, such as `{"impact": 8, "confidence": 6, "ease": 7}` for `ice`.
    /// Keys and ranges are those of the framework. While scores of members are complete, theirs count instead.
    pub scores: Option<Scores>,
    /// What the framework makes of the scores, rounded half up to two decimals; null until they are complete.
    #[record(server)]
    pub priority_score: Option<Score>,
    /// The priority score from 0 to 100, so that ideas of different frameworks can be compared; null for `rice`, which
    /// has no upper end.
    #[record(server)]
    pub priority_score_normalized: Option<Score>,
    /// How much work it is thought to be, in working days.
    pub effort_days: Option<Days>,
    /// By how much it is thought to change the goal, relative: 0.05 is 5 %.
    pub expected_uplift: Option<Uplift>,
    /// The day by which it is to be done.
    pub due_at: Option<Date>,
    /// When it was put away; null while it is not. Lists leave archived ideas out unless `filter[archived]` asks for
    /// them.
    #[record(server)]
    pub archived_at: Option<Time>,
    /// Why it was rejected. The action `reject` says it anew, `reopen` makes it null.
    pub rejected_reason: Option<Text>,
    /// When an experiment was made of it first.
    #[record(server)]
    pub promoted_at: Option<Time>,
    /// Where it stands among the ideas of its project; only the order means something.
    #[record(server)]
    pub position: Position,
    /// How many more voted for it than against it.
    #[record(server)]
    pub votes_count: Tally,
    /// How the member voted who asks: 1 for it, -1 against it, 0 not at all.
    #[record(server)]
    pub my_vote: Votes,
    /// How many members gave it complete scores in its framework; what it is worth is their mean then.
    #[record(server)]
    pub scores_count: Count,
    /// What members give it.
    #[record(server, hidden)]
    pub person_scores: PersonScores,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Source {
    Internal,
    Customer,
    Research,
    Data,
    Competitor,
    Form,
    Other,
}

/// Where an idea stands, in the order of its life: lists sort by it in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Status {
    Backlog,
    UnderReview,
    Approved,
    Planned,
    InExperiment,
    Done,
    Rejected,
}

impl Lifecycle for Idea {
    type Status = Status;

    const TRANSITIONS: &'static [Transition<Status>] = &[
        Transition { command: None, from: &[Status::Backlog], to: Status::UnderReview },
        Transition { command: Some("approve"), from: &[Status::UnderReview], to: Status::Approved },
        Transition { command: None, from: &[Status::Approved], to: Status::Planned },
        Transition {
            command: Some("reject"),
            from: &[Status::Backlog, Status::UnderReview, Status::Approved, Status::Planned],
            to: Status::Rejected,
        },
        Transition { command: Some("reopen"), from: &[Status::Rejected], to: Status::Backlog },
    ];
    const DECIDED: (&'static [Status], &'static str) = (&[Status::InExperiment, Status::Done], "its experiments");

    fn status(&self) -> Status {
        self.status
    }

    fn set_status(&mut self, status: Status) {
        self.status = status;
    }
}

/// Why an idea is rejected.
#[derive(Clone, Debug, PartialEq, Record)]
struct Rejection {
    /// Kept with the idea until it is reopened.
    reason: Option<Text>,
}

/// How much an idea matters, least first: lists sort by it in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Priority {
    Low,
    Medium,
    High,
    Critical,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum IdeaFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[selective]
    Identifier,
    #[partial]
    Name,
    #[counted]
    Status,
    #[counted]
    Priority,
    #[counted]
    Category,
    #[counted]
    Source,
    #[counted]
    UserId,
    #[counted]
    AssigneeId,
    /// Whether it is archived.
    #[flag(archived_at)]
    #[default("false")]
    #[counted]
    Archived,
    #[min]
    PriorityScoreMin,
    #[max]
    PriorityScoreMax,
    #[from]
    CreatedFrom,
    #[until]
    CreatedTo,
    #[counted]
    PageId,
    #[counted]
    AudienceId,
    #[counted]
    PrimaryGoalId,
    #[through(taggings, taggable_id, taggable_type)]
    TagId,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum IdeaSort {
    Id,
    Name,
    Identifier,
    #[rank]
    Status,
    #[rank]
    Priority,
    PriorityScore,
    DueAt,
    CreatedAt,
    UpdatedAt,
    VotesCount,
    Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum IdeaRelation {
    #[linked(Insight, idea_insight)]
    Insights,
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[one(User)]
    Assignee,
    #[morphs(Attachment, attachable)]
    Attachments,
    #[many(Experiment)]
    Experiments,
    #[linked(Observation, idea_observation)]
    Observations,
    #[one(Page)]
    Page,
    #[one(Audience)]
    Audience,
    #[one(Goal)]
    PrimaryGoal,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Comment, commentable)]
    Comments,
}

impl Listed for Idea {
    type Filter = IdeaFilter;
    type Sort = IdeaSort;
    type Relation = IdeaRelation;
}

impl Resource for Idea {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Experiments;
    const COLUMNS: &'static [&'static str] =
        &["identifier", "name", "project_id", "status", "priority", "priority_score", "assignee_id", "updated_at"];
    const NUMBERED: Option<Entity> = Some(Entity::Ideas);

    fn archived(&self) -> bool {
        self.archived_at.is_some()
    }

    fn initial_states() -> Option<Vec<&'static str>> {
        Some(initial_states::<Self>())
    }

    /// Members see how they voted themselves.
    fn shown(&self, caller: &Caller, _now: Time) -> Option<Self> {
        let my_vote = self.my_vote.seen_by(caller.actor.user()?)?;
        Some(Self { my_vote, ..self.clone() })
    }

    fn rule(&mut self, caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if before.is_none() && reader.raw("framework").is_none() {
            self.framework = caller.framework;
        }
        if self.framework == Framework::Custom && caller.custom.is_none() {
            reader.reject("framework", no_custom_framework());
        }
        check_status(self, before.map(|stored| stored.record.status), reader);
        self.weigh(caller, before.map(|stored| stored.record.framework), reader);
    }
}

impl Duplicable for Idea {
    fn name(&self) -> &Name {
        &self.name
    }

    fn begin_anew(&mut self, name: Name) {
        self.name = name;
        self.identifier = None;
        self.user_id = None;
        self.status = Status::Backlog;
        self.archived_at = None;
        self.rejected_reason = None;
        self.promoted_at = None;
        (self.my_vote, self.votes_count) = (Votes::default(), Tally::default());
        self.person_scores = PersonScores::default();
    }

    fn fit(&mut self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        self.position = Self::last_place(tx);
        let caller = as_held(tx, caller, &[self.framework])?;
        check_framework(self.framework, &caller)?;
        self.weigh_own(caller.custom.as_deref());
        Ok(())
    }
}
