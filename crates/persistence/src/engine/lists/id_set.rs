//! A set of ids that a database makes out of its indexes.

use diesel::QueryResult;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::BigInt;

use super::super::super::backend::{Conn, Db, NamesWith};
use super::number_query::NumberQuery;

/// Where ids come from.
pub(crate) enum Source<'n> {
    /// From a query for them.
    Query(NumberQuery),
    /// From the index of the parts of names.
    Names(&'n NamesWith),
}

/// The ids that are in each of some sources.
pub(crate) struct IdSet<'n>(Vec<Source<'n>>);

impl<'n> IdSet<'n> {
    pub(crate) fn one(source: Source<'n>) -> Self {
        Self(vec![source])
    }

    pub(crate) fn all(sources: Vec<Source<'n>>) -> Self {
        Self(sources)
    }

    /// The first ids of the set, at most so many.
    pub(crate) fn first(self, conn: &mut Conn, most: usize) -> QueryResult<Vec<i64>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        Select { set: self, what: What::First(most) }.load(conn)
    }

    /// How many ids there are.
    pub(crate) fn count(self, conn: &mut Conn) -> QueryResult<i64> {
        Select { set: self, what: What::Count }.get_result(conn)
    }

    /// The sources in one. Put in order, they are read side by side; names alone are sorted for it.
    fn walk<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        for (at, source) in self.0.iter().enumerate() {
            if at > 0 {
                out.push_sql(" INTERSECT ");
            }
            match source {
                Source::Query(query) => query.walk_ast(out.reborrow())?,
                Source::Names(names) => names.walk_ast(out.reborrow())?,
            }
        }
        if self.0.len() > 1 {
            out.push_sql(" ORDER BY 1");
        }
        Ok(())
    }
}

/// What is wanted of a set.
enum What {
    First(i64),
    Count,
}

struct Select<'n> {
    set: IdSet<'n>,
    what: What,
}

impl QueryId for Select<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Select<'_> {
    type SqlType = BigInt;
}

impl QueryFragment<Db> for Select<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match &self.what {
            What::First(most) => {
                self.set.walk(out.reborrow())?;
                out.push_sql(" LIMIT ");
                out.push_bind_param::<BigInt, _>(most)
            }
            What::Count => {
                out.push_sql("SELECT count(*) FROM (");
                self.set.walk(out.reborrow())?;
                out.push_sql(") AS found");
                Ok(())
            }
        }
    }
}

impl RunQueryDsl<Conn> for Select<'_> {}
