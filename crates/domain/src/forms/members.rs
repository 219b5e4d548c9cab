//! The members of a JSON object, read one by one.

use super::numbers::number_json;
use super::place;
use crate::Json;
use crate::record::{Field, FieldError, FieldType, Fields, MemberErrors, Value, decimal};

/// What is said of a member: neither null nor an empty text is anything.
pub(super) fn said<'a>(object: &'a Json, name: &str) -> Option<&'a Json> {
    object.get(name).filter(|it| !it.is_null() && it.as_str() != Some(""))
}

/// A member that may be said.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberFacts {
    /// What it is.
    pub field: Field,
    /// What it is where nobody says.
    pub usual: Option<Json>,
}

/// Where nothing is said.
static NOTHING: Json = Json::Null;

/// Reads the members of an object: what it keeps is what was read of them, and what is wrong is told by their names.
pub(super) struct Members<'a> {
    given: &'a Json,
    kept: Fields,
    wrong: MemberErrors,
    /// What may be said, where it is that which is asked for.
    noted: Option<Vec<MemberFacts>>,
}

/// What a member is called, what it is, and what may stand in it.
pub(super) type Member = (&'static str, &'static str, FieldType);

/// Tells which members a reading asks for.
pub(super) fn noted<T>(read: impl FnOnce(&mut Members<'_>) -> T) -> Vec<MemberFacts> {
    let mut members = Members { noted: Some(Vec::new()), ..Members::new(&NOTHING) };
    read(&mut members);
    members.noted.unwrap_or_default()
}

impl<'a> Members<'a> {
    pub(super) fn new(given: &'a Json) -> Self {
        Self { given, kept: Fields::new(), wrong: MemberErrors::new(), noted: None }
    }

    /// Reads a member where something is said of it. What is kept is what is made of it by the second function.
    pub(super) fn with<T>(
        &mut self,
        (name, about, field_type): Member,
        read: impl FnOnce(&Json) -> Result<T, FieldError>,
        keep: impl FnOnce(&T) -> Json,
    ) -> Option<T> {
        if let Some(noted) = &mut self.noted {
            noted.push(MemberFacts { field: Field::member(name, about, field_type).nullable(), usual: None });
        }
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
    pub(super) fn value<V: Value>(&mut self, name: &'static str, about: &'static str) -> Option<V> {
        self.with((name, about, V::FIELD_TYPE), V::read, |value| value.show().into())
    }

    /// Reads a number that is above another, if that is said.
    pub(super) fn number(&mut self, name: &'static str, about: &'static str, above: Option<f64>) -> Option<f64> {
        let field_type =
            FieldType::Decimal { min: above.unwrap_or(f64::MIN), max: f64::MAX, above: above.is_some(), below: false };
        // Adding zero turns a negative zero into the ordinary one.
        self.with((name, about, field_type), |raw| decimal(raw).map(|it| it + 0.0), |it| number_json(*it))
    }

    /// What was read of the last member, or what it is where nobody says, as JSON has it.
    pub(super) fn or<T>(&mut self, read: Option<T>, usual: T, json: impl FnOnce(&T) -> Json) -> T {
        if let Some(last) = self.noted.as_mut().and_then(|noted| noted.last_mut()) {
            last.usual = Some(json(&usual));
        }
        read.unwrap_or(usual)
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
