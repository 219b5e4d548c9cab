//! A resource: a record kind with its lists and its rights. Implementing the two traits here, beside the derives on
//! the struct, is all that the domain needs to know of a kind.

use crate::access::{Caller, Deed, Limit, Rights};
use crate::activity::Logged;
use crate::listing::{Filters, Relations, Sorts};
use crate::numbering::Entity;
use crate::ports::{Ledger, Library, Reads, Writes};
use crate::record::{Form, Id, Kept, Kinded, Record, Time};
use crate::verbs::{self, Body};
use crate::{Refusal, User};

/// A kind whose records are listed and read.
pub trait Listed: Record + Kinded {
    type Filter: Filters;
    type Sort: Sorts;
    type Relation: Relations;

    /// Where records of this kind are read: always the library itself.
    fn shelf(library: &mut dyn Library) -> &mut dyn Reads<Self>;
}

/// A kind whose records clients write.
pub trait Resource: Listed {
    const RIGHTS: Rights;
    /// What clients may do by the verbs that all kinds share.
    const DEEDS: &'static [Deed] = &[Deed::Create, Deed::Update, Deed::Delete, Deed::Restore];
    /// What else may be done to a record.
    const ACTIONS: &'static [Action<Self>] = &[];
    /// What numbering schemes call the kind, where its records have an identifier.
    const NUMBERED: Option<Entity> = None;
    /// The limit of the plan that counts its records.
    const LIMIT: Option<Limit> = None;

    /// Where records of this kind are written: always the ledger itself.
    fn book(ledger: &mut dyn Ledger) -> &mut dyn Writes<Self>;

    /// Whose own the record is, in the sense of the rights matrix.
    fn owner(&self) -> Option<Id<User>> {
        self.author()
    }

    /// Where a change to the record is logged.
    fn logged(kept: &Kept<Self>) -> Logged {
        Logged::OnItself(kept.id.get())
    }

    /// Whether lists leave the record out unless they are asked for it.
    fn archived(&self) -> bool {
        false
    }

    /// What must hold between the fields of a record, and what follows from them. `before` is the record as it was;
    /// there is none before it is created.
    fn rule(&mut self, _caller: &Caller, _before: Option<&Kept<Self>>, _form: &mut Form<'_>) {}

    /// Creates a record from a body.
    ///
    /// # Errors
    /// As for [`verbs::create`].
    fn create(ledger: &mut dyn Ledger, caller: &Caller, body: &Body) -> Result<Kept<Self>, Refusal> {
        verbs::create(ledger, caller, body)
    }

    /// Changes the fields of a record that a body names.
    ///
    /// # Errors
    /// As for [`verbs::update`].
    fn update(ledger: &mut dyn Ledger, caller: &Caller, id: Id<Self>, body: &Body) -> Result<Kept<Self>, Refusal> {
        verbs::update(ledger, caller, id, body)
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
