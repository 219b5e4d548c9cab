//! A resource: a record kind with its rights. Implementing this beside [`Listed`](crate::listing::Listed), the derives
//! on the struct and the commands of the kind is all that the domain needs to know of a kind.

use crate::access::{Caller, Limit, Rights, TeamId};
use crate::activity::Logged;
use crate::numbering::assignment::Entity;
use crate::ports::{WritePort, WriteTx};
use crate::record::{BodyReader, Id, Stored};
use crate::{Refusal, User};

/// A kind whose records clients write.
pub trait Resource: WritePort {
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
