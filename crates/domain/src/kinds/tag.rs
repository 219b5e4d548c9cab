//! A tag: a word by which a team sorts what it keeps.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::{Right, Rights};
use crate::commands::{self, Answers, Call, Command, Commanded, Done, Input, Method, Outcome, Run, one_side};
use crate::listing::{Listed, Relations as _};
use crate::ports::{WritePort, WriteTx};
use crate::record::{Color, Count, FieldError, Id, Label, List, Name, Record as _, Slug, Stored};
use crate::resource::Resource;
use crate::{Kind, Project, Refusal, User};

#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Tag {
    /// The project that it is for; none where it is for the whole team.
    pub project_id: Option<Id<Project>>,
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// No other tag of the team has the same, whatever the case.
    #[record(unique(casefold))]
    pub name: Label,
    pub color: Option<Color>,
    pub description: Option<Name>,
    /// How programs call it: made of its first name, it stays when the tag is renamed.
    #[record(server, unique)]
    pub slug: Slug,
    /// How many records have it.
    #[record(server)]
    pub usage_count: Count,
}

/// What becomes of tags that are merged.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct TagMerge {
    /// The tags that go.
    pub source_ids: List<Id<Tag>, 100>,
    /// The tag that takes their place.
    pub target_id: Id<Tag>,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum TagFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[partial]
    Name,
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
    #[morphed_by_many(Insight, taggings, taggable)]
    Insights,
    #[morphed_by_many(Learning, taggings, taggable)]
    Learnings,
    #[morphed_by_many(Goal, taggings, taggable)]
    Goals,
}

impl Listed for Tag {
    type Filter = TagFilter;
    type Sort = TagSort;
    type Relation = TagRelation;
}

impl Resource for Tag {
    const RIGHTS: Rights = Rights::Content;
}

impl Commanded for Tag {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Tag::create), ..Command::CREATE },
        Command::UPDATE,
        Command { summary: "Deletes a {}, and takes it off every record.", ..Command::DELETE },
        Command {
            name: "merge",
            methods: &[Method::Post],
            right: Right::Steward,
            input: Input::Fields(TagMerge::FIELDS),
            answers: Answers::Record,
            event: "merged",
            summary: "Puts one of the {} in the place of others, which are deleted.",
            run: Run::OnKind(Tag::merge),
        },
    ];
}

impl Tag {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        // Held, so that no two tags of the team take the same name or slug at one moment.
        tx.team_to_change(call.caller.team)?;
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?.valid()?;
        if let Some(tag) = &mut prepared.record {
            tag.slug = commands::free_slug::<Self>(tx, call.caller, "slug", tag.name.as_str(), None)?;
        }
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }

    fn merge(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let TagMerge { source_ids, target_id } = call.read_in(tx, |tx, asked: &TagMerge, reader| {
            let sources: Vec<i64> = asked.source_ids.items().iter().map(|id| id.get()).collect();
            if sources.is_empty() {
                reader.reject("source_ids", FieldError::Required);
            }
            let held = tx.holds(caller.team, Kind::Tag, &sources)?;
            for (at, id) in sources.iter().enumerate() {
                if *id == asked.target_id.get() || !held.contains(id) {
                    reader.reject(&format!("source_ids.{at}"), FieldError::NotAllowed);
                }
            }
            Ok(())
        })?;
        let mut sources: Vec<i64> = source_ids.items().iter().map(|id| id.get()).collect();
        sources.sort_unstable();
        sources.dedup();
        // All are held in one order, so that two merges at one moment do not wait for each other.
        let mut held: Vec<Stored<Self>> = Vec::with_capacity(sources.len() + 1);
        for id in
            std::iter::once(target_id.get()).chain(sources.iter().copied()).collect::<std::collections::BTreeSet<_>>()
        {
            held.push(commands::find(tx, caller, Id::new(id), Right::Steward)?);
        }
        let links: Vec<_> = TagRelation::ALL.iter().filter_map(|relation| relation.leads_to().link()).collect();
        let mut moved = 0;
        for (kind, link) in &links {
            moved += tx.move_links(caller.team, *link, (Kind::Tag, target_id.get(), *kind), &sources)?;
        }
        tx.recount_links(caller.team, (Kind::Tag, target_id.get()), "usage_count", &links)?;
        let batch = Some(tx.batch());
        let (target, gone): (Vec<_>, Vec<_>) = held.into_iter().partition(|stored| stored.id == target_id);
        for source in gone {
            commands::delete_in_batch(tx, caller, source, batch.clone())?;
        }
        let Some(target) = target.into_iter().next() else {
            return Err(Refusal::Fault("the target of a merge is not there".to_owned()));
        };
        let told = serde_json::json!({"source_ids": sources, "moved": moved});
        let told = one_side("attributes", told.as_object().cloned().unwrap_or_default());
        tx.log(caller.team, &commands::entry(&target, caller, call.event, told).in_batch(batch))?;
        let merged = Self::writes(tx).find_to_change(caller.team, target.id)?.unwrap_or(target);
        Ok(Outcome::Record(merged).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record_kinds;

    macro_rules! tagged {
        (
            read { $($Read:ident $read:literal $reads:literal $read_table:ident;)* }
            write { $($Write:ident $one:literal $many:literal $table:ident;)* }
        ) => {
            /// The kinds whose records have tags, as they declare it.
            fn tagged() -> Vec<Kind> {
                let mut kinds = Vec::new();
                $(if <crate::$Write as Listed>::Relation::ALL.iter().any(|it| it.name() == "tags" && it.linked().is_some()) {
                    kinds.push(Kind::$Write);
                })*
                kinds
            }
        };
    }

    record_kinds!(tagged);

    #[test]
    fn a_tag_leads_to_every_kind_that_has_tags() {
        let mut led: Vec<Kind> =
            TagRelation::ALL.iter().filter_map(|relation| relation.leads_to().link()).map(|(kind, _)| kind).collect();
        led.sort_unstable();
        let mut tagged = tagged();
        tagged.sort_unstable();
        assert_eq!(led, tagged);
    }
}
