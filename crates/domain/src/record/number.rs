//! Numbers that stand in fields.

use super::{Complaint, Shape, Shown, Unreadable, Value};
use crate::Json;

/// Reads a whole number: `5`, `5.0` or `"5"`, but not `5.5`, `"05"` or `true`.
pub(crate) fn integer(raw: &Json) -> Result<i64, Complaint> {
    let read = match raw {
        Json::Number(it) => it.as_i64().or_else(|| it.as_f64().and_then(whole)),
        Json::String(it) => it.parse().ok().filter(|number: &i64| number.to_string() == *it),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    };
    read.ok_or(Complaint::NotInteger)
}

#[expect(clippy::as_conversions, reason = "the range just checked holds only whole numbers that i64 has exactly")]
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}

fn decimal(raw: &Json) -> Result<f64, Complaint> {
    let read = match raw {
        Json::Number(it) => it.as_f64(),
        Json::String(it) if it.starts_with(|first: char| first.is_ascii_digit() || first == '-') => it.parse().ok(),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) | Json::String(_) => None,
    };
    read.filter(|it: &f64| it.is_finite()).ok_or(Complaint::NotNumber)
}

/// How many of something: a whole number from 0 up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(i64);

impl Count {
    const MAX: i64 = 1_000_000_000_000;
}

impl Value for Count {
    type Raw = i64;
    const SHAPE: Shape = Shape::Integer { min: 0, max: Self::MAX };

    fn show(&self) -> Shown<'_> {
        Shown::Integer(self.0)
    }

    fn read(raw: &Json) -> Result<Self, Complaint> {
        match integer(raw)? {
            below if below < 0 => Err(Complaint::Below("0".to_owned())),
            above if above > Self::MAX => Err(Complaint::Above(Self::MAX.to_string())),
            count => Ok(Self(count)),
        }
    }

    fn into_raw(self) -> i64 {
        self.0
    }

    fn from_raw(raw: i64) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

/// An amount of money in the currency of its record: a decimal number from 0 up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount(f64);

impl Amount {
    const MAX: f64 = 1e12;
}

impl Value for Amount {
    type Raw = f64;
    const SHAPE: Shape = Shape::Decimal { min: 0.0, max: Self::MAX };

    fn show(&self) -> Shown<'_> {
        Shown::Decimal(self.0)
    }

    fn read(raw: &Json) -> Result<Self, Complaint> {
        match decimal(raw)? {
            below if below < 0.0 => Err(Complaint::Below("0".to_owned())),
            above if above > Self::MAX => Err(Complaint::Above(Self::MAX.to_string())),
            // Adding zero turns a negative zero into the ordinary one, which both databases write alike.
            amount => Ok(Self(amount + 0.0)),
        }
    }

    fn into_raw(self) -> f64 {
        self.0
    }

    fn from_raw(raw: f64) -> Result<Self, Unreadable> {
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
            assert_eq!(integer(&raw), Err(Complaint::NotInteger), "{raw}");
        }
    }

    #[test]
    fn amounts_are_finite_and_not_negative() {
        assert_eq!(Amount::read(&json!("12.5")), Ok(Amount(12.5)));
        for raw in [json!("nan"), json!("inf"), json!("-inf"), json!(true), json!("1e999")] {
            assert_eq!(Amount::read(&raw), Err(Complaint::NotNumber), "{raw}");
        }
        assert_eq!(Amount::read(&json!(-0.01)), Err(Complaint::Below("0".to_owned())));
    }
}
