//! An idea: a change that may be worth testing, with what it rests on and what it is worth.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Rights};
use crate::numbering::Entity;
use crate::ports::{ReadTx, Reads, WriteTx, Writes};
use crate::record::{
    BodyReader, Choices as _, Date, Days, FieldError, Id, Kinded, Name, Score, Stored, Text, Time, Uplift,
};
use crate::resource::{Action, Listed, Resource};
use crate::scoring::{Scores, Worth};
use crate::verbs::{self, Body};
use crate::workspace::Framework;
use crate::{Kind, Project, Refusal, User};

#[derive(Clone, Debug, PartialEq, Record)]
pub struct Idea {
    #[record(identifier)]
    pub identifier: Option<Name>,
    pub project_id: Id<Project>,
    #[record(author)]
    pub user_id: Option<Id<User>>,
    pub assignee_id: Option<Id<User>>,
    pub name: Name,
    pub description: Option<Text>,
    pub problem: Option<Text>,
    pub solution: Option<Text>,
    pub hypothesis: Option<Text>,
    pub category: Option<Name>,
    pub source: Option<Source>,
    #[record(default = Status::Backlog)]
    pub status: Status,
    pub priority: Option<Priority>,
    /// The team's, where a create leaves it out.
    #[record(default = Framework::Ice)]
    pub framework: Framework,
    pub scores: Option<Scores>,
    #[record(server)]
    pub priority_score: Option<Score>,
    #[record(server)]
    pub priority_score_normalized: Option<Score>,
    pub effort_days: Option<Days>,
    pub expected_uplift: Option<Uplift>,
    pub due_at: Option<Date>,
    #[record(server)]
    pub archived_at: Option<Time>,
    pub rejected_reason: Option<Text>,
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

impl Status {
    /// What it may be changed to. What experiments make of it is not for people to say.
    pub const fn leads_to(self) -> &'static [Self] {
        match self {
            Self::Backlog => &[Self::UnderReview, Self::Rejected],
            Self::UnderReview => &[Self::Approved, Self::Rejected],
            Self::Approved => &[Self::Planned, Self::Rejected],
            Self::Planned => &[Self::Rejected],
            Self::Rejected => &[Self::Backlog],
            Self::InExperiment | Self::Done => &[],
        }
    }

    /// Whether only the service sets it.
    const fn is_given(self) -> bool {
        match self {
            Self::InExperiment | Self::Done => true,
            Self::Backlog | Self::UnderReview | Self::Approved | Self::Planned | Self::Rejected => false,
        }
    }
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
    Category,
    #[counted]
    Source,
    #[counted]
    UserId,
    #[counted]
    AssigneeId,
    #[flag]
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
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum IdeaSort {
    Id,
    Name,
    Identifier,
    Status,
    Priority,
    PriorityScore,
    DueAt,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum IdeaRelation {
    #[linked(Insight, IdeaInsight)]
    Insights,
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[one(User)]
    Assignee,
    #[many(Attachment)]
    Attachments,
}

impl Kinded for Idea {
    const KIND: Kind = Kind::Idea;
}

impl Listed for Idea {
    type Filter = IdeaFilter;
    type Sort = IdeaSort;
    type Relation = IdeaRelation;

    fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self> {
        tx
    }
}

impl Resource for Idea {
    const RIGHTS: Rights = Rights::Content;
    const NUMBERED: Option<Entity> = Some(Entity::Ideas);
    const ACTIONS: &'static [Action<Self>] = &[
        Action {
            name: "archive",
            event: "archived",
            apply: |idea, now| idea.archived_at = Some(idea.archived_at.unwrap_or(now)),
        },
        Action { name: "unarchive", event: "unarchived", apply: |idea, _| idea.archived_at = None },
    ];

    fn writes(tx: &mut dyn WriteTx) -> &mut dyn Writes<Self> {
        tx
    }

    fn archived(&self) -> bool {
        self.archived_at.is_some()
    }

    fn create(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<Stored<Self>, Refusal> {
        let mut prepared = verbs::prepare_create::<Self>(tx, caller, body)?;
        if prepared.record.is_none() {
            Scores::reject(&mut prepared.reader, caller.framework);
        }
        verbs::commit_create(tx, caller, prepared)
    }

    fn rule(&mut self, caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if before.is_none() && reader.raw("framework").is_none() {
            self.framework = caller.framework;
        }
        self.may_stand(before.map(|stored| stored.record.status), reader);
        self.weigh(before.map(|stored| stored.record.framework), reader);
    }
}

impl Idea {
    fn may_stand(&self, before: Option<Status>, reader: &mut BodyReader<'_>) {
        let allowed = match before {
            None => !self.status.is_given(),
            Some(before) => before == self.status || before.leads_to().contains(&self.status),
        };
        if allowed {
            return;
        }
        let complaint = match before {
            Some(before) if !before.leads_to().is_empty() => {
                let next: Vec<_> = before.leads_to().iter().map(|it| it.name()).collect();
                let (status, before, next) = (self.status.name(), before.name(), next.join(" or "));
                format!("field cannot change from {before} to {status}; from {before} it may become {next}.")
            }
            Some(before) => format!("field cannot change from {}, which its experiments decide.", before.name()),
            None => format!("field cannot be {}, which its experiments decide.", self.status.name()),
        };
        reader.reject("status", FieldError::Otherwise(complaint));
    }

    /// Computes what the idea is worth. The scores of one framework mean nothing in another.
    fn weigh(&mut self, before: Option<Framework>, reader: &mut BodyReader<'_>) {
        if reader.raw("scores").is_none() && before.is_some_and(|before| before != self.framework) {
            self.scores = None;
        }
        let Worth { score, normalized } = match &mut self.scores {
            Some(scores) => scores.weigh(self.framework, reader),
            None => Worth::default(),
        };
        self.priority_score = score;
        self.priority_score_normalized = normalized;
    }
}
