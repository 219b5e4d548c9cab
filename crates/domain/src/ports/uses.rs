//! What uses a record: the records that name it in a field or are linked to it.

use crate::access::TeamId;
use crate::listing::LinkEnd;
use crate::record::Field;
use crate::{Kind, Refusal};

/// Where the records of a kind name those of another.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    /// The fields of theirs that do. One that must be filled names it as well where its record is deleted.
    pub fields: Vec<&'static Field>,
    /// The tables of the links in whose rows both stand, each with where it names the other and where it names theirs.
    pub links: Vec<(&'static str, LinkEnd, LinkEnd)>,
}

impl Naming {
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.links.is_empty()
    }
}

/// What is asked and cleared before a record is removed for good.
pub trait UseRows {
    /// Waits until nobody is about to name the record, and keeps it from being named until the transaction ends. Tells
    /// whether it is still there.
    fn hold_to_remove(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal>;

    /// How many records of a kind, other than the record itself, name it.
    fn count_uses(&mut self, team: TeamId, by: (Kind, &Naming), of: (Kind, i64)) -> Result<i64, Refusal>;

    /// Clears a field of those deleted records that name it there.
    fn clear_deleted(&mut self, team: TeamId, field: (Kind, &'static str), id: i64) -> Result<(), Refusal>;
}
