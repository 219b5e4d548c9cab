//! Merging insights: one takes the place of others.

use uplift_derive::Record;

use super::Insight;
use super::actions::leads_to;
use crate::access::Caller;
use crate::commands::{self, Call, Done, Outcome};
use crate::ports::{WritePort, WriteTx};
use crate::record::{AtLeastOne, Id};
use crate::{Kind, Refusal};

/// What becomes of insights that are merged.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Merge {
    /// The insights that go.
    source_ids: AtLeastOne<Id<Insight>, 100>,
    /// The insight that takes their place.
    target_id: Id<Insight>,
}

impl Insight {
    pub(super) fn merge(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let sources = |merge: &Merge| merge.source_ids.items().iter().map(|id| id.get()).collect::<Vec<_>>();
        let asked: Merge = call.read_in(tx, |tx, asked, reader| {
            commands::check_sources(tx, call.caller, Kind::Insight, (&sources(asked), asked.target_id.get()), reader)
        })?;
        let sources = sources(&asked);
        let mut done = commands::merge(tx, call, (&sources, asked.target_id.get()))?;
        take_succession(tx, call.caller, &sources, asked.target_id)?;
        if let (Outcome::Record(merged), Some(now)) =
            (&mut done.outcome, Self::writes(tx).find_to_change(call.caller.team, asked.target_id)?)
        {
            *merged = now;
        }
        Ok(done)
    }
}

/// Says of what one of the merged took the place of that this one does now. Nothing takes the place of this one then
/// that leads back to it.
fn take_succession(tx: &mut dyn WriteTx, caller: &Caller, sources: &[i64], target: Id<Insight>) -> Result<(), Refusal> {
    for source in sources {
        for superseded in tx.parts_of(caller.team, (Kind::Insight, "superseded_by_id"), *source)? {
            let superseded = Id::new(superseded);
            if leads_to(tx, caller, target, superseded)? {
                succeed(tx, caller, target, None)?;
            }
            if superseded != target {
                succeed(tx, caller, superseded, Some(target))?;
            }
        }
    }
    Ok(())
}

/// Says what took the place of an insight.
fn succeed(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    insight: Id<Insight>,
    by: Option<Id<Insight>>,
) -> Result<(), Refusal> {
    let Some(before) = Insight::writes(tx).find_to_change(caller.team, insight)? else { return Ok(()) };
    let mut after = before.clone();
    after.record.superseded_by_id = by;
    commands::change(tx, caller, &before, &mut after, "updated")
}
