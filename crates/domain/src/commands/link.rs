//! Attaching records to each other through a link.

use serde_json::json;

use super::body::fields;
use super::call::{Call, Done};
use super::find::{find_live, missing};
use super::log::entry;
use crate::access::{Caller, Right};
use crate::listing::{Link, Relations};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{BodyReader, FieldError, Id, Stored};
use crate::resource::Resource;
use crate::{Json, Kind, Refusal};

/// How many records one request may name.
pub const MOST_LINKS: usize = 1_000;

/// Where a link of a record leads, and what a body calls the ids there.
#[derive(Clone, Debug)]
pub(super) struct Target {
    kind: Kind,
    link: Link,
    key: String,
}

impl Target {
    fn of<L: Relations>(relation: L) -> Option<Self> {
        relation.linked().map(|(kind, link)| Self { kind, link, key: relation.ids_key() })
    }
}

/// Attaches the records that a body names under `ids`; those attached already stay so.
///
/// # Errors
/// When an id names no record of the team.
pub(super) fn attach<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<R>,
    relation: R::Relation,
) -> Result<Done<R>, Refusal> {
    let target = target::<R>(relation)?;
    let wanted = ids_of_body(tx, call, target.kind, true)?;
    let change = match attached_to(tx, call.caller, stored.id, &target, &wanted)? {
        Attached::Few(before) => Change::between(before.clone(), [before, wanted].concat()),
        Attached::Many { among } => Change { added: without(&wanted, &among), ..Change::default() },
    };
    carry_out(tx, call.caller, &stored, &target, change)?;
    Ok(stored.into())
}

/// Attaches exactly the records that a body names under `ids`.
///
/// # Errors
/// As for [`attach`].
pub(super) fn set_links<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<R>,
    relation: R::Relation,
) -> Result<Done<R>, Refusal> {
    let target = target::<R>(relation)?;
    let wanted = ids_of_body(tx, call, target.kind, false)?;
    relink(tx, call.caller, &stored, &target, &wanted)?;
    Ok(stored.into())
}

/// Detaches one record; one that is not attached is left so.
///
/// # Errors
/// When there is no such record on either side, when the role does not allow it, or when the request is wrong.
pub(super) fn detach<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    id: Id<R>,
    related: i64,
    relation: R::Relation,
) -> Result<Done<R>, Refusal> {
    let (caller, target) = (call.caller, target::<R>(relation)?);
    let stored = find_live(tx, caller, id)?;
    if tx.holds(caller.team, target.kind, &[related])?.is_empty() {
        return Err(missing(target.kind, related));
    }
    caller.permit(R::RIGHTS, Right::Update, stored.record.owner())?;
    fields(call.body)?;
    let change = match attached_to(tx, caller, id, &target, &[related])? {
        Attached::Few(before) => {
            let after = without(&before, &[related]);
            Change::between(before, after)
        }
        Attached::Many { among } => Change { removed: among, ..Change::default() },
    };
    carry_out(tx, caller, &stored, &target, change)?;
    Ok(stored.into())
}

fn target<R: Resource>(relation: R::Relation) -> Result<Target, Refusal> {
    Target::of(relation)
        .ok_or_else(|| Refusal::Fault(format!("{} is no link of {}", relation.name(), R::KIND.singular())))
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
    tx: &mut dyn ReadTx,
    caller: &Caller,
    id: Id<R>,
    &Target { kind, link, .. }: &Target,
    ids: &[i64],
) -> Result<Attached, Refusal> {
    let (ends, few) = ((R::KIND, id.get(), kind), i64::try_from(MOST_LINKS).unwrap_or(i64::MAX));
    let first = tx.attached(caller.team, link, ends, few.saturating_add(1))?;
    if first.len() <= MOST_LINKS {
        return Ok(Attached::Few(first));
    }
    Ok(Attached::Many { among: tx.attached_among(caller.team, link, ends, ids)? })
}

/// The links that a create or update names under keys such as `insight_ids`. Errors stay with the reader.
pub(super) fn read_links<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    reader: &mut BodyReader<'_>,
) -> Result<Vec<(Target, Vec<i64>)>, Refusal> {
    let mut links = Vec::new();
    for target in R::Relation::ALL.iter().filter_map(|relation| Target::of(*relation)) {
        if let Some(ids) = reader.ids(&target.key, MOST_LINKS) {
            check(tx, caller, target.kind, &target.key, &ids, reader)?;
            links.push((target, ids));
        }
    }
    Ok(links)
}

/// Makes exactly these records attached, and logs what that changed. Links to deleted records are not seen and stay.
pub(super) fn relink<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<R>,
    target: &Target,
    wanted: &[i64],
) -> Result<(), Refusal> {
    let before = tx.attached(caller.team, target.link, (R::KIND, stored.id.get(), target.kind), i64::MAX)?;
    carry_out(tx, caller, stored, target, Change::between(before, wanted.to_vec()))
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
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<R>,
    Target { kind, link, key }: &Target,
    change: Change,
) -> Result<(), Refusal> {
    let Change { added, removed, whole } = change;
    if added.is_empty() && removed.is_empty() {
        return Ok(());
    }
    let ends = (R::KIND, stored.id.get(), *kind);
    tx.attach(caller.team, *link, ends, &added)?;
    tx.detach(caller.team, *link, ends, &removed)?;
    let event = if added.is_empty() { "detached" } else { "attached" };
    let (old, new) = whole.unwrap_or((removed, added));
    let properties = [("attributes", new), ("old", old)].map(|(side, ids)| (side.to_owned(), json!({ key: ids })));
    tx.log(caller.team, &entry(stored, caller, event, properties.into_iter().collect()))
}

fn ids_of_body(tx: &mut dyn ReadTx, call: &Call<'_>, kind: Kind, some: bool) -> Result<Vec<i64>, Refusal> {
    const KEY: &str = "ids";
    let mut reader = BodyReader::new(fields(call.body)?);
    let ids = reader.ids(KEY, MOST_LINKS);
    match reader.raw(KEY) {
        None | Some(Json::Null) => return Err(Refusal::field(KEY, &FieldError::Required)),
        Some(Json::Array(none)) if some && none.is_empty() => return Err(Refusal::field(KEY, &FieldError::Required)),
        Some(_) => {}
    }
    let ids = ids.unwrap_or_default();
    check(tx, call.caller, kind, KEY, &ids, &mut reader)?;
    reader.finish(&[])?;
    Ok(ids)
}

/// Rejects each id that names no record of the team.
fn check(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    kind: Kind,
    key: &str,
    ids: &[i64],
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let held = tx.holds(caller.team, kind, ids)?;
    for (at, id) in ids.iter().enumerate() {
        if !held.contains(id) {
            reader.reject(&format!("{key}.{at}"), FieldError::NotAllowed);
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
