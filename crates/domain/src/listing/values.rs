//! The values of a filter.

use super::search::asked_tokens;
use crate::record::{Date, FieldValue, Time, Value, decimal};

/// The values a filter asks for; a record matches when it matches any of them.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterValues(pub Vec<String>);

impl From<String> for FilterValues {
    fn from(value: String) -> Self {
        Self(vec![value])
    }
}

impl FilterValues {
    /// The values that are whole numbers. Others match no record.
    pub fn numbers(&self) -> Vec<i64> {
        let canonical = |value: &String| {
            let number: i64 = value.trim().parse().ok()?;
            (number.to_string() == value.trim()).then_some(number)
        };
        self.0.iter().filter_map(canonical).collect()
    }

    /// The values as they were sent.
    pub fn words(&self) -> Vec<String> {
        self.0.clone()
    }

    /// The values folded for a comparison that ignores case. Empty ones would match everything and are left out.
    pub fn casefolded(&self) -> Vec<String> {
        self.0.iter().filter(|value| !value.is_empty()).map(|value| casefold(value)).collect()
    }

    /// The tokens of the text that they make together: its commas are no separators.
    pub fn tokens(&self) -> Vec<String> {
        asked_tokens(&self.0.join(","))
    }

    /// Which of the two values of a flag are asked for: `true`, `false`, or `all` for either.
    pub fn flags(&self) -> (bool, bool) {
        let any = |names: &[&str]| self.0.iter().any(|value| names.contains(&value.trim()));
        (any(&["true", "1", "all"]), any(&["false", "0", "all"]))
    }

    /// The smallest number among the values. `None` matches no record.
    pub fn least(&self) -> Option<f64> {
        self.decimals().min_by(f64::total_cmp)
    }

    /// The largest number among the values. `None` matches no record.
    pub fn most(&self) -> Option<f64> {
        self.decimals().max_by(f64::total_cmp)
    }

    fn decimals(&self) -> impl Iterator<Item = f64> {
        self.0.iter().filter_map(|value| decimal(&value.trim().into()).ok())
    }

    /// The days among the values.
    pub fn days(&self) -> Vec<Date> {
        self.0.iter().filter_map(|value| Date::parse(value.trim())).collect()
    }

    /// The earliest moment among the values, each meaning its first microsecond. `None` matches no record.
    pub fn start(&self) -> Option<Time> {
        self.0.iter().filter_map(|value| Time::parse(value.trim())).min()
    }

    /// The latest moment among the values, each meaning its last microsecond. `None` matches no record.
    pub fn end(&self) -> Option<Time> {
        self.0.iter().filter_map(|value| Time::parse_end(value.trim())).max()
    }
}

/// Text as it is compared when case is ignored. It is stored beside what it was made of, so that both databases
/// compare alike.
///
/// Each character is put in lower case by itself, so that a part of a text folds as it does within the whole. What that
/// does not make alike, such as `straße` and `STRASSE`, stays apart.
pub fn casefold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// The text in a field, folded; nothing, where there is none.
pub fn casefolded(value: &impl Value) -> String {
    match value.show() {
        FieldValue::Text(text) => casefold(text),
        FieldValue::Null
        | FieldValue::Integer(_)
        | FieldValue::Decimal(_)
        | FieldValue::Boolean(_)
        | FieldValue::Time(_)
        | FieldValue::Date(_)
        | FieldValue::Json(_)
        | FieldValue::FileAddress => String::new(),
    }
}
