//! A tag: a word by which a team sorts what it keeps.

mod merge;

pub use merge::TagMerge;

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::{Right, Rights, TeamId};
use crate::commands::{self, Call, Command, Commanded, Done, Extent, Input, Run};
use crate::listing::Listed;
use crate::ports::WriteTx;
use crate::record::{Color, Count, Id, Kinded as _, Label, Name, Record as _, Slug};
use crate::resource::{Area, Resource};
use crate::{Project, Refusal, User};

/// A word by which records of any kind are found together.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Tag {
    /// The project that it is for; none where it is for the whole team.
    pub project_id: Option<Id<Project>>,
    /// Who made it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// No other tag of the team has the same, whatever the case.
    #[record(unique(casefold), searched = Four)]
    pub name: Label,
    /// The colour in which it is shown.
    pub color: Option<Color>,
    /// What it stands for.
    #[record(searched = One)]
    pub description: Option<Name>,
    /// How programs call it: made of its first name, it stays when the tag is renamed.
    #[record(server, unique)]
    pub slug: Slug,
    /// How many records have it.
    #[record(server)]
    pub usage_count: Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum TagFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[partial]
    Name,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum TagSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
    UsageCount,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum TagRelation {
    #[one(Project)]
    Project,
    #[one(User)]
    User,
    #[morphed_by_many(Idea, taggings, taggable)]
    Ideas,
    #[morphed_by_many(Experiment, taggings, taggable)]
    Experiments,
    #[morphed_by_many(Insight, taggings, taggable)]
    Insights,
    #[morphed_by_many(Learning, taggings, taggable)]
    Learnings,
    #[morphed_by_many(Observation, taggings, taggable)]
    Observations,
    #[morphed_by_many(Page, taggings, taggable)]
    Pages,
    #[morphed_by_many(Audience, taggings, taggable)]
    Audiences,
    #[morphed_by_many(Goal, taggings, taggable)]
    Goals,
    #[morphed_by_many(Form, taggings, taggable)]
    Forms,
    #[morphed_by_many(Variation, taggings, taggable)]
    #[not_included]
    Variations,
    #[morphed_by_many(FormResponse, taggings, taggable)]
    #[not_included]
    FormResponses,
}

impl Listed for Tag {
    type Filter = TagFilter;
    type Sort = TagSort;
    type Relation = TagRelation;
}

impl Resource for Tag {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Site;
    const COLUMNS: &'static [&'static str] = &["name", "project_id", "slug", "color", "usage_count"];

    /// The tag, from those as well who attach it meanwhile: whoever attached one counts it later, and would wait then
    /// for a deletion that waits for them.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        tx.hold_to_remove(team, Self::KIND, id.get()).map(drop)
    }
}

impl Commanded for Tag {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Tag::create), ..Command::CREATE },
        Command::UPDATE,
        Command { extent: Extent::Many, summary: "Deletes a {}, and takes it off every record.", ..Command::DELETE },
        Command {
            right: Right::Steward,
            input: Input::Fields(TagMerge::FIELDS),
            extent: Extent::Many,
            ..Command::action(
                "merge",
                "merged",
                "Puts one of the {} in the place of others, which are deleted.",
                Run::OnKind(Tag::merge),
            )
        },
        Command::BULK,
    ];
}

impl Tag {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        // Held, so that no two tags of the team take the same name or slug at one moment.
        tx.team_to_change(call.caller.team)?;
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?.valid()?;
        if let Some(tag) = &mut prepared.record {
            tag.slug = commands::free_slug::<Self>(tx, call.caller, ("slug", tag.name.as_str()), None)?;
        }
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }
}

#[cfg(test)]
mod tests;
