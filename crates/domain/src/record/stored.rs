//! A record with its identity and its dates, as a database keeps it and as answers show it.

use super::{FieldValue, Fields, Id, Kinded, Record, Time};
use crate::Json;

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
        size_of::<Self>() + length_of_contents(self) + hidden
    }
}

/// How many bytes the texts and documents of something have together.
pub fn length_of_contents(shows: &dyn Shows) -> usize {
    let mut length = 0;
    shows.show(&mut |_, shown| length += length_of(shown));
    length
}

/// How many bytes a text or a document has; 0 of what is neither.
pub(super) fn length_of(shown: FieldValue<'_>) -> usize {
    match shown {
        FieldValue::Text(text) => text.len(),
        FieldValue::Json(json) => length_of_json(json),
        FieldValue::Null
        | FieldValue::Integer(_)
        | FieldValue::Decimal(_)
        | FieldValue::Boolean(_)
        | FieldValue::Time(_)
        | FieldValue::Date(_)
        | FieldValue::FileAddress => 0,
    }
}

/// How many bytes a document has about, as it is written.
fn length_of_json(json: &Json) -> usize {
    match json {
        Json::Null | Json::Bool(_) | Json::Number(_) => 5,
        Json::String(text) => text.len() + 3,
        Json::Array(items) => items.iter().map(length_of_json).sum::<usize>() + 3,
        Json::Object(members) => {
            members.iter().map(|(name, member)| name.len() + 3 + length_of_json(member)).sum::<usize>() + 3
        }
    }
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
pub struct EmbeddedRow<R> {
    pub id: i64,
    pub record: R,
}

impl<R: Record> Shows for EmbeddedRow<R> {
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>)) {
        see("id", FieldValue::Integer(self.id));
        self.record.show(see);
    }
}

#[cfg(test)]
mod tests;
