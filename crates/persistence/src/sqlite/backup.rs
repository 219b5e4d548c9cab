//! A backup: a consistent copy of a live database file.

use std::fs::File;
use std::path::Path;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use super::engine::named;
use super::manager::Manager;
use crate::backup::Backup;
use crate::text_row::TextRow;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Copies the database into a new file, which is checked and flushed to disk before this returns.
pub(crate) fn backup(from: &Path, into: &Path) -> Result<Backup, String> {
    if !from.exists() {
        return Err(format!("{} does not exist", from.display()));
    }
    let mut conn = Manager::new(from).open().map_err(|error| error.to_string())?;
    diesel::sql_query("VACUUM INTO ?")
        .bind::<Text, _>(into.to_string_lossy().into_owned())
        .execute(&mut conn)
        .map_err(|error| error.to_string())?;
    File::open(into).and_then(|file| file.sync_all()).map_err(|error| error.to_string())?;
    check(into)?;
    let bytes = std::fs::metadata(into).map_err(|error| error.to_string())?.len();
    let files = named(&mut Manager::new(into).open_existing().map_err(|error| error.to_string())?)?;
    Ok(Backup { rows: rows(into)?, bytes, files })
}

/// Reads the whole file and holds every index and reference against its table.
pub(crate) fn check(file: &Path) -> Result<(), String> {
    let mut conn = Manager::new(file).open_existing().map_err(|error| error.to_string())?;
    let query = "SELECT integrity_check AS text FROM pragma_integrity_check \
        UNION ALL SELECT 'row ' || rowid || ' of ' || \"table\" || ' refers to nothing' FROM pragma_foreign_key_check";
    let rows: Vec<TextRow> = diesel::sql_query(query).load(&mut conn).map_err(|error| error.to_string())?;
    let damage: Vec<_> = rows.into_iter().map(|row| row.text).filter(|text| text != "ok").collect();
    if damage.is_empty() { Ok(()) } else { Err(damage.join("; ")) }
}

/// Counts the rows of all tables, without those of which indexes are made.
pub(crate) fn rows(file: &Path) -> Result<i64, String> {
    let mut conn = Manager::new(file).open_existing().map_err(|error| error.to_string())?;
    let names = "SELECT name AS text FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
        AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'";
    let tables: Vec<TextRow> = diesel::sql_query(names).load(&mut conn).map_err(|error| error.to_string())?;
    let mut rows = 0;
    for table in tables {
        // The name comes from the schema itself.
        let count = format!("SELECT count(*) AS n FROM \"{}\"", table.text);
        let Number { n } = diesel::sql_query(count).get_result(&mut conn).map_err(|error| error.to_string())?;
        rows += n;
    }
    Ok(rows)
}
