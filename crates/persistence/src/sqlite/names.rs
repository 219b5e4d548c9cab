//! Names in SQLite's own full-text index: whoever looks for a part of a name reads the records that have it, and no
//! others.
//!
//! The index of a kind has the names by which lists find its records, by their trigrams. Its rows are numbered by team
//! and id, so that what a team has of a trigram lies side by side and nothing of another team is read.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::Kind;
use uplift_domain::access::TeamId;

use super::connection::{Conn, Db};
use super::dialect::ALIKE;
use super::engine::upkeep::NAMED;
use super::in_time::IN_TIME;

/// How many bits of a row's number are the record's id; those before them are the team.
pub(super) const ID_BITS: u32 = 40;
pub(super) const ID_MASK: i64 = (1 << ID_BITS) - 1;

/// The fewest characters that the index finds.
const TRIGRAM: usize = 3;

/// Whether the names of a kind are indexed, so that parts of them are found. Those of users come from elsewhere, and
/// those of what stands in no project are so few that they are read.
fn is_indexed(kind: Kind) -> bool {
    let many = kind == Kind::Project || kind.has_field("project_id");
    many && kind.found_by_name()
}

/// The index of a kind's names.
fn index(kind: Kind) -> String {
    format!("{}_names", kind.singular())
}

/// The number of the row of a record.
pub(super) const fn row_of(team: i64, id: i64) -> i64 {
    (team << ID_BITS) + id
}

/// The rows of a team.
fn rows(team: TeamId) -> RangeInclusive<i64> {
    let first = row_of(team.get(), 0);
    first..=first + ID_MASK
}

/// A name that is another: whether the index has one, and which it is to have.
struct Rename {
    had: bool,
    to: Option<String>,
}

/// The names that the transaction changes, by index and row. They are written in this order, because the index is
/// written anew for each row that comes before the one before it.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<Kind, BTreeMap<i64, Rename>>);

impl Names {
    /// Notes that the name by which lists find a record is another.
    pub(crate) fn note(&mut self, team: TeamId, kind: Kind, id: i64, from: Option<&str>, to: Option<&str>) {
        if is_indexed(kind) {
            let renames = self.0.entry(kind).or_default();
            let rename = renames.entry(row_of(team.get(), id)).or_insert(Rename { had: from.is_some(), to: None });
            rename.to = to.map(str::to_owned);
        }
    }

    pub(crate) fn flush(&mut self, conn: &mut Conn) -> QueryResult<()> {
        for (kind, renames) in std::mem::take(&mut self.0) {
            let index = index(kind);
            let is_gone = |it: &Rename| it.had && it.to.is_none();
            let gone: Vec<i64> = renames.iter().filter(|(_, it)| is_gone(it)).map(|(row, _)| *row).collect();
            let here: Vec<(i64, &str)> =
                renames.iter().filter_map(|(row, it)| Some((*row, it.to.as_deref()?))).collect();
            if !gone.is_empty() {
                Change { index: index.clone(), sql: REMOVE, rows: serde_json::json!(gone).to_string() }
                    .execute(conn)?;
            }
            if !here.is_empty() {
                Change { index, sql: ADD, rows: serde_json::json!(here).to_string() }.execute(conn)?;
            }
        }
        Ok(())
    }
}

