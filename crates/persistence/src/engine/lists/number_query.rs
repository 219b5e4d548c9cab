//! Queries for numbers alone: the ids of records, or how many there are.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::BigInt;

use super::super::super::backend::{Conn, Db};

/// A query for a column of numbers. Whatever table it reads it is of this type, so that what runs it is compiled once
/// and not once a kind.
pub(crate) struct NumberQuery(Box<dyn QueryFragment<Db>>);

impl NumberQuery {
    pub(crate) fn of(query: impl QueryFragment<Db> + Query<SqlType = BigInt> + 'static) -> Self {
        Self(Box::new(query))
    }
}

impl QueryId for NumberQuery {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for NumberQuery {
    type SqlType = BigInt;
}

impl QueryFragment<Db> for NumberQuery {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

impl RunQueryDsl<Conn> for NumberQuery {}
