//! How a rule compares an attribute of a visitor, and with what.

use uplift_derive::Choices;

use crate::Json;
use crate::operands::{Bound, check_list, check_range, whole};
use crate::record::{Date, FieldError, MemberErrors, Value, check_pattern, decimal};

/// How many characters a text has at most that an attribute is compared with.
const LONGEST_TEXT: usize = 255;

/// How many characters a regular expression has at most.
const LONGEST_PATTERN: usize = 500;

/// How many values a list has at most.
const MOST_VALUES: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub(super) enum Operator {
    Is,
    IsNot,
    Contains,
    NotContains,
    StartsWith,
    EndsWith,
    In,
    NotIn,
    Gt,
    Gte,
    Lt,
    Lte,
    Between,
    Matches,
    Exists,
    NotExists,
}

impl Operator {
    /// Whether it is about an attribute alone.
    pub(super) const fn stands_alone(self) -> bool {
        matches!(self, Self::Exists | Self::NotExists)
    }

    /// Tells what is wrong with the value that an attribute is compared with.
    pub(super) fn check(self, value: &Json) -> MemberErrors {
        match (self.stands_alone(), value.is_null()) {
            (true, true) => return MemberErrors::new(),
            (true, false) => return whole(Err(FieldError::Prohibited)),
            (false, true) => return whole(Err(FieldError::Required)),
            (false, false) => {}
        }
        match self {
            Self::Is | Self::IsNot => whole(plain(value)),
            Self::Contains | Self::NotContains | Self::StartsWith | Self::EndsWith => {
                whole(text(value, LONGEST_TEXT).map(drop))
            }
            Self::In | Self::NotIn => check_list(value, MOST_VALUES, item),
            Self::Gt | Self::Gte | Self::Lt | Self::Lte => whole(bound(value).map(drop)),
            Self::Between => check_range(value, bound),
            Self::Matches => whole(text(value, LONGEST_PATTERN).and_then(check_pattern)),
            Self::Exists | Self::NotExists => MemberErrors::new(),
        }
    }
}

fn text(value: &Json, longest: usize) -> Result<&str, FieldError> {
    let text = value.as_str().ok_or(FieldError::NotText)?;
    if text.chars().count() > longest { Err(FieldError::TooLong(longest)) } else { Ok(text) }
}

fn otherwise(rest: &str) -> FieldError {
    FieldError::Otherwise(rest.to_owned())
}

fn plain(value: &Json) -> Result<(), FieldError> {
    match value {
        Json::Bool(_) | Json::Number(_) => Ok(()),
        Json::String(_) => text(value, LONGEST_TEXT).map(drop),
        Json::Null | Json::Array(_) | Json::Object(_) => {
            Err(otherwise("field must be a string, a number or true or false."))
        }
    }
}

/// One of the values of a list.
fn item(value: &Json) -> Result<(), FieldError> {
    match value {
        Json::Number(_) => Ok(()),
        Json::String(_) => text(value, LONGEST_TEXT).map(drop),
        Json::Null => Err(FieldError::Required),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => Err(otherwise("field must be a string or a number.")),
    }
}

fn bound(value: &Json) -> Result<Bound, FieldError> {
    let number = decimal(value).map(Bound::Number);
    let date = || <Date as Value>::read(value).map(Bound::Date);
    number.or_else(|_| date()).map_err(|_neither| otherwise("field must be a number or a date."))
}
