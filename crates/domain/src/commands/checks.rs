//! What is checked of a record before it is written: the plan, what has to be unique, and what it refers to.

use std::borrow::Cow;

use super::find::missing;
use crate::access::{Caller, Limit};
use crate::listing::casefold;
use crate::ports::{ReadTx, WriteTx};
use crate::record::{AnyId, BodyReader, FieldError, FieldValue, Id, List, Record, Unique};
use crate::resource::Resource;
use crate::{Kind, Refusal, lookups};

/// Refuses where one record more would pass a limit of the team's plan, and holds the team so that no other
/// transaction adds one meanwhile.
pub(crate) fn check_limit<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
    R::LIMIT.map_or(Ok(()), |limit| check_admission(tx, caller, limit, 1))
}

/// Refuses where so many more would pass a limit of the team's plan, and holds the team so that no other transaction
/// adds any meanwhile.
pub(crate) fn check_admission(tx: &mut dyn WriteTx, caller: &Caller, limit: Limit, more: i64) -> Result<(), Refusal> {
    let team = tx.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let used = tx.used(&team, limit)?;
    team.record.plan.admit(limit, used, more).map_err(Refusal::Forbidden)
}

/// The ids of all records of a row, in the order in which they are to stand.
///
/// # Errors
/// When there are no ids, or they do not name every record of the row exactly once.
pub(crate) fn check_order<const MOST: usize>(
    ids: &List<AnyId, MOST>,
    mut row: impl ExactSizeIterator<Item = i64>,
) -> Result<Vec<i64>, Refusal> {
    let ids: Vec<i64> = ids.items().iter().map(|id| id.get()).collect();
    if ids.is_empty() {
        return Err(Refusal::field("ids", &FieldError::Required));
    }
    if ids.len() != row.len() || row.any(|id| !ids.contains(&id)) {
        let refused = FieldError::Otherwise("field must list every record exactly once.".to_owned());
        return Err(Refusal::field("ids", &refused));
    }
    Ok(ids)
}

/// Signs a new record and checks what looks at all of it: the rule of its kind, what has to be unique, and what lookups
/// fill.
///
/// # Errors
/// When the database fails.
pub(super) fn check_whole<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    record: &mut R,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    if let Some(user) = caller.actor.author() {
        record.sign(user);
    }
    record.rule(caller, None, reader);
    for field in taken_fields(tx, caller, record, None)? {
        reader.reject(field, FieldError::Taken);
    }
    lookups::check(tx, caller, (None, Some(record)), reader)
}

/// The fields that are declared unique and in which another record has the same as this one. What `before` has in them
/// is its own.
pub(crate) fn taken_fields<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    record: &R,
    before: Option<(Id<R>, &R)>,
) -> Result<Vec<&'static str>, Refusal> {
    let (id, own) = before.map_or((None, Vec::new()), |(id, before)| (Some(id), unique_texts(before)));
    let mut taken = Vec::new();
    for unique in unique_texts(record).into_iter().filter(|it| !own.contains(it)) {
        let UniqueText { field, column, text, with } = unique;
        if R::writes(tx).is_taken(caller.team, (column, &text), with, id)? {
            taken.push(field);
        }
    }
    Ok(taken)
}

/// What a record has in a field that is declared unique.
#[derive(PartialEq)]
struct UniqueText {
    field: &'static str,
    /// Where it is compared.
    column: Cow<'static, str>,
    text: String,
    /// The field and the number in it of those among which it is unique.
    with: Option<(&'static str, i64)>,
}

fn unique_texts<R: Resource>(record: &R) -> Vec<UniqueText> {
    let mut texts = Vec::new();
    for field in R::FIELDS {
        let with = match field.unique {
            Unique::No => continue,
            Unique::All | Unique::Casefold => None,
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
        // A slug that has yet to be given is nobody else's.
        let Some(text) = text.filter(|text| !text.is_empty()) else { continue };
        let (column, text) = match field.unique {
            Unique::Casefold => (format!("{}_folded", field.name).into(), casefold(&text)),
            Unique::No | Unique::All | Unique::With(_) => (field.name.into(), text),
        };
        texts.push(UniqueText { field: field.name, column, text, with: with.zip(number) });
    }
    texts
}

/// Rejects each reference that the body names, unless the record names it already, to a record that the team
/// does not have. One that a change leaves as it was created is not looked at.
pub(super) fn check_references<R: Record>(
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
        if named_already || (before.is_some() && field.fixed) {
            continue;
        }
        if let Some(error) = wrong_with_reference(tx, caller, kind, id)? {
            reader.reject(field.name, error);
        }
    }
    Ok(())
}

/// Rejects each record that a command is asked about and that the team does not have. It may be archived: nothing is
/// made in it or refers to it anew.
pub(super) fn check_asked_references<R: Record>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    for field in R::FIELDS {
        let (Some(kind), Some(id)) = (field.refers, reader.reference(field)) else { continue };
        if !tx.is_live(caller.team, kind, id)? {
            reader.reject(field.name, FieldError::NotAllowed);
        }
    }
    Ok(())
}

/// Checks that a new record may stand in its project.
pub(crate) fn check_new_project<R: Resource>(tx: &mut dyn ReadTx, caller: &Caller, record: &R) -> Result<(), Refusal> {
    let Some(project) = record.project() else { return Ok(()) };
    match wrong_with_reference(tx, caller, Kind::Project, project.get())? {
        Some(error) => Err(Refusal::field("project_id", &error)),
        None => Ok(()),
    }
}

/// What is wrong with naming a record that was not named before.
fn wrong_with_reference(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    kind: Kind,
    id: i64,
) -> Result<Option<FieldError>, Refusal> {
    if tx.is_referable(caller.team, kind, id)? {
        return Ok(None);
    }
    let is_archived = kind == Kind::Project && tx.is_live(caller.team, kind, id)?;
    let archived = || FieldError::Otherwise("field names an archived project.".to_owned());
    Ok(Some(if is_archived { archived() } else { FieldError::NotAllowed }))
}
