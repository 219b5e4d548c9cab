//! Bulk: many operations on the records of a kind, carried out in order in one transaction, all of them or none.

use std::collections::BTreeSet;

use super::body::{Body, fields};
use super::call::{Call, Done, Outcome};
use super::command::{Answers, Command, Commanded, Extent, Input, Run};
use super::link_body::IDS;
use super::link_target::LinkTarget;
use super::operation::{CREATE, Operation, WrongMember};
use crate::access::{Caller, Right};
use crate::listing::Relations as _;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Invalid, bytes_of, integer, says_nothing};
use crate::refusal::Denial;
use crate::resource::Resource;
use crate::{Json, Refusal};

/// How many operations one request may name.
pub const MOST_OPERATIONS: usize = 500;

/// How many records the operations of one request may name to be linked or unlinked, in all.
const MOST_LINKED: usize = 10_000;

/// How large the records may be that the operations of one request lead to, in bytes: as large as an answer may be.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Of how many operations the records are read at once: they may be large, and all that are read are kept.
const READ_AT_ONCE: usize = 64;

/// The field that names them.
const FIELD: &str = "operations";

impl<R: Commanded> Command<R> {
    pub const BULK: Self = Self {
        right: Right::Participate,
        input: Input::Operations,
        answers: Answers::Each,
        extent: Extent::Operations,
        ..Self::action(
            "bulk",
            "",
            "Carries out operations on {}, in order, all of them or none: each by whom it is allowed alone, deletes by owners and admins.",
            Run::OnKind(bulk),
        )
    };

    /// Whether it may change any number of records for this body, and so takes as long as many commands do.
    pub(super) fn is_long(&self, body: &Body) -> bool {
        let Ok(body) = body else { return false };
        match self.extent {
            Extent::Few => false,
            Extent::Many => true,
            Extent::ManyWith(fields) => fields.iter().any(|field| body.contains_key(*field)),
            Extent::Operations => match body.get(FIELD).and_then(Json::as_array).map(Vec::as_slice) {
                None | Some([]) => false,
                Some([only]) => Operation::<R>::read(only).is_ok_and(|operation| operation.is_long()),
                Some([_, _, ..]) => true,
            },
        }
    }
}

fn bulk<R: Commanded>(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<R>, Refusal> {
    let operations = operations(call.body)?;
    tx.may_be_divided();
    carry_out_all(tx, call, operations).map_err(|refusal| match refusal {
        Refusal::TimedOut => too_much("takes longer than one request may"),
        refusal => refusal,
    })
}

fn carry_out_all<R: Commanded>(tx: &mut dyn WriteTx, call: &Call<'_>, operations: &[Json]) -> Result<Done<R>, Refusal> {
    check_linked::<R>(operations)?;
    let batch = tx.share_batch();
    tx.expect_inserts(operations.iter().filter(|it| it.get("op").is_some_and(|op| op == CREATE)).count());
    hold_all::<R>(tx, call.caller, operations)?;
    let mut invalid = Invalid::default();
    let (mut records, mut unused, mut bytes) = (Vec::with_capacity(operations.len()), Vec::new(), 0);
    for (at, asked) in operations.iter().enumerate() {
        if at % READ_AT_ONCE == 0 {
            read_ahead::<R>(tx, call.caller, operations.iter().skip(at).take(READ_AT_ONCE))?;
        }
        let operation = match Operation::<R>::read(asked) {
            Ok(operation) => operation,
            Err(WrongMember("", error)) => {
                invalid.add(&format!("{FIELD}.{at}"), &error);
                continue;
            }
            Err(WrongMember(member, error)) => {
                invalid.add(&format!("{FIELD}.{at}.{member}"), &error);
                continue;
            }
        };
        match operation.carry_out(tx, call, &mut unused) {
            Ok(record) => {
                bytes += record.as_ref().map_or(0, |record| bytes_of(&record.record));
                records.push(record);
            }
            Err(Refusal::Missing { .. }) => invalid.add(&format!("{FIELD}.{at}.id"), &FieldError::NotAllowed),
            Err(Refusal::Invalid(errors)) => invalid.extend_beneath(&format!("{FIELD}.{at}"), &errors),
            Err(Refusal::Forbidden(denial)) => {
                return Err(Refusal::Forbidden(Denial::Operation { at, denial: Box::new(denial) }));
            }
            // What the database refused before may have left the transaction in a state that takes nothing more. A
            // failure after which it may be repeated is another's doing.
            Err(Refusal::Fault(_)) if !invalid.is_empty() => break,
            Err(refusal) => return Err(refusal),
        }
        if invalid.is_full() {
            break;
        }
        if bytes > MOST_BYTES {
            return Err(too_much(&format!("leads to records of more than {MOST_BYTES} bytes")));
        }
    }
    match invalid.is_empty() {
        true => Ok(Done { outcome: Outcome::Each { records, batch }, unused }),
        false => Err(invalid.into()),
    }
}

/// Refuses what nobody could have known to be too much before it was tried.
fn too_much(what: &str) -> Refusal {
    Refusal::field(FIELD, &FieldError::Otherwise(format!("field {what}: name fewer operations.")))
}

/// Keeps others from changing what the operations name. The records are locked in the order of their ids, so that two
/// bulks which name the same ones in different orders cannot deadlock. The parts of a record are held with it.
fn hold_all<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, operations: &[Json]) -> Result<(), Refusal> {
    if R::KIND.parent().is_some() {
        return Ok(());
    }
    tx.hold(caller.team, R::KIND, &named_by(operations.iter()))
}

/// Reads the records that these operations name, which are held.
fn read_ahead<'o, R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    operations: impl Iterator<Item = &'o Json>,
) -> Result<(), Refusal> {
    let named = named_by(operations);
    if R::KIND.parent().is_some() || named.is_empty() {
        return Ok(());
    }
    R::writes(tx).hold_to_change(caller.team, &named)
}

/// The ids of the records that operations name, in their order.
fn named_by<'o>(operations: impl Iterator<Item = &'o Json>) -> Vec<i64> {
    let named: BTreeSet<i64> = operations.filter_map(|it| integer(it.get("id")?).ok()).collect();
    named.into_iter().collect()
}

/// The operations that a body names.
fn operations(body: &Body) -> Result<&[Json], Refusal> {
    let mut reader = BodyReader::new(fields(body)?);
    if reader.raw(FIELD).is_none_or(says_nothing) {
        return Err(Refusal::field(FIELD, &FieldError::Required));
    }
    let operations = reader.items(FIELD, MOST_OPERATIONS);
    reader.finish(&[])?;
    Ok(operations.unwrap_or_default())
}

/// Refuses operations that name more to be linked than one request may: each has a bound of its own, and there are
/// many.
fn check_linked<R: Resource>(operations: &[Json]) -> Result<(), Refusal> {
    let keys: Vec<String> = R::Relation::ALL
        .iter()
        .copied()
        .filter_map(LinkTarget::of)
        .flat_map(|it| [it.relation.key().to_owned(), it.key])
        .collect();
    let items = |raw: Option<&Json>| raw.and_then(Json::as_array).map_or(0, Vec::len);
    let linked = |operation: &Json| {
        let body = operation.get("body");
        items(operation.get(IDS)) + keys.iter().map(|key| items(body.and_then(|body| body.get(key)))).sum::<usize>()
    };
    if operations.iter().map(linked).sum::<usize>() > MOST_LINKED {
        let refused = format!("field must not name more than {MOST_LINKED} records to be linked.");
        return Err(Refusal::field(FIELD, &FieldError::Otherwise(refused)));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
