//! How a rule compares an attribute of a visitor, and with what.

use uplift_derive::Choices;

use crate::Json;
use crate::record::{Date, FieldError, Value, check_pattern, decimal};

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

/// What is wrong with a value, and where in it: nowhere where it is the value as a whole.
pub(super) type Wrong = Vec<(Option<usize>, FieldError)>;

/// One end of a range.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Number(f64),
    Date(Date),
}

impl Operator {
    /// Whether it is about an attribute alone.
    pub(super) const fn stands_alone(self) -> bool {
        matches!(self, Self::Exists | Self::NotExists)
    }

    /// Tells what is wrong with the value that an attribute is compared with.
    pub(super) fn check(self, value: &Json) -> Wrong {
        let whole = |checked: Result<(), FieldError>| checked.err().map(|error| (None, error)).into_iter().collect();
        match (self.stands_alone(), value.is_null()) {
            (true, true) => return Wrong::new(),
            (true, false) => return whole(Err(FieldError::Prohibited)),
            (false, true) => return whole(Err(FieldError::Required)),
            (false, false) => {}
        }
        match self {
            Self::Is | Self::IsNot => whole(plain(value)),
            Self::Contains | Self::NotContains | Self::StartsWith | Self::EndsWith => {
                whole(text(value, LONGEST_TEXT).map(drop))
            }
            Self::In | Self::NotIn => one_of(value),
            Self::Gt | Self::Gte | Self::Lt | Self::Lte => whole(bound(value).map(drop)),
            Self::Between => range(value),
            Self::Matches => whole(text(value, LONGEST_PATTERN).and_then(check_pattern)),
            Self::Exists | Self::NotExists => Wrong::new(),
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

fn one_of(value: &Json) -> Wrong {
    let whole = |error| vec![(None, error)];
    let Json::Array(values) = value else { return whole(FieldError::NotList) };
    if values.is_empty() {
        return whole(FieldError::Required);
    }
    if values.len() > MOST_VALUES {
        return whole(FieldError::TooMany(MOST_VALUES));
    }
    let check = |value: &Json| match value {
        Json::Number(_) => Ok(()),
        Json::String(_) => text(value, LONGEST_TEXT).map(drop),
        Json::Null => Err(FieldError::Required),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => Err(otherwise("field must be a string or a number.")),
    };
    let each = values.iter().enumerate();
    each.filter_map(|(at, value)| Some((Some(at), check(value).err()?))).collect()
}

fn bound(value: &Json) -> Result<Bound, FieldError> {
    let number = decimal(value).map(Bound::Number);
    let date = || <Date as Value>::read(value).map(Bound::Date);
    number.or_else(|_| date()).map_err(|_neither| otherwise("field must be a number or a date."))
}

fn range(value: &Json) -> Wrong {
    let Json::Array(ends) = value else { return vec![(None, FieldError::NotList)] };
    let [low, high] = ends.as_slice() else { return vec![(None, otherwise("field must contain 2 items."))] };
    let refused = match (bound(low), bound(high)) {
        (Ok(low), Ok(high)) => order(low, high).err().map(|error| vec![(Some(1), error)]),
        (low, high) => {
            let ends = [low.err(), high.err()].into_iter().enumerate();
            Some(ends.filter_map(|(at, error)| Some((Some(at), error?))).collect())
        }
    };
    refused.unwrap_or_default()
}

/// A range runs from what is less, or the same, to what is more.
fn order(low: Bound, high: Bound) -> Result<(), FieldError> {
    match (low, high) {
        (Bound::Number(low), Bound::Number(high)) if high < low => Err(FieldError::Below(low.to_string())),
        (Bound::Date(low), Bound::Date(high)) if high < low => {
            Err(FieldError::Otherwise(format!("field must be a date after or equal to {low}.")))
        }
        (Bound::Number(_), Bound::Number(_)) | (Bound::Date(_), Bound::Date(_)) => Ok(()),
        (Bound::Number(_), Bound::Date(_)) => Err(FieldError::NotNumber),
        (Bound::Date(_), Bound::Number(_)) => Err(FieldError::NotDate),
    }
}
