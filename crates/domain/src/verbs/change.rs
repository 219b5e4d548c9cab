//! Changing a record.

use serde_json::{Map, Value};

use super::link::{read_links, relink};
use super::{Body, check_references, fields, find_for};
use crate::Refusal;
use crate::access::{Caller, Deed};
use crate::activity::{difference, entry};
use crate::ports::Ledger;
use crate::record::{Form, Id, Kept};
use crate::resource::Resource;

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
    let before = find_for(ledger, caller, id, Deed::Update)?;
    let mut form = Form::new(fields(body)?);
    let mut after = before.clone();
    after.it.change(&mut form);
    after.it.rule(Some(id), &mut form);
    check_references(ledger, caller, Some(&before.it), &mut form)?;
    let links = read_links::<R>(ledger, caller, &mut form)?;
    form.finish(R::FIELDS)?;

    save(ledger, caller, &before, &mut after)?;
    for (target, ids) in links {
        relink(ledger, caller, &after, target, &ids)?;
    }
    Ok(after)
}

/// Writes what changed between two states of a record: its row, its counters where it moved, and its entry.
fn save<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    before: &Kept<R>,
    after: &mut Kept<R>,
) -> Result<(), Refusal> {
    let Some((new, old)) = difference(&before.it, &after.it) else {
        return Ok(());
    };
    after.updated_at = ledger.now();
    R::book(ledger).save(caller.team, after)?;
    if before.it.project() != after.it.project() {
        ledger.tally(caller.team, R::KIND, before.it.project(), -1);
        ledger.tally(caller.team, R::KIND, after.it.project(), 1);
    }
    let changed =
        Map::from_iter([("attributes".to_owned(), Value::Object(new)), ("old".to_owned(), Value::Object(old))]);
    ledger.record(caller.team, &entry(after, caller, "updated", changed))
}
