//! Sorting nulls as the smallest, which PostgreSQL would sort as the largest. A column without nulls says nothing of
//! them: to PostgreSQL an order that does is another one, and no index of such a column would give it.

use diesel::expression::expression_types::NotSelectable;
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::SqlType;
use diesel::sql_types::is_nullable::{IsNullable, NotNull};
use diesel::{Column, QueryResult};

/// A column and the way it is sorted.
pub(crate) struct Ordered<C> {
    column: C,
    direction: &'static str,
}

pub(crate) fn up<C: Column<SqlType: SqlType<IsNull: Nulls>>>(column: C) -> Ordered<C> {
    Ordered { column, direction: <C::SqlType as SqlType>::IsNull::UP }
}

pub(crate) fn down<C: Column<SqlType: SqlType<IsNull: Nulls>>>(column: C) -> Ordered<C> {
    Ordered { column, direction: <C::SqlType as SqlType>::IsNull::DOWN }
}

/// How a column is sorted that has nulls, and one that has none.
pub(crate) trait Nulls {
    const UP: &'static str;
    const DOWN: &'static str;
}

impl Nulls for IsNullable {
    const UP: &'static str = " ASC NULLS FIRST";
    const DOWN: &'static str = " DESC NULLS LAST";
}

impl Nulls for NotNull {
    const UP: &'static str = " ASC";
    const DOWN: &'static str = " DESC";
}

impl<C> Expression for Ordered<C> {
    type SqlType = NotSelectable;
}

impl<C, T> AppearsOnTable<T> for Ordered<C> where C: AppearsOnTable<T> {}

impl<C> ValidGrouping<()> for Ordered<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C> QueryId for Ordered<C> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<C: QueryFragment<Pg>> QueryFragment<Pg> for Ordered<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(self.direction);
        Ok(())
    }
}