/// What stands before and after the index, and after the bound rows.
type Sql = [&'static str; 3];

const REMOVE: Sql = ["DELETE FROM ", " WHERE rowid IN (SELECT value FROM json_each(", "))"];
const ADD: Sql = ["INSERT OR REPLACE INTO ", " (rowid, name) SELECT value ->> 0, value ->> 1 FROM json_each(", ")"];

/// A change to an index.
struct Change {
    index: String,
    sql: Sql,
    /// A JSON list of rows.
    rows: String,
}

impl QueryId for Change {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Db> for Change {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        let [before, after, end] = self.sql;
        out.push_sql(before);
        out.push_sql(&self.index);
        out.push_sql(after);
        out.push_bind_param::<Text, _>(&self.rows)?;
        out.push_sql(end);
        Ok(())
    }
}

impl RunQueryDsl<Conn> for Change {}

/// The ids of a team's records whose names have one of some parts.
pub(crate) struct NamesWith {
    index: String,
    /// The parts in the words of the index.
    parts: String,
    first: i64,
    last: i64,
}

/// How many bytes the parts may have together that an index is asked for. Within one phrase it cannot be interrupted,
/// and it works off each of the phrase's trigrams, also where no name has them all.
const LONGEST: usize = 256;

/// Looks for parts of names in an index, where there is one that has all of them.
pub(crate) fn names_with(team: TeamId, kind: Kind, parts: Vec<String>) -> Option<NamesWith> {
    if !is_indexed(kind) {
        return None;
    }
    if parts.iter().map(String::len).sum::<usize>() > LONGEST || !parts.iter().all(|part| is_found(part)) {
        return None;
    }
    let quoted: Vec<String> = parts.iter().map(|part| format!("\"{}\"", part.replace('"', "\"\""))).collect();
    let (first, last) = rows(team).into_inner();
    Some(NamesWith { index: index(kind), parts: quoted.join(" OR "), first, last })
}

/// Whether the index finds a part, and nothing else by it.
fn is_found(part: &str) -> bool {
    part.chars().nth(TRIGRAM - 1).is_some() && !part.contains(ALIKE)
}

impl QueryFragment<Db> for NamesWith {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("SELECT rowid & ");
        out.push_bind_param::<BigInt, _>(&ID_MASK)?;
        out.push_sql(" FROM ");
        out.push_sql(&self.index);
        out.push_sql(" WHERE ");
        out.push_sql(&self.index);
        out.push_sql(" MATCH ");
        out.push_bind_param::<Text, _>(&self.parts)?;
        out.push_sql(" AND rowid BETWEEN ");
        out.push_bind_param::<BigInt, _>(&self.first)?;
        out.push_sql(" AND ");
        out.push_bind_param::<BigInt, _>(&self.last)?;
        out.push_sql(" AND (rowid");
        out.push_sql(IN_TIME);
        Ok(())
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    row: i64,
}

/// Names each record of a kind whose name is not in the index as it is, and each row of the index that has no record.
/// `listed` is what else holds of the records that lists find, as SQL that begins with AND.
pub(crate) fn wrong_names(conn: &mut Conn, kind: Kind, table: &str, listed: &str) -> QueryResult<Vec<String>> {
    if !is_indexed(kind) {
        return Ok(Vec::new());
    }
    let index = index(kind);
    let row = format!("({table}.team_id << {ID_BITS}) + {table}.id");
    let live = format!("SELECT {row} FROM {table} WHERE deleted_at IS NULL{listed}");
    let strays = format!("SELECT id AS row FROM {index}_docsize WHERE id NOT IN ({live}) LIMIT {NAMED}");
    let missing = format!(
        "SELECT {row} AS row FROM {table} WHERE deleted_at IS NULL{listed} AND (NOT EXISTS ( \
            SELECT 1 FROM {index}_docsize AS there WHERE there.id = {row} \
        ) OR length(name_folded) >= {TRIGRAM} AND NOT EXISTS ( \
            SELECT 1 FROM {index} WHERE {index} MATCH '\"' || replace(name_folded, '\"', '\"\"') || '\"' AND rowid = {row} \
        )) LIMIT {NAMED}"
    );
    let kind = kind.singular();
    let mut wrong = Vec::new();
    for query in [strays, missing] {
        for Row { row } in sql_query(query).load(conn)? {
            let (team, id) = (row >> ID_BITS, row & ID_MASK);
            wrong.push(format!("team {team}: the name of {kind} {id} is not in the index of names as it is"));
        }
    }
    Ok(wrong)
}

/// Indexes the names of all records of a kind; `listed` as for [`wrong_names`].
pub(crate) fn index_names(conn: &mut Conn, kind: Kind, table: &str, listed: &str) -> QueryResult<()> {
    if !is_indexed(kind) {
        return Ok(());
    }
    sql_query(format!(
        "INSERT INTO {} (rowid, name) SELECT ({table}.team_id << {ID_BITS}) + {table}.id, name_folded FROM {table} \
         WHERE deleted_at IS NULL{listed} ORDER BY 1",
        index(kind)
    ))
    .execute(conn)
    .map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_three_characters_are_indexed_whatever_the_script() {
        for part in ["abc", "a\"b", "äöü", "日本語", "👩‍💻", "100%"] {
            assert!(is_found(part), "{part}");
        }
        for part in ["", "ab", "日本", "a\u{fffd}b"] {
            assert!(!is_found(part), "{part}");
        }
    }

    #[test]
    fn the_rows_of_teams_do_not_overlap() {
        assert_eq!(*rows(TeamId::new(7)).end() + 1, *rows(TeamId::new(8)).start());
    }
}
