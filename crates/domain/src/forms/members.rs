//! The members of a JSON object, read one by one.

use super::numbers::number_json;
use super::place;
use crate::Json;
use crate::record::{FieldError, Fields, MemberErrors, Value, decimal};

/// What is said of a member: neither null nor an empty text is anything.
pub(super) fn said<'a>(object: &'a Json, name: &str) -> Option<&'a Json> {
    object.get(name).filter(|it| !it.is_null() && it.as_str() != Some(""))
}

/// Reads the members of an object: what it keeps is what was read of them, and what is wrong is told by their names.
pub(super) struct Members<'a> {
    given: &'a Json,
    kept: Fields,
    wrong: MemberErrors,
}

impl<'a> Members<'a> {
    pub(super) fn new(given: &'a Json) -> Self {
        Self { given, kept: Fields::new(), wrong: MemberErrors::new() }
    }

    /// Reads a member where something is said of it. What is kept is what is made of it by the second function.
    pub(super) fn with<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Json) -> Result<T, FieldError>,
        keep: impl FnOnce(&T) -> Json,
    ) -> Option<T> {
        match read(said(self.given, name)?) {
            Ok(value) => {
                self.kept.insert(name.to_owned(), keep(&value));
                Some(value)
            }
            Err(error) => {
                self.reject(name, error);
                None
            }
        }
    }

    /// Reads a member of a type that may stand in a record.
    pub(super) fn value<V: Value>(&mut self, name: &str) -> Option<V> {
        self.with(name, V::read, |value| value.show().into())
    }

    /// Reads a number.
    pub(super) fn number(&mut self, name: &str) -> Option<f64> {
        // Adding zero turns a negative zero into the ordinary one.
        self.with(name, |raw| decimal(raw).map(|it| it + 0.0), |it| number_json(*it))
    }

    /// Tells that a member is missing, where nothing is said of it.
    pub(super) fn require(&mut self, name: &str) {
        if said(self.given, name).is_none() {
            self.reject(name, FieldError::Required);
        }
    }

    /// Tells what is wrong with a member.
    pub(super) fn reject(&mut self, name: &str, error: FieldError) {
        match error {
            FieldError::Members(members) => {
                self.wrong.extend(members.into_iter().map(|(path, error)| (place(name, &path), error)));
            }
            error => self.wrong.push((name.to_owned(), error)),
        }
    }

    /// What was kept.
    ///
    /// # Errors
    /// What is wrong with the members.
    pub(super) fn finish(self) -> Result<Json, MemberErrors> {
        if self.wrong.is_empty() { Ok(Json::Object(self.kept)) } else { Err(self.wrong) }
    }
}
