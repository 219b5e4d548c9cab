//! A form: questions that people answer, in steps.

mod actions;
mod commands;
mod copies;
mod definition;
mod document;
mod mapping;
mod preview;
mod questions;
mod size;
mod steps;
mod structure;
mod versions;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

pub(crate) use self::commands::{QUESTION_COMMANDS, STEP_COMMANDS};
pub(crate) use self::mapping::mapped;
pub(crate) use self::questions::hold_named;
pub(crate) use self::structure::{Structure, asked, unsaved};
use crate::access::{Caller, Limit, Rights};
use crate::listing::Listed;
use crate::record::{
    BodyReader, Count, FieldError, HttpUrl, Id, Label, Name, Object, Ordinal, Slug, Stored, Text, Time, Whole,
};
use crate::resource::{Area, Resource};
use crate::{Project, ResearchCollection, User};

/// A questionnaire that people fill in without a key, and that may make records of what they say.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Form {
    /// The project that it asks for.
    pub project_id: Id<Project>,
    /// Who made it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// The collection that insights made of its responses belong to.
    pub research_collection_id: Option<Id<ResearchCollection>>,
    /// What the team calls it.
    #[record(searched = Four)]
    pub name: Name,
    /// What respondents see above it; its name, where it has none.
    #[record(searched = Four)]
    pub title: Option<Name>,
    /// What it is about. Respondents see it as well.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// How programs call it: made of its first name.
    #[record(server, unique)]
    pub slug: Slug,
    /// Who may answer it: members by their keys, or whoever has its address.
    #[record(default = Visibility::Team)]
    pub visibility: Visibility,
    /// What its address ends with: 32 letters and digits.
    #[record(server, personal)]
    pub public_token: Label,
    /// Whether it takes responses: only while it is `published`.
    #[record(server)]
    pub status: Status,
    /// What each response becomes when it is completed.
    #[record(default = FormTarget::None)]
    pub target: FormTarget,
    /// Which field of that record each answer goes to: `{"question key": "field"}`.
    pub mapping: Option<Object>,
    /// From when on it takes responses; at once where it is null.
    pub opens_at: Option<Time>,
    /// Until when it takes responses, not before `opens_at`; without an end where it is null.
    pub closes_at: Option<Time>,
    /// How many responses it takes at most.
    pub response_limit: Option<Whole<1, 1_000_000>>,
    /// Whether nobody may answer twice: respondents are told apart by the address or the key that they give, so that it
    /// cannot be true while `anonymous` is.
    #[record(default = false)]
    pub one_response_per_respondent: bool,
    /// Whether nothing is kept of who answers. It cannot be true while `one_response_per_respondent` is.
    #[record(default = false)]
    pub anonymous: bool,
    /// What is said before the first step.
    pub welcome_text: Option<Text>,
    /// What is said after the last step.
    pub thank_you_text: Option<Text>,
    /// Where respondents go when they are done.
    pub redirect_url: Option<HttpUrl>,
    /// Rises where its questions or its logic change so that earlier responses would be read otherwise.
    #[record(server)]
    pub version: Ordinal,
    /// How many responses were ever completed, without spam.
    #[record(server)]
    pub responses_count: Count,
    /// When it was published first.
    #[record(server)]
    pub published_at: Option<Time>,
    /// When it was closed, while it is.
    #[record(server)]
    pub closed_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Visibility {
    Team,
    Public,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Choices)]
pub enum Status {
    #[default]
    Draft,
    Published,
    Closed,
    Archived,
}

/// What the responses to a form become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum FormTarget {
    None,
    Idea,
    Observation,
    Insight,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum FormFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    UserId,
    #[counted]
    ResearchCollectionId,
    #[partial]
    Name,
    #[selective]
    Slug,
    #[counted]
    Status,
    #[counted]
    Visibility,
    #[counted]
    Target,
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
pub enum FormSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Status,
    PublishedAt,
    ClosedAt,
    ResponsesCount,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum FormRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[one(ResearchCollection)]
    ResearchCollection,
    #[many(FormStep)]
    Steps,
    #[within(Steps, FormQuestion, form_step_id)]
    StepsQuestions,
    #[many(FormQuestion)]
    Questions,
    #[many(FormResponse)]
    Responses,
    #[many(FormResponseSummary)]
    Summaries,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Attachment, attachable)]
    Attachments,
}

impl Listed for Form {
    type Filter = FormFilter;
    type Sort = FormSort;
    type Relation = FormRelation;
}

impl Resource for Form {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Research;
    const COLUMNS: &'static [&'static str] =
        &["name", "project_id", "status", "visibility", "target", "responses_count", "version"];
    const LIMIT: Option<Limit> = Some(Limit::Forms);

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if let (Some(opens), Some(closes)) = (self.opens_at, self.closes_at)
            && closes < opens
        {
            reader.reject("closes_at", FieldError::NotBefore("opens_at"));
        }
        if self.anonymous && self.one_response_per_respondent {
            let refused = "field cannot be true while anonymous is.".to_owned();
            reader.reject("one_response_per_respondent", FieldError::Otherwise(refused));
        }
        mapping::check(self, reader);
    }
}
