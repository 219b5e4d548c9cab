//! Merging records: one takes over what is attached to others, which are deleted.

use std::collections::BTreeSet;

use super::call::{Call, Done};
use super::counters::update_counters;
use super::delete::delete;
use super::find::find;
use super::log::{entry, one_side};
use crate::access::{Caller, Right};
use crate::comments::COMMENTABLE;
use crate::listing::Relations as _;
use crate::ports::{ReadTx, WritePort, WriteTx};
use crate::record::{AnyId, BodyReader, FieldError, Id, Stored};
use crate::resource::Resource;
use crate::{Attachment, Comment, Kind, Refusal};

/// Rejects each record that cannot be merged into another, such as that itself.
///
/// # Errors
/// When the database fails.
pub(crate) fn check_sources(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    kind: Kind,
    (sources, target): (&[i64], i64),
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let held = tx.live_ids(caller.team, kind, sources)?;
    for (at, id) in sources.iter().enumerate() {
        if *id == target || !held.contains(id) {
            reader.reject(&format!("source_ids.{at}"), FieldError::NotAllowed);
        }
    }
    Ok(())
}

/// The records that are merged, in the order in which they are named, and the one that stays.
///
/// # Errors
/// When the role does not allow to delete each of the former or to change the latter, or when another transaction
/// deleted one of them since it was checked.
pub(crate) fn find_merged<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (sources, target): (&[i64], i64),
    right: Right,
) -> Result<(Vec<Stored<R>>, Stored<R>), Refusal> {
    // Locked in the order of their ids, so that two merges cannot deadlock.
    let named: BTreeSet<i64> = sources.iter().copied().chain([target]).collect();
    let (mut found, mut stays) = (Vec::new(), None);
    for id in named {
        let right = if id == target && right == Right::Delete { Right::Update } else { right };
        let stored = find::<R>(tx, caller, Id::new(id), right).map_err(|refusal| match refusal {
            Refusal::Missing { .. } => gone_meanwhile(id, sources),
            refusal => refusal,
        })?;
        if id == target {
            stays = Some(stored);
        } else {
            found.push(stored);
        }
    }
    found.sort_by_key(|stored| sources.iter().position(|id| *id == stored.id.get()));
    let stays = stays.ok_or_else(|| Refusal::Fault("a merge found no target".to_owned()))?;
    Ok((found, stays))
}

/// What is told of a record that was there when it was checked: the same as where it was not.
fn gone_meanwhile(gone: i64, sources: &[i64]) -> Refusal {
    match sources.iter().position(|id| *id == gone) {
        Some(at) => Refusal::field(&format!("source_ids.{at}"), &FieldError::NotAllowed),
        None => Refusal::field("target_id", &FieldError::NotAllowed),
    }
}

/// Merges records into another: it takes over their links without doubles, their attachments and their comments, and
/// they are deleted.
///
/// # Errors
/// When the role does not allow to delete each of them.
pub(crate) fn merge<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    (sources, target): (&[i64], i64),
) -> Result<Done<R>, Refusal> {
    let caller = call.caller;
    let (sources, target) = find_merged::<R>(tx, caller, (sources, target), Right::Delete)?;
    tx.share_batch();
    for source in &sources {
        take_links(tx, caller, source.id, target.id)?;
        take_attachments(tx, caller, (R::KIND, source.id.get()), &target)?;
        take_comments(tx, caller, (R::KIND, source.id.get()), &target)?;
    }
    let gone: Vec<i64> = sources.iter().map(|stored| stored.id.get()).collect();
    for source in sources {
        delete(tx, caller, source)?;
    }
    let told = one_side("attributes", [("source_ids".to_owned(), gone.into())].into_iter().collect());
    tx.log(caller.team, &entry(&target, caller, call.event, told))?;
    Ok(target.into())
}

/// Gives a record what is attached to another through each of their relations. Where it has the same in another role,
/// it keeps that.
fn take_links<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, source: Id<R>, target: Id<R>) -> Result<(), Refusal> {
    for (kind, link) in R::Relation::ALL.iter().filter_map(|relation| relation.leads_to().link()) {
        let ends = |id: Id<R>| (R::KIND, id.get(), kind);
        if link.counted_in.is_none() {
            tx.move_links(caller.team, link, ends(target), &[source.get()])?;
            continue;
        }
        // What counts them counts the record once.
        let attached = tx.attached(caller.team, link, ends(source), i64::MAX)?;
        tx.detach(caller.team, link, ends(source), &attached)?;
        tx.attach(caller.team, link, ends(target), &attached)?;
    }
    Ok(())
}

fn take_attachments<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, source): (Kind, i64),
    target: &Stored<R>,
) -> Result<(), Refusal> {
    change_attachments(tx, caller, (kind, source), |attachment| {
        attachment.attachable_id = AnyId::new(target.id.get());
        attachment.project_id = target.record.project().unwrap_or(attachment.project_id);
    })
}

/// Changes what is attached to a record, without a word in the log.
fn change_attachments(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
    change: impl Fn(&mut Attachment),
) -> Result<(), Refusal> {
    for before in tx.attachments_to_change(caller.team, kind, id)? {
        let mut after = before.clone();
        change(&mut after.record);
        Attachment::writes(tx).save_changes(caller.team, &before, &after)?;
        update_counters(tx, caller.team, Some(&before), Some(&after));
    }
    Ok(())
}

fn take_comments<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    source: (Kind, i64),
    target: &Stored<R>,
) -> Result<(), Refusal> {
    for comment in tx.referrers(caller.team, (Kind::Comment, COMMENTABLE), source)? {
        let Some(mut stored) = Comment::writes(tx).find_to_change(caller.team, Id::new(comment))? else { continue };
        stored.record.commentable_id = AnyId::new(target.id.get());
        Comment::writes(tx).save(caller.team, &stored)?;
        if let Some(project) = target.record.project() {
            change_attachments(tx, caller, (Kind::Comment, comment), |attachment| attachment.project_id = project)?;
        }
    }
    Ok(())
}
