//! Comparing a column with any number of values through one bound list, so that ten thousand of them neither exceed
//! a database's limit of parameters nor nest an expression ten thousand deep.

use std::marker::PhantomData;

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Bool, Nullable, Text};
use diesel::{Column, QueryResult};

use super::super::super::backend::Db;

/// How a database says such a comparison: what stands around the column's name and the bound value, where it is bound
/// before the column is named or after.
#[derive(Clone, Copy)]
pub(crate) enum Parts {
    ColumnThenValue(&'static str, &'static str),
    ValueThenColumn(&'static str, &'static str, &'static str),
}

impl Parts {
    /// The comparison of a column with these values.
    pub(crate) fn walk<'b>(
        self,
        mut out: AstPass<'_, 'b, Db>,
        values: &'b String,
        column: impl FnOnce(&mut AstPass<'_, 'b, Db>) -> QueryResult<()>,
    ) -> QueryResult<()> {
        match self {
            Self::ColumnThenValue(between, after) => {
                column(&mut out)?;
                out.push_sql(between);
                out.push_bind_param::<Text, _>(values)?;
                out.push_sql(after);
            }
            Self::ValueThenColumn(before, between, after) => {
                out.push_sql(before);
                out.push_bind_param::<Text, _>(values)?;
                out.push_sql(between);
                column(&mut out)?;
                out.push_sql(after);
            }
        }
        Ok(())
    }
}

/// Whether the column `C` is one of some values.
pub(crate) struct OneOf<C> {
    parts: Parts,
    values: String,
    column: PhantomData<C>,
}

/// The column is one of these values, a list in JSON.
pub(crate) fn one_of<C: Column>(_: C, parts: Parts, values: String) -> OneOf<C> {
    OneOf { parts, values, column: PhantomData }
}

impl<C> Expression for OneOf<C> {
    type SqlType = Nullable<Bool>;
}

impl<C, T> AppearsOnTable<T> for OneOf<C> where C: AppearsOnTable<T> {}

impl<C, T> SelectableExpression<T> for OneOf<C> where C: SelectableExpression<T> {}

impl<C> ValidGrouping<()> for OneOf<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C> QueryId for OneOf<C> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<C: Column> QueryFragment<Db> for OneOf<C> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        self.parts.walk(out, &self.values, |out| out.push_identifier(C::NAME))
    }
}
