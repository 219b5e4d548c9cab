//! An idea: a change that may be worth testing, with what it rests on and what it is worth.

mod actions;
mod opinions;
mod promote;
mod rank;
mod vote;
mod worth;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use self::opinions::{PersonScores, Tally, Votes};
use self::rank::Position;

use crate::access::{Caller, Right, Rights};
use crate::activity::Subject;
use crate::commands::lifecycle::{Lifecycle, Transition, advance, check_status};
use crate::commands::{self, Answers, Call, Command, Commanded, Copied, Done, Input, Run};
use crate::listing::Listed;
use crate::numbering::Entity;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{BodyReader, Count, Date, Days, Id, Name, Record as _, Score, Stored, Text, Time, Uplift};
use crate::resource::Resource;
use crate::scoring::{Scores, no_custom_framework};
use crate::workspace::Framework;
use crate::{Audience, Goal, Kind, Page, Project, Refusal, User, history};

#[derive(Clone, Debug, PartialEq, Record)]
pub struct Idea {
    #[record(identifier, searched = Eight)]
    pub identifier: Option<Name>,
    pub project_id: Id<Project>,
    #[record(author)]
    pub user_id: Option<Id<User>>,
    pub assignee_id: Option<Id<User>>,
    #[record(searched = Four)]
    pub name: Name,
    #[record(searched = One)]
    pub description: Option<Text>,
    #[record(searched = One)]
    pub problem: Option<Text>,
    #[record(searched = One)]
    pub solution: Option<Text>,
    #[record(searched = One)]
    pub hypothesis: Option<Text>,
    #[record(searched = One)]
    pub category: Option<Name>,
    pub source: Option<Source>,
    /// The page that it would change.
    pub page_id: Option<Id<Page>>,
    /// Whom it is for.
    pub audience_id: Option<Id<Audience>>,
    /// The goal that it is to move.
    pub primary_goal_id: Option<Id<Goal>>,
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
    const NUMBERED: Option<Entity> = Some(Entity::Ideas);

    fn archived(&self) -> bool {
        self.archived_at.is_some()
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

impl Copied for Idea {
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
        self.position = Self::last_place(tx.now());
        self.weigh_own(caller.custom.as_deref());
        self.weigh_as_held(tx, caller)
    }
}

impl Commanded for Idea {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Idea::create), ..Command::CREATE },
        Command { run: Run::OnRecord(Idea::update), ..Command::UPDATE },
        Command::DELETE,
        Command { run: Run::OnDeleted(Idea::restore), ..Command::RESTORE },
        Command { summary: "Archives an {}: lists leave it out.", ..Command::ARCHIVE },
        Command { summary: "Brings an archived {} back into lists.", ..Command::UNARCHIVE },
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
        Command {
            input: Input::FieldsOf(Kind::Experiment, &[]),
            answers: Answers::Made(Kind::Experiment),
            ..Command::action(
                "promote",
                "promoted",
                "Makes an experiment of an idea, which takes over what the body does not say.",
                Run::OnRecord(Idea::promote),
            )
        },
        Command {
            input: Input::Fields(vote::Scoring::FIELDS),
            ..Command::action(
                "score",
                "scored",
                "Scores an idea for oneself. What it is worth is the mean of what members give it, as soon as one has given all that its framework asks for.",
                Run::OnRecord(Idea::score),
            )
        },
        Command::told("scores", "What each member gives an {}.", vote::SCORES, Idea::scores),
        Command {
            right: Right::Participate,
            input: Input::Fields(vote::Vote::FIELDS),
            ..Command::action("vote", "voted", "Votes for an idea, or against it.", Run::OnRecord(Idea::vote))
        },
        Command {
            right: Right::Participate,
            ..Command::action("unvote", "unvoted", "Takes one's vote on an idea back.", Run::OnRecord(Idea::unvote))
        },
        Command {
            input: Input::Fields(rank::Ranking::FIELDS),
            ..Command::action(
                "rank",
                "ranked",
                "Puts an idea in another place among those of its project.",
                Run::OnRecord(Idea::rank),
            )
        },
        Command::told(
            "history",
            "In which status an {} was when, oldest first.",
            history::HISTORY,
            |tx, call, stored| history::told_of(tx, call, Subject::Idea, &stored),
        ),
        Command::DUPLICATE,
        Command::BULK,
    ];
}

impl Idea {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?;
        if prepared.record.is_none() {
            Scores::reject(&mut prepared.reader, call.caller.framework, call.caller.custom.as_deref());
        }
        if let Some(idea) = &mut prepared.record {
            idea.position = Self::last_place(tx.now());
            idea.weigh_as_held(tx, call.caller)?;
        }
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }

    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?;
        prepared.after.record.weigh_as_held(tx, call.caller)?;
        let project = prepared.before.record.project_id;
        let mut after = commands::commit_update(tx, call.caller, prepared)?;
        if after.record.project_id != project {
            after.record.position = Self::last_place(tx.now());
            Self::writes(tx).save(call.caller.team, &after)?;
        }
        Ok(after.into())
    }
}
