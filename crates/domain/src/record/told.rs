//! Objects that the service tells, of which it is known what stands in them.

use std::marker::PhantomData;

use super::{Field, FieldError, FieldType, FieldValue, Object, Unreadable, Value};
use crate::Json;

/// What stands in an object.
pub trait Members {
    const MEMBERS: &'static [Field];
}

/// A JSON object with the members of `M`, all of which are always there.
#[derive(Clone, Debug, PartialEq)]
pub struct Told<M>(Object, PhantomData<M>);

impl<M> Told<M> {
    pub const fn new(object: Json) -> Self {
        Self(Object::new(object), PhantomData)
    }
}

impl<M: Members> Value for Told<M> {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Members(M::MEMBERS);

    fn show(&self) -> FieldValue<'_> {
        self.0.show()
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        Object::read(raw).map(|object| Self(object, PhantomData))
    }

    fn into_raw(self) -> String {
        self.0.into_raw()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        Object::from_raw(raw).map(|object| Self(object, PhantomData))
    }
}
