//! A resource: a record kind with its rights. Implementing this beside [`Listed`](crate::listing::Listed), the derives
//! on the struct and the commands of the kind is all that the domain needs to know of a kind.

use crate::access::{Caller, Limit, Rights, TeamId};
use crate::activity::{LoggedElsewhere, PartsChange};
use crate::commands::lifecycle::StatusFields;
use crate::numbering::assignment::Entity;
use crate::ports::{ReadTx, WritePort, WriteTx};
use crate::record::{BodyReader, Field, Fields, Id, Stored, Time};
use crate::{Refusal, User};

/// The users whose own a record is: who recorded it, and who else it is given to.
pub type Owners = [Option<Id<User>>; 2];

/// What stands together where people look for records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    Experiments,
    Reports,
    Research,
    Site,
    Team,
    /// Parts of other records, which are reached from those.
    Parts,
}

/// A change of what is attached to a record through one of its links.
#[derive(Clone, Copy, Debug)]
pub struct LinkDelta<'a, R> {
    /// The record as it was before the request, which may change its fields as well.
    pub was: &'a R,
    pub added: &'a [i64],
    pub removed: &'a [i64],
    /// How many records were attached before in a role, deleted ones too; 0 where the link has no roles.
    pub in_roles: usize,
    /// The roles that become others, or that what is added has where it is not the usual one.
    pub roles: &'a [(i64, &'static str)],
    /// The member of the body that names all that is to be attached, where one does.
    pub named: Option<&'static str>,
    /// The body of the request, in which other fields may stand.
    pub body: &'a Fields,
}

impl<R: Resource> Stored<R> {
    /// Makes of the record what it shows to a caller at a moment.
    pub fn show_to(&mut self, caller: &Caller, now: Time) {
        if let Some(shown) = self.record.shown(caller, now) {
            self.record = shown;
        }
    }
}

/// A kind whose records clients write.
pub trait Resource: WritePort {
    const RIGHTS: Rights;
    /// With what people look for its records.
    const AREA: Area;
    /// The fields that a table of its records shows, those of them that the caller is shown.
    const COLUMNS: &'static [&'static str];
    /// What numbering schemes call the kind, where its records have an identifier.
    const NUMBERED: Option<Entity> = None;
    /// The limit of the plan that counts its records.
    const LIMIT: Option<Limit> = None;
    /// Whether a team has exactly one record of the kind, which has no id in its path.
    const SINGLE: bool = false;
    /// Whether it rests on its records who a caller is and what they may do.
    const MAKES_CALLERS: bool = false;
    /// The status of those of its records that no new references may name.
    const CLOSED_STATUS: Option<&'static str> = None;
    /// The field by which the log calls a record beside its id, where it tells of it on another.
    const NAME_FIELD: &'static str = "name";
    /// Where a change to a record is logged, where that is not on the record itself.
    const LOGGED: Option<LoggedElsewhere<Self>> = None;

    /// The records of which alone a caller learns, by the values of a filter; all of them where it is none.
    fn scope(_caller: &Caller) -> Option<(Self::Filter, Vec<i64>)> {
        None
    }

    /// Whether the record is one of these.
    fn is_visible_to(&self, _caller: &Caller) -> bool {
        true
    }

    /// Whether the log keeps nothing of the record but its id, because not everybody who reads the log may see it.
    fn is_private(&self) -> bool {
        false
    }

    /// The record as it is shown to a caller at a moment, where either makes another of it than what is stored.
    fn shown(&self, _caller: &Caller, _now: Time) -> Option<Self> {
        None
    }

    /// Holds what else has to stay as it is while a record is changed, before the record itself is found.
    ///
    /// # Errors
    /// When the database fails.
    fn hold(_tx: &mut dyn WriteTx, _team: TeamId, _id: Id<Self>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whose own the record is, in the sense of the rights matrix. What is a part of a record is whose that record is.
    ///
    /// # Errors
    /// When the database fails.
    fn owners(&self, _tx: &mut dyn ReadTx, _team: TeamId) -> Result<Owners, Refusal> {
        Ok([self.author(), None])
    }

    /// Whether lists leave the record out unless they are asked for it.
    fn archived(&self) -> bool {
        false
    }

    /// What must hold between the fields of a record, and what follows from them. `before` is the record as it was;
    /// there is none before it is created.
    fn rule(&mut self, _caller: &Caller, _before: Option<&Stored<Self>>, _reader: &mut BodyReader<'_>) {}

    /// What the commands on these links read beside the records that they name.
    fn link_fields(_relation: Self::Relation) -> &'static [Field] {
        &[]
    }

    /// What the body of a create, or else of a change, says beside the fields of the record and what is attached to it.
    fn extra_fields(_create: bool) -> &'static [Field] {
        &[]
    }

    /// What is read of such a body where it gives the record another status, and what the log calls that.
    fn status_fields(_create: bool) -> Vec<StatusFields> {
        Vec::new()
    }

    /// The states in which a create may put a record, where those are not all.
    fn initial_states() -> Option<Vec<&'static str>> {
        None
    }

    /// Which words a create takes in fields that may come to have others.
    fn initial_words() -> Vec<(&'static str, Vec<&'static str>)> {
        Self::initial_states().into_iter().map(|states| ("status", states)).collect()
    }

    /// What follows from a change of what is attached to a record, before it is made: it may be refused, or change the
    /// record as well, which is told then in the entry of the change.
    ///
    /// # Errors
    /// When the record or another does not allow the change, or when the database fails.
    fn before_link_change(
        _tx: &mut dyn WriteTx,
        _caller: &Caller,
        _stored: &mut Stored<Self>,
        _relation: Self::Relation,
        _delta: &LinkDelta<'_, Self>,
    ) -> Result<PartsChange, Refusal> {
        Ok(PartsChange::default())
    }

    /// What follows from such a change once it is made.
    ///
    /// # Errors
    /// When the database fails.
    fn after_link_change(
        _tx: &mut dyn WriteTx,
        _caller: &Caller,
        _stored: &mut Stored<Self>,
        _relation: Self::Relation,
    ) -> Result<(), Refusal> {
        Ok(())
    }

    /// Which of the records that are attached to a record are attached to its copy as well.
    ///
    /// # Errors
    /// When the database fails.
    fn attached_to_copy(
        _tx: &mut dyn WriteTx,
        _team: TeamId,
        _relation: Self::Relation,
        attached: Vec<i64>,
    ) -> Result<Vec<i64>, Refusal> {
        Ok(attached)
    }
}
