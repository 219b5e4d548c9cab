//! Merging lookups: the records that are filled by some get another.

use std::cmp::Reverse;

use uplift_derive::Record;

use crate::access::{Caller, Right};
use crate::commands::{Call, Done, change, check_sources, delete, entry, find_merged, missing, one_side};
use crate::lookups::LookupType;
use crate::ports::{After, ReadPort as _, ReadTx, WritePort as _, WriteTx};
use crate::record::{AtLeastOne, BodyReader, FieldError, Id, Name, Stored};
use crate::{Idea, Kind, ProjectLookup, Refusal};

/// How many ideas are read at once to be changed.
const AT_ONCE: i64 = 64;

/// What becomes of lookups that are merged.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct LookupMerge {
    /// The lookups that go.
    pub(crate) source_ids: AtLeastOne<Id<ProjectLookup>, 100>,
    /// The lookup of the same type and project that takes their place.
    pub(crate) target_id: Id<ProjectLookup>,
}

/// Gives the records that are filled by some lookups another, and deletes those.
///
/// # Errors
/// When they are not all of one type and scope, or when the type is one of built-in words.
pub(crate) fn merge(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<ProjectLookup>, Refusal> {
    let caller = call.caller;
    tx.team_to_change(caller.team)?;
    let LookupMerge { source_ids, target_id } =
        call.read_in(tx, |tx, asked, reader| check_merge(tx, caller, asked, reader))?;
    let gone: Vec<i64> = source_ids.items().iter().map(|id| id.get()).collect();
    let (mut sources, target) = find_merged::<ProjectLookup>(tx, caller, (&gone, target_id.get()), Right::Steward)?;
    tx.share_batch();
    let mut moved = 0;
    if target.record.r#type == LookupType::IdeaCategory {
        for source in &sources {
            moved += move_ideas(tx, caller, source, &target)?;
        }
    }
    let scope = target.record.scope();
    // From the last to the first, so that none moves before it goes.
    sources.sort_by_key(|source| Reverse(source.record.position.get()));
    for source in sources {
        let place = source.record.position;
        delete(tx, caller, source)?;
        tx.close_up(caller.team, scope, place)?;
    }
    let merged = ProjectLookup::writes(tx).find_to_change(caller.team, target_id)?;
    let merged = merged.ok_or_else(|| missing(Kind::ProjectLookup, target_id))?;
    let told = [("source_ids".to_owned(), gone.into()), ("moved".to_owned(), moved.into())];
    tx.log(caller.team, &entry(&merged, caller, call.event, one_side("attributes", told.into_iter().collect())))?;
    Ok(merged.into())
}

fn check_merge(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    asked: &LookupMerge,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let sources: Vec<i64> = asked.source_ids.items().iter().map(|id| id.get()).collect();
    check_sources(tx, caller, Kind::ProjectLookup, (&sources, asked.target_id.get()), reader)?;
    let Some(target) = ProjectLookup::reads(tx).find(caller.team, asked.target_id)? else { return Ok(()) };
    if target.record.r#type.words().is_some() {
        reader.reject("target_id", FieldError::NotAllowed);
    }
    for (at, id) in asked.source_ids.items().iter().enumerate() {
        let found = ProjectLookup::reads(tx).find(caller.team, *id)?;
        if found.is_some_and(|source| source.record.scope() != target.record.scope()) {
            reader.reject(&format!("source_ids.{at}"), FieldError::NotAllowed);
        }
    }
    Ok(())
}

/// Gives the ideas in one category another, and tells how many there were.
fn move_ideas(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    source: &Stored<ProjectLookup>,
    target: &Stored<ProjectLookup>,
) -> Result<i64, Refusal> {
    let category = Name::short(target.record.key.as_str().to_owned());
    let (of, mut last, mut moved) = ((source.record.project_id, source.record.key.as_str()), 0, 0);
    loop {
        let found = tx.ideas_in_category(caller.team, of, After { id: last, most: AT_ONCE })?;
        last = match found.last() {
            Some(id) => *id,
            None => return Ok(moved),
        };
        Idea::writes(tx).hold_to_change(caller.team, &found)?;
        for id in found {
            let Some(before) = Idea::writes(tx).find_to_change(caller.team, Id::new(id))? else { continue };
            let mut after = before.clone();
            after.record.category = Some(category.clone());
            change(tx, caller, &before, &mut after, "updated")?;
            moved += 1;
        }
    }
}
