//! A field of a record, as its declaration describes it.

use super::{FieldType, Value};
use crate::lookups::LookupType;
use crate::{Json, Kind};

/// Who fills a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// The body of a create or an update.
    Body,
    /// The body, or a default where a create leaves it out.
    BodyOrDefault,
    /// The service; a body that names it is not heard.
    Server,
}

/// One field: its name on the wire and in the table, and what may stand in it.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    /// What it is, for clients: the comment of its declaration.
    pub about: &'static str,
    pub field_type: FieldType,
    pub nullable: bool,
    pub refers: Option<Kind>,
    pub filled: Filled,
    /// Whether it stays as it was created.
    pub fixed: bool,
    /// Whether it names the record that this one is a part of, and with which it goes from project to project.
    pub parent: bool,
    /// Whether it says who somebody is, which the activity log does not keep.
    pub personal: bool,
    /// Whether a body has to name it though it may be null.
    pub named: bool,
    /// Whether it is computed from what other records have whenever the record is read, and not kept with it.
    pub computed: bool,
    /// The lookups by whose keys it is filled.
    pub lookup: Option<LookupType>,
    /// Among which live records no two have the same in it.
    pub unique: Unique,
    /// What makes the value that it has where a create leaves it out, as a body would say it.
    pub usual: Option<fn() -> Option<Json>>,
}

/// Fields are the same that are called the same and take the same.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.field_type, self.nullable) == (other.name, other.field_type, other.nullable)
    }
}

/// What a body says for a value. There is nothing to say for one that no body can give.
pub fn as_said<V: Value + PartialEq>(value: &V) -> Option<Json> {
    let said = Json::from(value.show());
    V::read(&said).is_ok_and(|read| read == *value).then_some(said)
}

/// Among which live records of a team no two have the same in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unique {
    No,
    All,
    /// All, whatever the case.
    Casefold,
    /// Those that have the same in this field, of numbers.
    With(&'static str),
}

impl Field {
    /// The field of this name, which is about this, whose values are of the type `V`.
    pub const fn of<V: Value>(name: &'static str, about: &'static str, filled: Filled, fixed: bool) -> Self {
        Self {
            name,
            about,
            field_type: V::FIELD_TYPE,
            nullable: V::NULLABLE,
            refers: V::REFERS,
            filled,
            fixed,
            parent: false,
            personal: false,
            named: false,
            computed: false,
            lookup: None,
            unique: Unique::No,
            usual: None,
        }
    }

    /// A member of an object that is part of a record.
    pub const fn member(name: &'static str, about: &'static str, field_type: FieldType) -> Self {
        Self { field_type, ..Self::of::<bool>(name, about, Filled::Body, false) }
    }

    /// Lets the field be null.
    pub const fn nullable(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// Says what the field is where a create leaves it out.
    pub const fn usual(self, usual: fn() -> Option<Json>) -> Self {
        Self { filled: Filled::BodyOrDefault, usual: Some(usual), ..self }
    }

    /// What it is where a create leaves it out, as a body would say it; nothing where that is up to more than the field.
    pub fn said_usual(&self) -> Option<Json> {
        self.usual.and_then(|usual| usual())
    }

    /// Lets no two of these records have the same in this field.
    pub const fn unique(self, unique: Unique) -> Self {
        Self { unique, ..self }
    }

    /// Says that the field names the record which this one is a part of.
    pub const fn parent(self) -> Self {
        Self { parent: true, ..self }
    }

    /// Keeps the field out of the activity log.
    pub const fn personal(self) -> Self {
        Self { personal: true, ..self }
    }

    /// Says that a body has to name the field, though it may be null.
    pub const fn named(self) -> Self {
        Self { named: true, ..self }
    }

    /// Says that the field is computed whenever the record is read.
    pub const fn computed(self) -> Self {
        Self { computed: true, ..self }
    }

    /// Says that the field takes the keys of these lookups.
    pub const fn lookup(self, lookup: LookupType) -> Self {
        Self { lookup: Some(lookup), ..self }
    }

    /// Whether a create must name it.
    pub fn required(&self) -> bool {
        self.filled == Filled::Body && (!self.nullable || self.named)
    }
}
