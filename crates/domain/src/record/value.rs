//! A value: what may stand in a field, by type.

use chrono::NaiveDate;

use super::{Date, Field, FieldError, Time};
use crate::{Json, Kind};

/// What a type of value looks like from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldType {
    /// The id of a record.
    Id,
    /// A whole number within these bounds, both included.
    Integer {
        min: i64,
        max: i64,
    },
    /// A number within these bounds, both included, but for the least where it has to be above that, and the most where
    /// it has to be below.
    Decimal {
        min: f64,
        max: f64,
        above: bool,
        below: bool,
    },
    Boolean,
    /// Text of at most so many characters, in a format.
    Text {
        max: usize,
        format: TextFormat,
    },
    /// One of these words.
    Choices(&'static [&'static str]),
    /// A moment in time.
    Time,
    /// A calendar date.
    Date,
    /// Any JSON.
    Any,
    /// A JSON object.
    Object,
    /// A list of at most so many values of a type.
    List {
        of: &'static FieldType,
        most: usize,
    },
    /// A JSON object whose members are of a type.
    ByName(&'static FieldType),
    /// A JSON object with these members.
    Members(&'static [Field]),
    /// A JSON object with these members, of which a body names those that change: null brings back what one is where
    /// nobody says.
    Settings(&'static [Field]),
}

/// The form that a text has to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// Any text.
    Plain,
    /// An email address.
    Email,
    /// A web address.
    Uri,
    /// What this regular expression matches from end to end.
    Pattern(&'static str),
}

impl FieldType {
    /// Whether a list without items says as little as null where a value of the type is required.
    pub(super) const fn is_missing_in_list(self) -> bool {
        match self {
            Self::Id
            | Self::Integer { .. }
            | Self::Decimal { .. }
            | Self::Boolean
            | Self::Text { .. }
            | Self::Choices(_)
            | Self::Time
            | Self::Date
            | Self::Object
            | Self::Members(_)
            | Self::Settings(_) => true,
            Self::Any | Self::List { .. } | Self::ByName(_) => false,
        }
    }

    /// Whether an object without members says as little as null where a value of the type is required.
    pub(super) const fn is_missing_in_object(self) -> bool {
        let is_object = matches!(self, Self::Object | Self::Members(_) | Self::Settings(_));
        matches!(self, Self::List { .. }) || (self.is_missing_in_list() && !is_object)
    }
}

/// A value as it is shown to the outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldValue<'a> {
    Null,
    Integer(i64),
    Decimal(f64),
    Boolean(bool),
    Text(&'a str),
    Time(Time),
    Date(Date),
    Json(&'a Json),
    /// The address of the file of the record that shows it. Whoever shows the record makes it out of the record's id.
    FileAddress,
}

impl From<FieldValue<'_>> for Json {
    fn from(shown: FieldValue<'_>) -> Self {
        match shown {
            // An address is good for an hour; nobody keeps one.
            FieldValue::Null | FieldValue::FileAddress => Json::Null,
            FieldValue::Integer(it) => it.into(),
            FieldValue::Decimal(it) => it.into(),
            FieldValue::Boolean(it) => it.into(),
            FieldValue::Text(it) => it.into(),
            FieldValue::Time(it) => it.to_string().into(),
            FieldValue::Date(it) => it.to_string().into(),
            FieldValue::Json(it) => it.clone(),
        }
    }
}

/// A stored value that its type cannot read: the database holds something no version of the service wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

/// A type that may stand in a record's field.
pub trait Value: Sized {
    /// How the database carries it.
    type Raw;
    const FIELD_TYPE: FieldType;
    const NULLABLE: bool = false;
    const REFERS: Option<Kind> = None;

    fn show(&self) -> FieldValue<'_>;

    /// Reads a value from a body. Only nullable types meet a null.
    ///
    /// # Errors
    /// What is wrong with the value, to be told under the field's name.
    fn read(raw: &Json) -> Result<Self, FieldError>;

    fn into_raw(self) -> Self::Raw;

    /// # Errors
    /// When the database holds what this type never wrote.
    fn from_raw(raw: Self::Raw) -> Result<Self, Unreadable>;
}

impl<V: Value> Value for Option<V> {
    type Raw = Option<V::Raw>;
    const FIELD_TYPE: FieldType = V::FIELD_TYPE;
    const NULLABLE: bool = true;
    const REFERS: Option<Kind> = V::REFERS;

    fn show(&self) -> FieldValue<'_> {
        self.as_ref().map_or(FieldValue::Null, V::show)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        if raw.is_null() { Ok(None) } else { V::read(raw).map(Some) }
    }

    fn into_raw(self) -> Self::Raw {
        self.map(V::into_raw)
    }

    fn from_raw(raw: Self::Raw) -> Result<Self, Unreadable> {
        raw.map(V::from_raw).transpose()
    }
}

impl Value for bool {
    type Raw = bool;
    const FIELD_TYPE: FieldType = FieldType::Boolean;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Boolean(*self)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        match raw {
            Json::Bool(it) => Ok(*it),
            Json::Number(it) if it.as_i64() == Some(1) => Ok(true),
            Json::Number(it) if it.as_i64() == Some(0) => Ok(false),
            Json::String(it) if it == "1" => Ok(true),
            Json::String(it) if it == "0" => Ok(false),
            Json::Null | Json::Number(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => {
                Err(FieldError::NotBoolean)
            }
        }
    }

    fn into_raw(self) -> bool {
        self
    }

    fn from_raw(raw: bool) -> Result<Self, Unreadable> {
        Ok(raw)
    }
}

impl Value for Time {
    type Raw = Time;
    const FIELD_TYPE: FieldType = FieldType::Time;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Time(*self)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        raw.as_str().and_then(Self::parse).ok_or(FieldError::NotDate)
    }

    fn into_raw(self) -> Time {
        self
    }

    fn from_raw(raw: Time) -> Result<Self, Unreadable> {
        Ok(raw)
    }
}

impl Value for Date {
    type Raw = NaiveDate;
    const FIELD_TYPE: FieldType = FieldType::Date;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Date(*self)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        raw.as_str().and_then(Self::parse).ok_or(FieldError::NotDate)
    }

    fn into_raw(self) -> NaiveDate {
        self.0
    }

    fn from_raw(raw: NaiveDate) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}
