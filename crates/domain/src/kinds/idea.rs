//! An idea: a change that may be worth testing, with what it rests on and what it is worth.

use uplift_derive::{Filters, Record, Relations, Sorts, Words};

use crate::access::{Caller, Rights};
use crate::numbering::Entity;
use crate::ports::{Ledger, Library, Reads, Writes};
use crate::record::{Complaint, Date, Days, Form, Id, Kept, Kinded, Name, Score, Text, Time, Uplift, Words as _};
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Priority {
    Low,
    Medium,
    High,
    Critical,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum IdeaFilter {
    #[few]
    Id,
    #[counted]
    ProjectId,
    #[few]
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
    #[otherwise("false")]
    #[counted]
    Archived,
    #[least]
    PriorityScoreMin,
    #[most]
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

    fn shelf(library: &mut dyn Library) -> &mut dyn Reads<Self> {
        library
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

    fn book(ledger: &mut dyn Ledger) -> &mut dyn Writes<Self> {
        ledger
    }

    fn archived(&self) -> bool {
        self.archived_at.is_some()
    }

    fn create(ledger: &mut dyn Ledger, caller: &Caller, body: &Body) -> Result<Kept<Self>, Refusal> {
        let mut draft = verbs::draft::<Self>(ledger, caller, body)?;
        if draft.record.is_none() {
            Scores::complain(&mut draft.form, caller.framework);
        }
        verbs::keep(ledger, caller, draft)
    }

    fn rule(&mut self, caller: &Caller, before: Option<&Kept<Self>>, form: &mut Form<'_>) {
        if before.is_none() && form.raw("framework").is_none() {
            self.framework = caller.framework;
        }
        self.may_stand(before.map(|kept| kept.it.status), form);
        self.weigh(before.map(|kept| kept.it.framework), form);
    }
}

impl Idea {
    fn may_stand(&self, before: Option<Status>, form: &mut Form<'_>) {
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
        form.complain("status", Complaint::Otherwise(complaint));
    }

    /// Computes what the idea is worth. The scores of one framework mean nothing in another.
    fn weigh(&mut self, before: Option<Framework>, form: &mut Form<'_>) {
        if form.raw("scores").is_none() && before.is_some_and(|before| before != self.framework) {
            self.scores = None;
        }
        let Worth { score, normalized } = match &mut self.scores {
            Some(scores) => scores.weigh(self.framework, form),
            None => Worth::default(),
        };
        self.priority_score = score;
        self.priority_score_normalized = normalized;
    }
}
