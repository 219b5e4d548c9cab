//! A resource: a record kind with its lists and its rights. Implementing the two traits here, beside the derives on
//! the struct, is all that the domain needs to know of a kind.

use crate::access::{Caller, Limit, Rights, Verb};
use crate::activity::Logged;
use crate::listing::{Filters, Relations, Sorts};
use crate::numbering::Entity;
use crate::ports::{ReadTx, Reads, WriteTx, Writes};
use crate::record::{BodyReader, Id, Kinded, Record, Stored, Time};
use crate::verbs::{self, Body};
use crate::{Refusal, User};

/// A kind whose records are listed and read.
pub trait Listed: Record + Kinded {
    type Filter: Filters;
    type Sort: Sorts;
    type Relation: Relations;

    /// Where records of this kind are read: always the transaction itself.
    fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self>;
}

/// A kind whose records clients write.
pub trait Resource: Listed {
    const RIGHTS: Rights;
    /// What clients may do by the verbs that all kinds share.
    const VERBS: &'static [Verb] = &[Verb::Create, Verb::Update, Verb::Delete, Verb::Restore];
    /// What else may be done to a record.
    const ACTIONS: &'static [Action<Self>] = &[];
    /// What numbering schemes call the kind, where its records have an identifier.
    const NUMBERED: Option<Entity> = None;
    /// The limit of the plan that counts its records.
    const LIMIT: Option<Limit> = None;

    /// Where records of this kind are written: always the transaction itself.
    fn writes(tx: &mut dyn WriteTx) -> &mut dyn Writes<Self>;

    /// Whose own the record is, in the sense of the rights matrix.
    fn owner(&self) -> Option<Id<User>> {
        self.author()
    }

    /// Where a change to the record is logged.
    fn logged(stored: &Stored<Self>) -> Logged {
        Logged::OnItself(stored.id.get())
    }

    /// Whether lists leave the record out unless they are asked for it.
    fn archived(&self) -> bool {
        false
    }

    /// What must hold between the fields of a record, and what follows from them. `before` is the record as it was;
    /// there is none before it is created.
    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, _form: &mut BodyReader<'_>) {}

    /// Creates a record from a body.
    ///
    /// # Errors
    /// As for [`verbs::create`].
    fn create(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<Stored<Self>, Refusal> {
        verbs::create(tx, caller, body)
    }

    /// Changes the fields of a record that a body names.
    ///
    /// # Errors
    /// As for [`verbs::update`].
    fn update(tx: &mut dyn WriteTx, caller: &Caller, id: Id<Self>, body: &Body) -> Result<Stored<Self>, Refusal> {
        verbs::update(tx, caller, id, body)
    }
}

/// Something that is done to a record by its name.
#[derive(Debug)]
pub struct Action<R> {
    /// The last segment of its path.
    pub name: &'static str,
    /// What the activity log calls it when it was done.
    pub event: &'static str,
    /// Where nothing changes, nothing was done.
    pub apply: fn(&mut R, Time),
}
