//! What a kind of record says of itself, as it is declared.

use super::stored::length_of;
use super::weight::Weight;
use super::{BodyReader, Field, FieldValue, Id, Name};
use crate::User;

/// What a record kind says: its fields in order, how a body fills them and what they show.
///
/// Implemented by `#[derive(Record)]`. A record not yet stored is an ordinary value of the struct; one that is stored
/// is a [`Stored`](super::Stored).
pub trait Record: Sized + Clone + std::fmt::Debug + PartialEq + Send + 'static {
    /// What it is, for clients: the comment of its declaration.
    const ABOUT: &'static str;
    /// The fields, in the order in which answers show them.
    const FIELDS: &'static [Field];
    /// Whether a deleted record stays where it is and may be restored.
    const SOFT_DELETES: bool;

    /// Shows each field's name and value, in order.
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>));

    /// Shows what stands in each field that searches look in, with how much it counts there. Fields that nobody is
    /// shown may be among them.
    fn show_searched<'a>(&'a self, _see: &mut dyn FnMut(Weight, FieldValue<'a>)) {}

    /// Shows what stands in those of them that nobody is shown.
    fn show_hidden<'a>(&'a self, _see: &mut dyn FnMut(FieldValue<'a>)) {}

    /// Reads a new record from a body, or leaves its errors with the reader.
    fn read(reader: &mut BodyReader<'_>) -> Option<Self>;

    /// Takes over the fields that a body names; the others stay. Errors stay with the reader.
    fn change(&mut self, reader: &mut BodyReader<'_>);

    /// The project the record belongs to, where its kind has one.
    fn project(&self) -> Option<Id<crate::Project>> {
        None
    }

    /// Who recorded it, where its kind keeps that.
    fn author(&self) -> Option<Id<User>> {
        None
    }

    /// Notes who recorded it, where its kind keeps that.
    fn sign(&mut self, _author: Id<User>) {}

    /// Its identifier, where it has one.
    fn identifier(&self) -> Option<&Name> {
        None
    }

    /// Takes the identifier that was claimed for it, where its kind has one.
    fn identify(&mut self, _identifier: Name) {}
}

/// How large a record is, in bytes of its texts and documents.
pub(crate) fn bytes_of(record: &impl Record) -> usize {
    let mut bytes = 0;
    record.show(&mut |_, value| bytes += length_of(value));
    bytes
}
