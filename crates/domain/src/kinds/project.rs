//! A project: the site, product or client that a team researches.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Limit, Right, Rights, TeamId};
use crate::commands::{self, Answers, Call, Command, Commanded, Done, Extent, Input, Run};
use crate::listing::Listed;
use crate::ports::{ReadTx, WriteTx};
use crate::projects::{self, NameAndCode};
use crate::record::{
    Amount, BodyReader, Code, Color, Count, Currency, Date, FieldError, HttpUrl, Id, Name, Record as _, Stored, Text,
    Time,
};
use crate::reports::{self, PROJECT_SUMMARY};
use crate::resource::{Area, Owners, Resource};
use crate::{Refusal, User, numbering};

/// What a team works on: a site, a shop, an app.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Project {
    /// What the project is called: a site, a shop, an app.
    #[record(searched = Four)]
    pub name: Name,
    /// A short name of capitals and digits that identifiers begin with, such as `SHOP`. Templates with `{project_code}`
    /// need it.
    #[record(unique, searched = Eight)]
    pub code: Option<Code>,
    /// What it is about.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// The address at which it is found.
    #[record(searched = One)]
    pub url: Option<HttpUrl>,
    /// The colour in which it is shown.
    pub color: Option<Color>,
    /// Whether it is worked on, paused or put away. An archived project takes no new records.
    #[record(default = Status::Active)]
    pub status: Status,
    /// The member who leads it, and may change it beside owners and admins.
    pub owner_id: Option<Id<User>>,
    /// The currency of its amounts; the team's where it is null.
    pub currency: Option<Currency>,
    /// How many people come in a month.
    pub monthly_visitors: Option<Count>,
    /// What it takes in a month, in its currency.
    pub monthly_revenue: Option<Amount>,
    /// The first day of the project.
    pub starts_at: Option<Date>,
    /// The last day of the project, not before the first.
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
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
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
    /// Who works on it. It gives them no rights.
    #[linked(User, project_user)]
    Users,
    #[many(Goal)]
    Goals,
    #[many(Page)]
    Pages,
    #[many(Audience)]
    Audiences,
    #[many(Tag)]
    Tags,
    #[many(Observation)]
    Observations,
    #[many(Experiment)]
    Experiments,
    #[many(Form)]
    Forms,
}

impl Listed for Project {
    type Filter = ProjectFilter;
    type Sort = ProjectSort;
    type Relation = ProjectRelation;
}

impl Resource for Project {
    const RIGHTS: Rights = Rights::Project;
    const AREA: Area = Area::Site;
    const COLUMNS: &'static [&'static str] =
        &["name", "code", "status", "owner_id", "monthly_visitors", "starts_at", "ends_at"];
    const LIMIT: Option<Limit> = Some(Limit::Projects);
    const CLOSED_STATUS: Option<&'static str> = Some("archived");

    fn owners(&self, _tx: &mut dyn ReadTx, _team: TeamId) -> Result<Owners, Refusal> {
        Ok([self.owner_id, None])
    }

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if let (Some(start), Some(end)) = (self.starts_at, self.ends_at)
            && end < start
        {
            reader.reject("ends_at", FieldError::NotBefore("starts_at"));
        }
    }
}

impl Commanded for Project {
    const COMMANDS: &'static [Command<Self>] = &[
        Command::CREATE,
        Command { run: Run::OnRecord(Project::update), ..Command::UPDATE },
        Command::DELETE,
        Command::RESTORE,
        Command {
            right: Right::Steward,
            ..Command::action("archive", "archived", "Archives a project.", Run::OnFields(Project::archive))
        },
        Command {
            right: Right::Steward,
            ..Command::action(
                "unarchive",
                "unarchived",
                "Makes an archived project active again.",
                Run::OnFields(Project::unarchive),
            )
        },
        Command {
            right: Right::Create,
            input: Input::Fields(NameAndCode::FIELDS),
            answers: Answers::Created,
            extent: Extent::Many,
            notes: "A project with more than 1,000 goals, pages, audiences and lookups in all, or with more than 50 forms, \
                    is not copied: it is refused under `project`.",
            ..Command::action(
                "duplicate",
                "duplicated",
                "Copies a project with who works on it, its goals, pages, audiences, lookups and forms, and their tags. What was found out \
                 in it is not copied.",
                Run::OnRecord(projects::duplicate),
            )
        },
        Command::json(
            "summary",
            "What there is in a {}, by kind and status; over all time its win rate (won ÷ decided, without A/A tests) \
             with Wilson's interval at 95 %, and over a year how many experiments it completes a month.",
            PROJECT_SUMMARY,
            reports::of_project,
        ),
    ];
}

impl Project {
    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let Call { caller, body, .. } = *call;
        let mut prepared = commands::prepare_update(tx, caller, stored, body)?;
        let (before, after) = (&prepared.before.record, &prepared.after.record);
        let archives = (before.status == Status::Archived) != (after.status == Status::Archived);
        if before.code.is_some() && after.code.is_none() {
            numbering::refuse_lost_code(tx, caller, prepared.before.id, &mut prepared.reader)?;
        }
        if archives {
            prepared = prepared.valid()?;
            caller.permit(Self::RIGHTS, Right::Steward, &[])?;
        }
        commands::commit_update(tx, caller, prepared).map(Into::into)
    }

    fn archive(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.status = Status::Archived;
        Ok(())
    }

    fn unarchive(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        if self.status == Status::Archived {
            self.status = Status::Active;
        }
        Ok(())
    }
}
