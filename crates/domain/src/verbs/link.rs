//! Attaching records to each other through a link.

use serde_json::json;

use super::{Body, fields, find_for, find_live, missing};
use crate::access::{Caller, Deed};
use crate::activity::entry;
use crate::listing::{LeadsTo, Link, Relations};
use crate::ports::{Ledger, Library};
use crate::record::{Complaint, Form, Id, Kept};
use crate::resource::Resource;
use crate::{Json, Kind, Refusal};

/// How many records one request may name.
pub const MOST_LINKS: usize = 1_000;

/// The linked kind and the link that leads there.
pub(super) type Target = (Kind, Link);

/// Attaches the records that a body names under `ids`; those attached already stay so.
///
/// # Errors
/// When there is no such record, when the role does not allow it, or when an id names no record of the team.
pub fn attach<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    id: Id<R>,
    target: Target,
    body: &Body,
) -> Result<Kept<R>, Refusal> {
    let kept = find_for(ledger, caller, id, Deed::Update)?;
    let mut wanted = ids_of_body(ledger, caller, target.0, body, true)?;
    let before = ledger.attached(caller.team, target.1, R::KIND, id.get())?;
    wanted.extend(before);
    relink(ledger, caller, &kept, target, &wanted)?;
    Ok(kept)
}

/// Attaches exactly the records that a body names under `ids`.
///
/// # Errors
/// As for [`attach`].
pub fn set_links<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    id: Id<R>,
    target: Target,
    body: &Body,
) -> Result<Kept<R>, Refusal> {
    let kept = find_for(ledger, caller, id, Deed::Update)?;
    let wanted = ids_of_body(ledger, caller, target.0, body, false)?;
    relink(ledger, caller, &kept, target, &wanted)?;
    Ok(kept)
}

/// Detaches one record; one that is not attached is left so.
///
/// # Errors
/// When there is no such record on either side, when the role does not allow it, or when the request is wrong.
pub fn detach<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    id: Id<R>,
    target: Target,
    related: i64,
    body: &Body,
) -> Result<Kept<R>, Refusal> {
    let kept = find_live(ledger, caller, id)?;
    if ledger.holds(caller.team, target.0, &[related])?.is_empty() {
        return Err(missing(target.0, related));
    }
    caller.permit(R::RIGHTS, Deed::Update, kept.it.owner())?;
    fields(body)?;
    let mut wanted = ledger.attached(caller.team, target.1, R::KIND, id.get())?;
    wanted.retain(|id| *id != related);
    relink(ledger, caller, &kept, target, &wanted)?;
    Ok(kept)
}

/// The links that a create or update names under keys such as `insight_ids`. Complaints stay with the form.
pub(super) fn read_links<R: Resource>(
    library: &mut dyn Library,
    caller: &Caller,
    form: &mut Form<'_>,
) -> Result<Vec<(Target, Vec<i64>)>, Refusal> {
    let mut links = Vec::new();
    for relation in R::Relation::ALL {
        if let LeadsTo::Linked(kind, link) = relation.leads_to() {
            let key = kind.ids_key();
            if let Some(ids) = form.ids(&key, MOST_LINKS) {
                check(library, caller, kind, &key, &ids, form)?;
                links.push(((kind, link), ids));
            }
        }
    }
    Ok(links)
}

/// Makes exactly these records attached, and logs what that changed. Links to deleted records are not seen and stay.
pub(super) fn relink<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    kept: &Kept<R>,
    (kind, link): Target,
    wanted: &[i64],
) -> Result<(), Refusal> {
    let before = ledger.attached(caller.team, link, R::KIND, kept.id.get())?;
    let mut after = wanted.to_vec();
    after.sort_unstable();
    after.dedup();
    let missing_in = |ids: &[i64], others: &[i64]| -> Vec<i64> {
        ids.iter().filter(|id| others.binary_search(id).is_err()).copied().collect()
    };
    let (added, removed) = (missing_in(&after, &before), missing_in(&before, &after));
    if added.is_empty() && removed.is_empty() {
        return Ok(());
    }
    ledger.attach(caller.team, link, R::KIND, kept.id.get(), &added)?;
    ledger.detach(caller.team, link, R::KIND, kept.id.get(), &removed)?;
    let event = if added.is_empty() { "detached" } else { "attached" };
    let key = kind.ids_key();
    let properties =
        [("attributes", &after), ("old", &before)].map(|(side, ids)| (side.to_owned(), json!({&key: ids})));
    ledger.record(caller.team, &entry(kept, caller, event, properties.into_iter().collect()))
}

fn ids_of_body(
    library: &mut dyn Library,
    caller: &Caller,
    kind: Kind,
    body: &Body,
    some: bool,
) -> Result<Vec<i64>, Refusal> {
    const KEY: &str = "ids";
    let mut form = Form::new(fields(body)?);
    let ids = form.ids(KEY, MOST_LINKS);
    match form.raw(KEY) {
        None | Some(Json::Null) => return Err(Refusal::field(KEY, &Complaint::Required)),
        Some(Json::Array(none)) if some && none.is_empty() => return Err(Refusal::field(KEY, &Complaint::Required)),
        Some(_) => {}
    }
    let ids = ids.unwrap_or_default();
    check(library, caller, kind, KEY, &ids, &mut form)?;
    form.finish(&[])?;
    Ok(ids)
}

/// Complains about each id that names no record of the team.
fn check(
    library: &mut dyn Library,
    caller: &Caller,
    kind: Kind,
    key: &str,
    ids: &[i64],
    form: &mut Form<'_>,
) -> Result<(), Refusal> {
    let held = library.holds(caller.team, kind, ids)?;
    for (at, id) in ids.iter().enumerate() {
        if !held.contains(id) {
            form.complain(&format!("{key}.{at}"), Complaint::NotAllowed);
        }
    }
    Ok(())
}
