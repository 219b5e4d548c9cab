//! What PostgreSQL itself says of its tables.

use diesel::prelude::*;
use diesel::sql_query;
use uplift_domain::access::TeamId;

use super::connect::Conn;
use super::engine::accounts::removal_steps::{Reference, TeamTable};

/// The tables with a column for the team. Those of tokens are indexes.
const TABLES: &str = "SELECT there.relname::text AS name, 'ctid' AS key, EXISTS ( \
        SELECT 1 FROM pg_attribute AS part WHERE part.attrelid = there.oid AND part.atttypid = 'tsvector'::regtype \
    ) AS is_index \
    FROM pg_class AS there INNER JOIN pg_attribute AS team ON team.attrelid = there.oid AND team.attname = 'team_id' \
    WHERE there.relkind = 'r' AND NOT team.attisdropped \
        AND there.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) ORDER BY 1";

/// The columns that name a row of another table.
const REFERENCES: &str = "SELECT source.relname::text AS source, part.attname::text AS \"column\", \
        target.relname::text AS target, NOT part.attnotnull AS nullable \
    FROM pg_constraint AS ref INNER JOIN pg_class AS source ON source.oid = ref.conrelid \
        INNER JOIN pg_class AS target ON target.oid = ref.confrelid \
        INNER JOIN pg_attribute AS part ON part.attrelid = ref.conrelid AND part.attnum = ANY (ref.conkey) \
    WHERE ref.contype = 'f' AND part.attname <> 'team_id' \
        AND source.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) ORDER BY 1, 2, 3";

pub(crate) fn tables_of_teams(conn: &mut Conn) -> QueryResult<Vec<TeamTable>> {
    sql_query(TABLES).load(conn)
}

pub(crate) fn references(conn: &mut Conn) -> QueryResult<Vec<Reference>> {
    sql_query(REFERENCES).load(conn)
}

/// The condition that the first so many rows of a team meet, among those that meet what follows it, as SQL that begins
/// with AND.
pub(crate) fn first_rows(table: &TeamTable, team: TeamId, and: &str, most: i64) -> String {
    let TeamTable { name, key, .. } = table;
    let team = team.get();
    // As a list they are looked up each by its place; as a query of their own they would be joined with the table.
    let first = format!("SELECT {key} FROM \"{name}\" WHERE team_id = {team}{and} LIMIT {most}");
    format!("{key} = ANY (ARRAY({first})) AND team_id = {team}{and}")
}
