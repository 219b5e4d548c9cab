//! Changing a record, in two halves, so that a kind may have its say in between.

use serde_json::{Map, Value};

use super::link::{Target, read_links, relink};
use super::{Body, check_references, fields, find_for, taken, tally};
use crate::access::{Caller, Deed};
use crate::activity::{difference, entry};
use crate::ports::Ledger;
use crate::record::{Complaint, Form, Id, Kept};
use crate::resource::{Action, Resource};
use crate::{Refusal, attachments};

/// A record as it was and as a body wants it, with the complaints about the body.
pub struct Edit<'a, R> {
    pub before: Kept<R>,
    pub after: Kept<R>,
    pub form: Form<'a>,
    links: Vec<(Target, Vec<i64>)>,
}

/// Changes the fields that a body names, and sets the links it names. Where nothing changes, nothing is written.
///
/// # Errors
/// When there is no such record, when the role does not allow it, or with every complaint about the body.
pub fn update<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    id: Id<R>,
    body: &Body,
) -> Result<Kept<R>, Refusal> {
    let edit = edit(ledger, caller, id, body)?;
    settle(ledger, caller, edit)
}

/// The first half of an update: reads what the record is to become. Nothing is written yet.
///
/// # Errors
/// When there is no such record, when the role does not allow it, or the body cannot be read.
pub fn edit<'a, R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    id: Id<R>,
    body: &'a Body,
) -> Result<Edit<'a, R>, Refusal> {
    let before = find_for(ledger, caller, id, Deed::Update)?;
    let mut form = Form::new(fields(body)?);
    let mut after = before.clone();
    after.it.change(&mut form);
    after.it.rule(caller, Some(&before), &mut form);
    check_references(ledger, caller, Some(&before.it), &mut form)?;
    for field in taken(ledger, caller, &after.it, Some((id, &before.it)))? {
        form.complain(field, Complaint::Taken);
    }
    let links = read_links::<R>(ledger, caller, &mut form)?;
    Ok(Edit { before, after, form, links })
}

/// The second half of an update: writes what changed, with its links and its entry.
///
/// # Errors
/// With every complaint about the body.
pub fn settle<R: Resource>(ledger: &mut dyn Ledger, caller: &Caller, edit: Edit<'_, R>) -> Result<Kept<R>, Refusal> {
    let Edit { before, mut after, form, links } = edit;
    form.finish(R::FIELDS)?;
    save(ledger, caller, &before, &mut after, "updated")?;
    for (target, ids) in links {
        relink(ledger, caller, &after, target, &ids)?;
    }
    Ok(after)
}

/// Does to a record what one of its kind's actions says. Where nothing changes, nothing is written.
///
/// # Errors
/// When there is no such record, when the role does not allow it, or the body cannot be read.
pub fn act<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    id: Id<R>,
    action: &Action<R>,
    body: &Body,
) -> Result<Kept<R>, Refusal> {
    let before = find_for(ledger, caller, id, Deed::Update)?;
    fields(body)?;
    let mut after = before.clone();
    (action.apply)(&mut after.it, ledger.now());
    save(ledger, caller, &before, &mut after, action.event)?;
    Ok(after)
}

/// Writes what changed between two states of a record: its row, its counters where it moved, its entry, and its
/// attachments where they move along.
fn save<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    before: &Kept<R>,
    after: &mut Kept<R>,
    event: &str,
) -> Result<(), Refusal> {
    let Some((new, old)) = difference(&before.it, &after.it) else {
        return Ok(());
    };
    after.updated_at = ledger.now();
    R::book(ledger).save(caller.team, after)?;
    tally(ledger, caller.team, Some(before), Some(after));
    let batch = match after.it.project() {
        Some(project) if before.it.project() != Some(project) => {
            attachments::follow(ledger, caller, (R::KIND, after.id.get()), project)?
        }
        Some(_) | None => None,
    };
    let entry = entry(after, caller, event, sides(new, old));
    ledger.record(caller.team, &entry.in_batch(batch))
}

/// The properties of an entry that tells both sides of a change.
pub(crate) fn sides(new: Map<String, Value>, old: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([("attributes".to_owned(), Value::Object(new)), ("old".to_owned(), Value::Object(old))])
}
