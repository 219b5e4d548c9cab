//! The index that searches look in, in SQLite's own full-text index: a table for each kind, with a column for each
//! weight that a token may have.
//!
//! A token is kept with the number of its team before it, so that what begins with some letters is read of that team
//! alone; and rows are numbered by team and id, as those of the index of names are.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Text};
use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::listing::search::SearchDocument;
use uplift_domain::record::Weight;

use super::connection::{Conn, Db};
use super::engine::lists::number_query::NumberQuery;
use super::engine::lists::statement::Statement;
use super::engine::session::search_index::RecordKey;
use super::in_time::IN_TIME;
use super::names::{ID_MASK, row_of};

/// The index of a kind.
fn index_of(kind: Kind) -> String {
    format!("{}_search", kind.singular())
}

/// The column of the tokens with this weight.
const fn column(weight: Weight) -> &'static str {
    match weight {
        Weight::Eight => "weight_8",
        Weight::Four => "weight_4",
        Weight::One => "weight_1",
    }
}

/// A token as it is kept.
fn of_team(team: i64, token: &str) -> String {
    format!("{team}x{token}")
}

/// What begins with one of these tokens, as the index is asked for it.
fn beginning(tokens: impl Iterator<Item = String>) -> String {
    tokens.map(|token| format!("\"{token}\"*")).collect::<Vec<_>>().join(" AND ")
}

/// Says that every record of a kind is in its index.
pub(crate) const DONE_INDEXING: &str = "DELETE FROM unindexed_kinds WHERE kind = ?";

/// Keeps others from changing the index of a kind. A transaction that writes is the only one.
pub(crate) fn hold_index(_conn: &mut Conn, _kind: Kind) -> QueryResult<()> {
    Ok(())
}

/// Makes records found by these documents alone.
pub(crate) fn index(conn: &mut Conn, kind: Kind, records: &[(RecordKey, &SearchDocument)]) -> QueryResult<()> {
    let row = |((team, id), document): &(RecordKey, &SearchDocument)| {
        let mut columns = Weight::ALL.map(|_| String::new());
        for (token, weights) in document.tokens() {
            for (text, _) in columns.iter_mut().zip(Weight::ALL).filter(|(_, weight)| weights.contains(weight)) {
                text.push_str(&of_team(*team, token));
                text.push(' ');
            }
        }
        serde_json::json!([row_of(*team, *id), columns])
    };
    let rows = serde_json::Value::from(records.iter().map(row).collect::<Vec<_>>()).to_string();
    let insert = Statement::<BigInt>::new("INSERT OR REPLACE INTO ").name(index_of(kind)).words(" (rowid");
    let into = Weight::ALL.iter().fold(insert, |insert, weight| insert.words(", ").name(column(*weight)));
    let columns = ", value ->> '$[1][0]', value ->> '$[1][1]', value ->> '$[1][2]' FROM json_each(";
    let select = into.words(") SELECT value ->> 0").words(columns).text(rows);
    select.words(")").execute(conn).map(|_| ())
}

/// Makes records found no more.
pub(crate) fn unindex(conn: &mut Conn, kind: Kind, records: &[RecordKey]) -> QueryResult<()> {
    let rows: Vec<i64> = records.iter().map(|(team, id)| row_of(*team, *id)).collect();
    let delete = Statement::<BigInt>::new("DELETE FROM ").name(index_of(kind));
    let named = delete.words(" WHERE rowid IN (SELECT value FROM json_each(").text(serde_json::json!(rows).to_string());
    named.words("))").execute(conn).map(|_| ())
}

/// Removed rows are only noted as removed until all parts of the index are merged. Whole pages are freed then, which are
/// overwritten only where that is asked for.
pub(crate) fn purge_index(conn: &mut Conn, kind: Kind) -> QueryResult<()> {
    let index = index_of(kind);
    conn.batch_execute("PRAGMA secure_delete = ON")?;
    let insert = Statement::<BigInt>::new("INSERT INTO ").name(index.clone()).words(" (").name(index);
    let merged = insert.words(") VALUES (").text("optimize").words(")").execute(conn).map(|_| ());
    conn.batch_execute("PRAGMA secure_delete = FAST")?;
    merged
}

/// The ids of a team's records in which each of some tokens begins one of theirs.
pub(crate) struct Containing {
    index: String,
    tokens: String,
}

pub(crate) fn containing(team: TeamId, kind: Kind, tokens: &[String]) -> Containing {
    Containing { index: index_of(kind), tokens: beginning(tokens.iter().map(|token| of_team(team.get(), token))) }
}

