//! The index that searches look in: a table for each kind with the tokens of its records, indexed by PostgreSQL's own
//! inverted index. The letters by which it tells weights apart stand for those of the fields.
//!
//! A token is kept with the number of its team before it, so that what begins with some letters is read of that team
//! alone.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Text};
use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::listing::search::SearchDocument;
use uplift_domain::record::Weight;

use super::connect::Conn;
use super::engine::lists::number_query::NumberQuery;
use super::engine::lists::statement::Statement;
use super::engine::session::search_index::RecordKey;
use super::manager::Db;

/// The index of a kind.
fn index_of(kind: Kind) -> String {
    format!("{}_search", kind.singular())
}

/// The letter of a weight, and the place at which a token with it stands: only the letter counts.
const fn letter(weight: Weight) -> (char, &'static str) {
    match weight {
        Weight::Eight => ('A', "1A"),
        Weight::Four => ('B', "2B"),
        Weight::One => ('C', "3C"),
    }
}

/// A token as it is kept; there is nothing in it that would have to be quoted.
fn of_team(team: i64, token: &str) -> String {
    format!("'{team}x{token}'")
}

/// Says that every record of a kind is in its index.
pub(crate) const DONE_INDEXING: &str = "DELETE FROM unindexed_kinds WHERE kind = $1";

/// Keeps others from changing the index of a kind until the transaction ends.
pub(crate) fn hold_index(conn: &mut Conn, kind: Kind) -> QueryResult<()> {
    conn.batch_execute(&format!("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE", index_of(kind)))
}

/// Makes records found by these documents alone.
pub(crate) fn index(conn: &mut Conn, kind: Kind, records: &[(RecordKey, &SearchDocument)]) -> QueryResult<()> {
    let row = |((team, id), document): &(RecordKey, &SearchDocument)| {
        let mut tokens = String::new();
        for (token, weights) in document.tokens() {
            let places: Vec<_> = weights.iter().map(|weight| letter(*weight).1).collect();
            tokens.push_str(&format!("{}:{} ", of_team(*team, token), places.join(",")));
        }
        serde_json::json!([team, id, tokens])
    };
    let rows = serde_json::Value::from(records.iter().map(row).collect::<Vec<_>>()).to_string();
    let insert = Statement::<BigInt>::new("INSERT INTO ").name(index_of(kind)).words(
        " (team_id, id, tokens) \
         SELECT CAST(record ->> 0 AS bigint), CAST(record ->> 1 AS bigint), CAST(record ->> 2 AS tsvector) \
         FROM json_array_elements(CAST(",
    );
    let named = insert.text(rows).words(" AS json)) AS record");
    named.words(" ON CONFLICT (team_id, id) DO UPDATE SET tokens = excluded.tokens").execute(conn).map(|_| ())
}

/// Makes records found no more.
pub(crate) fn unindex(conn: &mut Conn, kind: Kind, records: &[RecordKey]) -> QueryResult<()> {
    let delete = Statement::<BigInt>::new("DELETE FROM ").name(index_of(kind)).words(
        " WHERE (team_id, id) IN (SELECT CAST(record ->> 0 AS bigint), CAST(record ->> 1 AS bigint) \
         FROM json_array_elements(CAST(",
    );
    let named = delete.text(serde_json::json!(records).to_string());
    named.words(" AS json)) AS record)").execute(conn).map(|_| ())
}

/// What was removed goes by itself, when the server next vacuums the table.
pub(crate) fn purge_index(_conn: &mut Conn, _kind: Kind) -> QueryResult<()> {
    Ok(())
}

/// The ids of a team's records in which each of some tokens begins one of theirs.
pub(crate) struct Containing {
    team: i64,
    index: String,
    tokens: String,
}

pub(crate) fn containing(team: TeamId, kind: Kind, tokens: &[String]) -> Containing {
    let tokens: Vec<_> = tokens.iter().map(|token| format!("{}:*", of_team(team.get(), token))).collect();
    Containing { team: team.get(), index: index_of(kind), tokens: tokens.join(" & ") }
}

