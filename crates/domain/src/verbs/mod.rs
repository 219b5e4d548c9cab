//! The verbs: what may be done with a record of any kind, each written once.
//!
//! Every verb takes the caller, refuses in the order of the interface (absent, role, plan, body), and leaves its
//! entry in the activity log in the transaction of the change.

mod counters;
mod create;
mod delete;
mod link;
mod read;
mod update;

pub(crate) use counters::update_counters;
pub(crate) use create::one_side;
pub use create::{PreparedCreate, commit_create, create, prepare_create};
pub use delete::{delete, restore};
pub use link::{MOST_LINKS, attach, detach, set_links};
pub use read::{list, view};
pub(crate) use update::both_sides;
pub use update::{PreparedUpdate, act, commit_update, prepare_update, update};

use crate::access::{Caller, Verb};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{BodyReader, FieldError, FieldValue, Fields, Id, Stored};
use crate::resource::Resource;
use crate::{Kind, Refusal};

/// A request's body as it was read; what was wrong with it is told when its turn comes.
pub type Body = Result<Fields, Refusal>;

pub(crate) fn missing(kind: Kind, id: impl ToString) -> Refusal {
    Refusal::Missing { kind: kind.singular(), id: id.to_string() }
}

/// The fields of a body, when its turn has come.
pub(crate) fn fields(body: &Body) -> Result<&Fields, Refusal> {
    body.as_ref().map_err(Clone::clone)
}

/// Finds a live record to change.
fn find_live<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, id: Id<R>) -> Result<Stored<R>, Refusal> {
    let found = R::writes(tx).find_to_change(caller.team, id)?.filter(|stored| stored.deleted_at.is_none());
    found.ok_or_else(|| missing(R::KIND, id))
}

/// Finds a live record to change and asks whether the caller may.
fn find_for<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, id: Id<R>, verb: Verb) -> Result<Stored<R>, Refusal> {
    let stored = find_live(tx, caller, id)?;
    caller.permit(R::RIGHTS, verb, stored.record.owner())?;
    Ok(stored)
}

/// Refuses where one record more would pass a limit of the team's plan, and holds the team so that no other
/// transaction adds one meanwhile.
fn admit<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
    let Some(limit) = R::LIMIT else { return Ok(()) };
    let team = tx.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let used = tx.used(caller.team, limit)?;
    team.record.plan.admit(limit, used, 1).map_err(Refusal::Forbidden)
}

/// The fields that are declared unique and what this record has in them that another has too. What `before` has in
/// them is its own.
fn taken<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    record: &R,
    before: Option<(Id<R>, &R)>,
) -> Result<Vec<&'static str>, Refusal> {
    let unique = |name: &str| R::FIELDS.iter().any(|field| field.unique && field.name == name);
    let texts = |record: &R| {
        let mut texts = Vec::new();
        record.show(&mut |name, shown| {
            if let (true, FieldValue::Text(text)) = (unique(name), shown) {
                texts.push((name, text.to_owned()));
            }
        });
        texts
    };
    let (id, own) = before.map_or((None, Vec::new()), |(id, before)| (Some(id), texts(before)));
    let mut taken = Vec::new();
    for (name, text) in texts(record).into_iter().filter(|it| !own.contains(it)) {
        if R::writes(tx).is_taken(caller.team, name, &text, id)? {
            taken.push(name);
        }
    }
    Ok(taken)
}

/// Rejects each reference that the body names, unless the record names it already, to a record that the team
/// does not have.
fn check_references<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    before: Option<&R>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let mut earlier = Vec::with_capacity(R::FIELDS.len());
    if let Some(before) = before {
        before.show(&mut |_, shown| earlier.push(shown));
    }
    for (at, field) in R::FIELDS.iter().enumerate() {
        let (Some(kind), Some(id)) = (field.refers, reader.reference(field)) else { continue };
        let named_already = earlier.get(at) == Some(&FieldValue::Integer(id));
        if !named_already && tx.holds(caller.team, kind, &[id])?.is_empty() {
            reader.reject(field.name, FieldError::NotAllowed);
        }
    }
    Ok(())
}
