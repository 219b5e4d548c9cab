//! A page: a place on a site where visitors are researched, in the tree of its project.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use super::device::Device;
use crate::access::{Caller, Rights};
use crate::commands::{self, Archivable, ArchiveStatus, Call, Command, Commanded, Done, Duplicable, Extent, Run};
use crate::listing::Listed;
use crate::ports::WriteTx;
use crate::record::{Amount, BodyReader, Count, Id, Importance, Name, Share, Stored, Time, UrlText, check_pattern};
use crate::resource::{Area, Resource};
use crate::{Project, Refusal, User, pages};

/// A page or a screen of a project that tests change.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Page {
    /// The project whose page it is.
    pub project_id: Id<Project>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// The page above it, of the same project: a tree has ten levels at most. Where the page goes to another project it
    /// is cleared, unless a new one is named.
    pub parent_id: Option<Id<Page>>,
    /// What the team calls the page, such as “Product detail”.
    #[record(searched = Four)]
    pub name: Name,
    /// The address of the page, or what the addresses have in common that belong to it.
    #[record(searched = One)]
    pub url: Option<UrlText>,
    /// How addresses are compared with `url`.
    #[record(default = UrlMatch::Exact)]
    pub url_match: UrlMatch,
    /// What the page does for who visits it.
    #[record(default = PageType::Other, lookup = PageType)]
    pub r#type: PageType,
    /// On which devices it is meant.
    #[record(default = Device::All, lookup = Device)]
    pub device: Device,
    /// How many visitors it has in a month.
    pub monthly_visitors: Option<Count>,
    /// The share of its visitors that convert: 0.5 is a half.
    pub conversion_rate: Option<Share>,
    /// The share of visits that end where they begin, on this page.
    pub bounce_rate: Option<Share>,
    /// The share of its views that are the last of a visit.
    pub exit_rate: Option<Share>,
    /// What it brings in a month, in the currency of the project.
    pub monthly_revenue: Option<Amount>,
    /// How much it matters: 5 is the most.
    pub importance: Option<Importance>,
    /// Whether it is still there to test on.
    #[record(default = ArchiveStatus::Active)]
    pub status: ArchiveStatus,
}

/// How an address is compared with that of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum UrlMatch {
    Exact,
    Prefix,
    Contains,
    /// As a regular expression, of Rust's `regex`.
    Regex,
}

/// What a page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum PageType {
    Home,
    Landing,
    Category,
    Product,
    Cart,
    Checkout,
    Confirmation,
    Account,
    Content,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum PageFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    ParentId,
    #[partial]
    Name,
    #[partial]
    Url,
    #[counted]
    Type,
    #[counted]
    Device,
    #[counted]
    Status,
    #[through(taggings, taggable_id, taggable_type)]
    TagId,
    /// Whether it stands beneath no other page.
    #[flag(not, parent_id)]
    #[counted]
    Root,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum PageSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Url,
    MonthlyVisitors,
    ConversionRate,
    Importance,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum PageRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[one(Page)]
    Parent,
    #[many(Page, parent_id)]
    Children,
    #[many(Idea)]
    Ideas,
    #[linked_from(Experiment, experiment_page)]
    Experiments,
    #[linked_from(Insight, insight_page)]
    Insights,
    #[many(Observation)]
    Observations,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Attachment, attachable)]
    Attachments,
    #[morphs(Comment, commentable)]
    Comments,
}

impl Listed for Page {
    type Filter = PageFilter;
    type Sort = PageSort;
    type Relation = PageRelation;
}

impl Resource for Page {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Site;
    const COLUMNS: &'static [&'static str] =
        &["name", "url", "project_id", "type", "device", "monthly_visitors", "status"];

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        let before = before.map(|stored| &stored.record);
        if before.is_some_and(|before| before.project_id != self.project_id) && reader.raw("parent_id").is_none() {
            self.parent_id = None;
        }
        let kept = before.is_some_and(|it| (&it.url, it.url_match) == (&self.url, self.url_match));
        if let (Some(url), UrlMatch::Regex, false) = (&self.url, self.url_match, kept)
            && let Err(error) = check_pattern(url.as_str())
        {
            reader.reject("url", error);
        }
    }
}

impl Archivable for Page {
    fn archive(&mut self, _now: Time) {
        self.status = ArchiveStatus::Archived;
    }

    fn unarchive(&mut self) {
        self.status = ArchiveStatus::Active;
    }
}

impl Duplicable for Page {
    fn name(&self) -> &Name {
        &self.name
    }

    fn begin_anew(&mut self, name: Name) {
        self.name = name;
        self.user_id = None;
        self.status = ArchiveStatus::Active;
    }
}

impl Commanded for Page {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Page::create), ..Command::CREATE },
        Command { run: Run::OnRecord(Page::update), ..Command::UPDATE },
        Command { extent: Extent::Many, ..Command::DELETE },
        Command::ARCHIVE,
        Command::UNARCHIVE,
        Command::DUPLICATE,
        Command::BULK,
    ];
}

impl Page {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?;
        prepared.check(|page, reader| pages::check_place(tx, call.caller, None, page, reader))?;
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }

    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?;
        let (before, after) = (&prepared.before, &prepared.after.record);
        pages::check_place(tx, call.caller, Some(before), after, &mut prepared.reader)?;
        commands::commit_update(tx, call.caller, prepared).map(Into::into)
    }
}
