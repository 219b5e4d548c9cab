//! Updates of one row. Diesel prepares its own anew each time, because they may be of any form; those of all fields of a
//! table, and of one, are few enough to stay prepared.

use diesel::prelude::*;
use diesel::query_builder::{AsChangeset, AstPass, QueryFragment, QueryId};
use diesel::sql_types::BigInt;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::record::{Id, Kinded};

use super::super::super::backend::{Conn, Db};
use super::super::session::session::{Session, refuse};

/// A change of the row of a team's record.
struct Update<C> {
    table: &'static str,
    changes: C,
    team: i64,
    id: i64,
    stays_prepared: bool,
}

impl Session<'_> {
    /// Writes these changes of a record, which are of so many of its fields, or of all.
    pub(crate) fn update<R: Kinded, C: AsChangeset<Changeset: QueryFragment<Db>>>(
        &mut self,
        team: TeamId,
        id: Id<R>,
        (changes, fields): (C, Option<usize>),
    ) -> Result<(), Refusal> {
        let changes = changes.as_changeset();
        let stays_prepared = fields.is_none_or(|many| many <= 1);
        let update = Update { table: R::KIND.table(), changes, team: team.get(), id: id.get(), stays_prepared };
        self.known.forget_one(team, id);
        update.execute(self.writing()?).map(drop).map_err(refuse)
    }
}

impl<C> QueryId for Update<C> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<C: QueryFragment<Db>> QueryFragment<Db> for Update<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        if !self.stays_prepared {
            out.unsafe_to_cache_prepared();
        }
        out.push_sql("UPDATE ");
        out.push_identifier(self.table)?;
        out.push_sql(" SET ");
        self.changes.walk_ast(out.reborrow())?;
        out.push_sql(" WHERE team_id = ");
        out.push_bind_param::<BigInt, _>(&self.team)?;
        out.push_sql(" AND id = ");
        out.push_bind_param::<BigInt, _>(&self.id)
    }
}

impl<C> RunQueryDsl<Conn> for Update<C> {}
