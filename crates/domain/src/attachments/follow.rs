//! Attachments go where the record goes that they are attached to, or that they stand on a comment of.

use std::collections::BTreeSet;

use crate::access::{Caller, TeamId};
use crate::activity::difference;
use crate::commands::counters::update_counters;
use crate::commands::log::{both_sides, entry};
use crate::comments::COMMENTABLE;
use crate::ports::{WritePort, WriteTx};
use crate::record::{Choices as _, Id};
use crate::{Attachable, Attachment, Commentable, Kind, Project, Refusal};

/// The fields in which an attachment names the record that it is attached to begin with this.
const ATTACHABLE: &str = "attachable";

/// Of how many records is looked for at once what they carry.
const AT_ONCE: usize = 1_000;

/// Takes the attachments of a record, of what is a part of it and of the comments on it, along to another project;
/// where there are any, the entries of the request share a batch.
pub(crate) fn follow(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
    project: Id<Project>,
) -> Result<(), Refusal> {
    for (part, field) in kind.parts() {
        if is_attachable(part) || is_commentable(part) {
            let parts = tx.parts_of(caller.team, (part, field), id)?;
            follow_all(tx, caller, (part, &parts), project)?;
        }
    }
    follow_all(tx, caller, (kind, &[id]), project)
}

fn is_attachable(kind: Kind) -> bool {
    Attachable::from_name(kind.singular()).is_some()
}

fn is_commentable(kind: Kind) -> bool {
    Commentable::from_name(kind.singular()).is_some()
}

/// Takes the attachments of these records of a kind, and of the comments on them, along to another project.
fn follow_all(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, ids): (Kind, &[i64]),
    project: Id<Project>,
) -> Result<(), Refusal> {
    for some in ids.chunks(AT_ONCE) {
        for (_, carrier) in carriers(tx, caller.team, (kind, some))? {
            let carrier = match carrier {
                Carrier::Comment(id) => (Kind::Comment, id),
                Carrier::Itself(id) => (kind, id),
            };
            follow_one(tx, caller, carrier, project)?;
        }
    }
    Ok(())
}

/// What carries attachments: a comment on a record, or the record itself, which comes after its comments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Carrier {
    Comment(i64),
    Itself(i64),
}

/// Whatever carries attachments of these records, each with the record that it is or that it is a comment on.
fn carriers(
    tx: &mut dyn WriteTx,
    team: TeamId,
    (kind, ids): (Kind, &[i64]),
) -> Result<BTreeSet<(i64, Carrier)>, Refusal> {
    let mut carriers = BTreeSet::new();
    if is_commentable(kind) {
        let comments = tx.referrers_of_any(team, (Kind::Comment, COMMENTABLE), (kind, ids))?;
        for some in comments.chunks(AT_ONCE) {
            let all: Vec<i64> = some.iter().map(|(_, comment)| *comment).collect();
            let attached = tx.referrers_of_any(team, (Kind::Attachment, ATTACHABLE), (Kind::Comment, &all))?;
            let carrying: BTreeSet<i64> = attached.into_iter().map(|(comment, _)| comment).collect();
            let carrying = some.iter().filter(|(_, comment)| carrying.contains(comment));
            carriers.extend(carrying.map(|(record, comment)| (*record, Carrier::Comment(*comment))));
        }
    }
    if is_attachable(kind) {
        let attached = tx.referrers_of_any(team, (Kind::Attachment, ATTACHABLE), (kind, ids))?;
        carriers.extend(attached.into_iter().map(|(record, _)| (record, Carrier::Itself(record))));
    }
    Ok(carriers)
}

/// Takes the attachments of one record along to another project.
fn follow_one(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (kind, id): (Kind, i64),
    project: Id<Project>,
) -> Result<(), Refusal> {
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
