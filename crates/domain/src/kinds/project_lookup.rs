//! A project lookup: a word by which a team or one of its projects fills a field, and what it is called there.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::{Caller, Limit, Right, Rights, TeamId};
use crate::commands::{self, Answers, Call, Command, Commanded, Done, Extent, Input, Run};
use crate::listing::{FilterValues, Listed, Listing};
use crate::lookups::{self, LookupMerge, LookupOrder, LookupType};
use crate::ports::{PlacedLookup, ReadPort as _, Unmetered, WritePort as _, WriteTx};
use crate::record::{
    BodyReader, Choices as _, Color, Count, FieldError, Id, Invalid, Kinded as _, Name, Object, Ordinal, Record as _,
    Slug, Stored, Time,
};
use crate::resource::{Area, Resource};
use crate::shape::Shape;
use crate::{Kind, Project, Refusal};

/// A word of the team, or a built-in one with a name of its own, that fields take.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct ProjectLookup {
    /// The project that it is for; none where it is for the whole team. One of a project stands before one of the team
    /// with the same key.
    #[record(fixed)]
    pub project_id: Option<Id<Project>>,
    /// Which field it fills. `experiment_stage`, `effort` and `theme` are kept for clients.
    #[record(fixed)]
    pub r#type: LookupType,
    /// What stands in the field: one of its words, where it takes no others.
    #[record(fixed, searched = Eight)]
    pub key: Slug,
    /// What people call it.
    #[record(searched = Four)]
    pub label: Name,
    /// What the word means to the team.
    #[record(searched = One)]
    pub description: Option<Name>,
    /// The colour in which it is shown.
    pub color: Option<Color>,
    /// Whether clients offer it first: one of its type and project at most.
    #[record(default = false)]
    pub is_default: bool,
    /// Whether new values of the field may be it.
    #[record(default = true)]
    pub is_active: bool,
    /// What clients keep with it.
    pub meta: Option<Object>,
    /// Where it stands among those of its type and project: 1 is the first.
    #[record(server)]
    pub position: Ordinal,
    /// How many records have it in the field.
    #[record(computed)]
    pub uses_count: Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum ProjectLookupFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    Type,
    #[selective]
    Key,
    #[flag]
    #[counted]
    IsActive,
    #[partial]
    Label,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum ProjectLookupSort {
    Id,
    Label,
    Position,
    Type,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum ProjectLookupRelation {
    #[one(Project)]
    Project,
}

impl Listed for ProjectLookup {
    type Filter = ProjectLookupFilter;
    type Sort = ProjectLookupSort;
    type Relation = ProjectLookupRelation;
}

impl Resource for ProjectLookup {
    const RIGHTS: Rights = Rights::Settings;
    const AREA: Area = Area::Team;
    const COLUMNS: &'static [&'static str] = &["label", "key", "type", "project_id", "position", "is_active"];
    const NAME_FIELD: &'static str = "label";

    /// The team, under which lookups are changed one after the other.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, _id: Id<Self>) -> Result<(), Refusal> {
        tx.team_to_change(team).map(drop)
    }

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        let is_word = self.r#type.words().is_none_or(|words| words.contains(&self.key.as_str()));
        if before.is_none() && !is_word {
            reader.reject("key", FieldError::NotAllowed);
        }
    }
}

impl Commanded for ProjectLookup {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            notes: "A project, and the team beside its projects, has at most 1,000 lookups of a type; one more is refused \
                    under `type`.",
            run: Run::OnKind(ProjectLookup::create),
            ..Command::CREATE
        },
        Command { run: Run::OnRecord(ProjectLookup::update), ..Command::UPDATE },
        Command {
            summary: "Deletes a {} that no record uses.",
            run: Run::OnRecord(ProjectLookup::delete),
            ..Command::DELETE
        },
        Command {
            right: Right::Steward,
            ..Command::action(
                "activate",
                "activated",
                "Lets new values be a {}.",
                Run::OnFields(ProjectLookup::activate),
            )
        },
        Command {
            right: Right::Steward,
            ..Command::action(
                "deactivate",
                "deactivated",
                "Lets no new value be a {}; those that are stay.",
                Run::OnFields(ProjectLookup::deactivate),
            )
        },
        Command {
            right: Right::Steward,
            input: Input::Fields(LookupOrder::FIELDS),
            answers: Answers::Json(Shape::Object(&[("data", Shape::List(&Shape::Record(Kind::ProjectLookup)))])),
            ..Command::action(
                "reorder",
                "reordered",
                "Puts the {} of a type and a project, or of the team, in another order.",
                Run::OnKind(lookups::reorder),
            )
        },
        Command {
            right: Right::Steward,
            input: Input::Fields(LookupMerge::FIELDS),
            extent: Extent::Many,
            ..Command::action(
                "merge",
                "merged",
                "Puts one of the {} in the place of others, which are deleted; what they filled it fills.",
                Run::OnKind(lookups::merge),
            )
        },
    ];
}

