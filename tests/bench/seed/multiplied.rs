//! The demo workspace with the records of one kind so often that there are as many as are wanted.

use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{Connection, QueryResult, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use uplift_domain::access::{SecretHash, TeamId, secret};
use uplift_domain::ports::WritePort as _;
use uplift_domain::record::Id;
use uplift_domain::{Key, Refusal};
use uplift_persistence::Source;

use super::make::ask;
use super::{READ_TIMEOUT, SECRET};

/// What lies between the numbers of a copy and those of the next, where no two records may have the same.
const APART: i64 = 1_000_000_000;

/// Gives the first key of the first team the token that requests show.
pub(crate) fn adopt(database: &Path) -> Result<(), String> {
    let opened = Source::parse(&format!("sqlite://{}", database.display())).and_then(|it| it.open(None, READ_TIMEOUT));
    let database = opened.map_err(|error| format!("{error:#}"))?;
    let adopted = ask(database.as_ref(), |tx| {
        let (team, id) = (TeamId::new(1), Id::<Key>::new(1));
        let key = Key::writes(tx).find_to_change(team, id)?;
        let mut key = key.ok_or_else(|| Refusal::Fault("the demo has no key".to_owned()))?;
        key.record.hash = SecretHash::of(&secret(&SECRET));
        Key::writes(tx).save(team, &key)
    });
    database.close();
    adopted
}

/// How many copies have the same where few records have.
const FEW: i64 = 10;

/// The records that are copied.
pub(crate) struct Copied<'a> {
    pub(crate) table: &'a str,
    pub(crate) kind: &'a str,
    /// The fields in which few records have the same.
    pub(crate) selective: &'a [&'static str],
}

/// Copies the records of a table until there are at least so many. What lists keep to count them counts the copies too.
pub(crate) fn multiply(database: &Path, copied: &Copied<'_>, most: i64) -> Result<(), String> {
    let mut conn = SqliteConnection::establish(&database.display().to_string()).map_err(|error| error.to_string())?;
    copies(&mut conn, copied, most).map_err(|error| format!("{}: {error}", copied.table))
}

fn copies(conn: &mut SqliteConnection, copied: &Copied<'_>, most: i64) -> QueryResult<()> {
    let Copied { table, kind, selective } = copied;
    let there: Number = sql_query(format!("SELECT count(*) AS n FROM {table}")).get_result(conn)?;
    let copies = most / there.n.max(1);
    let apart = columns_apart(conn, table)?;
    let columns: Vec<Column> = sql_query(format!(
        "SELECT name, type LIKE 'INT%' AS is_integer FROM pragma_table_xinfo('{table}') WHERE hidden = 0"
    ))
    .load(conn)?;
    let names: Vec<String> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    let values = columns.iter().map(|Column { name, is_integer }| match (name.as_str(), is_integer) {
        ("id", _) => format!("{} + (copy - 1) * {} + place", there.n + APART, there.n),
        ("created_at" | "updated_at", _) => format!("{name} + copy"),
        (_, true) if apart.contains(name) => format!("\"{name}\" + copy * {APART}"),
        (_, false) if apart.contains(name) => format!("\"{name}\" || '-' || copy"),
        (name, true) if selective.contains(&name) => format!("\"{name}\" + copy / {FEW} * {APART}"),
        (name, false) if selective.contains(&name) => format!("\"{name}\" || '-' || copy / {FEW}"),
        (name, _) => format!("\"{name}\""),
    });
    let values: Vec<String> = values.collect();
    conn.batch_execute("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN")?;
    conn.batch_execute(&format!(
        "WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < {copies})
         INSERT INTO {table} ({}) SELECT {} FROM copies CROSS JOIN
             (SELECT *, row_number() OVER (ORDER BY id) AS place FROM {table} WHERE id < {APART})",
        names.join(", "),
        values.join(", "),
    ))?;
    conn.batch_execute(&format!("UPDATE counters SET n = n * {} WHERE kind = '{kind}'", copies + 1))?;
    conn.batch_execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE); ANALYZE")
}

/// A column of each unique index by which copies differ. A type has none but the words there are.
fn columns_apart(conn: &mut SqliteConnection, table: &str) -> QueryResult<Vec<String>> {
    let apart: Vec<Name> = sql_query(format!(
        "SELECT max(columns.name) AS name FROM pragma_index_list('{table}') AS list
         JOIN pragma_index_info(list.name) AS columns
         WHERE list.\"unique\" AND columns.name NOT IN ('team_id', 'id', 'type') GROUP BY list.name"
    ))
    .load(conn)?;
    Ok(apart.into_iter().map(|it| it.name).collect())
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    is_integer: bool,
}
