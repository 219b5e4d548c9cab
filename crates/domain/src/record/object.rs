//! JSON, kept as it is.

use super::{FieldError, FieldType, FieldValue, Fields, Unreadable, Value};
use crate::Json;

/// A JSON object whose members are up to whoever writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Object(Json);

impl Object {
    pub const fn new(object: Json) -> Self {
        Self(object)
    }

    /// Its members.
    pub fn fields(&self) -> Fields {
        self.0.as_object().cloned().unwrap_or_default()
    }
}

impl Default for Object {
    /// One without members.
    fn default() -> Self {
        Self(Json::Object(Fields::new()))
    }
}

impl Value for Object {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Object;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        if raw.is_object() { Ok(Self(raw.clone())) } else { Err(FieldError::NotObject) }
    }

    fn into_raw(self) -> String {
        self.0.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        serde_json::from_str(&raw).map(Self).map_err(|error| Unreadable(format!("{raw:?} is no object: {error}")))
    }
}

/// Any JSON but null.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyJson(Json);

impl AnyJson {
    pub const fn new(json: Json) -> Self {
        Self(json)
    }

    pub const fn get(&self) -> &Json {
        &self.0
    }
}

impl Value for AnyJson {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Any;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        Ok(Self(raw.clone()))
    }

    fn into_raw(self) -> String {
        self.0.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        serde_json::from_str(&raw).map(Self).map_err(|error| Unreadable(format!("{raw:?} is no JSON: {error}")))
    }
}
