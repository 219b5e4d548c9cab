//! Reads the fields of a body one by one, and notes every error.

use super::{Field, Filled, Value};
use crate::Json;
use crate::file::FORMATS;
use crate::refusal::Invalid;

/// The members of a request's body, strings trimmed and empty ones made null.
pub type Fields = serde_json::Map<String, Json>;

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldError {
    Required,
    NotText,
    NotInteger,
    NotNumber,
    NotBoolean,
    NotDate,
    NotList,
    NotObject,
    NotFile,
    /// A file whose content is in none of these formats.
    NotOfType(&'static str),
    /// A file of more than so many kilobytes of 1,024 bytes.
    TooLarge(u64),
    NotUrl,
    NotEmail,
    NotZone,
    /// More than so many characters.
    TooLong(usize),
    /// More than so many items.
    TooMany(usize),
    /// Less than this number.
    Below(String),
    /// This number or less.
    NotAbove(String),
    /// More than this number.
    Above(String),
    /// Not one of the allowed words, or no record of that id.
    NotAllowed,
    Format,
    Taken,
    Nul,
    /// A query parameter that is no text, or nested too deep.
    Unreadable,
    NotBefore(&'static str),
    /// What must not be said beside something else.
    Prohibited,
    /// Several at once.
    Each(Vec<FieldError>),
    /// Items of a list, each with its place, counted from 0, and what is wrong with it.
    Items(Vec<(usize, FieldError)>),
    /// Members of an object, each by the path to it, and what is wrong with it.
    Members(Vec<(String, FieldError)>),
    /// Anything else, as the rest of the sentence after the field's name.
    Otherwise(String),
    /// Anything at all, in the words of whoever asked for the value.
    Said(String),
}

impl FieldError {
    /// What stands in a list twice.
    pub fn twice() -> Self {
        Self::Otherwise("field has a duplicate value.".to_owned())
    }

    /// This error and another, where there is one.
    pub fn and(self, other: Option<Self>) -> Self {
        match (self, other) {
            (one, None) => one,
            (Self::Each(errors), Some(other)) => Self::Each(errors.into_iter().chain([other]).collect()),
            (one, Some(other)) => Self::Each(vec![one, other]),
        }
    }

    /// What is said where a file belongs and none came.
    pub fn no_file() -> Self {
        Self::NotFile.and(Some(Self::NotOfType(FORMATS)))
    }

    /// Whether a file is too large, whatever else is wrong with it.
    pub fn is_too_large(&self) -> bool {
        match self {
            Self::Each(errors) => errors.iter().any(Self::is_too_large),
            other => matches!(other, Self::TooLarge(_)),
        }
    }

    /// The error as a sentence about the field.
    pub fn about(&self, field: &str) -> String {
        // The stack writes a nested field by its path and any other by its words.
        let field = if field.contains('.') { field.to_owned() } else { field.replace('_', " ") };
        match self {
            Self::Required => format!("The {field} field is required."),
            Self::NotText => format!("The {field} field must be a string."),
            Self::NotInteger => format!("The {field} field must be an integer."),
            Self::NotNumber => format!("The {field} field must be a number."),
            Self::NotBoolean => format!("The {field} field must be true or false."),
            Self::NotDate => format!("The {field} field must be a valid date."),
            Self::NotList => format!("The {field} field must be an array."),
            Self::NotObject => format!("The {field} field must be an object."),
            Self::NotFile => format!("The {field} field must be a file."),
            Self::NotOfType(formats) => format!("The {field} field must be a file of type: {formats}."),
            Self::TooLarge(most) => format!("The {field} field must not be greater than {most} kilobytes."),
            Self::NotUrl => format!("The {field} field must be a valid URL."),
            Self::NotEmail => format!("The {field} field must be a valid email address."),
            Self::NotZone => format!("The {field} field must be a valid timezone."),
            Self::TooLong(max) => format!("The {field} field must not be greater than {max} characters."),
            Self::TooMany(max) => format!("The {field} field must not have more than {max} items."),
            Self::Below(min) => format!("The {field} field must be at least {min}."),
            Self::NotAbove(min) => format!("The {field} field must be greater than {min}."),
            Self::Above(max) => format!("The {field} field must not be greater than {max}."),
            Self::NotAllowed => format!("The selected {field} is invalid."),
            Self::Format => format!("The {field} field format is invalid."),
            Self::Taken => format!("The {field} has already been taken."),
            Self::Nul => format!("The {field} field must not contain a NUL character."),
            Self::Unreadable => {
                format!("The {field} field must be readable: UTF-8 without NUL, and not nested too deep.")
            }
            Self::NotBefore(other) => {
                format!("The {field} field must be a date after or equal to {}.", other.replace('_', " "))
            }
            Self::Prohibited => format!("The {field} field is prohibited."),
            Self::Each(errors) => errors.iter().map(|error| error.about(&field)).collect::<Vec<_>>().join(" "),
            Self::Items(items) => {
                let about = items.iter().map(|(at, error)| error.about(&format!("{field}.{at}")));
                about.collect::<Vec<_>>().join(" ")
            }
            Self::Members(members) => {
                let about = members.iter().map(|(path, error)| error.about(&format!("{field}.{path}")));
                about.collect::<Vec<_>>().join(" ")
            }
            Self::Otherwise(rest) => format!("The {field} {rest}"),
            Self::Said(sentence) => sentence.clone(),
        }
    }
}

/// A body being read into a record.
pub struct BodyReader<'a> {
    fields: &'a Fields,
    /// What stands before the names of the fields, where the body is part of another.
    path: String,
    invalid: Invalid,
}

impl<'a> BodyReader<'a> {
    pub fn new(fields: &'a Fields) -> Self {
        Self::within(fields, "")
    }

    /// A part of another body, whose fields are told under this path.
    pub fn within(fields: &'a Fields, path: &str) -> Self {
        Self { fields, path: path.to_owned(), invalid: Invalid::default() }
    }

    /// Takes over the errors of a part.
    pub fn take(&mut self, part: BodyReader<'_>) {
        self.invalid.extend(part.invalid);
    }

    /// Takes over the errors about those fields of another body that are asked for.
    pub(crate) fn take_where(&mut self, other: &BodyReader<'_>, is_asked_for: impl Fn(&str) -> bool) {
        for (field, messages) in other.invalid.errors().filter(|(field, _)| is_asked_for(field)) {
            messages.iter().for_each(|message| self.invalid.tell(field, message.clone()));
        }
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
        let Some(raw) = self.fields.get(field) else { return };
        if self.keep(field, value::<V>(raw)).is_some_and(|read| read != *stays) {
            self.reject(field, FieldError::Otherwise("field cannot change.".to_owned()));
        }
    }

    /// Rejects a number that is not above nothing.
    pub fn keep_above_zero(&mut self, field: &str, number: f64) {
        if number <= 0.0 {
            self.reject(field, FieldError::NotAbove("0".to_owned()));
        }
    }

    /// The ids that a list of the body names, each with its place, or `None` where the body leaves the list out.
    pub fn ids(&mut self, field: &str, most: usize) -> Option<Vec<(usize, i64)>> {
        let raw = self.fields.get(field)?;
        let Json::Array(items) = raw else {
            self.reject(field, FieldError::NotList);
            return None;
        };
        if items.len() > most {
            self.reject(field, FieldError::TooMany(most));
            return None;
        }
        let mut ids = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            match super::number::integer(item) {
                Ok(id) => ids.push((at, id)),
                Err(error) => self.reject(&format!("{field}.{at}"), error),
            }
        }
        Some(ids)
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
        self.invalid.errors().any(|(name, _)| name == field)
    }

    /// Whether anything was found wrong with this field or with a part of it so far.
    pub(crate) fn has_errors_within(&self, field: &str) -> bool {
        self.invalid.errors().any(|(name, _)| name.split('.').next() == Some(field))
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

/// What stands in a field that is required where it takes no null. In the place of a single value an empty list or object
/// says as little as null, and so does an empty object in the place of a list.
fn value<V: Value>(raw: &Json) -> Result<V, FieldError> {
    let says_nothing = match raw {
        Json::Null => true,
        Json::Array(items) => items.is_empty() && V::FIELD_TYPE.is_missing_in_list(),
        Json::Object(members) => members.is_empty() && V::FIELD_TYPE.is_missing_in_object(),
        Json::Bool(_) | Json::Number(_) | Json::String(_) => false,
    };
    if says_nothing && !V::NULLABLE { Err(FieldError::Required) } else { V::read(raw) }
}
