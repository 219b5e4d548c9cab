//! What is done to attachments beside what all kinds share: they come with bytes, go with them, and follow the record
//! they are attached to.

mod reading;

use crate::access::{Caller, Limit};
use crate::activity::{Batch, attributes, difference, entry};
use crate::commands::{self, Call, Done, Outcome, both_sides, fields, missing, one_side, update_counters};
use crate::file::{FileKey, StoredFile};
use crate::listing::Counters;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Count, FieldError, Id, Record, Stored};
use crate::resource::WritePort;
use crate::{Attachment, Kind, Project, Refusal};
use reading::{any_id, check_place, read};

/// What a request sent as its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Sent {
    #[default]
    Nothing,
    File(StoredFile, Option<String>),
    /// Something that is no file to be kept.
    Wrong(FieldError),
}

/// Attaches a file or a link to a record. A file that was received for nothing, since the team had the same bytes
/// already, is told as unused.
///
/// # Errors
/// When the plan does not allow it, or with every error about the request. The file is the caller's to remove then.
pub fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Attachment>, Refusal> {
    let Call { caller, body, sent, .. } = *call;
    let known = match sent {
        Sent::File(file, _) => find_or_admit(tx, caller, file)?,
        Sent::Nothing | Sent::Wrong(_) => None,
    };
    let mut reader = BodyReader::new(fields(body)?);
    let record = read(&mut reader, sent);
    let place = (reader.read::<Id<Project>>("project_id"), reader.read("attachable_type"), any_id(&mut reader));
    let place = check_place(tx, caller, place, &mut reader)?;
    reader.finish(Attachment::FIELDS)?;
    let (Some(mut record), Some((project, attachable, id))) = (record, place) else {
        return Err(Refusal::Fault("a body without errors made no attachment".to_owned()));
    };
    (record.project_id, record.attachable_type, record.attachable_id) = (project, attachable, id);
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

/// Deletes an attachment, and tells which file is nobody's any more.
///
/// # Errors
/// When the database fails.
pub(crate) fn delete(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Attachment>,
) -> Result<Done<Attachment>, Refusal> {
    let unused = delete_in_batch(tx, call.caller, stored, None)?;
    Ok(Done { outcome: Outcome::Nothing, unused })
}

/// Deletes the attachments of a record that is deleted for good, all in one batch of the log with it, and tells which
/// files are nobody's any more.
pub(crate) fn delete_all(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
) -> Result<(Option<Batch>, Vec<FileKey>), Refusal> {
    let attached = tx.attachments_to_change(caller.team, kind, id)?;
    let batch = (!attached.is_empty()).then(|| tx.batch());
    let mut unused = Vec::new();
    for stored in attached {
        unused.extend(delete_in_batch(tx, caller, stored, batch.clone())?);
    }
    Ok((batch, unused))
}

fn delete_in_batch(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: Stored<Attachment>,
    batch: Option<Batch>,
) -> Result<Vec<FileKey>, Refusal> {
    let stored = commands::delete_in_batch(tx, caller, stored, batch)?;
    let Some(file) = stored.record.file_id else { return Ok(Vec::new()) };
    let removed = tx.remove_file_unless_used(caller.team, file)?;
    if removed.is_some() {
        count_bytes(tx, caller, -stored.record.file_size.unwrap_or_default().get());
    }
    Ok(removed.into_iter().collect())
}

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

/// The file of the team with the same bytes; where there is none, the plan must have room for one more.
fn find_or_admit(tx: &mut dyn WriteTx, caller: &Caller, file: &StoredFile) -> Result<Option<Id<StoredFile>>, Refusal> {
    // Whoever stores bytes for a team holds the team, so that no two requests pass a limit together.
    let team = tx.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let known = tx.file_to_share(caller.team, &file.hash)?;
    if known.is_none() {
        let used = tx.used(caller.team, Limit::Storage)?;
        team.record.plan.admit(Limit::Storage, used, size(file).get()).map_err(Refusal::Forbidden)?;
    }
    Ok(known)
}

fn keep_file(tx: &mut dyn WriteTx, caller: &Caller, file: &StoredFile) -> Result<Id<StoredFile>, Refusal> {
    let id = tx.insert_file(caller.team, file)?;
    count_bytes(tx, caller, size(file).get());
    Ok(id)
}

/// The counter of files counts their bytes.
fn count_bytes(tx: &mut dyn WriteTx, caller: &Caller, by: i64) {
    let (filter, value) = Counters::WHOLE;
    tx.move_counter(caller.team, Kind::File, filter, value, by);
}

fn size(file: &StoredFile) -> Count {
    i64::try_from(file.size).ok().and_then(Count::new).unwrap_or_default()
}
