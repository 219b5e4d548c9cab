//! Migrations: the steps that bring a database to the tables that this build knows.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Error, Result, anyhow};
use diesel::migration::{Migration, MigrationSource};
use diesel::prelude::*;
use diesel::sql_query;
use diesel_migrations::MigrationHarness;

use super::super::super::backend::{Conn, Db, MIGRATIONS, MIGRATIONS_TABLE, TABLES_OF_OTHERS};
use super::super::session::session::failure;
use super::search_index;
use crate::text_row::TextRow;
use crate::{Migrated, MigrationState};

/// Applies every pending migration and names those applied. What searches look in is filled with what is there. Where
/// anything is pending in a database that is in use, a copy of it is asked for first.
pub(crate) fn migrate(conn: &mut Conn, copy: impl FnOnce() -> Result<Option<PathBuf>>) -> Result<Migrated> {
    let state = state(conn)?;
    state.refuse_others()?;
    if state.pending.is_empty() {
        return Ok(Migrated::default());
    }
    let copy = if state.is_new { None } else { copy()? };
    conn.run_pending_migrations(MIGRATIONS).map_err(Error::from_boxed)?;
    let kinds = search_index::unindexed(conn)?;
    search_index::index_all(conn, &kinds).map_err(|refusal| anyhow!(failure(&refusal)))?;
    Ok(Migrated { applied: state.pending, copy })
}

/// How the database stands to the migrations of this build. Looking changes nothing.
pub(crate) fn state(conn: &mut Conn) -> Result<MigrationState> {
    // In this order, for another server may migrate meanwhile: tables that are ours have a version then.
    let tables = texts(conn, TABLES_OF_OTHERS)?;
    let applied = applied(conn)?;
    let is_new = applied.is_empty();
    let foreign = if is_new { tables } else { Vec::new() };
    let known = known()?;
    let versions: BTreeSet<&str> = known.iter().map(|(version, _)| version.as_str()).collect();
    let unknown: Vec<String> = applied.iter().filter(|it| !versions.contains(it.as_str())).cloned().collect();
    let pending = known.iter().filter(|(version, _)| !applied.contains(version));
    let mut pending: Vec<String> = pending.map(|(_, name)| name.clone()).collect();
    if pending.is_empty() && unknown.is_empty() {
        // What the migrations left to do.
        let kinds = search_index::unindexed(conn)?;
        pending.extend(kinds.iter().map(|kind| format!("the search index of {}", kind.singular())));
    }
    Ok(MigrationState { pending, unknown, foreign, is_new })
}

/// The versions and names of the migrations of this build, in their order.
pub(crate) fn known() -> Result<Vec<(String, String)>> {
    let known: Vec<Box<dyn Migration<Db>>> = MIGRATIONS.migrations().map_err(Error::from_boxed)?;
    let mut known: Vec<_> = known.iter().map(|it| (it.name().version().to_string(), it.name().to_string())).collect();
    known.sort_unstable();
    Ok(known)
}

/// The versions of the migrations that were applied. Diesel would make its table to find out.
fn applied(conn: &mut Conn) -> QueryResult<Vec<String>> {
    if texts(conn, MIGRATIONS_TABLE)?.is_empty() {
        return Ok(Vec::new());
    }
    texts(conn, "SELECT version AS text FROM __diesel_schema_migrations ORDER BY version")
}

fn texts(conn: &mut Conn, query: &str) -> QueryResult<Vec<String>> {
    Ok(sql_query(query).load(conn)?.into_iter().map(|TextRow { text }| text).collect())
}
