//! A research collection: the study, survey or round of interviews that insights and learnings come from.

use uplift_derive::{Filters, Record, Relations, Sorts, Words};

use crate::access::{Caller, Rights};
use crate::activity::Logged;
use crate::ports::{Ledger, Library, Reads, Writes};
use crate::record::{Complaint, Form, Id, Kept, Kinded, Name, Text, Time};
use crate::resource::{Listed, Resource};
use crate::{Kind, Project, User};

#[derive(Clone, Debug, PartialEq, Record)]
pub struct ResearchCollection {
    pub project_id: Id<Project>,
    #[record(author)]
    pub user_id: Option<Id<User>>,
    pub name: Name,
    pub description: Option<Text>,
    pub method: Option<Method>,
    #[record(default = Status::Planned)]
    pub status: Status,
    pub started_at: Option<Time>,
    pub ended_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Method {
    Survey,
    Interview,
    UserTest,
    AnalyticsReview,
    Heuristic,
    Mixed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Status {
    Planned,
    Active,
    Completed,
    Archived,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ResearchCollectionFilter {
    #[few]
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
}

impl Kinded for ResearchCollection {
    const KIND: Kind = Kind::ResearchCollection;
}

impl Listed for ResearchCollection {
    type Filter = ResearchCollectionFilter;
    type Sort = ResearchCollectionSort;
    type Relation = ResearchCollectionRelation;

    fn shelf(library: &mut dyn Library) -> &mut dyn Reads<Self> {
        library
    }
}

impl Resource for ResearchCollection {
    const RIGHTS: Rights = Rights::Content;

    fn book(ledger: &mut dyn Ledger) -> &mut dyn Writes<Self> {
        ledger
    }

    fn logged(kept: &Kept<Self>) -> Logged {
        Logged::On(Kind::Project, kept.it.project_id.get())
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Kept<Self>>, form: &mut Form<'_>) {
        if let (Some(start), Some(end)) = (self.started_at, self.ended_at)
            && end < start
        {
            form.complain("ended_at", Complaint::NotBefore("started_at"));
        }
    }
}
