//! What SQLite itself says of its tables.

use diesel::prelude::*;
use diesel::sql_query;
use uplift_domain::access::TeamId;

use super::connection::Conn;
use super::engine::accounts::removal_steps::{Reference, TeamTable};
use super::names::{ID_MASK, row_of};

/// The tables with a column for the team, and the full-text indexes, whose rows are numbered by it.
const TABLES: &str = "SELECT there.name AS name, there.type = 'virtual' AS is_index, CASE WHEN there.wr THEN ( \
        SELECT group_concat(part.name, ', ') FROM pragma_table_info(there.name) AS part WHERE part.pk > 0 \
    ) ELSE 'rowid' END AS \"key\" \
    FROM pragma_table_list AS there WHERE there.schema = 'main' AND (there.type = 'virtual' OR there.type = 'table' \
        AND EXISTS (SELECT 1 FROM pragma_table_info(there.name) AS part WHERE part.name = 'team_id')) ORDER BY 1";

/// The columns that name a row of another table.
const REFERENCES: &str = "SELECT there.name AS source, ref.\"from\" AS \"column\", ref.\"table\" AS target, \
        EXISTS (SELECT 1 FROM pragma_table_info(there.name) AS part \
            WHERE part.name = ref.\"from\" AND NOT part.\"notnull\") AS nullable \
    FROM pragma_table_list AS there, pragma_foreign_key_list(there.name) AS ref \
    WHERE there.schema = 'main' AND there.type = 'table' AND ref.\"from\" <> 'team_id' ORDER BY 1, 2, 3";

pub(crate) fn tables_of_teams(conn: &mut Conn) -> QueryResult<Vec<TeamTable>> {
    sql_query(TABLES).load(conn)
}

pub(crate) fn references(conn: &mut Conn) -> QueryResult<Vec<Reference>> {
    sql_query(REFERENCES).load(conn)
}

/// The condition that the first so many rows of a team meet, among those that meet what follows it, as SQL that begins
/// with AND.
pub(crate) fn first_rows(table: &TeamTable, team: TeamId, and: &str, most: i64) -> String {
    let TeamTable { name, key, is_index } = table;
    if *is_index {
        let first = row_of(team.get(), 0);
        let last = first + ID_MASK;
        return format!(
            "rowid IN (SELECT id FROM \"{name}_docsize\" WHERE id BETWEEN {first} AND {last} LIMIT {most})"
        );
    }
    format!("({key}) IN (SELECT {key} FROM \"{name}\" WHERE team_id = {}{and} LIMIT {most})", team.get())
}
