//! A record: what one kind of thing says about itself, apart from its identity and its dates.

mod body_reader;
mod choices;
mod field;
mod id;
mod number;
mod object;
mod pattern;
mod several;
mod size;
mod slug;
mod text;
mod time;
mod unaccented;
mod value;

pub(crate) use body_reader::read_field;
pub use body_reader::{BodyReader, FieldError, Fields};
pub use choices::{Choices, read_word, stored_word};
pub use field::{Field, Filled, Unique};
pub use id::{Id, Kinded};
pub use number::{
    Amount, AnyId, AnyNumber, Count, Days, Decimal, Effect, Importance, Measure, Ordinal, Percent, Power, Score, Share,
    Significance, SomeShare, Sum, SumOfSquares, Uplift, Whole,
};
pub(crate) use number::{decimal, integer};
pub use object::{AnyJson, Object};
pub(crate) use pattern::{check_pattern, compile_pattern};
pub use several::{AtLeastOne, ByName, Document, List};
pub(crate) use size::check_text;
pub use slug::Slug;
pub use text::{
    Code, Color, CommentText, Currency, Email, HttpUrl, Label, Name, QuestionKey, QuestionLabel, Segment, Text,
    UrlText, Zone,
};
pub use time::{Date, Time};
pub use unaccented::unaccented;
pub use value::{FieldType, FieldValue, Unreadable, Value};

use crate::User;
use crate::listing::search::Weight;

/// What a record kind says: its fields in order, how a body fills them and what they show.
///
/// Implemented by `#[derive(Record)]`. A record not yet stored is an ordinary value of the struct; one that is stored
/// is a [`Stored`].
pub trait Record: Sized + Clone + std::fmt::Debug + PartialEq + Send + 'static {
    /// What it is, for clients: the comment of its declaration.
    const ABOUT: &'static str;
    /// The fields, in the order in which answers show them.
    const FIELDS: &'static [Field];
    /// Whether a deleted record stays where it is and may be restored.
    const SOFT_DELETES: bool;

    /// Shows each field's name and value, in order.
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>));

    /// Shows what stands in each field that searches look in, with how much it counts there. Fields that nobody is shown
    /// may be among them.
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

/// A record with its identity and dates, as the database keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored<R> {
    pub id: Id<R>,
    pub created_at: Time,
    pub updated_at: Time,
    pub deleted_at: Option<Time>,
    pub record: R,
}

impl<R: Record + Kinded> Stored<R> {
    /// The record as answers show it, where nothing is made of it for whoever asks.
    pub fn shown(&self) -> crate::Json {
        let mut fields = Fields::new();
        self.show(&mut |name, value| drop(fields.insert(name.to_owned(), value.into())));
        fields.into()
    }

    /// About how many bytes of memory the record takes.
    pub fn weight(&self) -> usize {
        let mut hidden = 0;
        self.record.show_hidden(&mut |shown| hidden += length_of(shown));
        size_of::<Self>() + length_of_texts(self) + hidden
    }
}

/// How many bytes the texts of something have together.
pub fn length_of_texts(shows: &dyn Shows) -> usize {
    let mut length = 0;
    shows.show(&mut |_, shown| length += length_of(shown));
    length
}

/// How many bytes a text has; 0 of what is none.
const fn length_of(shown: FieldValue<'_>) -> usize {
    if let FieldValue::Text(text) = shown { text.len() } else { 0 }
}

/// Anything that can name its members and their values, in order: what JSON and the activity log are written from.
pub trait Shows {
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>));

    /// The whole number that stands in a field, if one does.
    fn integer(&self, field: &str) -> Option<i64> {
        let mut found = None;
        self.show(&mut |name, value| {
            if let (true, FieldValue::Integer(it)) = (name == field, value) {
                found = Some(it);
            }
        });
        found
    }
}

impl<R: Record + Kinded> Shows for Stored<R> {
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>)) {
        see("id", FieldValue::Integer(self.id.get()));
        self.record.show(see);
        see("created_at", FieldValue::Time(self.created_at));
        see("updated_at", FieldValue::Time(self.updated_at));
        if R::SOFT_DELETES {
            see("deleted_at", self.deleted_at.map_or(FieldValue::Null, FieldValue::Time));
        }
    }
}

/// What is part of a record and kept in rows of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Part<R> {
    pub id: i64,
    pub record: R,
}

impl<R: Record> Shows for Part<R> {
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>)) {
        see("id", FieldValue::Integer(self.id));
        self.record.show(see);
    }
}
