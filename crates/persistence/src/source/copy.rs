//! What is brought into a source as a whole: the dump of a server's database, or everything of another source.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};

use super::{Backend, Source, UNREACHABLE};
use crate::{copying, postgres, sqlite};

/// What a dump cannot be brought back into.
const NO_DUMP: &str = "a dump is brought back into a PostgreSQL database";

impl Source {
    /// Makes sure that a server's database is empty and a dump whole, and names the migrations in the dump that this
    /// build does not know.
    ///
    /// # Errors
    /// When the database is embedded or not empty, or the dump cannot be read.
    pub fn check_dump(&self, dump: &Path) -> Result<Vec<String>> {
        match &self.0 {
            Backend::Sqlite(_) => Err(anyhow!(NO_DUMP)),
            Backend::Postgres(manager) => {
                postgres::dump::check_empty(manager)?;
                postgres::dump::check(dump)
            }
        }
    }

    /// Brings a dump back into a server's empty database.
    ///
    /// # Errors
    /// When the database is embedded or not empty, or `pg_restore` or a connection fails; `check_nothing_came` tells
    /// whether anything was brought back then.
    pub fn restore_dump(&self, dump: &Path) -> Result<()> {
        match &self.0 {
            Backend::Sqlite(_) => Err(anyhow!(NO_DUMP)),
            Backend::Postgres(manager) => postgres::dump::restore(manager, dump),
        }
    }

    /// Makes sure that nothing was brought back by an attempt that failed. An embedded database takes its place whole or
    /// not at all; a server may have committed what it could not answer any more, and is asked anew.
    ///
    /// # Errors
    /// What a server's database holds, or that it cannot be reached.
    pub fn check_nothing_came(&self) -> Result<()> {
        match &self.0 {
            Backend::Sqlite(_) => Ok(()),
            Backend::Postgres(manager) => postgres::dump::check_empty(manager),
        }
    }

    /// Makes a database that was brought back an installation of its own: it would otherwise take the files that are
    /// stored for the one it is a copy of for its own, and sweep those that it does not name.
    ///
    /// # Errors
    /// When the database cannot be reached or written.
    pub fn become_another_installation(&self) -> Result<()> {
        let forgotten = match &self.0 {
            Backend::Sqlite(manager) => {
                sqlite::engine::forget(&mut manager.open_existing().context(UNREACHABLE)?, copying::INSTALLATION)
            }
            Backend::Postgres(manager) => {
                postgres::engine::forget(&mut manager.open().context(UNREACHABLE)?, copying::INSTALLATION)
            }
        };
        Ok(forgotten?)
    }

    /// Copies everything, as it is at one moment, into an empty database, which is migrated first, and tells how many
    /// rows each table has. Whoever uses the target waits meanwhile; nothing of the copy is there before all of it is.
    ///
    /// # Errors
    /// When either database cannot be reached or is not one that this build knows, the target is not empty, or what
    /// was written is not what was read.
    pub fn copy(&self, to: &Self) -> Result<BTreeMap<String, u64>> {
        if let Some(file) = self.file() {
            if !file.exists() {
                bail!("{} does not exist", file.display());
            }
            let same = |other: &Path| matches!((file.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b);
            if to.file().is_some_and(same) {
                bail!("a database is not copied into itself");
            }
        }
        self.state()?.refuse_pending()?;
        if to.file().is_none_or(Path::exists) {
            to.with_end(|end| copying::check_empty(end))?;
        }
        to.state()?.refuse_others().context("the database to copy into")?;
        to.migrate()?;
        self.with_end(|from| to.with_end(|to| copying::copy(from, to)))
    }

    /// Opens a connection as an end of a copy.
    fn with_end<T>(&self, act: impl FnOnce(&mut dyn copying::End) -> Result<T>) -> Result<T> {
        match &self.0 {
            Backend::Sqlite(manager) => act(&mut sqlite::copying::File(&mut manager.open().context(UNREACHABLE)?)),
            Backend::Postgres(manager) => {
                act(&mut postgres::copying::Server::new(&mut manager.open().context(UNREACHABLE)?))
            }
        }
    }
}
