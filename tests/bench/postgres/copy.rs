//! Copies a SQLite database into PostgreSQL, table by table, whatever the tables are.

use std::io::Write;
use std::path::Path;

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use postgres::Client;
use uplift_tables::unpack;

use super::{error_text, run};

diesel::define_sql_function! {
    /// A document of the log as it was before it was packed.
    fn unpacked(document: Nullable<Text>) -> Nullable<Text>;
}

/// A row as `COPY` reads it.
#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// A column as PostgreSQL has it.
struct Column {
    name: String,
    kind: String,
    identity: bool,
}

/// Copies the rows of every table that both have. Of what the constraints say, SQLite has made sure.
pub(super) fn all(client: &mut Client, from: &Path) -> Result<(), String> {
    let mut rows = SqliteConnection::establish(&from.display().to_string()).map_err(|error| error.to_string())?;
    // What cannot be unpacked is no document, and PostgreSQL refuses what is said of it instead.
    unpacked_utils::register_impl(&mut rows, |document: Option<String>| {
        document.map(|it| unpack(it).unwrap_or_else(|error| error.to_string()))
    })
    .map_err(|error| error.to_string())?;
    let tables = tables(client)?;
    let quoted: Vec<String> = tables.iter().map(|it| format!("\"{it}\"")).collect();
    run(client, &format!("TRUNCATE {}; SET session_replication_role = replica", quoted.join(", ")))?;
    for table in tables {
        let there = names(&mut rows, &table)?;
        let columns: Vec<Column> = columns(client, &table)?.into_iter().filter(|it| there.contains(&it.name)).collect();
        if !columns.is_empty() {
            copy(client, &mut rows, &table, &columns)?;
        }
    }
    run(client, "SET session_replication_role = DEFAULT")
}

fn tables(client: &mut Client) -> Result<Vec<String>, String> {
    let query = "SELECT table_name::text FROM information_schema.tables \
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '\\_\\_%'";
    let found = client.query(query, &[]).map_err(|error| error.to_string())?;
    found.iter().map(|row| row.try_get(0).map_err(|error| error.to_string())).collect()
}

/// The columns of a table that are not made of others.
fn columns(client: &mut Client, table: &str) -> Result<Vec<Column>, String> {
    let query = "SELECT column_name::text, data_type::text, is_identity = 'YES' FROM information_schema.columns \
        WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position";
    let found = client.query(query, &[&table]).map_err(|error| error.to_string())?;
    let column =
        |row: &postgres::Row| Ok(Column { name: row.try_get(0)?, kind: row.try_get(1)?, identity: row.try_get(2)? });
    found.iter().map(|row| column(row).map_err(|error: postgres::Error| error.to_string())).collect()
}

/// The columns of a table in SQLite; none where it has no such table.
fn names(rows: &mut SqliteConnection, table: &str) -> Result<Vec<String>, String> {
    let query = diesel::sql_query("SELECT name AS line FROM pragma_table_xinfo(?)").bind::<Text, _>(table);
    let found: Vec<Line> = query.load(rows).map_err(|error| error.to_string())?;
    Ok(found.into_iter().map(|it| it.line).collect())
}

fn copy(client: &mut Client, rows: &mut SqliteConnection, table: &str, columns: &[Column]) -> Result<(), String> {
    let names: Vec<String> = columns.iter().map(|it| format!("\"{}\"", it.name)).collect();
    let values: Vec<String> = columns.iter().map(text).collect();
    let query = diesel::sql_query(format!("SELECT {} AS line FROM \"{table}\"", values.join(" || char(9) || ")));
    let into = format!("COPY \"{table}\" ({}) FROM STDIN", names.join(", "));
    let mut copying = client.copy_in(&into).map_err(|error| format!("{into}: {error}"))?;
    for line in query.load_iter::<Line, DefaultLoadingMode>(rows).map_err(|error| error.to_string())? {
        let Line { line } = line.map_err(|error| format!("{table}: {error}"))?;
        copying
            .write_all(line.as_bytes())
            .and_then(|()| copying.write_all(b"\n"))
            .map_err(|error| error.to_string())?;
    }
    copying.finish().map_err(|error| format!("{into}: {}", error_text(&error)))?;
    let given = columns.iter().filter(|it| it.identity);
    given.map(|it| it.name.as_str()).try_for_each(|column| {
        let sequence = format!("pg_get_serial_sequence('\"{table}\"', '{column}')");
        run(
            client,
            &format!("SELECT setval({sequence}, (SELECT coalesce(max({column}), 0) + 1 FROM \"{table}\"), false)"),
        )
    })
}

/// A column's value in SQLite, as the text that `COPY` reads: times are kept there in microseconds.
fn text(column: &Column) -> String {
    let name = format!("\"{}\"", column.name);
    let value = match column.kind.as_str() {
        "timestamp with time zone" => format!(
            "strftime('%Y-%m-%d %H:%M:%S', {name} / 1000000, 'unixepoch') || printf('.%06d+00', {name} % 1000000)"
        ),
        kind => [("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")].iter().fold(
            if kind == "json" { format!("unpacked({name})") } else { format!("CAST({name} AS TEXT)") },
            |value, (special, escaped)| format!("replace({value}, '{special}', '{escaped}')"),
        ),
    };
    format!("coalesce({value}, '\\N')")
}
