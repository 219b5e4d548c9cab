//! A research collection: the study, survey or round of interviews that insights and learnings come from.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Rights};
use crate::activity::{Logged, LoggedElsewhere};
use crate::commands::{Call, Command, Commanded, Run, refuse_command};
use crate::listing::Listed;
use crate::record::{BodyReader, FieldError, Id, Name, Stored, Text, Time};
use crate::reports::{self, COLLECTION_SUMMARY};
use crate::resource::{Area, Resource};
use crate::{Kind, Project, Refusal, User};

/// A round of research, whose insights and learnings belong together.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct ResearchCollection {
    /// The project that the research is about.
    pub project_id: Id<Project>,
    /// Who made it; null where it was not a member, or one who was removed with all they made.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// What the round of research is called, such as “Checkout interviews, spring”.
    #[record(searched = Four)]
    pub name: Name,
    /// What is to be found out, and how.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// How the evidence is gathered.
    pub method: Option<Method>,
    /// Whether the research is still planned, under way, completed or put away.
    #[record(default = Status::Planned)]
    pub status: Status,
    /// When the research began.
    pub started_at: Option<Time>,
    /// When the research ended, not before it began. `close` sets it where it is null.
    pub ended_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Method {
    Survey,
    Interview,
    UserTest,
    AnalyticsReview,
    Heuristic,
    Mixed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Status {
    Planned,
    Active,
    Completed,
    Archived,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ResearchCollectionFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    UserId,
    #[partial]
    Name,
    #[counted]
    Method,
    #[counted]
    Status,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum ResearchCollectionSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    StartedAt,
    EndedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum ResearchCollectionRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[many(Insight)]
    Insights,
    #[many(Learning)]
    Learnings,
    /// Those that its insights rest on.
    #[linked_from(Observation, observation_research_collection)]
    Observations,
    #[many(Form)]
    Forms,
}

impl Listed for ResearchCollection {
    type Filter = ResearchCollectionFilter;
    type Sort = ResearchCollectionSort;
    type Relation = ResearchCollectionRelation;
}

impl Resource for ResearchCollection {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Research;
    const COLUMNS: &'static [&'static str] = &["name", "project_id", "method", "status", "started_at", "ended_at"];
    const LOGGED: Option<LoggedElsewhere<Self>> = Some(LoggedElsewhere {
        on: "the project",
        of: |stored| Logged::On(Kind::Project, stored.record.project_id.get()),
    });

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if let (Some(start), Some(end)) = (self.started_at, self.ended_at)
            && end < start
        {
            reader.reject("ended_at", FieldError::NotBefore("started_at"));
        }
    }
}

impl Commanded for ResearchCollection {
    const COMMANDS: &'static [Command<Self>] = &[
        Command::CREATE,
        Command::UPDATE,
        Command::DELETE,
        Command::RESTORE,
        Command::action(
            "close",
            "closed",
            "Closes a {}: it is completed, and ends now unless it says when it ended.",
            Run::OnFields(ResearchCollection::close),
        ),
        Command::json(
            "summary",
            "What came of a {}: its insights by type, its learnings by confidence, the observations that its insights rest \
             on, its forms with their responses, and how many days it took.",
            COLLECTION_SUMMARY,
            reports::of_collection,
        ),
        Command::BULK,
    ];
}

impl ResearchCollection {
    fn close(&mut self, call: &Call<'_>, now: Time) -> Result<(), Refusal> {
        if matches!(self.status, Status::Completed | Status::Archived) {
            return Err(refuse_command(call.name, self.status));
        }
        self.status = Status::Completed;
        self.ended_at = self.ended_at.or(Some(now));
        match (self.started_at, self.ended_at) {
            (Some(start), Some(end)) if end < start => {
                Err(Refusal::field("ended_at", &FieldError::NotBefore("started_at")))
            }
            (Some(_) | None, Some(_) | None) => Ok(()),
        }
    }
}
