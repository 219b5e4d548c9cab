//! Migrations: the steps that bring a database to the tables that this build knows.

use diesel::migration::{Migration, MigrationSource as _};
use diesel_migrations::MigrationHarness;

use super::super::super::backend::{Conn, Db, MIGRATIONS};
use super::search_index;

/// Applies every pending migration and names those applied. What searches look in is filled with what is there.
pub(crate) fn migrate(conn: &mut Conn) -> Result<Vec<String>, String> {
    let names = pending(conn)?;
    conn.run_pending_migrations(MIGRATIONS).map_err(|error| error.to_string())?;
    let kinds = search_index::waiting(conn).map_err(|error| error.to_string())?;
    search_index::index_all(conn, &kinds).map_err(|refusal| format!("{refusal:?}"))?;
    Ok(names)
}

/// The migrations that are not applied yet, or what they left to do.
pub(crate) fn pending(conn: &mut Conn) -> Result<Vec<String>, String> {
    let pending: Vec<Box<dyn Migration<Db>>> =
        conn.pending_migrations(MIGRATIONS).map_err(|error| error.to_string())?;
    if !pending.is_empty() {
        return Ok(pending.iter().map(|migration| migration.name().to_string()).collect());
    }
    let kinds = search_index::waiting(conn).map_err(|error| error.to_string())?;
    Ok(kinds.iter().map(|kind| format!("the search index of {}", kind.singular())).collect())
}

/// The migrations that were applied and that this build does not know: a newer one made them.
pub(crate) fn unknown(conn: &mut Conn) -> Result<Vec<String>, String> {
    let known = known()?;
    let applied = conn.applied_migrations().map_err(|error| error.to_string())?;
    Ok(applied.iter().map(ToString::to_string).filter(|version| !known.contains(version)).collect())
}

/// The migrations that this build knows.
pub(crate) fn known() -> Result<Vec<String>, String> {
    let known: Vec<Box<dyn Migration<Db>>> = MIGRATIONS.migrations().map_err(|error| error.to_string())?;
    Ok(known.iter().map(|migration| migration.name().version().to_string()).collect())
}
