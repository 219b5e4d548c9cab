//! An identifier that knows which kind of record it names.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::{FieldError, FieldType, FieldValue, Unreadable, Value};
use crate::{Json, Kind};

/// A type that stands for one record kind.
pub trait Kinded {
    const KIND: Kind;
}

/// The id of a record of kind `K`. Ids are given by the database and start at 1.
pub struct Id<K>(i64, PhantomData<fn() -> K>);

impl<K> Id<K> {
    pub const fn new(id: i64) -> Self {
        Self(id, PhantomData)
    }

    pub const fn get(self) -> i64 {
        self.0
    }
}

/// The id of no record.
impl<K> Default for Id<K> {
    fn default() -> Self {
        Self::new(0)
    }
}

// Derives would ask the same of `K`, which an id only names.
impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Id<K> {}

impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K> Eq for Id<K> {}

impl<K> Hash for Id<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<K> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl<K> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<K: Kinded> Value for Id<K> {
    type Raw = i64;
    const FIELD_TYPE: FieldType = FieldType::Id;
    const REFERS: Option<Kind> = Some(K::KIND);

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Integer(self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        super::number::integer(raw).map(Self::new)
    }

    fn into_raw(self) -> i64 {
        self.0
    }

    fn from_raw(raw: i64) -> Result<Self, Unreadable> {
        Ok(Self::new(raw))
    }
}
