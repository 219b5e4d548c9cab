//! The cells of a table, whichever form it is answered in.

use uplift_domain::record::{Date, FieldValue, Time};

/// What stands in one cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Cell {
    #[default]
    Empty,
    Integer(i64),
    Decimal(f64),
    Boolean(bool),
    Text(String),
    Time(Time),
    Date(Date),
}

impl Cell {
    /// A number, where there is one.
    pub(crate) fn decimal(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Decimal)
    }

    /// Several texts in one cell.
    pub(crate) fn several<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let texts: Vec<T> = texts.into_iter().collect();
        if texts.is_empty() {
            return Self::Empty;
        }
        Self::Text(texts.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("; "))
    }
}

impl From<FieldValue<'_>> for Cell {
    fn from(shown: FieldValue<'_>) -> Self {
        match shown {
            // An address is good for an hour; a table is kept for longer.
            FieldValue::Null | FieldValue::FileAddress => Self::Empty,
            FieldValue::Integer(it) => Self::Integer(it),
            FieldValue::Decimal(it) => Self::Decimal(it),
            FieldValue::Boolean(it) => Self::Boolean(it),
            FieldValue::Text(it) => Self::Text(it.to_owned()),
            FieldValue::Time(it) => Self::Time(it),
            FieldValue::Date(it) => Self::Date(it),
            FieldValue::Json(it) if it.is_null() => Self::Empty,
            FieldValue::Json(it) => Self::Text(it.to_string()),
        }
    }
}
