//! Comments go with a record that is deleted for good.

use super::COMMENTABLE;
use crate::access::Caller;
use crate::attachments;
use crate::commands::purge;
use crate::file::FileKey;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::Id;
use crate::{Comment, Kind, Refusal};

/// Deletes the comments on a record for good, with what is attached to them, all in one batch of the log with what else
/// the request does, and tells which files are nobody's any more.
pub(crate) fn purge_all(tx: &mut dyn WriteTx, caller: &Caller, record: (Kind, i64)) -> Result<Vec<FileKey>, Refusal> {
    let mut unused = Vec::new();
    // Answers came after what they answer, and go before it.
    for id in tx.referrers(caller.team, (Kind::Comment, COMMENTABLE), record)?.into_iter().rev() {
        let Some(stored) = Comment::writes(tx).find_to_change(caller.team, Id::new(id))? else { continue };
        tx.share_batch();
        unused.extend(attachments::delete_all(tx, caller, (Kind::Comment, id))?);
        purge(tx, caller, stored)?;
    }
    Ok(unused)
}
