//! A resource: a record kind with its lists and its rights. Implementing the two traits here, beside the derives on
//! the struct, is all that the domain needs to know of a kind.

use crate::User;
use crate::access::{Limit, Rights};
use crate::activity::Logged;
use crate::listing::{Filters, Relations, Sorts};
use crate::ports::{Ledger, Library, Reads, Writes};
use crate::record::{Form, Id, Kept, Kinded, Record};

/// A kind whose records are listed and read.
pub trait Listed: Record + Kinded {
    type Filter: Filters;
    type Sort: Sorts;
    type Relation: Relations;
    /// Whether counters keep the totals of its lists.
    const COUNTED: bool = true;

    /// Where records of this kind are read: always the library itself.
    fn shelf(library: &mut dyn Library) -> &mut dyn Reads<Self>;
}

/// A kind whose records clients create, change, delete and restore.
pub trait Resource: Listed {
    const RIGHTS: Rights;
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

    /// What must hold between the fields of a record; it has no id before it is created.
    fn rule(&self, _id: Option<Id<Self>>, _form: &mut Form<'_>) {}
}
