//! Attachments go where the record goes that they are attached to, or that they stand on a comment of.

use crate::access::Caller;
use crate::activity::difference;
use crate::commands::counters::update_counters;
use crate::commands::log::{both_sides, entry};
use crate::comments::COMMENTABLE;
use crate::ports::{WritePort, WriteTx};
use crate::record::{Choices as _, Id};
use crate::{Attachment, Commentable, Kind, Project, Refusal};

/// Takes the attachments of a record, of what is a part of it and of the comments on it, along to another project;
/// where there are any, the entries of the request share a batch.
pub(crate) fn follow(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
    project: Id<Project>,
) -> Result<(), Refusal> {
    for (part, field) in kind.parts() {
        for part_id in tx.parts_of(caller.team, (part, field), id)? {
            follow(tx, caller, (part, part_id), project)?;
        }
    }
    if Commentable::from_name(kind.singular()).is_some() {
        for comment in tx.naming(caller.team, (Kind::Comment, COMMENTABLE), (kind, id))? {
            follow(tx, caller, (Kind::Comment, comment), project)?;
        }
    }
    for before in tx.attachments_to_change(caller.team, kind, id)? {
        tx.share_batch();
        let mut after = before.clone();
        after.record.project_id = project;
        after.updated_at = tx.now();
        let Some((new, old)) = difference(&before.record, &after.record) else { continue };
        Attachment::writes(tx).save_changes(caller.team, &before, &after)?;
        update_counters(tx, caller.team, Some(&before), Some(&after));
        tx.log(caller.team, &entry(&after, caller, "updated", both_sides(new, old)))?;
    }
    Ok(())
}
