//! A backup: a consistent copy of a live database file.

use std::fs::File;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
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
pub(crate) fn backup(from: &Path, into: &Path) -> Result<Backup> {
    if !from.exists() {
        bail!("{} does not exist", from.display());
    }
    let mut conn = Manager::new(from).open()?;
    let unwritten = || format!("{} cannot be written", into.display());
    let copy = diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(into.to_string_lossy().into_owned());
    copy.execute(&mut conn).with_context(unwritten)?;
    File::open(into).and_then(|file| file.sync_all()).with_context(unwritten)?;
    check(into).with_context(|| {
        format!("the copy of {} is damaged, as the database may be: bring back an earlier one", from.display())
    })?;
    let bytes = std::fs::metadata(into)?.len();
    let files = named(&mut Manager::new(into).open_existing()?)?;
    Ok(Backup { rows: rows(into)?, bytes, files })
}

/// Reads the whole file and holds every index and reference against its table.
pub(crate) fn check(file: &Path) -> Result<()> {
    let mut conn = Manager::new(file).open_existing()?;
    let query = "SELECT integrity_check AS text FROM pragma_integrity_check \
        UNION ALL SELECT 'row ' || rowid || ' of ' || \"table\" || ' refers to nothing' FROM pragma_foreign_key_check";
    let rows: Vec<TextRow> = diesel::sql_query(query).load(&mut conn)?;
    let damage: Vec<_> = rows.into_iter().map(|row| row.text).filter(|text| text != "ok").collect();
    ensure!(damage.is_empty(), damage.join("; "));
    Ok(())
}

/// Counts the rows of all tables, without those of which indexes are made.
pub(crate) fn rows(file: &Path) -> Result<i64> {
    let mut conn = Manager::new(file).open_existing()?;
    let names = "SELECT name AS text FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
        AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'";
    let tables: Vec<TextRow> = diesel::sql_query(names).load(&mut conn)?;
    let mut rows = 0;
    for table in tables {
        // The name comes from the schema itself.
        let count = format!("SELECT count(*) AS n FROM \"{}\"", table.text);
        let Number { n } = diesel::sql_query(count).get_result(&mut conn)?;
        rows += n;
    }
    Ok(rows)
}
