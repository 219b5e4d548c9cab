//! An idea: a change that may be worth testing, with what it rests on and what it is worth.

mod actions;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Rights};
use crate::commands::lifecycle::{Lifecycle, Transition, advance, check_status};
use crate::commands::{self, Call, Command, Commanded, Done, Input, Run};
use crate::listing::Listed;
use crate::numbering::Entity;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Date, Days, Id, Name, Record as _, Score, Stored, Text, Time, Uplift};
use crate::resource::Resource;
use crate::scoring::{Scores, Worth};
use crate::workspace::Framework;
use crate::{Project, Refusal, User};

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
    Category,
    #[counted]
    Source,
    #[counted]
    UserId,
    #[counted]
    AssigneeId,
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
    #[through(taggings, taggable_id, taggable_type)]
    TagId,
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
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
}

impl Listed for Idea {
    type Filter = IdeaFilter;
    type Sort = IdeaSort;
    type Relation = IdeaRelation;
}

impl Resource for Idea {
    const RIGHTS: Rights = Rights::Content;
    const NUMBERED: Option<Entity> = Some(Entity::Ideas);

    fn archived(&self) -> bool {
        self.archived_at.is_some()
    }

    fn rule(&mut self, caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if before.is_none() && reader.raw("framework").is_none() {
            self.framework = caller.framework;
        }
        check_status(self, before.map(|stored| stored.record.status), reader);
        self.weigh(before.map(|stored| stored.record.framework), reader);
    }
}

impl Commanded for Idea {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Idea::create), ..Command::CREATE },
        Command::UPDATE,
        Command::DELETE,
        Command::RESTORE,
        Command::action("archive", "archived", "Archives an idea: lists leave it out.", Run::OnFields(Idea::archive)),
        Command::action(
            "unarchive",
            "unarchived",
            "Brings an archived idea back into lists.",
            Run::OnFields(Idea::unarchive),
        ),
        Command::action(
            "approve",
            "approved",
            "Approves an idea that is under review.",
            Run::OnFields(|idea, call, _| advance(idea, call.name)),
        ),
        Command {
            input: Input::Fields(Rejection::FIELDS),
            ..Command::action("reject", "rejected", "Rejects an idea, with a reason.", Run::OnFields(Idea::reject))
        },
        Command::action(
            "reopen",
            "reopened",
            "Takes a rejected idea back into the backlog.",
            Run::OnFields(Idea::reopen),
        ),
    ];
}

impl Idea {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?;
        if prepared.record.is_none() {
            Scores::reject(&mut prepared.reader, call.caller.framework);
        }
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
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
