//! Batches: what a transaction writes many rows of goes to the server in one statement, because each costs a round
//! trip.

use std::collections::BTreeSet;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Nullable, Text};
use uplift_tables::{Doc, DocText, Micros, Moment};

use super::connect::Conn;
use super::engine::session::pending::Counter;
use super::engine::session::pending::{LOG, LogRow};

/// Moves counters, in their order.
pub(crate) fn move_counters(conn: &mut Conn, moved: &[(Counter, i64)]) -> QueryResult<()> {
    let mut statement = MoveCounters::default();
    for ((team, kind, filter, value), by) in moved {
        statement.teams.push(*team);
        statement.kinds.push(kind);
        statement.filters.push(filter);
        statement.values.push(value.clone());
        statement.by.push(*by);
    }
    statement.execute(conn).map(|_| ())
}

#[derive(Default, QueryId)]
struct MoveCounters {
    teams: Vec<i64>,
    kinds: Vec<&'static str>,
    filters: Vec<&'static str>,
    values: Vec<String>,
    by: Vec<i64>,
}

impl QueryFragment<Pg> for MoveCounters {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("INSERT INTO counters (team_id, kind, filter, value, n) SELECT * FROM unnest(");
        out.push_bind_param::<Array<BigInt>, _>(&self.teams)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.kinds)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.filters)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.values)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.by)?;
        out.push_sql(") ON CONFLICT (team_id, kind, filter, value) DO UPDATE SET n = counters.n + excluded.n");
        Ok(())
    }
}

impl RunQueryDsl<Conn> for MoveCounters {}

/// Writes entries of the activity log, in their order. Whoever writes some of a team holds its log until the transaction
/// ends, so that none comes to light after one with a greater id: who follows a log asks for those after the last.
pub(crate) fn insert_entries(conn: &mut Conn, entries: Vec<LogRow>) -> QueryResult<()> {
    let teams: BTreeSet<i64> = entries.iter().map(|entry| entry.team).collect();
    let mut statement = InsertEntries { held: teams.into_iter().collect(), ..InsertEntries::default() };
    for entry in entries {
        statement.teams.push(entry.team);
        statement.subjects.push(entry.subject);
        statement.subject_ids.push(entry.subject_id);
        statement.events.push(entry.event);
        statement.causer_types.push(entry.causer_type);
        statement.causers.push(entry.causer);
        statement.properties.push(entry.properties);
        statement.batches.push(entry.batch);
        statement.moments.push(entry.at);
    }
    statement.execute(conn).map(|_| ())
}

#[derive(Default, QueryId)]
struct InsertEntries {
    /// The teams whose logs are held, in the order of every server.
    held: Vec<i64>,
    teams: Vec<i64>,
    subjects: Vec<&'static str>,
    subject_ids: Vec<i64>,
    events: Vec<String>,
    causer_types: Vec<Option<&'static str>>,
    causers: Vec<Option<i64>>,
    properties: Vec<DocText>,
    batches: Vec<Option<String>>,
    moments: Vec<Moment>,
}

impl QueryFragment<Pg> for InsertEntries {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        // The count is known once every lock is held, and before it no row is made, nor its id.
        out.push_sql(
            "WITH held AS MATERIALIZED (SELECT count(pg_advisory_xact_lock(hashtextextended('log', team))) FROM unnest(",
        );
        out.push_bind_param::<Array<BigInt>, _>(&self.held)?;
        out.push_sql(
            ") AS team) \
             INSERT INTO activities (team_id, log_name, description, subject_type, subject_id, event, causer_type, \
             causer_id, properties, batch_uuid, created_at, updated_at) \
             SELECT team, ",
        );
        out.push_bind_param::<Text, _>(&LOG)?;
        out.push_sql(
            ", event, subject, subject_id, event, causer_type, causer, properties, batch, at, at FROM held, unnest(",
        );
        out.push_bind_param::<Array<BigInt>, _>(&self.teams)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.subjects)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.subject_ids)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.events)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.causer_types)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<BigInt>>, _>(&self.causers)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Doc>, _>(&self.properties)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Nullable<Text>>, _>(&self.batches)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Micros>, _>(&self.moments)?;
        out.push_sql(") AS entry (team, subject, subject_id, event, causer_type, causer, properties, batch, at)");
        Ok(())
    }
}

impl RunQueryDsl<Conn> for InsertEntries {}
