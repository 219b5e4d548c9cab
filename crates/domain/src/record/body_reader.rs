//! Reads the fields of a body one by one, and notes every error.

use super::{Field, FieldError, Filled, Invalid, Value};
use crate::Json;

/// The members of a request's body, strings trimmed and empty ones made null.
pub type Fields = serde_json::Map<String, Json>;

/// A body being read into a record.
pub struct BodyReader<'a> {
    fields: &'a Fields,
    /// What stands before the names of the fields, where the body is part of another.
    path: String,
    invalid: Invalid,
    /// The fields that hold a sample in place of what the body has, because that could not be read.
    stood_in_for: &'a [&'static Field],
}

impl<'a> BodyReader<'a> {
    pub fn new(fields: &'a Fields) -> Self {
        Self::within(fields, "")
    }

    /// A part of another body, whose fields are told under this path.
    pub fn within(fields: &'a Fields, path: &str) -> Self {
        Self { fields, path: path.to_owned(), invalid: Invalid::default(), stood_in_for: &[] }
    }

    /// Reads another body in the place of this one, which has something else in these fields. What was found wrong so
    /// far is known.
    pub(crate) fn of_another<'b>(&self, fields: &'b Fields, stood_in_for: &'b [&'static Field]) -> BodyReader<'b> {
        BodyReader { fields, path: self.path.clone(), invalid: self.invalid.clone(), stood_in_for }
    }

    /// Whether the body has something in this field that could not be read: what a rule finds there is made up.
    pub(crate) fn is_made_up(&self, field: &str) -> bool {
        self.stood_in_for.iter().any(|it| it.name == field)
    }

    /// Takes over the errors of a part.
    pub fn take(&mut self, part: BodyReader<'_>) {
        self.invalid.extend(part.invalid);
    }

    /// Takes over the errors of a part, in the order of its fields.
    pub(crate) fn take_in_order(&mut self, mut part: BodyReader<'_>, fields: &[Field]) {
        let name = |path: &str| path.strip_prefix(&part.path).unwrap_or(path).to_owned();
        part.invalid.sort_by_place(|path| fields.iter().position(|field| field.name == name(path)));
        self.take(part);
    }

    /// What was found wrong so far: fields and messages.
    pub(super) fn told(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = |field| self.own(field).unwrap_or(field);
        self.invalid
            .errors()
            .flat_map(move |(field, messages)| messages.iter().map(move |it| (own(field), it.as_str())))
    }

    /// Notes an error in its own words.
    pub(super) fn tell(&mut self, field: &str, message: String) {
        self.invalid.tell(&format!("{}{field}", self.path), message);
    }

    /// A field as it is called within this body.
    fn own<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(&self.path)
    }

    /// Reads a field of a new record. One left out is null where it may be, and required otherwise.
    pub fn read<V: Value>(&mut self, field: &str) -> Option<V> {
        let read = read_field(self.fields, field);
        self.keep(field, read)
    }

    /// Reads a field of a new record, or takes the default where the body leaves it out. As it may be left out, null is
    /// told as whatever else is no such value.
    pub fn read_or<V: Value>(&mut self, field: &str, default: V) -> Option<V> {
        match self.fields.get(field) {
            None => Some(default),
            Some(raw) => self.keep(field, V::read(raw)),
        }
    }

    /// Changes a field of a record where the body names it.
    pub fn change<V: Value>(&mut self, field: &str, into: &mut V) {
        if let Some(raw) = self.fields.get(field)
            && let Some(read) = self.keep(field, value(raw))
        {
            *into = read;
        }
    }

    /// Changes a field that a new record may leave out, where the body names it.
    pub fn change_or<V: Value>(&mut self, field: &str, into: &mut V) {
        if let Some(raw) = self.fields.get(field)
            && let Some(read) = self.keep(field, V::read(raw))
        {
            *into = read;
        }
    }

    /// Rejects what a body gives a field that stays as it was created, unless it is what stands there.
    pub fn keep_fixed<V: Value + PartialEq>(&mut self, field: &str, stays: &V) {
        self.keep_as(field, stays, FieldError::Otherwise("field cannot change.".to_owned()));
    }

    /// Rejects what a body gives a field by this error, unless it is what stands there.
    pub(crate) fn keep_as<V: Value + PartialEq>(&mut self, field: &str, stays: &V, error: FieldError) {
        let Some(raw) = self.fields.get(field) else { return };
        if self.keep(field, value::<V>(raw)).is_some_and(|read| read != *stays) {
            self.reject(field, error);
        }
    }

    /// The ids that a list of the body names, each with its place, or `None` where the body leaves the list out.
    pub fn ids(&mut self, field: &str, most: usize) -> Option<Vec<(usize, i64)>> {
        let items = self.items(field, most)?;
        let mut ids = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            match super::number::integer(item) {
                Ok(id) => ids.push((at, id)),
                Err(error) => self.reject(&format!("{field}.{at}"), error),
            }
        }
        Some(ids)
    }

    /// The items of a list of the body, or `None` where the body leaves the list out or has none there that is so short.
    pub(crate) fn items(&mut self, field: &str, most: usize) -> Option<&'a [Json]> {
        match self.fields.get(field)? {
            Json::Array(items) if items.len() <= most => return Some(items),
            Json::Array(_) => self.reject(field, FieldError::TooMany(most)),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
                self.reject(field, FieldError::NotList);
            }
        }
        None
    }

    /// All that the body says.
    pub fn fields(&self) -> &'a Fields {
        self.fields
    }

    /// The raw value of a field, where the body names it.
    pub fn raw(&self, field: &str) -> Option<&'a Json> {
        self.fields.get(field)
    }

    pub fn reject(&mut self, field: &str, error: FieldError) {
        self.invalid.add(&format!("{}{field}", self.path), &error);
    }

    /// Whether anything was found wrong so far.
    pub fn has_errors(&self) -> bool {
        !self.invalid.is_empty()
    }

    /// Whether anything was found wrong with this field so far.
    pub fn has_errors_about(&self, field: &str) -> bool {
        self.invalid.errors().any(|(path, _)| self.own(path) == Some(field))
    }

    /// Whether anything was found wrong with this field or with a part of it so far.
    pub(crate) fn has_errors_within(&self, field: &str) -> bool {
        self.invalid.errors().any(|(path, _)| self.own(path).and_then(|name| name.split('.').next()) == Some(field))
    }

    /// The id that a field of the body names, where the body fills the field and names one.
    pub fn reference(&self, field: &Field) -> Option<i64> {
        let raw = self.fields.get(field.name).filter(|_| field.filled != Filled::Server)?;
        super::number::integer(raw).ok()
    }

    /// The reader again, where nothing was found wrong so far.
    ///
    /// # Errors
    /// All that was found wrong with the body, in the order of the fields.
    pub fn valid(mut self, fields: &[Field]) -> Result<Self, Invalid> {
        if self.invalid.is_empty() {
            return Ok(self);
        }
        self.invalid.sort_by_place(|name| fields.iter().position(|field| field.name == name));
        Err(self.invalid)
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// As for [`Self::valid`].
    pub fn finish(self, fields: &[Field]) -> Result<(), Invalid> {
        self.valid(fields).map(drop)
    }

    fn keep<V>(&mut self, field: &str, read: Result<V, FieldError>) -> Option<V> {
        read.map_err(|error| self.reject(field, error)).ok()
    }
}

/// Reads a field of a new record. One left out is null where it may be, and required otherwise.
pub(crate) fn read_field<V: Value>(fields: &Fields, field: &str) -> Result<V, FieldError> {
    value(fields.get(field).unwrap_or(&Json::Null))
}

/// Whether a value says as little as null, where nothing empty stands for something.
pub(crate) fn says_nothing(raw: &Json) -> bool {
    match raw {
        Json::Null => true,
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    }
}

/// What stands in a field that is required where it takes no null. In the place of a single value an empty list or
/// object says as little as null, and so does an empty object in the place of a list.
fn value<V: Value>(raw: &Json) -> Result<V, FieldError> {
    let is_missing = says_nothing(raw)
        && match raw {
            Json::Array(_) => V::FIELD_TYPE.is_missing_in_list(),
            Json::Object(_) => V::FIELD_TYPE.is_missing_in_object(),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => true,
        };
    if is_missing && !V::NULLABLE { Err(FieldError::Required) } else { V::read(raw) }
}
