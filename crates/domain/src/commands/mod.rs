//! Commands: what may be done to a record of any kind, each written once.
//!
//! Every command takes the caller, refuses in the order of the interface (absent, role, plan, body), and leaves its
//! entry in the activity log in the transaction of the change.

mod call;
mod command;
mod counters;
mod create;
mod delete;
pub mod lifecycle;
mod link;
mod shared;
mod update;

pub use call::{Call, Done, Outcome, Step};
pub use command::{
    Act, Answers, Change, Command, Commanded, Input, LinkChange, Look, Method, Run, Target, commands,
    create_by_command, named,
};
pub(crate) use counters::update_counters;
pub(crate) use create::one_side;
pub use create::{PreparedCreate, commit_create, create, free_slug, prepare_create};
pub(crate) use delete::delete_in_batch;
pub use delete::{delete, restore};
pub use link::MOST_LINKS;
pub(crate) use update::both_sides;
pub use update::{PartsChange, PreparedUpdate, commit_update, prepare_update, update};
pub(crate) use update::{change, change_with};

use crate::access::{Caller, Right};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{BodyReader, FieldError, FieldValue, Fields, Id, Record, Stored, Unique};
use crate::resource::{Listed, ReadPort, Resource};
use crate::{Kind, Project, Refusal};

/// A request's body as it was read; what was wrong with it is told when its turn comes.
pub type Body = Result<Fields, Refusal>;

pub(crate) fn missing(kind: Kind, id: impl ToString) -> Refusal {
    Refusal::Missing { kind: kind.singular(), id: id.to_string() }
}

/// The fields of a body, when its turn has come.
pub(crate) fn fields(body: &Body) -> Result<&Fields, Refusal> {
    body.as_ref().map_err(Clone::clone)
}

/// A record of the caller's team.
///
/// # Errors
/// When the team has no such record, or has deleted it.
pub fn view<R: Listed>(tx: &mut dyn ReadTx, caller: &Caller, id: Id<R>) -> Result<Stored<R>, Refusal> {
    R::reads(tx).find(caller.team, id)?.ok_or_else(|| missing(R::KIND, id))
}

/// Finds a live record to change.
fn find_live<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, id: Id<R>) -> Result<Stored<R>, Refusal> {
    R::hold(tx, caller.team)?;
    let found = R::writes(tx).find_to_change(caller.team, id)?.filter(|stored| stored.deleted_at.is_none());
    found.ok_or_else(|| missing(R::KIND, id))
}

/// Finds a live record to change, and asks whether the caller has the right to it.
///
/// # Errors
/// When the team has no such record, or when the role does not allow it.
pub fn find<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, id: Id<R>, right: Right) -> Result<Stored<R>, Refusal> {
    let stored = find_live(tx, caller, id)?;
    permit(tx, caller, right, &stored)?;
    Ok(stored)
}

/// As [`find`], for a record that may be deleted.
///
/// # Errors
/// When the team never had such a record, or when the role does not allow it.
pub fn find_deleted_or_live<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    id: Id<R>,
    right: Right,
) -> Result<Stored<R>, Refusal> {
    R::hold(tx, caller.team)?;
    let found = R::writes(tx).find_to_change(caller.team, id)?;
    let stored = found.ok_or_else(|| missing(R::KIND, id))?;
    permit(tx, caller, right, &stored)?;
    Ok(stored)
}

/// Asks whether the caller has a right to a record.
///
/// # Errors
/// When the role does not allow it.
pub fn permit<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    right: Right,
    stored: &Stored<R>,
) -> Result<(), Refusal> {
    let permitted = caller.permit(R::RIGHTS, right, stored.record.owner());
    if permitted.is_ok() || right != Right::Lifecycle {
        return permitted;
    }
    let project = stored.record.project().map(|project| Project::reads(tx).find(caller.team, project)).transpose()?;
    caller.permit(R::RIGHTS, right, project.flatten().and_then(|project| project.record.owner_id))
}

/// Refuses where one record more would pass a limit of the team's plan, and holds the team so that no other
/// transaction adds one meanwhile.
fn check_limit<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
    let Some(limit) = R::LIMIT else { return Ok(()) };
    let team = tx.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let used = tx.used(caller.team, limit)?;
    team.record.plan.admit(limit, used, 1).map_err(Refusal::Forbidden)
}

/// The fields that are declared unique and in which another record has the same as this one. What `before` has in them is
/// its own.
fn taken<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    record: &R,
    before: Option<(Id<R>, &R)>,
) -> Result<Vec<&'static str>, Refusal> {
    let (id, own) = before.map_or((None, Vec::new()), |(id, before)| (Some(id), unique_texts(before)));
    let mut taken = Vec::new();
    for (name, text, with) in unique_texts(record).into_iter().filter(|it| !own.contains(it)) {
        if R::writes(tx).is_taken(caller.team, (name, &text), with, id)? {
            taken.push(name);
        }
    }
    Ok(taken)
}

/// What a record has in a field that is declared unique, and the field and number of those among which it is.
type UniqueText = (&'static str, String, Option<(&'static str, i64)>);

fn unique_texts<R: Resource>(record: &R) -> Vec<UniqueText> {
    let mut texts = Vec::new();
    for field in R::FIELDS {
        let with = match field.unique {
            Unique::No => continue,
            Unique::All => None,
            Unique::With(other) => Some(other),
        };
        let (mut text, mut number) = (None, None);
        record.show(&mut |name, value| match value {
            FieldValue::Text(it) if name == field.name => text = Some(it.to_owned()),
            FieldValue::Integer(it) if with == Some(name) => number = Some(it),
            FieldValue::Null
            | FieldValue::Integer(_)
            | FieldValue::Decimal(_)
            | FieldValue::Boolean(_)
            | FieldValue::Text(_)
            | FieldValue::Time(_)
            | FieldValue::Date(_)
            | FieldValue::Json(_)
            | FieldValue::FileAddress => {}
        });
        texts.extend(text.map(|text| (field.name, text, with.zip(number))));
    }
    texts
}

/// Rejects each reference that the body names, unless the record names it already, to a record that the team
/// does not have.
fn check_references<R: Record>(
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
