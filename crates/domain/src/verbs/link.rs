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
    let wanted = ids_of_body(ledger, caller, target.0, body, true)?;
    let change = match attached_to(ledger, caller, id, target.1, &wanted)? {
        Attached::Few(before) => Change::between(before.clone(), [before, wanted].concat()),
        Attached::Many { among } => Change { added: without(&wanted, &among), ..Change::default() },
    };
    carry_out(ledger, caller, &kept, target, change)?;
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
    let change = match attached_to(ledger, caller, id, target.1, &[related])? {
        Attached::Few(before) => {
            let after = without(&before, &[related]);
            Change::between(before, after)
        }
        Attached::Many { among } => Change { removed: among, ..Change::default() },
    };
    carry_out(ledger, caller, &kept, target, change)?;
    Ok(kept)
}

/// What is attached to a record.
enum Attached {
    /// All of it.
    Few(Vec<i64>),
    /// Those among the ids that were asked for, where there are more than are ever named one by one.
    Many { among: Vec<i64> },
}

/// What is attached to a record, as far as a change of these links has to know.
fn attached_to<R: Resource>(
    library: &mut dyn Library,
    caller: &Caller,
    id: Id<R>,
    link: Link,
    ids: &[i64],
) -> Result<Attached, Refusal> {
    let (from, few) = ((R::KIND, id.get()), i64::try_from(MOST_LINKS).unwrap_or(i64::MAX));
    let first = library.attached(caller.team, link, from, few.saturating_add(1))?;
    if first.len() <= MOST_LINKS {
        return Ok(Attached::Few(first));
    }
    Ok(Attached::Many { among: library.attached_among(caller.team, link, from, ids)? })
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
    target: Target,
    wanted: &[i64],
) -> Result<(), Refusal> {
    let before = ledger.attached(caller.team, target.1, (R::KIND, kept.id.get()), i64::MAX)?;
    carry_out(ledger, caller, kept, target, Change::between(before, wanted.to_vec()))
}

/// A change of links.
#[derive(Default)]
struct Change {
    added: Vec<i64>,
    removed: Vec<i64>,
    /// All that is attached before and after, where neither is more than may be named one by one.
    whole: Option<(Vec<i64>, Vec<i64>)>,
}

impl Change {
    /// What leads from one state, which is in order, to another.
    fn between(before: Vec<i64>, mut after: Vec<i64>) -> Self {
        after.sort_unstable();
        after.dedup();
        let (added, removed) = (without(&after, &before), without(&before, &after));
        let whole = (before.len().max(after.len()) <= MOST_LINKS).then_some((before, after));
        Self { added, removed, whole }
    }
}

/// Those of these ids that are not among the others, which are in order; in order, each once.
fn without(ids: &[i64], others: &[i64]) -> Vec<i64> {
    let mut rest: Vec<i64> = ids.iter().filter(|id| others.binary_search(id).is_err()).copied().collect();
    rest.sort_unstable();
    rest.dedup();
    rest
}

/// Makes a change of links, and logs what was attached before and after. Of many links only those that changed are
/// logged: the log would grow by all of them with every change.
fn carry_out<R: Resource>(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    kept: &Kept<R>,
    (kind, link): Target,
    change: Change,
) -> Result<(), Refusal> {
    let Change { added, removed, whole } = change;
    if added.is_empty() && removed.is_empty() {
        return Ok(());
    }
    ledger.attach(caller.team, link, R::KIND, kept.id.get(), &added)?;
    ledger.detach(caller.team, link, R::KIND, kept.id.get(), &removed)?;
    let event = if added.is_empty() { "detached" } else { "attached" };
    let key = kind.ids_key();
    let (old, new) = whole.unwrap_or((removed, added));
    let properties = [("attributes", new), ("old", old)].map(|(side, ids)| (side.to_owned(), json!({&key: ids})));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_names_everything_up_to_the_most_and_then_only_itself() {
        let ids = |most: i64| (1..=most).collect::<Vec<_>>();
        let change = Change::between(ids(1_000), vec![7, 3, 7, 2_000]);
        assert_eq!((change.added.as_slice(), change.removed.len()), (&[2_000][..], 998));
        assert_eq!(change.whole, Some((ids(1_000), vec![3, 7, 2_000])));
        assert!(Change::between(ids(1_000), ids(1_001)).whole.is_none());
        assert!(Change::between(ids(1_001), Vec::new()).whole.is_none());
        assert_eq!(Change::between(ids(1_000), ids(1_001)).added, [1_001]);
    }

    #[test]
    fn ids_without_others_are_in_order_and_once() {
        assert_eq!(without(&[5, 1, 5, 3, 2], &[2, 3]), [1, 5]);
    }
}
