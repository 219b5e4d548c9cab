//! How SQLite would carry out a statement.

use std::path::Path;

use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use uplift_domain::Kind;

use super::connection::Conn;
use super::engine::plans::{Exemption, Fault, Step};
use super::manager::Manager;

pub(crate) const EXEMPT: &[Exemption] = &[
    (Kind::ResultRow, "sort=as_of", Fault::Sorts, OF_ONE),
    (Kind::ResultRow, "sort=created_at", Fault::Sorts, OF_ONE),
    (
        Kind::User,
        "sort=id",
        Fault::WalksDeleted,
        "the index of the key serves, which is smaller than that of live rows; a member who is removed leaves no row",
    ),
    (
        Kind::User,
        "filter[role]=1&sort=id",
        Fault::WalksTeam,
        "where the id is sorted by twice, SQLite does not see that the index of roles has this order",
    ),
    (
        Kind::FormResponse,
        "filter[answer]",
        Fault::WalksDeleted,
        "the index that tells whether a version was answered serves; responses are seldom deleted but for good",
    ),
];

const OF_ONE: &str = "a list is of the results of one experiment, which are few enough to be sorted";

/// Whether the plan of a statement is the same whatever the tables hold.
pub(crate) const NEED_NO_STATISTICS: bool = true;

/// A database of its own, in memory.
pub(crate) struct Fresh {
    pub(crate) conn: Conn,
}

impl Fresh {
    pub(crate) fn new() -> Self {
        Self { conn: Manager::new(Path::new(":memory:")).open().expect("a database in memory") }
    }

    /// SQLite looks at the rows of a table only where it is told to analyze them, which it never is.
    pub(crate) fn fill(&mut self) {}
}

#[derive(QueryableByName)]
struct PlanRow {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct Source {
    #[diesel(sql_type = Nullable<Text>)]
    sql: Option<String>,
}

/// The steps of a statement's plan. SQLite is compiled so that they do not depend on what is bound to it.
pub(crate) fn explain(conn: &mut Conn, statement: &str) -> Vec<Step> {
    let plan = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}"));
    let rows: Vec<PlanRow> = plan.load(conn).unwrap_or_else(|error| panic!("{statement}: {error}"));
    rows.iter().filter_map(|row| step(conn, &row.detail)).collect()
}

fn step(conn: &mut Conn, detail: &str) -> Option<Step> {
    let words: Vec<&str> = detail.split(' ').collect();
    match words.as_slice() {
        // A bound list is a table to SQLite.
        ["SCAN", table, "VIRTUAL", ..] if table.contains("json_each") || *table == "part" => None,
        ["SCAN", "CONSTANT", "ROW"] => None,
        // The rows of a view, after the steps that find them.
        ["CO-ROUTINE", _] | ["SCAN", "observation_research_collection"] => None,
        ["SCAN", table, ..] => Some(Step::Scan { table: (*table).to_owned() }),
        ["SEARCH", table, "USING", index @ ..] | ["SEARCH", table, "EXISTS", "USING", index @ ..] => {
            let named = index.iter().skip_while(|word| **word != "INDEX").nth(1);
            let over = named.and_then(|name| over(conn, name));
            Some(Step::Search { table: (*table).to_owned(), by: bounds(detail), over })
        }
        ["USE", "TEMP", "B-TREE", ..] => Some(Step::Sort),
        [.., "SUBQUERY", _] | ["CREATE", "BLOOM", "FILTER"] => None,
        _ => panic!("a step of a plan that is not known: {detail}"),
    }
}

/// The columns in `(team_id=? AND status=?)` that are held to a value.
fn bounds(detail: &str) -> Vec<String> {
    let (_, bounds) = detail.split_once('(').unwrap_or_else(|| panic!("a search by nothing: {detail}"));
    let columns =
        bounds.split(')').next().unwrap_or_default().split(" AND ").filter_map(|bound| bound.strip_suffix("=?"));
    columns.map(|column| if column == "rowid" { "id".to_owned() } else { column.to_owned() }).collect()
}

fn over(conn: &mut Conn, index: &str) -> Option<String> {
    let source = diesel::sql_query("SELECT sql FROM sqlite_schema WHERE name = ?").bind::<Text, _>(index);
    let source: Option<Source> = source.get_result(conn).optional().expect("the source of an index");
    source?.sql?.split_once(" WHERE ").map(|(_, over)| over.to_owned())
}
