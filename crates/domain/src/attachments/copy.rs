//! Attachments of a record beside its copy.

use crate::access::Caller;
use crate::commands::insert;
use crate::ports::WriteTx;
use crate::record::AnyId;
use crate::{Kind, Refusal};

/// Attaches to the copy of a record what is attached to the original: the same files and links.
///
/// # Errors
/// When the database fails.
pub(crate) fn copy_all(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, original): (Kind, i64),
    copy: i64,
) -> Result<(), Refusal> {
    for attachment in tx.attachments_to_change(caller.team, kind, original)? {
        let mut attachment = attachment.record;
        attachment.attachable_id = AnyId::new(copy);
        attachment.user_id = caller.actor.user();
        insert(tx, caller, attachment)?;
    }
    Ok(())
}
