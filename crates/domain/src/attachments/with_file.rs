//! Attachments together with their files, as they are read back.

use crate::access::TeamId;
use crate::commands::missing;
use crate::file::StoredFile;
use crate::ports::{Reach, ReadPort as _, ReadTx};
use crate::record::{Id, Stored};
use crate::{Attachment, Kind, Refusal};

/// How far [`with_file`] reaches.
pub const FILE_REACH: Reach = Reach::Page;

/// An attachment of a team, and its file.
///
/// # Errors
/// When the team has no such attachment, or when it is a link, which has no file.
pub fn with_file(tx: &mut dyn ReadTx, team: TeamId, id: i64) -> Result<(Stored<Attachment>, StoredFile), Refusal> {
    let missing = || missing(Kind::Attachment, id);
    let stored = Attachment::reads(tx).find(team, Id::new(id))?.ok_or_else(missing)?;
    let file = stored.record.file_id.ok_or_else(missing)?;
    let file = tx.file(team, file)?.ok_or_else(missing)?;
    Ok((stored, file))
}
