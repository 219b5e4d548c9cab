//! Attaching records to each other through a link.

use std::collections::{BTreeSet, HashSet};

use serde_json::json;

use super::body::fields;
use super::call::{Call, Done};
use super::find::{find_live, missing, permit};
use super::link_body::{RequestedLinks, requested_by_command};
use super::link_diff::{LinkDiff, RoleChange, without};
use super::link_target::{LinkTarget, MOST_LINKS, enough_links};
use super::log::{both_sides, entry};
use crate::Refusal;
use crate::access::{Caller, Right};
use crate::listing::Relations;
use crate::ports::{ReadTx, WriteTx};
use crate::record::{Fields, Id, Stored};
use crate::resource::{LinkDelta, Resource};

/// The request that links are changed in.
#[derive(Clone, Copy)]
pub(super) struct LinkRequest<'a, R> {
    /// The record as it was before.
    pub(super) was: &'a R,
    pub(super) body: &'a Fields,
}

/// Attaches the records that a body names; those attached already stay so.
///
/// # Errors
/// When an id names no record of the team.
pub(super) fn attach<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    mut stored: Stored<R>,
    relation: R::Relation,
) -> Result<Done<R>, Refusal> {
    let target = target::<R>(relation)?;
    let body = fields(call.body)?;
    let RequestedLinks { ids, said, .. } = requested_by_command(tx, call, (R::KIND, stored.id.get()), &target, true)?;
    let attached = attached_to(tx, call.caller, stored.id, &target, &ids)?;
    let change = LinkDiff { said, ..attached.with(ids) };
    let was = stored.record.clone();
    carry_out(tx, call.caller, &mut stored, &target, (change, LinkRequest { was: &was, body }))?;
    Ok(stored.into())
}

/// Attaches exactly the records that a body names.
///
/// # Errors
/// As for [`attach`].
pub(super) fn set_links<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    mut stored: Stored<R>,
    relation: R::Relation,
) -> Result<Done<R>, Refusal> {
    let target = target::<R>(relation)?;
    let asked = requested_by_command(tx, call, (R::KIND, stored.id.get()), &target, false)?;
    let was = stored.record.clone();
    relink(tx, call.caller, &mut stored, &target, (asked, LinkRequest { was: &was, body: fields(call.body)? }))?;
    Ok(stored.into())
}

/// Attaches one more record, which is open to it, in the role that is said where the link has roles.
///
/// # Errors
/// When the record does not allow it, or when the database fails.
pub(crate) fn attach_made<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<R>,
    relation: R::Relation,
    (made, role): (i64, &'static str),
) -> Result<(), Refusal> {
    let target = target::<R>(relation)?;
    let ends = (R::KIND, stored.id.get(), target.kind);
    let change = attached_to(tx, caller, stored.id, &target, &[made])?.with(vec![made]);
    let (was, nothing) = (stored.record.clone(), Fields::new());
    carry_out(tx, caller, stored, &target, (change, LinkRequest { was: &was, body: &nothing }))?;
    tx.set_roles(caller.team, target.link, ends, &[(made, role)])
}

/// Finds a record to detach another from, which is there as well.
///
/// # Errors
/// When there is no such record on either side, or when the role does not allow it.
pub(super) fn find_linked<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    id: Id<R>,
    (related, relation): (i64, R::Relation),
) -> Result<Stored<R>, Refusal> {
    let kind = target::<R>(relation)?.kind;
    let stored = find_live(tx, caller, id)?;
    if !tx.is_live(caller.team, kind, related)? {
        return Err(missing(kind, related));
    }
    permit(tx, caller, Right::Update, &stored)?;
    Ok(stored)
}

/// Detaches records; those that are not attached are left so.
///
/// # Errors
/// When the request is wrong.
pub(super) fn detach<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    mut stored: Stored<R>,
    related: &[i64],
    relation: R::Relation,
) -> Result<Done<R>, Refusal> {
    let (caller, target) = (call.caller, target::<R>(relation)?);
    let body = fields(call.body)?;
    let change = match attached_to(tx, caller, stored.id, &target, related)? {
        Attached::Few(before) => {
            let gone: BTreeSet<i64> = related.iter().copied().collect();
            let after = before.iter().filter(|id| !gone.contains(id)).copied().collect();
            LinkDiff::between(before, after)
        }
        Attached::Many { among } => LinkDiff { removed: among, ..LinkDiff::default() },
    };
    let was = stored.record.clone();
    carry_out(tx, caller, &mut stored, &target, (change, LinkRequest { was: &was, body }))?;
    Ok(stored.into())
}

fn target<R: Resource>(relation: R::Relation) -> Result<LinkTarget<R::Relation>, Refusal> {
    LinkTarget::of(relation)
        .ok_or_else(|| Refusal::Fault(format!("{} is no link of {}", relation.name(), R::KIND.singular())))
}

/// What is attached to a record.
enum Attached {
    /// All of it.
    Few(Vec<i64>),
    /// Those among the ids that were asked for, where there are more than are ever named one by one.
    Many { among: Vec<i64> },
}

