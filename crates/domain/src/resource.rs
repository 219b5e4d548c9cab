//! A resource: a record kind with its lists and its rights. The two traits here, beside the derives on the
//! struct and the commands of the kind, are all that the domain needs to know of it.

use crate::access::{Caller, Limit, Rights, TeamId};
use crate::activity::Logged;
use crate::listing::{Filters, Relations, Sorts};
use crate::numbering::Entity;
use crate::ports::{ReadTx, Reads, WriteTx, Writes};
use crate::record::{BodyReader, Id, Kinded, Record, Stored};
use crate::{Refusal, User};

/// Where the records of a kind are read. What is generic over kinds reaches its port through this.
pub trait ReadPort: Sized {
    fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self>
    where
        Self: Listed;
}

/// Where the records of a kind are written.
pub trait WritePort: ReadPort {
    fn writes(tx: &mut dyn WriteTx) -> &mut dyn Writes<Self>
    where
        Self: Resource;
}

/// A kind whose records are listed and read.
pub trait Listed: Record + Kinded + ReadPort {
    type Filter: Filters;
    type Sort: Sorts;
    type Relation: Relations;
}

/// A kind whose records clients write.
pub trait Resource: Listed + WritePort {
    const RIGHTS: Rights;
    /// What numbering schemes call the kind, where its records have an identifier.
    const NUMBERED: Option<Entity> = None;
    /// The limit of the plan that counts its records.
    const LIMIT: Option<Limit> = None;

    /// Holds what else has to stay as it is while a record is changed, before the record itself is found.
    ///
    /// # Errors
    /// When the database fails.
    fn hold(_tx: &mut dyn WriteTx, _team: TeamId) -> Result<(), Refusal> {
        Ok(())
    }

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
    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, _reader: &mut BodyReader<'_>) {}
}
