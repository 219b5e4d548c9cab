//! A value: what may stand in a field, by type.

use super::{Complaint, Date, Time};
use crate::{Json, Kind};

/// What a type of value looks like from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// The id of a record.
    Id,
    /// A whole number within these bounds, both included.
    Integer {
        min: i64,
        max: i64,
    },
    /// A number within these bounds, both included.
    Decimal {
        min: f64,
        max: f64,
    },
    Boolean,
    /// Text of at most so many characters, in a format where one is named.
    Text {
        max: usize,
        format: Option<&'static str>,
    },
    /// One of these words.
    Words(&'static [&'static str]),
    /// A moment in time.
    Time,
    /// A calendar date.
    Date,
    /// A JSON object.
    Object,
}

/// A value as it is shown to the outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown<'a> {
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

impl From<Shown<'_>> for Json {
    fn from(shown: Shown<'_>) -> Self {
        match shown {
            // An address is good for an hour; nobody keeps one.
            Shown::Null | Shown::FileAddress => Json::Null,
            Shown::Integer(it) => it.into(),
            Shown::Decimal(it) => it.into(),
            Shown::Boolean(it) => it.into(),
            Shown::Text(it) => it.into(),
            Shown::Time(it) => it.to_string().into(),
            Shown::Date(it) => it.to_string().into(),
            Shown::Json(it) => it.clone(),
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
    const SHAPE: Shape;
    const NULLABLE: bool = false;
    const REFERS: Option<Kind> = None;

    fn show(&self) -> Shown<'_>;

    /// Reads a value from a body. Only nullable types meet a null.
    ///
    /// # Errors
    /// What is wrong with the value, to be told under the field's name.
    fn read(raw: &Json) -> Result<Self, Complaint>;

    fn into_raw(self) -> Self::Raw;

    /// # Errors
    /// When the database holds what this type never wrote.
    fn from_raw(raw: Self::Raw) -> Result<Self, Unreadable>;
}

impl<V: Value> Value for Option<V> {
    type Raw = Option<V::Raw>;
    const SHAPE: Shape = V::SHAPE;
    const NULLABLE: bool = true;
    const REFERS: Option<Kind> = V::REFERS;

    fn show(&self) -> Shown<'_> {
        self.as_ref().map_or(Shown::Null, V::show)
    }

    fn read(raw: &Json) -> Result<Self, Complaint> {
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
    const SHAPE: Shape = Shape::Boolean;

    fn show(&self) -> Shown<'_> {
        Shown::Boolean(*self)
    }

    fn read(raw: &Json) -> Result<Self, Complaint> {
        match raw {
            Json::Bool(it) => Ok(*it),
            Json::Number(it) if it.as_i64() == Some(1) => Ok(true),
            Json::Number(it) if it.as_i64() == Some(0) => Ok(false),
            Json::String(it) if it == "1" => Ok(true),
            Json::String(it) if it == "0" => Ok(false),
            Json::Null | Json::Number(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => {
                Err(Complaint::NotBoolean)
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
