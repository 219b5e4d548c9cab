//! Percent, told in hundredths at most.

use super::finite::decimal;
use super::{Decimal, FieldError, FieldType, FieldValue, Unreadable, Value};
use crate::Json;

/// How many decimals it may have.
const DECIMALS: usize = 2;

type Bounded = Decimal<0, 100>;

/// A share of a whole in percent, with two decimals at most: 50 is a half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percent(f64);

impl Percent {
    /// None of it.
    pub const NOTHING: Self = Self(0.0);

    /// The number, where it is within the bounds.
    pub fn new(number: f64) -> Option<Self> {
        Bounded::new(number).map(|number| Self(number.get()))
    }

    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Value for Percent {
    type Raw = f64;
    const FIELD_TYPE: FieldType = Bounded::FIELD_TYPE;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Decimal(self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let too_exact = decimal(raw).ok().and_then(too_exact);
        match (Bounded::read(raw), too_exact) {
            (Ok(number), None) => Ok(Self(number.get())),
            (Ok(_), Some(too_exact)) => Err(too_exact),
            (Err(error), too_exact) => Err(error.and(too_exact)),
        }
    }

    fn into_raw(self) -> f64 {
        self.0
    }

    fn from_raw(raw: f64) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

/// What is told of a number with more decimals.
fn too_exact(number: f64) -> Option<FieldError> {
    let written = number.to_string();
    let (_, decimals) = written.split_once('.')?;
    let refused = || FieldError::Otherwise(format!("field must have 0-{DECIMALS} decimal places."));
    (decimals.len() > DECIMALS).then(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn percent_have_two_decimals_at_most() {
        let too_exact = || FieldError::Otherwise("field must have 0-2 decimal places.".to_owned());
        for number in [0.0, 50.0, 33.33, 0.1, 100.0] {
            assert_eq!(Percent::read(&json!(number)), Ok(Percent(number)));
        }
        for number in [json!(33.333), json!(1e-7), json!("0.001")] {
            assert_eq!(Percent::read(&number), Err(too_exact()), "{number}");
        }
        let (above, below) = (FieldError::Above("100".to_owned()), FieldError::Below("0".to_owned()));
        assert_eq!(Percent::read(&json!(100.01)), Err(above.clone()));
        assert_eq!(Percent::read(&json!(100.001)), Err(above.and(Some(too_exact()))));
        assert_eq!(Percent::read(&json!(-0.001)), Err(below.and(Some(too_exact()))));
        assert_eq!(Percent::read(&json!("x")), Err(FieldError::NotNumber));
    }
}
