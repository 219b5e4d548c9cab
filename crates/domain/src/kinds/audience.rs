//! An audience: the visitors for whom something is researched or tried out.

use uplift_derive::{Filters, Record, Relations, Sorts};

use super::device::Device;
use crate::access::Rights;
use crate::audiences::Conditions;
use crate::commands::{
    self, Archivable, ArchiveStatus, Call, Command, Commanded, Done, Duplicable, Extent, Run, UniqueFlag,
};
use crate::listing::Listed;
use crate::ports::WriteTx;
use crate::record::{Count, Id, Name, Share, Stored, Text, Time};
use crate::resource::{Area, Resource};
use crate::{Project, Refusal, User};

/// A part of the visitors of a project, told apart by conditions.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Audience {
    /// The project whose visitors these are.
    pub project_id: Id<Project>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// What the team calls them, such as “Returning customers”.
    #[record(searched = Four)]
    pub name: Name,
    /// Who they are, in words.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// Who belongs to it: `{"match": "all" or "any", "rules": [rule or group, …]}` with 1 to 50 rules in all, in groups
    /// that stand in each other three deep at most. A rule is `{"attribute", "operator", "value"}`, its operator one of
    /// `is`, `is_not`, `contains`, `not_contains`, `starts_with`, `ends_with`, `in`, `not_in`, `gt`, `gte`, `lt`, `lte`,
    /// `between`, `matches`, `exists`, `not_exists`.
    pub conditions: Option<Conditions>,
    /// The devices that they use.
    #[record(lookup = Device)]
    pub device: Option<Device>,
    /// The share of all visitors that belongs to it: 0.5 is a half.
    pub traffic_share: Option<Share>,
    /// How many visitors belong to it in a month.
    pub monthly_visitors: Option<Count>,
    /// Whether it is the one that is meant where none is named: one of its project at most.
    #[record(default = false)]
    pub is_default: bool,
    /// Whether it is still aimed at.
    #[record(default = ArchiveStatus::Active)]
    pub status: ArchiveStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum AudienceFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[partial]
    Name,
    #[counted]
    Device,
    #[counted]
    Status,
    #[flag]
    #[counted]
    IsDefault,
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
pub enum AudienceSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    MonthlyVisitors,
    TrafficShare,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum AudienceRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[many(Idea)]
    Ideas,
    #[linked_from(Experiment, audience_experiment)]
    Experiments,
    #[linked_from(Insight, audience_insight)]
    Insights,
    #[many(Observation)]
    Observations,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Attachment, attachable)]
    Attachments,
}

impl Listed for Audience {
    type Filter = AudienceFilter;
    type Sort = AudienceSort;
    type Relation = AudienceRelation;
}

impl Resource for Audience {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Site;
    const COLUMNS: &'static [&'static str] =
        &["name", "project_id", "device", "traffic_share", "monthly_visitors", "status"];
}

impl Archivable for Audience {
    fn archive(&mut self, _now: Time) {
        self.status = ArchiveStatus::Archived;
    }

    fn unarchive(&mut self) {
        self.status = ArchiveStatus::Active;
    }
}

impl Duplicable for Audience {
    fn name(&self) -> &Name {
        &self.name
    }

    fn begin_anew(&mut self, name: Name) {
        self.name = name;
        self.user_id = None;
        self.is_default = false;
        self.status = ArchiveStatus::Active;
    }
}

impl UniqueFlag for Audience {
    const PROJECT: AudienceFilter = AudienceFilter::ProjectId;
    const FLAG: AudienceFilter = AudienceFilter::IsDefault;

    fn is_flagged(&self) -> bool {
        self.is_default
    }

    fn unset_flag(&mut self) {
        self.is_default = false;
    }
}

impl Commanded for Audience {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Audience::create), ..Command::CREATE },
        Command { run: Run::OnRecord(Audience::update), ..Command::UPDATE },
        Command { extent: Extent::Many, ..Command::DELETE },
        Command::ARCHIVE,
        Command::UNARCHIVE,
        Command::DUPLICATE,
        Command::BULK,
    ];
}

impl Audience {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?.valid()?;
        commands::unset_flag_for_new(tx, call.caller, &prepared)?;
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }

    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let prepared = commands::prepare_update(tx, call.caller, stored, call.body)?.valid()?;
        commands::unset_flag_for_changed(tx, call.caller, &prepared)?;
        commands::commit_update(tx, call.caller, prepared).map(Into::into)
    }
}
