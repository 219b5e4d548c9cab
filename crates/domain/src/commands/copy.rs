//! What the copies of records have in common.

use serde_json::{Map, json};
use uplift_derive::Record;

use super::call::Call;
use super::checks::check_new_project;
use super::command::{Answers, Command, Input, Run};
use super::create::insert;
use super::link::copy_links;
use super::log::{entry, one_side};
use crate::access::{Caller, Right};
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldValue, Fields, Filled, Id, Name, Record as _, Stored};
use crate::resource::Resource;
use crate::{Json, Refusal};

/// What is said of commands that take over what a record names.
pub(crate) const NAMED_ANEW: &str = "What a new record may not name is not taken over, such as a goal that is archived, a \
    record that is deleted, or somebody who is no member of the team any more.";

/// What a copy is to be called.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct NameOfCopy {
    /// “Copy of …”, where it is left out.
    name: Option<Name>,
}

impl NameOfCopy {
    /// The name of a copy of what is called so.
    pub(crate) fn of(self, original: &Name) -> Name {
        self.name.unwrap_or_else(|| Name::short(format!("Copy of {original}")))
    }
}

/// A kind whose records may be copied, with what clients attach to them.
pub trait Duplicable: Resource {
    fn name(&self) -> &Name;

    /// Makes of a record its copy, which is called so: what begins anew with a create is as it is then.
    fn begin_anew(&mut self, name: Name);

    /// Fits the copy to the team as it is now, which may have changed since the original was written.
    ///
    /// # Errors
    /// When the team may not have such a record any more, or when the database fails.
    fn fit(&mut self, _tx: &mut dyn WriteTx, _caller: &Caller) -> Result<(), Refusal> {
        Ok(())
    }
}

impl<R: Duplicable> Command<R> {
    pub const DUPLICATE: Self = Self {
        right: Right::Create,
        notes: NAMED_ANEW,
        input: Input::Fields(NameOfCopy::FIELDS),
        answers: Answers::Created,
        ..Self::action(
            "duplicate",
            "duplicated",
            "Copies a {}.",
            Run::OnRecord(|tx, call, original| duplicate(tx, call, &original).map(Into::into)),
        )
    };
}

/// Copies a record, with what clients attached to it. What the request writes from then on is of the same batch.
///
/// # Errors
/// With every error about the body, or where the copy may not stand where the original does.
pub(crate) fn duplicate<R: Duplicable>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    original: &Stored<R>,
) -> Result<Stored<R>, Refusal> {
    let name = call.read::<NameOfCopy>()?.of(original.record.name());
    let mut copy = original.record.clone();
    copy.begin_anew(name);
    leave_out_closed(tx, call.caller, &mut copy)?;
    check_new_project(tx, call.caller, &copy)?;
    copy.fit(tx, call.caller)?;
    tx.share_batch();
    let copy = insert_copy(tx, call.caller, original.id, copy)?;
    log_copy(tx, call, original, copy.id)?;
    Ok(copy)
}

/// Leaves out of a copy what no new record may name.
fn leave_out_closed<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, copy: &mut R) -> Result<(), Refusal> {
    let mut named = Vec::new();
    copy.show(&mut |name, value| {
        if let FieldValue::Integer(id) = value {
            named.push((name, id));
        }
    });
    let mut left_out = Fields::new();
    for field in R::FIELDS.iter().filter(|it| it.nullable && it.filled != Filled::Server) {
        let id = named.iter().find(|(name, _)| *name == field.name).map(|(_, id)| *id);
        if let (Some(kind), Some(id)) = (field.refers, id)
            && !tx.is_referable(caller.team, kind, id)?
        {
            left_out.insert(field.name.to_owned(), Json::Null);
        }
    }
    let mut reader = BodyReader::new(&left_out);
    copy.change(&mut reader);
    Ok(reader.finish(R::FIELDS)?)
}

/// Writes a copy, by whoever makes it, and attaches to it what clients attached to the original.
///
/// # Errors
/// When the database fails.
pub(crate) fn insert_copy<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    original: Id<R>,
    mut copy: R,
) -> Result<Stored<R>, Refusal> {
    if let Some(user) = caller.actor.user() {
        copy.sign(user);
    }
    let mut copy = insert(tx, caller, copy)?;
    copy_links(tx, caller, original, &mut copy)?;
    Ok(copy)
}

/// Logs on a record that it was copied.
///
/// # Errors
/// When the database fails.
pub(crate) fn log_copy<R: Resource>(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    original: &Stored<R>,
    copy: Id<R>,
) -> Result<(), Refusal> {
    let copied = Map::from_iter([(format!("{}_id", R::KIND.singular()), json!(copy.get()))]);
    tx.log(call.caller.team, &entry(original, call.caller, call.event, one_side("attributes", copied)))
}
