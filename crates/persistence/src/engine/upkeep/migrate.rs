//! Migrations: the steps that bring a database to the tables that this build knows.

use diesel::migration::Migration;
use diesel_migrations::MigrationHarness;

use super::super::super::backend::{Conn, Db, MIGRATIONS};

/// Applies every pending migration and names those applied.
pub(crate) fn migrate(conn: &mut Conn) -> Result<Vec<String>, String> {
    let names = pending(conn)?;
    conn.run_pending_migrations(MIGRATIONS).map_err(|error| error.to_string())?;
    Ok(names)
}

/// The migrations that are not applied yet.
pub(crate) fn pending(conn: &mut Conn) -> Result<Vec<String>, String> {
    let pending: Vec<Box<dyn Migration<Db>>> =
        conn.pending_migrations(MIGRATIONS).map_err(|error| error.to_string())?;
    Ok(pending.iter().map(|migration| migration.name().to_string()).collect())
}
