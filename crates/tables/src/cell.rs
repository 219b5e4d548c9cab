//! How a row's cells carry the raw values of the domain.

use chrono::NaiveDate;
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, SingleValue, Text};
use uplift_domain::archive::Content;
use uplift_domain::record::Time;

use crate::types::{Doc, DocText, Micros, Moment};

/// A cell of a row: what Diesel reads and writes for a raw value of the domain.
pub trait CellValue {
    type Raw;

    fn from_raw(raw: Self::Raw) -> Self;
    fn into_raw(self) -> Self::Raw;
}

macro_rules! stored_as_is {
    ($($ty:ty),*) => {$(
        impl CellValue for $ty {
            type Raw = Self;

            fn from_raw(raw: Self) -> Self {
                raw
            }

            fn into_raw(self) -> Self {
                self
            }
        }
    )*};
}

stored_as_is!(i64, f64, bool, String, NaiveDate);

impl CellValue for Moment {
    type Raw = Time;

    fn from_raw(raw: Time) -> Self {
        Self(raw)
    }

    fn into_raw(self) -> Time {
        self.0
    }
}

impl CellValue for DocText {
    type Raw = String;

    fn from_raw(raw: String) -> Self {
        Self(raw)
    }

    fn into_raw(self) -> String {
        self.0
    }
}

impl<C: CellValue> CellValue for Option<C> {
    type Raw = Option<C::Raw>;

    fn from_raw(raw: Self::Raw) -> Self {
        raw.map(C::from_raw)
    }

    fn into_raw(self) -> Self::Raw {
        self.map(C::into_raw)
    }
}

/// A column's SQL type, and the cell that follows from it.
pub trait Column {
    type Cell: CellValue;
    /// What the archive of a team says that it holds.
    const CONTENT: Content;
    const NULLABLE: bool = false;
}

/// The cell of a column of the SQL type `S`.
pub(crate) type Cell<S> = <S as Column>::Cell;

macro_rules! cells {
    ($($sql:ty => $cell:ty, $content:ident;)*) => {$(
        impl Column for $sql {
            type Cell = $cell;
            const CONTENT: Content = Content::$content;
        }
    )*};
}

cells! {
    BigInt => i64, Integer;
    Double => f64, Decimal;
    Bool => bool, Flag;
    Text => String, Text;
    Date => NaiveDate, Date;
    Micros => Moment, Moment;
    Doc => DocText, Document;
}

impl<S: Column + SingleValue> Column for Nullable<S> {
    type Cell = Option<S::Cell>;
    const CONTENT: Content = S::CONTENT;
    const NULLABLE: bool = true;
}
