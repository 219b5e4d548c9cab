//! What is done to attachments beside what all kinds share: they come with bytes, go with them, and follow the record
//! they are attached to.

mod reading;

use crate::access::{Caller, Deed, Limit};
use crate::activity::{Batch, attributes, difference, entry};
use crate::file::{FileKey, StoredFile};
use crate::listing::Counters;
use crate::ports::Ledger;
use crate::record::{Complaint, Count, Form, Id, Kept, Record};
use crate::resource::Resource;
use crate::verbs::{self, Body, fields, missing, sides, tally, told};
use crate::{Attachment, Kind, Project, Refusal};
use reading::{any_id, check_place, read};

/// What a request sent as its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Sent {
    #[default]
    Nothing,
    File(StoredFile, Option<String>),
    /// Something that is no file to be kept.
    Wrong(Complaint),
}

/// An attachment that was created, and the file that was received for nothing: the team had the same bytes already.
#[derive(Clone, Debug)]
pub struct Created {
    pub kept: Kept<Attachment>,
    pub surplus: Option<FileKey>,
}

/// Attaches a file or a link to a record.
///
/// # Errors
/// When role or plan do not allow it, or with every complaint about the request. The file is the caller's to remove
/// then.
pub fn create(ledger: &mut dyn Ledger, caller: &Caller, body: &Body, sent: &Sent) -> Result<Created, Refusal> {
    caller.permit(Attachment::RIGHTS, Deed::Create, None)?;
    let known = match sent {
        Sent::File(file, _) => find_or_admit(ledger, caller, file)?,
        Sent::Nothing | Sent::Wrong(_) => None,
    };
    let mut form = Form::new(fields(body)?);
    let record = read(&mut form, sent);
    let place = (form.read::<Id<Project>>("project_id"), form.read("attachable_type"), any_id(&mut form));
    let place = check_place(ledger, caller, place, &mut form)?;
    form.finish(Attachment::FIELDS)?;
    let (Some(mut record), Some((project, attachable, id))) = (record, place) else {
        return Err(Refusal::Fault("a form without complaints made no attachment".to_owned()));
    };
    (record.project_id, record.attachable_type, record.attachable_id) = (project, attachable, id);
    record.user_id = Some(caller.user);
    let mut surplus = None;
    if let Sent::File(file, _) = sent {
        record.file_id = Some(match known {
            Some(known) => known,
            None => keep_file(ledger, caller, file)?,
        });
        surplus = known.map(|_| file.key.clone());
    }
    let kept = Attachment::book(ledger).insert(caller.team, &record)?;
    tally(ledger, caller.team, None, Some(&kept));
    ledger.record(caller.team, &entry(&kept, caller, "created", told("attributes", attributes(&kept))))?;
    Ok(Created { kept, surplus })
}

/// Deletes an attachment, and tells which file is nobody's any more.
///
/// # Errors
/// When there is no such attachment, or the role does not allow it.
pub fn delete(ledger: &mut dyn Ledger, caller: &Caller, id: Id<Attachment>) -> Result<Option<FileKey>, Refusal> {
    let kept = verbs::delete(ledger, caller, id)?;
    let Some(file) = kept.it.file_id else { return Ok(None) };
    let removed = ledger.remove_file_unless_used(caller.team, file)?;
    if removed.is_some() {
        tally_bytes(ledger, caller, -kept.it.file_size.unwrap_or_default().get());
    }
    Ok(removed)
}

/// Takes the attachments of a record along to another project; where there are any, their entries share a batch.
pub(crate) fn follow(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    (kind, id): (Kind, i64),
    project: Id<Project>,
) -> Result<Option<Batch>, Refusal> {
    let attached = ledger.attachments_to_change(caller.team, kind, id)?;
    if attached.is_empty() {
        return Ok(None);
    }
    let batch = Some(ledger.batch());
    for before in attached {
        let mut after = before.clone();
        after.it.project_id = project;
        after.updated_at = ledger.now();
        let Some((new, old)) = difference(&before.it, &after.it) else { continue };
        Attachment::book(ledger).save(caller.team, &after)?;
        tally(ledger, caller.team, Some(&before), Some(&after));
        let entry = entry(&after, caller, "updated", sides(new, old));
        ledger.record(caller.team, &entry.in_batch(batch.clone()))?;
    }
    Ok(batch)
}

/// The file of the team with the same bytes; where there is none, the plan must have room for one more.
fn find_or_admit(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    file: &StoredFile,
) -> Result<Option<Id<StoredFile>>, Refusal> {
    // Whoever stores bytes for a team holds the team, so that no two requests pass a limit together.
    let team = ledger.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let known = ledger.file_to_share(caller.team, &file.hash)?;
    if known.is_none() {
        let used = ledger.used(caller.team, Limit::Storage)?;
        team.it.plan.admit(Limit::Storage, used, size(file).get()).map_err(Refusal::Forbidden)?;
    }
    Ok(known)
}

fn keep_file(ledger: &mut dyn Ledger, caller: &Caller, file: &StoredFile) -> Result<Id<StoredFile>, Refusal> {
    let id = ledger.insert_file(caller.team, file)?;
    tally_bytes(ledger, caller, size(file).get());
    Ok(id)
}

/// The counter of files counts their bytes.
fn tally_bytes(ledger: &mut dyn Ledger, caller: &Caller, by: i64) {
    let (filter, value) = Counters::WHOLE;
    ledger.tally(caller.team, Kind::File, filter, value, by);
}

fn size(file: &StoredFile) -> Count {
    i64::try_from(file.size).ok().and_then(Count::new).unwrap_or_default()
}