impl Attached {
    /// What attaches these as well.
    fn with(self, ids: Vec<i64>) -> LinkDiff {
        match self {
            Self::Few(before) => LinkDiff::between(before.clone(), [before, ids].concat()),
            Self::Many { among } => LinkDiff { added: without(&ids, &among), ..LinkDiff::default() },
        }
    }
}

/// What is attached to a record, as far as a change of these links has to know.
fn attached_to<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    id: Id<R>,
    &LinkTarget { kind, link, .. }: &LinkTarget<R::Relation>,
    ids: &[i64],
) -> Result<Attached, Refusal> {
    let ends = (R::KIND, id.get(), kind);
    let first = tx.attached(caller.team, link, ends, enough_links())?;
    if first.len() <= MOST_LINKS {
        return Ok(Attached::Few(first));
    }
    Ok(Attached::Many { among: tx.attached_among(caller.team, link, ends, ids)? })
}

/// Makes exactly these records attached, and logs what that changed. Links to deleted records are not seen and stay.
pub(super) fn relink<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<R>,
    target: &LinkTarget<R::Relation>,
    (RequestedLinks { ids, said, named, .. }, within): (RequestedLinks, LinkRequest<'_, R>),
) -> Result<(), Refusal> {
    let before = tx.attached(caller.team, target.link, (R::KIND, stored.id.get(), target.kind), i64::MAX)?;
    let change = LinkDiff { said, named: Some(named), ..LinkDiff::between(before, ids) };
    carry_out(tx, caller, stored, target, (change, within))
}

/// Attaches to a copy what clients attached to the original through one of these relations, in the same roles, but for
/// what may not be attached anew.
pub(super) fn copy_links<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    original: Id<R>,
    copy: &mut Stored<R>,
) -> Result<(), Refusal> {
    let (was, nothing) = (copy.record.clone(), Fields::new());
    for target in R::Relation::ALL.iter().copied().filter_map(LinkTarget::of) {
        let ends = (R::KIND, original.get(), target.kind);
        let attached = tx.attached(caller.team, target.link, ends, i64::MAX)?;
        let mut ids = R::attached_to_copy(tx, caller.team, target.relation, attached)?;
        if target.kind.closes_to(R::KIND) {
            let open: HashSet<i64> = tx.referable_ids(caller.team, target.kind, &ids)?.into_iter().collect();
            ids.retain(|id| open.contains(id));
        }
        let mut said = tx.roles(caller.team, target.link, ends)?;
        said.retain(|(id, _)| ids.binary_search(id).is_ok());
        let asked = RequestedLinks { ids, said, named: target.relation.key(), ..RequestedLinks::default() };
        relink(tx, caller, copy, &target, (asked, LinkRequest { was: &was, body: &nothing }))?;
    }
    Ok(())
}

/// Makes a change of links, and logs what was attached before and after. Of many links only those that changed are
/// logged: the log would grow by all of them with every change.
fn carry_out<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<R>,
    target: &LinkTarget<R::Relation>,
    (change, LinkRequest { was, body }): (LinkDiff, LinkRequest<'_, R>),
) -> Result<(), Refusal> {
    let LinkTarget { relation, kind, link, ref key } = *target;
    let LinkDiff { added, removed, said, whole, named } = change;
    let ends = (R::KIND, stored.id.get(), kind);
    let before = tx.roles(caller.team, link, ends)?;
    let roles = RoleChange::between(&before, link, (&added, &removed), said);
    if added.is_empty() && removed.is_empty() && roles.new.is_empty() {
        return Ok(());
    }
    let (in_roles, new) = (before.len(), &roles.new);
    let delta = LinkDelta { was, added: &added, removed: &removed, in_roles, roles: new, named, body };
    let follows = R::before_link_change(tx, caller, stored, relation, &delta)?;
    tx.detach(caller.team, link, ends, &removed)?;
    tx.attach(caller.team, link, ends, &added)?;
    tx.set_roles(caller.team, link, ends, &roles.new)?;
    let event = if added.is_empty() && !removed.is_empty() { "detached" } else { "attached" };
    let (mut new, mut old) = (follows.new, follows.old);
    if let (false, Some(role)) = (roles.kept().is_empty(), link.role) {
        let named = format!("{}_id", kind.singular());
        let shown = |of: &[(i64, &'static str)]| {
            json!(of.iter().map(|(id, word)| json!({ &named: id, role.column: word })).collect::<Vec<_>>())
        };
        new.insert(relation.key().to_owned(), shown(&roles.kept()));
        old.insert(relation.key().to_owned(), shown(&roles.old));
    }
    if !(added.is_empty() && removed.is_empty()) {
        let (before, after) = whole.unwrap_or((removed, added));
        new.insert(key.clone(), json!(after));
        old.insert(key.clone(), json!(before));
    }
    tx.log(caller.team, &entry(stored, caller, event, both_sides(new, old)))?;
    R::after_link_change(tx, caller, stored, relation)
}
