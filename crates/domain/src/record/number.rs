//! Whole numbers that stand in fields.

use super::computed::double;
use super::size::no_number;
use super::{FieldError, FieldType, FieldValue, Unreadable, Value};
use crate::Json;

/// Reads a whole number: `5`, `5.0` or `"5"`, but not `5.5`, `"05"` or `true`.
pub(crate) fn integer(raw: &Json) -> Result<i64, FieldError> {
    let read = match raw {
        Json::Number(it) => it.as_i64().or_else(|| it.as_f64().and_then(whole)),
        Json::String(it) => it.parse().ok().filter(|number: &i64| number.to_string() == *it),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    };
    read.ok_or(FieldError::NotInteger)
}

#[expect(clippy::as_conversions, reason = "the range just checked holds only whole numbers that i64 has exactly")]
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}

/// A whole number within these bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole<const MIN: i64, const MAX: i64>(i64);

/// How many of something.
pub type Count = Whole<0, 1_000_000_000_000>;

/// A number that something is counted from. The largest leaves room to count on among those that every client can read
/// exactly.
pub type Ordinal = Whole<1, 1_000_000_000_000_000>;

/// How much something matters: 5 is the most.
pub type Importance = Whole<1, 5>;

impl<const MIN: i64, const MAX: i64> Whole<MIN, MAX> {
    const BOUNDS: (f64, f64) = (double(MIN), double(MAX));

    /// The greatest there is.
    pub const MOST: Self = Self(MAX);

    /// The number, where it is within the bounds.
    pub fn new(number: i64) -> Option<Self> {
        (MIN..=MAX).contains(&number).then_some(Self(number))
    }

    pub const fn get(self) -> i64 {
        self.0
    }
}

impl<const MIN: i64, const MAX: i64> Default for Whole<MIN, MAX> {
    /// The least there is.
    fn default() -> Self {
        Self(MIN)
    }
}

impl<const MIN: i64, const MAX: i64> Value for Whole<MIN, MAX> {
    type Raw = i64;
    const FIELD_TYPE: FieldType = FieldType::Integer { min: MIN, max: MAX };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Integer(self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        match integer(raw).map_err(|error| no_number(error, raw, Self::BOUNDS))? {
            below if below < MIN => Err(FieldError::Below(MIN.to_string())),
            above if above > MAX => Err(FieldError::Above(MAX.to_string())),
            number => Ok(Self(number)),
        }
    }

    fn into_raw(self) -> i64 {
        self.0
    }

    fn from_raw(raw: i64) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

/// The id of a record whose kind stands in another field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnyId(i64);

impl AnyId {
    pub const fn new(id: i64) -> Self {
        Self(id)
    }

    pub const fn get(self) -> i64 {
        self.0
    }
}

impl Value for AnyId {
    type Raw = i64;
    const FIELD_TYPE: FieldType = FieldType::Integer { min: 1, max: i64::MAX };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Integer(self.0)
    }

    /// A number that is the id of none is no other error than that there is no such record.
    fn read(raw: &Json) -> Result<Self, FieldError> {
        match integer(raw)? {
            ..=0 => Err(FieldError::NotAllowed),
            id => Ok(Self(id)),
        }
    }

    fn into_raw(self) -> i64 {
        self.0
    }

    fn from_raw(raw: i64) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_numbers_are_read_from_numbers_and_canonical_text() {
        for (raw, read) in [(json!(5), 5), (json!("5"), 5), (json!(5.0), 5), (json!(-3), -3), (json!("-3"), -3)] {
            assert_eq!(integer(&raw), Ok(read), "{raw}");
        }
        for raw in [json!(5.5), json!("05"), json!(true), json!("+5"), json!(1e300), json!(null), json!([5]), json!("")]
        {
            assert_eq!(integer(&raw), Err(FieldError::NotInteger), "{raw}");
        }
    }
}
