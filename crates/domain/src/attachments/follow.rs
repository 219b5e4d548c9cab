//! Attachments go where the record goes that they are attached to.

use crate::access::Caller;
use crate::activity::{Batch, difference};
use crate::commands::counters::update_counters;
use crate::commands::log::{both_sides, entry};
use crate::ports::{WritePort, WriteTx};
use crate::record::Id;
use crate::{Attachment, Kind, Project, Refusal};

/// Takes the attachments of a record along to another project; where there are any, their entries share a batch.
pub(crate) fn follow(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
    project: Id<Project>,
) -> Result<Option<Batch>, Refusal> {
    let attached = tx.attachments_to_change(caller.team, kind, id)?;
    if attached.is_empty() {
        return Ok(None);
    }
    let batch = Some(tx.batch());
    for before in attached {
        let mut after = before.clone();
        after.record.project_id = project;
        after.updated_at = tx.now();
        let Some((new, old)) = difference(&before.record, &after.record) else { continue };
        Attachment::writes(tx).save(caller.team, &after)?;
        update_counters(tx, caller.team, Some(&before), Some(&after));
        let entry = entry(&after, caller, "updated", both_sides(new, old));
        tx.log(caller.team, &entry.in_batch(batch.clone()))?;
    }
    Ok(batch)
}
