//! Rows column by column: how PostgreSQL takes any number of them in one statement that stays prepared.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, HasSqlType};

use crate::Moment;
use diesel::serialize::ToSql;

/// What is written to a table of records.
pub trait NewRow: Sized {
    const TABLE: &'static str;
    type Columns: Columns<Self>;
}

/// Rows to be inserted, with the ids that the database gave them.
pub trait Columns<C>: Default + QueryFragment<Pg> + QueryId + 'static {
    fn push(&mut self, id: i64, team: i64, made: Moment, cells: C);
}

/// Names a column in the list of those that are inserted.
pub(crate) fn name<C: diesel::Column>(_: C, out: &mut AstPass<'_, '_, Pg>) -> QueryResult<()> {
    out.push_sql(", ");
    out.push_identifier(C::NAME)
}

/// Binds the values of a column.
pub(crate) fn bind<'b, S, V>(values: &'b Vec<V>, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()>
where
    Pg: HasSqlType<Array<S>>,
    S: 'static,
    Vec<V>: ToSql<Array<S>, Pg>,
{
    out.push_sql(", ");
    out.push_bind_param::<Array<S>, _>(values)
}
