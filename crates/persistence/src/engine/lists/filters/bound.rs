//! The values that filters compare columns with.

use diesel::QueryResult;
use diesel::query_builder::AstPass;
use diesel::sql_types::{BigInt, Bool, Double, Text};
use uplift_tables::{Micros, Moment};

use super::super::super::super::backend::Db;

/// A value as it is bound to a statement.
pub(super) enum Bound {
    Number(i64),
    Text(String),
    Decimal(f64),
    Moment(Moment),
    Boolean(bool),
}

impl Bound {
    pub(super) fn walk<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match self {
            Self::Number(number) => out.push_bind_param::<BigInt, _>(number),
            Self::Text(text) => out.push_bind_param::<Text, _>(text),
            Self::Decimal(decimal) => out.push_bind_param::<Double, _>(decimal),
            Self::Moment(moment) => out.push_bind_param::<Micros, _>(moment),
            Self::Boolean(boolean) => out.push_bind_param::<Bool, _>(boolean),
        }
    }
}
