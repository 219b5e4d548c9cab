//! Deleting attachments, with the files that are nobody's any more.

use super::bytes::count_bytes;
use crate::access::Caller;
use crate::commands::{self, Call, Done, Outcome};
use crate::file::FileKey;
use crate::ports::WriteTx;
use crate::record::Stored;
use crate::{Attachment, Kind, Refusal};

/// Deletes an attachment, and tells which file is nobody's any more.
///
/// # Errors
/// When the database fails.
pub(crate) fn delete(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Attachment>,
) -> Result<Done<Attachment>, Refusal> {
    let unused = delete_one(tx, call.caller, stored)?;
    Ok(Done { outcome: Outcome::Nothing, unused })
}

/// Deletes the attachments of a record that is deleted for good, all in one batch of the log with what else the request
/// does, and tells which files are nobody's any more.
pub(crate) fn delete_all(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
) -> Result<Vec<FileKey>, Refusal> {
    let mut unused = Vec::new();
    for stored in tx.attachments_to_change(caller.team, kind, id)? {
        tx.share_batch();
        unused.extend(delete_one(tx, caller, stored)?);
    }
    Ok(unused)
}

/// Takes the attachments of a record out of which nothing is to be known any more, and tells which they were and which
/// files are nobody's any more.
pub(crate) fn purge_all_silently(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
) -> Result<(Vec<i64>, Vec<FileKey>), Refusal> {
    let (mut ids, mut unused) = (Vec::new(), Vec::new());
    for stored in tx.attachments_to_change(caller.team, kind, id)? {
        ids.push(stored.id.get());
        let stored = commands::purge_silently(tx, caller, stored)?;
        unused.extend(release_file(tx, caller, &stored)?);
    }
    Ok((ids, unused))
}

pub(crate) fn delete_one(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: Stored<Attachment>,
) -> Result<Vec<FileKey>, Refusal> {
    let stored = commands::delete(tx, caller, stored)?;
    release_file(tx, caller, &stored)
}

/// Lets the file of an attachment that is gone go as well, unless others have it.
fn release_file(tx: &mut dyn WriteTx, caller: &Caller, stored: &Stored<Attachment>) -> Result<Vec<FileKey>, Refusal> {
    let Some(file) = stored.record.file_id else { return Ok(Vec::new()) };
    let removed = tx.remove_file_unless_used(caller.team, file)?;
    if removed.is_some() {
        count_bytes(tx, caller, -stored.record.file_size.unwrap_or_default().get());
    }
    Ok(removed.into_iter().collect())
}
