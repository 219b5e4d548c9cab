//! A project: the site, product or client that a team researches.

use uplift_derive::{Filters, Record, Relations, Sorts, Words};

use crate::access::{Caller, Limit, Rights};
use crate::activity::Logged;
use crate::ports::{Ledger, Library, Reads, Writes};
use crate::record::{Amount, Code, Color, Complaint, Count, Currency, Date, Form, Id, Kept, Kinded, Link, Name, Text};
use crate::resource::{Listed, Resource};
use crate::verbs::{self, Body};
use crate::{Kind, Refusal, User, numbering};

#[derive(Clone, Debug, PartialEq, Record)]
pub struct Project {
    pub name: Name,
    #[record(unique)]
    pub code: Option<Code>,
    pub description: Option<Text>,
    pub url: Option<Link>,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Status {
    Active,
    Paused,
    Archived,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ProjectFilter {
    #[few]
    Id,
    #[partial]
    Name,
    #[few]
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

    fn shelf(library: &mut dyn Library) -> &mut dyn Reads<Self> {
        library
    }
}

impl Resource for Project {
    const RIGHTS: Rights = Rights::Project;
    const LIMIT: Option<Limit> = Some(Limit::Projects);

    fn book(ledger: &mut dyn Ledger) -> &mut dyn Writes<Self> {
        ledger
    }

    fn owner(&self) -> Option<Id<User>> {
        self.owner_id
    }

    fn logged(kept: &Kept<Self>) -> Logged {
        Logged::OnItself(kept.id.get())
    }

    fn update(ledger: &mut dyn Ledger, caller: &Caller, id: Id<Self>, body: &Body) -> Result<Kept<Self>, Refusal> {
        let mut edit = verbs::edit::<Self>(ledger, caller, id, body)?;
        if edit.before.it.code.is_some() && edit.after.it.code.is_none() {
            numbering::refuse_lost_code(ledger, caller, id, &mut edit.form)?;
        }
        verbs::settle(ledger, caller, edit)
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Kept<Self>>, form: &mut Form<'_>) {
        if let (Some(start), Some(end)) = (self.starts_at, self.ends_at)
            && end < start
        {
            form.complain("ends_at", Complaint::NotBefore("starts_at"));
        }
    }
}
