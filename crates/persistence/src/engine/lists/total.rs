//! The total of a list as a column of its page, so that one statement reads both from one snapshot.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Text};
use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::listing::Counters;

use super::super::super::backend::Db;

pub(crate) enum Total {
    /// It was read before.
    Known(i64),
    /// It is what this counter says; nothing, where there is no such counter.
    Counter { team: i64, kind: &'static str, filter: &'static str, value: String },
}

impl Total {
    /// The first of these counters.
    pub(crate) fn counter(team: TeamId, kind: Kind, wanted: &Counters) -> Self {
        let value = wanted.values.first().cloned().unwrap_or_default();
        Self::Counter { team: team.get(), kind: kind.singular(), filter: wanted.filter, value }
    }
}

impl Expression for Total {
    type SqlType = BigInt;
}

impl<T> AppearsOnTable<T> for Total {}

impl<T> SelectableExpression<T> for Total {}

impl ValidGrouping<()> for Total {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Total {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Db> for Total {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match self {
            Self::Known(total) => out.push_bind_param::<BigInt, _>(total),
            Self::Counter { team, kind, filter, value } => {
                out.push_sql("coalesce((SELECT n FROM counters WHERE team_id = ");
                out.push_bind_param::<BigInt, _>(team)?;
                out.push_sql(" AND kind = ");
                out.push_bind_param::<Text, _>(kind)?;
                out.push_sql(" AND filter = ");
                out.push_bind_param::<Text, _>(filter)?;
                out.push_sql(" AND value = ");
                out.push_bind_param::<Text, _>(value)?;
                out.push_sql("), 0)");
                Ok(())
            }
        }
    }
}
