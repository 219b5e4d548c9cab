//! Decimal numbers that stand in fields.

use super::computed::double;
use super::finite::decimal;
use super::size::no_number;
use super::{FieldError, FieldType, FieldValue, Unreadable, Value};
use crate::Json;

/// A decimal number within these bounds, which are told in such a part of one: in tenths where it is ten. Both are
/// included, but for the least where it has to be above that, and the most where it has to be below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal<
    const MIN: i64,
    const MAX: i64,
    const PART: i64 = 1,
    const ABOVE: bool = false,
    const BELOW: bool = false,
>(f64);

/// An amount of money in the currency of its record.
pub type Amount = Decimal<0, 1_000_000_000_000>;

/// Days of work.
pub type Days = Decimal<0, 100_000>;

/// How much a rate is expected to rise, or to fall where it is negative.
pub type Uplift = Decimal<-1_000_000, 1_000_000>;

/// What a metric comes to: a rate, an amount or a count.
pub type Measure = Decimal<-1_000_000_000_000, 1_000_000_000_000>;

/// A sum over users.
pub type Sum = Decimal<-1_000_000_000_000_000_000, 1_000_000_000_000_000_000>;

/// A sum of squares over users.
pub type SumOfSquares = Decimal<0, 1_000_000_000_000_000_000>;

/// How far values vary about their mean, in the square of their unit.
pub type Variance = Decimal<0, 1_000_000_000_000_000_000, 1, true>;

/// How far values vary about their mean, in their own unit.
pub type StandardDeviation = Decimal<0, 1_000_000_000_000, 1, true>;

/// A relative effect, such as the least that a test is to detect: 0.1 is a tenth.
pub type Effect = Decimal<0, 10, 1, true>;

/// What an idea is worth by its scores, which may be below 0 in a framework of a team's own.
pub type Score = Decimal<-1_000_000, 1_000_000_000_000_000>;

/// A share of a whole: 0.5 is a half.
pub type Share = Decimal<0, 1>;

impl Share {
    /// All of it.
    pub const WHOLE: Self = Self(1.0);
}

/// A share of a whole that is not nothing of it.
pub type SomeShare = Decimal<0, 1, 1, true>;

impl SomeShare {
    /// All of it.
    pub const WHOLE: Self = Self(1.0);
}

/// How likely something is that is neither impossible nor certain.
pub type Chance = Decimal<0, 1, 1, true, true>;

impl Chance {
    /// How often an interval is to hold what it is of, where nobody says otherwise.
    pub const USUAL_CONFIDENCE: Self = Self(0.95);

    /// How often a difference is told that is none, where nobody says otherwise.
    pub const USUAL_SIGNIFICANCE: Self = Self(0.05);

    /// How often a difference is told that is one, where nobody says otherwise.
    pub const USUAL_POWER: Self = Self(0.8);
}

/// How likely a difference may be found where there is none.
pub type Significance = Decimal<1, 5_000, 10_000>;

impl Significance {
    /// What it is where nobody says otherwise.
    pub const USUAL: Self = Self(0.05);
}

/// How likely a difference that is there is found.
pub type Power = Decimal<500, 999, 1_000>;

impl Power {
    /// What it is where nobody says otherwise.
    pub const USUAL: Self = Self(0.8);
}

impl<const MIN: i64, const MAX: i64, const PART: i64, const ABOVE: bool, const BELOW: bool>
    Decimal<MIN, MAX, PART, ABOVE, BELOW>
{
    const BOUNDS: (f64, f64) = (double(MIN) / double(PART), double(MAX) / double(PART));

    /// The number, where it is within the bounds.
    pub fn new(number: f64) -> Option<Self> {
        let enough = if ABOVE { number > Self::BOUNDS.0 } else { number >= Self::BOUNDS.0 };
        let not_too_much = if BELOW { number < Self::BOUNDS.1 } else { number <= Self::BOUNDS.1 };
        // Adding zero turns a negative zero into the ordinary one, which both databases write alike.
        (enough && not_too_much).then_some(Self(number + 0.0))
    }

    pub const fn get(self) -> f64 {
        self.0
    }
}

impl<const MIN: i64, const MAX: i64, const PART: i64, const ABOVE: bool, const BELOW: bool> Value
    for Decimal<MIN, MAX, PART, ABOVE, BELOW>
{
    type Raw = f64;
    const FIELD_TYPE: FieldType =
        FieldType::Decimal { min: Self::BOUNDS.0, max: Self::BOUNDS.1, above: ABOVE, below: BELOW };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Decimal(self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let number = decimal(raw).map_err(|error| no_number(error, raw, Self::BOUNDS))?;
        let bound = if BELOW && number >= Self::BOUNDS.1 {
            FieldError::NotBelow(Self::BOUNDS.1.to_string())
        } else if number > Self::BOUNDS.1 {
            FieldError::Above(Self::BOUNDS.1.to_string())
        } else if ABOVE {
            FieldError::NotAbove(Self::BOUNDS.0.to_string())
        } else {
            FieldError::Below(Self::BOUNDS.0.to_string())
        };
        Self::new(number).ok_or(bound)
    }

    fn into_raw(self) -> f64 {
        self.0
    }

    fn from_raw(raw: f64) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

/// Any finite number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnyNumber(f64);

impl AnyNumber {
    /// The number, where it is finite.
    pub fn new(number: f64) -> Option<Self> {
        // Adding zero turns a negative zero into the ordinary one.
        number.is_finite().then_some(Self(number + 0.0))
    }

    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Value for AnyNumber {
    type Raw = f64;
    const FIELD_TYPE: FieldType = FieldType::Decimal { min: f64::MIN, max: f64::MAX, above: false, below: false };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Decimal(self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        Self::new(decimal(raw)?).ok_or(FieldError::NotNumber)
    }

    fn into_raw(self) -> f64 {
        self.0
    }

    fn from_raw(raw: f64) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

#[cfg(test)]
mod tests;
