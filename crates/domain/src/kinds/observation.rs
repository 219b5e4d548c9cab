//! An observation: something that was seen, heard or measured, before anybody says what it means.

mod actions;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use actions::Dismissal;

use super::research_source::ResearchSource;
use crate::access::{Caller, Rights};
use crate::activity::PartsChange;
use crate::commands::lifecycle::{Lifecycle, StatusFields, Transition, advance, initial_states};
use crate::commands::{Answers, Command, Commanded, Input, Run};
use crate::listing::Listed;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Choices as _, HttpUrl, Id, Name, Record as _, Stored, Text, Time};
use crate::resource::{Area, LinkDelta, Resource};
use crate::{Audience, FormResponse, Kind, Page, Project, Refusal, User, observations};

/// Something that was seen in research or in data, before anybody says what it means.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Observation {
    /// The project in which it was observed.
    pub project_id: Id<Project>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// The page on which it was made.
    pub page_id: Option<Id<Page>>,
    /// The visitors of whom it was made.
    pub audience_id: Option<Id<Audience>>,
    /// What was seen, in one sentence.
    #[record(searched = Four)]
    pub name: Name,
    /// What was seen, at length.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// Where it comes from.
    #[record(lookup = ObservationSource)]
    pub source: ResearchSource,
    /// How bad it is for visitors or for the business.
    pub severity: Option<Severity>,
    /// How those of whom it was made feel about it.
    pub sentiment: Option<Sentiment>,
    /// Where it can be seen: a recording, a dashboard, a ticket.
    #[record(searched = One)]
    pub url: Option<HttpUrl>,
    /// When it was seen.
    pub observed_at: Option<Time>,
    /// The response to a form in which it was made.
    pub form_response_id: Option<Id<FormResponse>>,
    /// Whether somebody looked at it. It is `linked` while an insight is attached to it, whatever a body says.
    #[record(default = Status::Open)]
    pub status: Status,
    /// Why it leads to nothing: what `reason` said as it was dismissed.
    #[record(server)]
    pub dismissed_reason: Option<Text>,
    /// When it was put away; null while it is not.
    #[record(server)]
    pub archived_at: Option<Time>,
}

/// How bad what was observed is, least first: lists sort by it in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Severity {
    Low,
    Medium,
    High,
    Critical,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Sentiment {
    Positive,
    Neutral,
    Negative,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Status {
    Open,
    Reviewed,
    Linked,
    Dismissed,
}

impl Lifecycle for Observation {
    type Status = Status;

    const TRANSITIONS: &'static [Transition<Status>] = &[
        Transition { command: Some("review"), from: &[Status::Open], to: Status::Reviewed },
        Transition { command: Some("dismiss"), from: &[Status::Open, Status::Reviewed], to: Status::Dismissed },
        Transition { command: Some("reopen"), from: &[Status::Reviewed, Status::Dismissed], to: Status::Open },
    ];
    const DECIDED: (&'static [Status], &'static str) = (&[], "");

    fn begins_in(status: Status) -> bool {
        status != Status::Linked
    }

    fn status(&self) -> Status {
        self.status
    }

    fn set_status(&mut self, status: Status) {
        self.status = status;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ObservationFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    UserId,
    #[counted]
    Source,
    #[counted]
    Severity,
    #[counted]
    Sentiment,
    #[counted]
    Status,
    #[counted]
    PageId,
    #[counted]
    AudienceId,
    #[through(taggings, taggable_id, taggable_type)]
    TagId,
    #[selective]
    FormResponseId,
    #[partial]
    Name,
    /// Whether it is archived.
    #[flag(archived_at)]
    #[default("false")]
    #[counted]
    Archived,
    #[from]
    ObservedFrom,
    #[until]
    ObservedTo,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum ObservationSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    #[rank]
    Severity,
    ObservedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum ObservationRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[one(Page)]
    Page,
    #[one(Audience)]
    Audience,
    #[linked(Insight, insight_observation)]
    Insights,
    #[linked(Idea, idea_observation)]
    Ideas,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Attachment, attachable)]
    Attachments,
    #[morphs(Comment, commentable)]
    Comments,
}

impl Listed for Observation {
    type Filter = ObservationFilter;
    type Sort = ObservationSort;
    type Relation = ObservationRelation;
}

impl Resource for Observation {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Research;
    const COLUMNS: &'static [&'static str] =
        &["name", "project_id", "source", "severity", "sentiment", "status", "observed_at"];
    const CLOSED_STATUS: Option<&'static str> = Some("dismissed");

    fn archived(&self) -> bool {
        self.archived_at.is_some()
    }

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        observations::check(self, before.map(|stored| stored.record.status), reader);
    }

    fn status_fields(_create: bool) -> Vec<StatusFields> {
        vec![StatusFields { status: Status::Dismissed.name(), event: "updated", fields: Dismissal::FIELDS }]
    }

    fn initial_states() -> Option<Vec<&'static str>> {
        Some(initial_states::<Self>())
    }

    fn before_link_change(
        tx: &mut dyn WriteTx,
        caller: &Caller,
        stored: &mut Stored<Self>,
        relation: ObservationRelation,
        delta: &LinkDelta<'_, Self>,
    ) -> Result<PartsChange, Refusal> {
        if relation == ObservationRelation::Insights {
            observations::follow_own(tx, caller, stored, delta)?;
        }
        Ok(PartsChange::default())
    }
}

impl Commanded for Observation {
    const COMMANDS: &'static [Command<Self>] = &[
        Command::CREATE,
        Command::UPDATE,
        Command::DELETE,
        Command::RESTORE,
        Command::action(
            "review",
            "reviewed",
            "Says that somebody looked at an observation.",
            Run::OnFields(|observation, call, _| advance(observation, call.name)),
        ),
        Command {
            input: Input::Fields(Dismissal::FIELDS),
            ..Command::action(
                "dismiss",
                "dismissed",
                "Says that an observation leads to nothing, with a reason.",
                Run::OnFields(Observation::dismiss),
            )
        },
        Command::action(
            "reopen",
            "reopened",
            "Opens an observation that was reviewed or dismissed again.",
            Run::OnFields(Observation::reopen),
        ),
        Command {
            input: Input::FieldsOf(Kind::Insight, &[]),
            answers: Answers::Made(Kind::Insight),
            ..Command::action(
                "convert",
                "converted",
                "Makes an insight of an observation, which takes over what the body does not say.",
                Run::OnRecord(Observation::convert),
            )
        },
        Command::ARCHIVE,
        Command::UNARCHIVE,
        Command::BULK,
    ];
}
