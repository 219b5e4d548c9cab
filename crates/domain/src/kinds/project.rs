//! A project: the site, product or client that a team researches.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Limit, Rights};
use crate::activity::Logged;
use crate::ports::{ReadTx, Reads, WriteTx, Writes};
use crate::record::{
    Amount, BodyReader, Code, Color, Count, Currency, Date, FieldError, HttpUrl, Id, Kinded, Name, Stored, Text,
};
use crate::resource::{Listed, Resource};
use crate::verbs::{self, Body};
use crate::{Kind, Refusal, User, numbering};

#[derive(Clone, Debug, PartialEq, Record)]
pub struct Project {
    pub name: Name,
    #[record(unique)]
    pub code: Option<Code>,
    pub description: Option<Text>,
    pub url: Option<HttpUrl>,
    pub color: Option<Color>,
    #[record(default = Status::Active)]
    pub status: Status,
    pub owner_id: Option<Id<User>>,
    pub currency: Option<Currency>,
    pub monthly_visitors: Option<Count>,
    pub monthly_revenue: Option<Amount>,
    pub starts_at: Option<Date>,
    pub ends_at: Option<Date>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Status {
    Active,
    Paused,
    Archived,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ProjectFilter {
    #[selective]
    Id,
    #[partial]
    Name,
    #[selective]
    Code,
    #[counted]
    Status,
    #[counted]
    OwnerId,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum ProjectSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Code,
    Status,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum ProjectRelation {
    #[one(User)]
    Owner,
    #[many(Idea)]
    Ideas,
    #[many(Insight)]
    Insights,
    #[many(Learning)]
    Learnings,
}

impl Kinded for Project {
    const KIND: Kind = Kind::Project;
}

impl Listed for Project {
    type Filter = ProjectFilter;
    type Sort = ProjectSort;
    type Relation = ProjectRelation;

    fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self> {
        tx
    }
}

impl Resource for Project {
    const RIGHTS: Rights = Rights::Project;
    const LIMIT: Option<Limit> = Some(Limit::Projects);

    fn writes(tx: &mut dyn WriteTx) -> &mut dyn Writes<Self> {
        tx
    }

    fn owner(&self) -> Option<Id<User>> {
        self.owner_id
    }

    fn logged(stored: &Stored<Self>) -> Logged {
        Logged::OnItself(stored.id.get())
    }

    fn update(tx: &mut dyn WriteTx, caller: &Caller, id: Id<Self>, body: &Body) -> Result<Stored<Self>, Refusal> {
        let mut prepared = verbs::prepare_update::<Self>(tx, caller, id, body)?;
        if prepared.before.record.code.is_some() && prepared.after.record.code.is_none() {
            numbering::refuse_lost_code(tx, caller, id, &mut prepared.reader)?;
        }
        verbs::commit_update(tx, caller, prepared)
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if let (Some(start), Some(end)) = (self.starts_at, self.ends_at)
            && end < start
        {
            reader.reject("ends_at", FieldError::NotBefore("starts_at"));
        }
    }
}
