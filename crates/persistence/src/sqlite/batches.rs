//! Batches: what a transaction writes many rows of is handed over as one JSON list, so that there is one statement,
//! which stays prepared.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::Text;
use diesel::sqlite::Sqlite;
use uplift_tables::{Moment, activities};

use super::connection::Conn;
use super::engine::session::pending::Counter;
use super::engine::session::pending::{LOG, LogRow};

/// Moves counters, in their order.
pub(crate) fn move_counters(conn: &mut Conn, moved: &[(Counter, i64)]) -> QueryResult<()> {
    let rows: Vec<_> = moved.iter().map(|((team, kind, filter, value), by)| (team, kind, filter, value, by)).collect();
    MoveCounters(serde_json::json!(rows).to_string()).execute(conn).map(|_| ())
}

#[derive(QueryId)]
struct MoveCounters(String);

impl QueryFragment<Sqlite> for MoveCounters {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql(
            "INSERT INTO counters (team_id, kind, filter, value, n) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(",
        );
        out.push_bind_param::<Text, _>(&self.0)?;
        out.push_sql(
            ") WHERE true ON CONFLICT (team_id, kind, filter, value) DO UPDATE SET n = counters.n + excluded.n",
        );
        Ok(())
    }
}

impl RunQueryDsl<Conn> for MoveCounters {}

/// Writes entries of the activity log, in their order.
pub(crate) fn insert_entries(conn: &mut Conn, entries: Vec<LogRow>) -> QueryResult<()> {
    for entry in &entries {
        diesel::insert_into(activities::table)
            .values((
                activities::team_id.eq(entry.team),
                activities::log_name.eq(LOG),
                activities::description.eq(&entry.event),
                activities::subject_type.eq(entry.subject),
                activities::subject_id.eq(entry.subject_id),
                activities::event.eq(&entry.event),
                activities::causer_type.eq(entry.causer_type),
                activities::causer_id.eq(entry.causer),
                activities::properties.eq(&entry.properties),
                activities::batch_uuid.eq(entry.batch.as_deref()),
                activities::created_at.eq(entry.at),
                activities::updated_at.eq(entry.at),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Here rows are best written one by one.
#[derive(Default)]
pub(crate) struct DeferredInserts {}

impl DeferredInserts {
    pub(crate) fn defer_insert<C>(
        &self,
        _: &mut Conn,
        _: usize,
        _: (i64, Moment),
        cells: C,
    ) -> QueryResult<Result<i64, C>> {
        Ok(Err(cells))
    }

    pub(crate) fn waits(&self, _tables: &[&str]) -> bool {
        false
    }

    pub(crate) fn write(&self, _conn: &mut Conn) -> QueryResult<()> {
        Ok(())
    }
}