impl ProjectLookup {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        tx.team_to_change(caller.team)?;
        let mut prepared = commands::prepare_create::<Self>(tx, caller, call.body)?;
        let mut there = Vec::new();
        prepared.check(|lookup, reader| {
            if reader.is_made_up("project_id") {
                return Ok(());
            }
            there = tx.lookups_of(caller.team, lookup.scope())?;
            if there.iter().any(|other| other.key == lookup.key.as_str()) {
                reader.reject("key", FieldError::Taken);
            }
            if there.len() >= lookups::MOST {
                let full = format!("field names a type with {} lookups.", lookups::MOST);
                reader.reject("type", FieldError::Otherwise(full));
            }
            let last = there.last().map_or(0, |last| last.position.get());
            lookup.position = Ordinal::new(last + 1).unwrap_or_default();
            Ok(())
        })?;
        let prepared = prepared.valid()?;
        if let Some(lookup) = &prepared.record {
            admit_type(tx, caller, lookup.r#type)?;
            if lookup.is_default {
                unset_flag(tx, caller, &there)?;
            }
        }
        let created = commands::commit_create(tx, caller, prepared)?;
        let shown = Self::writes(tx).find_to_change(caller.team, created.id)?;
        Ok(shown.unwrap_or(created).into())
    }

    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let prepared = commands::prepare_update(tx, call.caller, stored, call.body)?.valid()?;
        let (before, after) = (&prepared.before.record, &prepared.after);
        if after.record.is_default && !before.is_default {
            let others = tx.lookups_of(call.caller.team, before.scope())?;
            unset_flag(tx, call.caller, &others)?;
        }
        commands::commit_update(tx, call.caller, prepared).map(Into::into)
    }

    fn delete(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        // Whoever used it while it was being held is done by now.
        let now = Self::writes(tx).find_to_change(call.caller.team, stored.id)?;
        let uses = now.map_or(0, |now| now.record.uses_count.get());
        let (scope, place) = (stored.record.scope(), stored.record.position);
        if uses > 0 {
            let mut invalid = Invalid::default();
            let used = format!("The project lookup is used by {uses} records; deactivate it instead.");
            invalid.tell(Self::KIND.singular(), used);
            return Err(invalid.into());
        }
        let done = commands::purge_unless_used(tx, call, stored)?;
        tx.close_up(call.caller.team, scope, place)?;
        Ok(done)
    }

    fn activate(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.is_active = true;
        Ok(())
    }

    fn deactivate(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.is_active = false;
        Ok(())
    }
}

/// Refuses a lookup of a type of which there is none yet, where the plan has no room for another type.
fn admit_type(tx: &mut dyn WriteTx, caller: &Caller, asked: LookupType) -> Result<(), Refusal> {
    let of_type = vec![(ProjectLookupFilter::Type, FilterValues(vec![asked.name().to_owned()]))];
    let there = ProjectLookup::reads(tx).list(caller.team, &Listing::of(of_type), &mut Unmetered)?;
    if there.total > 0 { Ok(()) } else { commands::check_admission(tx, caller, Limit::LookupTypes, 1) }
}

/// Takes from whichever of these lookups is the one that is offered first that it is.
fn unset_flag(tx: &mut dyn WriteTx, caller: &Caller, lookups: &[PlacedLookup]) -> Result<(), Refusal> {
    for lookup in lookups.iter().filter(|it| it.is_default) {
        let Some(before) = ProjectLookup::writes(tx).find_to_change(caller.team, lookup.id)? else { continue };
        let mut after = before.clone();
        after.record.is_default = false;
        tx.share_batch();
        commands::change(tx, caller, &before, &mut after, "updated")?;
    }
    Ok(())
}