impl QueryFragment<Db> for Containing {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("SELECT rowid & ");
        out.push_bind_param::<BigInt, _>(&ID_MASK)?;
        out.push_sql(" FROM ");
        out.push_sql(&self.index);
        out.push_sql(" WHERE ");
        out.push_sql(&self.index);
        out.push_sql(" MATCH ");
        out.push_bind_param::<Text, _>(&self.tokens)?;
        out.push_sql(" AND (rowid");
        out.push_sql(IN_TIME);
        Ok(())
    }
}

/// A page of the ids that a query finds, by rank.
pub(crate) struct Ranked {
    ids: NumberQuery,
    index: String,
    /// What finds the records in which a token stands, by the token and what that is worth.
    finds: Vec<(i64, i64, String)>,
    size: i64,
    offset: i64,
}

pub(crate) fn ranked(
    ids: NumberQuery,
    (team, kind): (TeamId, Kind),
    tokens: &[String],
    (size, offset): (i64, i64),
) -> Ranked {
    let of_team = |token: &String| of_team(team.get(), token);
    let mut finds = Vec::new();
    for (at, token) in (0..).zip(tokens) {
        let others = beginning(tokens.iter().filter(|it| *it != token).map(of_team));
        let others = if others.is_empty() { others } else { format!(" AND {others}") };
        for weight in Weight::ALL {
            let (column, token) = (column(weight), of_team(token));
            finds.push((at, weight.value().saturating_mul(2), format!("({column} : \"{token}\"){others}")));
            finds.push((at, weight.value(), format!("({column} : \"{token}\"*){others}")));
        }
    }
    Ranked { ids, index: index_of(kind), finds, size, offset }
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
        out.push_sql("SELECT ranked.id FROM (SELECT number & ");
        out.push_bind_param::<BigInt, _>(&ID_MASK)?;
        out.push_sql(" AS id, sum(best) AS rank FROM (SELECT number, token, max(value) AS best FROM (");
        for (at, (token, value, find)) in self.finds.iter().enumerate() {
            out.push_sql(if at > 0 { " UNION ALL SELECT rowid, " } else { "SELECT rowid AS number, " });
            out.push_bind_param::<BigInt, _>(token)?;
            out.push_sql(if at > 0 { ", " } else { " AS token, " });
            out.push_bind_param::<BigInt, _>(value)?;
            out.push_sql(if at > 0 { " FROM " } else { " AS value FROM " });
            out.push_sql(&self.index);
            out.push_sql(" WHERE ");
            out.push_sql(&self.index);
            out.push_sql(" MATCH ");
            out.push_bind_param::<Text, _>(find)?;
            out.push_sql(" AND (rowid");
            out.push_sql(IN_TIME);
        }
        // Asked so, what else is filtered is looked up once, and not for each record that a token is found in.
        out.push_sql(") GROUP BY number, token) GROUP BY number) AS ranked WHERE ranked.id IN (");
        self.ids.walk_ast(out.reborrow())?;
        out.push_sql(") ORDER BY ranked.rank DESC, ranked.id LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.size)?;
        out.push_sql(" OFFSET ");
        out.push_bind_param::<BigInt, _>(&self.offset)
    }
}

impl RunQueryDsl<Conn> for Ranked {}

/// The first so many live records of a table that are not in the index of their kind, as SQL for their teams and ids.
pub(crate) fn unindexed(kind: Kind, table: &str, most: usize) -> String {
    let (index, row) = (index_of(kind), row_of_sql(table));
    format!(
        "SELECT team_id AS team, id FROM {table} WHERE deleted_at IS NULL AND NOT EXISTS ( \
            SELECT 1 FROM {index}_docsize AS there WHERE there.id = {row} \
        ) ORDER BY team_id, id LIMIT {most}"
    )
}

/// The first so many rows of the index of a kind that have no live record, as SQL for their teams and ids.
pub(crate) fn indexed_for_nothing(kind: Kind, table: &str, most: usize) -> String {
    let (index, row) = (index_of(kind), row_of_sql(table));
    let shift = super::names::ID_BITS;
    format!(
        "SELECT id >> {shift} AS team, id & {ID_MASK} AS id FROM {index}_docsize \
         WHERE id NOT IN (SELECT {row} FROM {table} WHERE deleted_at IS NULL) LIMIT {most}"
    )
}

fn row_of_sql(table: &str) -> String {
    format!("({table}.team_id << {}) + {table}.id", super::names::ID_BITS)
}
