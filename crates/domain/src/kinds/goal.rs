//! A goal: what a project wants to move, and how that is measured.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Rights};
use crate::commands::{self, Call, Command, Commanded, Done, Run};
use crate::listing::{FilterValues, Listed, Listing};
use crate::ports::{ReadPort, Unmetered, WritePort, WriteTx};
use crate::record::{BodyReader, Effect, FieldError, Id, Label, Measure, Name, Slug, Stored, Text, Time};
use crate::resource::Resource;
use crate::{Project, Refusal, User};

#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Goal {
    pub project_id: Id<Project>,
    #[record(author)]
    pub user_id: Option<Id<User>>,
    pub name: Name,
    /// How programs call it; made of the name where a create leaves it out.
    #[record(unique(project_id), default = Slug::default())]
    pub key: Slug,
    pub description: Option<Text>,
    #[record(default = GoalKind::Conversion)]
    pub kind: GoalKind,
    #[record(default = MetricType::Binomial)]
    pub metric_type: MetricType,
    #[record(default = GoalDirection::Increase)]
    pub direction: GoalDirection,
    pub unit: Option<Label>,
    pub baseline_value: Option<Measure>,
    pub target_value: Option<Measure>,
    /// The least relative effect that a test is to detect.
    pub target_mde: Option<Effect>,
    /// Whether it is the one that its project is judged by.
    #[record(default = false)]
    pub is_primary: bool,
    #[record(default = GoalStatus::Active)]
    pub status: GoalStatus,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum GoalStatus {
    Active,
    Archived,
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
    #[morphs(Attachment, attachable)]
    Attachments,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
}

impl Listed for Goal {
    type Filter = GoalFilter;
    type Sort = GoalSort;
    type Relation = GoalRelation;
}

impl Resource for Goal {
    const RIGHTS: Rights = Rights::Content;

    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        for (field, value) in [("baseline_value", self.baseline_value), ("target_value", self.target_value)] {
            match value.filter(|_| self.metric_type == MetricType::Binomial).map(Measure::get) {
                Some(below) if below < 0.0 => reader.reject(field, FieldError::Below("0".to_owned())),
                Some(above) if above > 1.0 => reader.reject(field, FieldError::Above("1".to_owned())),
                Some(_) | None => {}
            }
        }
        if self.target_mde.is_some_and(|effect| effect.get() <= 0.0) {
            reader.reject("target_mde", FieldError::Otherwise("field must be greater than 0.".to_owned()));
        }
    }
}

impl Commanded for Goal {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Goal::create), ..Command::CREATE },
        Command { run: Run::OnRecord(Goal::update), ..Command::UPDATE },
        Command::DELETE,
        Command::action("archive", "archived", "Archives a goal.", Run::OnFields(Goal::archive)),
        Command::action(
            "unarchive",
            "unarchived",
            "Makes an archived goal active again.",
            Run::OnFields(Goal::unarchive),
        ),
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
                let project = Some(goal.project_id);
                goal.key = commands::free_slug::<Self>(tx, caller, "key", goal.name.as_str(), project)?;
            }
            goal.step_down_others(tx, caller, None)?;
        }
        commands::commit_create(tx, caller, prepared).map(Into::into)
    }

    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let Call { caller, body, .. } = *call;
        let prepared = commands::prepare_update(tx, caller, stored, body)?.valid()?;
        let (before, after) = (&prepared.before, &prepared.after.record);
        if after.is_primary && (!before.record.is_primary || before.record.project_id != after.project_id) {
            Project::writes(tx).find_to_change(caller.team, after.project_id)?;
            after.step_down_others(tx, caller, Some(before.id))?;
        }
        commands::commit_update(tx, caller, prepared).map(Into::into)
    }

    fn archive(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.status = GoalStatus::Archived;
        Ok(())
    }

    fn unarchive(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.status = GoalStatus::Active;
        Ok(())
    }

    /// Where this goal is the primary one, makes the one that was it an ordinary one.
    fn step_down_others(&self, tx: &mut dyn WriteTx, caller: &Caller, itself: Option<Id<Self>>) -> Result<(), Refusal> {
        if !self.is_primary {
            return Ok(());
        }
        let of_project = FilterValues(vec![self.project_id.to_string()]);
        let primary = FilterValues(vec![true.to_string()]);
        let filters = vec![(GoalFilter::ProjectId, of_project), (GoalFilter::IsPrimary, primary)];
        let others = Self::reads(tx).list(caller.team, &Listing::of(filters), &mut Unmetered)?.records;
        for other in others.iter().map(|other| other.id).filter(|other| itself != Some(*other)) {
            // Somebody may have changed it since it was listed, and may not until the transaction ends.
            let Some(before) = Self::writes(tx).find_to_change(caller.team, other)? else { continue };
            let mut after = before.clone();
            after.record.is_primary = false;
            commands::change(tx, caller, &before, &mut after, "updated")?;
        }
        Ok(())
    }
}
