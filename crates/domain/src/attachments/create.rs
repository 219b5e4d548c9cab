//! Attaching a file or a link.

use super::bytes::{count_bytes, size};
use super::reading::{check_place, read};
use crate::access::{Caller, Limit};
use crate::activity::attributes;
use crate::commands::{Call, Done, Outcome, entry, fields, missing, one_side, update_counters};
use crate::file::{Sent, StoredFile};
use crate::ports::{WritePort, WriteTx};
use crate::record::{BodyReader, Id, Record};
use crate::{Attachment, Kind, Project, Refusal};

/// Attaches a file or a link to a record. A file that was received for nothing, since the team had the same bytes
/// already, is told as unused.
///
/// # Errors
/// With every error about the request, or when the plan does not allow it. The file is the caller's to remove then.
pub fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Attachment>, Refusal> {
    let Call { caller, body, sent, .. } = *call;
    let mut reader = BodyReader::new(fields(body)?);
    let record = read(&mut reader, sent);
    let place =
        (reader.read::<Id<Project>>("project_id"), reader.read("attachable_type"), reader.read("attachable_id"));
    // The record is held before the team, as by whoever changes it.
    let place = check_place(tx, caller, place, &mut reader)?;
    reader.finish(Attachment::FIELDS)?;
    // The plan's room hangs on the file, so the body is refused before it.
    let known = admit(tx, caller, sent)?;
    let (Some(mut record), Some((project, attachable, id))) = (record, place) else {
        return Err(Refusal::Fault("a body without errors made no attachment".to_owned()));
    };
    (record.project_id, record.attachable_type, record.attachable_id) = (project, attachable, id);
    attach(tx, caller, record, (sent, known))
}

/// The file of the team with the same bytes as one that was sent; where there is none, the plan must have room for it.
///
/// # Errors
/// When the plan does not allow it.
pub(crate) fn admit(tx: &mut dyn WriteTx, caller: &Caller, sent: &Sent) -> Result<Option<Id<StoredFile>>, Refusal> {
    match sent {
        Sent::File(file, _) => find_or_admit(tx, caller, file),
        Sent::Nothing | Sent::Wrong(_) => Ok(None),
    }
}

/// Writes an attachment with what was sent, or with the same bytes that the team has already.
///
/// # Errors
/// When the database fails.
pub(crate) fn attach(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    mut record: Attachment,
    (sent, known): (&Sent, Option<Id<StoredFile>>),
) -> Result<Done<Attachment>, Refusal> {
    record.user_id = caller.actor.user();
    let mut unused = Vec::new();
    if let Sent::File(file, _) = sent {
        record.file_id = Some(match known {
            Some(known) => known,
            None => keep_file(tx, caller, file)?,
        });
        unused.extend(known.map(|_| file.key.clone()));
    }
    let stored = Attachment::writes(tx).insert(caller.team, &record)?;
    update_counters(tx, caller.team, None, Some(&stored));
    tx.log(caller.team, &entry(&stored, caller, "created", one_side("attributes", attributes(&stored))))?;
    Ok(Done { outcome: Outcome::Record(stored), unused })
}

/// The file of the team with the same bytes; where there is none, the plan must have room for one more.
fn find_or_admit(tx: &mut dyn WriteTx, caller: &Caller, file: &StoredFile) -> Result<Option<Id<StoredFile>>, Refusal> {
    // Whoever stores bytes for a team holds the team, so that no two requests pass a limit together.
    let team = tx.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let known = tx.file_to_share(caller.team, &file.hash)?;
    if known.is_none() {
        let used = tx.used(&team, Limit::Storage)?;
        team.record.plan.admit(Limit::Storage, used, size(file).get()).map_err(Refusal::Forbidden)?;
    }
    Ok(known)
}

fn keep_file(tx: &mut dyn WriteTx, caller: &Caller, file: &StoredFile) -> Result<Id<StoredFile>, Refusal> {
    let id = tx.insert_file(caller.team, file)?;
    count_bytes(tx, caller, size(file).get());
    Ok(id)
}
