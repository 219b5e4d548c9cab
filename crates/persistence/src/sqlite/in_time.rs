//! A condition that ends a long statement at the deadline of its thread. The database has no other way to be
//! interrupted that is safe: what it calls while it looks through rows can fail, and then the statement does.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::serialize::{IsNull, Output, Result as Serialized, ToSql};
use diesel::sql_types::Bool;

use super::connection::{Conn, Db};
use crate::deadline;

/// What stands behind a parenthesis and a column of numbers, among the conditions of a long statement: true, and a look
/// at the clock for one row in a thousand. The number is prime, so that teams whose rows come in turn are asked all the
/// same.
pub(super) const IN_TIME: &str = " % 1021 <> 0 OR in_time())";

diesel::define_sql_function! {
    /// Is true, or fails where the deadline of the thread has passed.
    fn in_time() -> Bool;
}

/// Whether the thread is in time: `true`, or the failure of the statement that asks.
#[derive(Debug)]
struct InTime;

impl ToSql<Bool, Db> for InTime {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Db>) -> Serialized {
        if deadline::is_over() {
            return Err("the deadline of the read has passed".into());
        }
        out.set_value(1_i32);
        Ok(IsNull::No)
    }
}

/// Makes `in_time` known to a connection.
pub(super) fn register(conn: &mut Conn) -> QueryResult<()> {
    in_time_utils::register_nondeterministic_impl(conn, || InTime)
}

/// A condition that holds for every row until the deadline passes. It stands before others, which are not looked at
/// again for a row of which an earlier one does not hold. `C` is a column of numbers.
pub(crate) struct InTimeBy<C>(C);

pub(crate) fn in_time_by<C: Column>(column: C) -> InTimeBy<C> {
    InTimeBy(column)
}

impl<C> Expression for InTimeBy<C> {
    type SqlType = Bool;
}

impl<C, T> AppearsOnTable<T> for InTimeBy<C> where C: AppearsOnTable<T> {}

impl<C, T> SelectableExpression<T> for InTimeBy<C> where C: SelectableExpression<T> {}

impl<C> ValidGrouping<()> for InTimeBy<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C: QueryId> QueryId for InTimeBy<C> {
    type QueryId = InTimeBy<C::QueryId>;
    const HAS_STATIC_QUERY_ID: bool = C::HAS_STATIC_QUERY_ID;
}

impl<C: QueryFragment<Db>> QueryFragment<Db> for InTimeBy<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("(");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(IN_TIME);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