impl QueryFragment<Db> for Containing {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("SELECT id FROM ");
        out.push_sql(&self.index);
        // The tokens say the team as well; where its rows are found by their ids, their key begins with it.
        out.push_sql(" WHERE team_id = ");
        out.push_bind_param::<BigInt, _>(&self.team)?;
        out.push_sql(" AND tokens @@ CAST(");
        out.push_bind_param::<Text, _>(&self.tokens)?;
        out.push_sql(" AS tsquery)");
        Ok(())
    }
}

/// A page of the ids that a query finds, by rank.
pub(crate) struct Ranked {
    ids: NumberQuery,
    team: i64,
    index: String,
    /// For each token what asks whether it stands in a record, and what that is worth: the best first.
    tokens: Vec<Vec<(String, i64)>>,
    size: i64,
    offset: i64,
}

pub(crate) fn ranked(
    ids: NumberQuery,
    (team, kind): (TeamId, Kind),
    tokens: &[String],
    (size, offset): (i64, i64),
) -> Ranked {
    let worth = |token: &String| {
        let token = of_team(team.get(), token);
        let mut worth: Vec<(String, i64)> = Vec::new();
        for weight in Weight::ALL {
            let (letter, _) = letter(weight);
            worth.push((format!("{token}:{letter}"), weight.value().saturating_mul(2)));
            worth.push((format!("{token}:*{letter}"), weight.value()));
        }
        worth.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        worth
    };
    let tokens = tokens.iter().map(worth).collect();
    Ranked { ids, team: team.get(), index: index_of(kind), tokens, size, offset }
}

impl QueryId for Ranked {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Ranked {
    type SqlType = BigInt;
}

impl QueryFragment<Db> for Ranked {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("SELECT found.id FROM (");
        self.ids.walk_ast(out.reborrow())?;
        out.push_sql(") AS found INNER JOIN ");
        out.push_sql(&self.index);
        out.push_sql(" AS there ON there.id = found.id AND there.team_id = ");
        out.push_bind_param::<BigInt, _>(&self.team)?;
        out.push_sql(" ORDER BY ");
        for worth in &self.tokens {
            out.push_sql("CASE");
            for (asked, value) in worth {
                out.push_sql(" WHEN there.tokens @@ CAST(");
                out.push_bind_param::<Text, _>(asked)?;
                out.push_sql(" AS tsquery) THEN ");
                out.push_bind_param::<BigInt, _>(value)?;
            }
            out.push_sql(" ELSE 0 END + ");
        }
        out.push_sql("0 DESC, found.id LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.size)?;
        out.push_sql(" OFFSET ");
        out.push_bind_param::<BigInt, _>(&self.offset)
    }
}

impl RunQueryDsl<Conn> for Ranked {}

/// The first so many live records of a table that are not in the index of their kind, as SQL for their teams and ids.
pub(crate) fn unindexed(kind: Kind, table: &str, most: usize) -> String {
    let index = index_of(kind);
    format!(
        "SELECT team_id AS team, id FROM {table} WHERE deleted_at IS NULL AND NOT EXISTS ( \
            SELECT 1 FROM {index} AS there WHERE there.team_id = {table}.team_id AND there.id = {table}.id \
        ) ORDER BY team_id, id LIMIT {most}"
    )
}

/// The first so many rows of the index of a kind that have no live record, as SQL for their teams and ids.
pub(crate) fn indexed_for_nothing(kind: Kind, table: &str, most: usize) -> String {
    let index = index_of(kind);
    format!(
        "SELECT there.team_id AS team, there.id FROM {index} AS there WHERE NOT EXISTS ( \
            SELECT 1 FROM {table} AS it WHERE it.team_id = there.team_id AND it.id = there.id AND it.deleted_at IS NULL \
        ) LIMIT {most}"
    )
}
