//! Merging tags: one takes the place of others.

use uplift_derive::Record;

use super::{Tag, TagRelation};
use crate::access::Right;
use crate::commands::{Call, Done, check_sources, delete, entry, find_merged, missing, one_side};
use crate::listing::Relations as _;
use crate::ports::{WritePort, WriteTx};
use crate::record::{AtLeastOne, Id};
use crate::{Kind, Refusal};

/// What becomes of tags that are merged.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct TagMerge {
    /// The tags that go.
    pub source_ids: AtLeastOne<Id<Tag>, 100>,
    /// The tag that takes their place.
    pub target_id: Id<Tag>,
}

impl Tag {
    pub(super) fn merge(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let (caller, TagMerge { source_ids, target_id }) = (call.caller, Tag::read_merge(tx, call)?);
        let sources: Vec<i64> = source_ids.items().iter().map(|id| id.get()).collect();
        let (sources, _) = find_merged::<Self>(tx, caller, (&sources, target_id.get()), Right::Steward)?;
        let gone: Vec<i64> = sources.iter().map(|stored| stored.id.get()).collect();

        let links: Vec<_> = TagRelation::ALL.iter().filter_map(|relation| relation.leads_to().link()).collect();
        let mut moved = 0;
        for (kind, link) in &links {
            moved += tx.move_links(caller.team, *link, (Kind::Tag, target_id.get(), *kind), &gone)?;
        }
        tx.recount_links(caller.team, (Kind::Tag, target_id.get()), "usage_count", &links)?;

        tx.share_batch();
        for source in sources {
            delete(tx, caller, source)?;
        }
        let told = [("source_ids".to_owned(), gone.into()), ("moved".to_owned(), moved.into())];
        let told = one_side("attributes", told.into_iter().collect());
        let merged = Self::writes(tx).find_to_change(caller.team, target_id)?;
        let merged = merged.ok_or_else(|| missing(Kind::Tag, target_id))?;
        tx.log(caller.team, &entry(&merged, caller, call.event, told))?;
        Ok(merged.into())
    }

    fn read_merge(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<TagMerge, Refusal> {
        call.read_in(tx, |tx, asked: &TagMerge, reader| {
            let sources: Vec<i64> = asked.source_ids.items().iter().map(|id| id.get()).collect();
            check_sources(tx, call.caller, Kind::Tag, (&sources, asked.target_id.get()), reader)
        })
    }
}
