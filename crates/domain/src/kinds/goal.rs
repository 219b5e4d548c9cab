//! A goal: what a project wants to move, and how that is measured.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Rights};
use crate::commands::{self, Archivable, ArchiveStatus, Call, Command, Commanded, Done, Extent, Run, UniqueFlag};
use crate::experiments::{GoalRole, figures, results};
use crate::kinds::ResultRowFilter;
use crate::listing::Listed;
use crate::ports::{WritePort, WriteTx};
use crate::record::{BodyReader, Effect, FieldError, Id, Label, Measure, Name, Slug, Stored, Text, Time};
use crate::resource::{Area, Resource};
use crate::{Project, Refusal, User};

/// What is measured, and which way it is to go.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Goal {
    /// The project whose goal it is.
    pub project_id: Id<Project>,
    /// Who recorded it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// What is measured, such as “Orders per visitor”.
    #[record(searched = Four)]
    pub name: Name,
    /// How programs call it; made of the name where a create leaves it out.
    #[record(unique(project_id), default = Slug::default(), searched = Eight)]
    pub key: Slug,
    /// How it is measured.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// What it says something about. A `guardrail` is to stay as it is.
    #[record(default = GoalKind::Conversion)]
    pub kind: GoalKind,
    /// How it is counted, which decides the figures that results need and the statistics that are computed of them.
    #[record(default = MetricType::Binomial)]
    pub metric_type: MetricType,
    /// Which way is better.
    #[record(default = GoalDirection::Increase)]
    pub direction: GoalDirection,
    /// The unit in which it is told, such as `EUR` or `pages`.
    pub unit: Option<Label>,
    /// What the figure of the goal is today; from 0 to 1 where it is `binomial`.
    pub baseline_value: Option<Measure>,
    /// What the figure of the goal is to be; from 0 to 1 where it is `binomial`.
    pub target_value: Option<Measure>,
    /// The least relative effect that a test is to detect.
    pub target_mde: Option<Effect>,
    /// Whether it is the one that its project is judged by.
    #[record(default = false)]
    pub is_primary: bool,
    /// Whether it is still measured. An archived goal cannot be named anew.
    #[record(default = ArchiveStatus::Active)]
    pub status: ArchiveStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum GoalKind {
    Conversion,
    Revenue,
    Engagement,
    Retention,
    Guardrail,
    Other,
}

/// What kind of number a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum MetricType {
    /// A share of visitors.
    Binomial,
    Mean,
    Ratio,
    Count,
}

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum GoalDirection {
    Increase,
    Decrease,
}

impl GoalDirection {
    /// Whether less is better.
    pub(crate) const fn falls(self) -> bool {
        matches!(self, Self::Decrease)
    }

    /// How far a change goes in this direction.
    pub(crate) const fn gain(self, change: f64) -> f64 {
        if self.falls() { -change } else { change }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum GoalFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[partial]
    Name,
    #[counted]
    Kind,
    #[counted]
    MetricType,
    #[counted]
    Status,
    #[flag]
    #[counted]
    IsPrimary,
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
pub enum GoalSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum GoalRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[linked_from(Experiment, experiment_goal)]
    #[any_role(role, GoalRole, Secondary)]
    Experiments,
    #[many(Idea, primary_goal_id)]
    Ideas,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Attachment, attachable)]
    Attachments,
}

impl Listed for Goal {
    type Filter = GoalFilter;
    type Sort = GoalSort;
    type Relation = GoalRelation;
}

impl Resource for Goal {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Experiments;
    const COLUMNS: &'static [&'static str] =
        &["name", "project_id", "kind", "metric_type", "direction", "is_primary", "status"];
    const CLOSED_STATUS: Option<&'static str> = Some("archived");

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        for (field, value) in [("baseline_value", self.baseline_value), ("target_value", self.target_value)] {
            match value.filter(|_| self.metric_type == MetricType::Binomial).map(Measure::get) {
                Some(below) if below < 0.0 => reader.reject(field, FieldError::Below("0".to_owned())),
                Some(above) if above > 1.0 => reader.reject(field, FieldError::Above("1".to_owned())),
                Some(_) | None => {}
            }
        }
    }
}

impl Archivable for Goal {
    fn archive(&mut self, _now: Time) {
        self.status = ArchiveStatus::Archived;
    }

    fn unarchive(&mut self) {
        self.status = ArchiveStatus::Active;
    }
}

impl UniqueFlag for Goal {
    const PROJECT: GoalFilter = GoalFilter::ProjectId;
    const FLAG: GoalFilter = GoalFilter::IsPrimary;

    fn is_flagged(&self) -> bool {
        self.is_primary
    }

    fn unset_flag(&mut self) {
        self.is_primary = false;
    }
}

/// What the figures of all experiments rest on that a goal judges: where it changes, they are computed anew.
const JUDGED_BY: &[&str] = &["metric_type", "direction", "baseline_value", "target_mde"];

impl Commanded for Goal {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Goal::create), ..Command::CREATE },
        Command { extent: Extent::ManyWith(JUDGED_BY), run: Run::OnRecord(Goal::update), ..Command::UPDATE },
        Command { extent: Extent::Many, ..Command::DELETE },
        Command::ARCHIVE,
        Command::UNARCHIVE,
        Command::BULK,
    ];
}

impl Goal {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let Call { caller, body, .. } = *call;
        let mut prepared = commands::prepare_create::<Self>(tx, caller, body)?.valid()?;
        if let Some(goal) = &mut prepared.record {
            // Held, so that no two goals of the project take the same key, or its first place, at one moment.
            Project::writes(tx).find_to_change(caller.team, goal.project_id)?;
            if goal.key.is_empty() {
                let within = Some(("project_id", goal.project_id.get()));
                goal.key = commands::free_slug::<Self>(tx, caller, ("key", goal.name.as_str()), within)?;
            }
        }
        commands::unset_flag_for_new(tx, caller, &prepared)?;
        commands::commit_create(tx, caller, prepared).map(Into::into)
    }

    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?;
        if prepared.after.record.metric_type != prepared.before.record.metric_type
            && results::are_there(tx, call.caller.team, [(ResultRowFilter::GoalId, prepared.before.id.get())])?
        {
            let refused = FieldError::Otherwise("field cannot change once there are results.".to_owned());
            prepared.reader.reject("metric_type", refused);
        }
        let prepared = prepared.valid()?;
        commands::unset_flag_for_changed(tx, call.caller, &prepared)?;
        let before = prepared.before.record.clone();
        let after = commands::commit_update(tx, call.caller, prepared)?;
        let planned = |goal: &Self| (goal.metric_type, goal.direction, goal.baseline_value, goal.target_mde);
        if planned(&before) != planned(&after.record) {
            figures::refresh_of_goal(tx, call.caller, after.id)?;
        }
        Ok(after.into())
    }
}
