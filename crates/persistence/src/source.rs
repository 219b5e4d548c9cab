//! A source: where the database is, as `DATABASE_URL` names it.

mod copy;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use uplift_domain::file::StoredFile;
use uplift_domain::ports::Database;

use crate::backup::Backup;
use crate::postgres;
use crate::sqlite::{self, backup, copies};
use crate::{Migrated, MigrationState};

/// What SQLite calls a database that is in no file.
const IN_MEMORY: &str = ":memory:";

const UNREACHABLE: &str = "the database cannot be reached";

/// A database that is not open yet.
#[derive(Clone)]
pub struct Source(Backend);

#[derive(Clone)]
enum Backend {
    Sqlite(sqlite::backend::Manager),
    Postgres(postgres::backend::Manager),
}

impl Source {
    /// Reads a URL: `sqlite://PATH` or `postgres://…`.
    ///
    /// # Errors
    /// What is wrong with it, without any password that it holds.
    pub fn parse(url: &str) -> Result<Self> {
        if let Some(path) = url.strip_prefix("sqlite://") {
            if path.is_empty() {
                bail!("sqlite:// names no file");
            }
            if path.contains('?') {
                bail!("there are no options of sqlite://, so nothing may follow a \"?\"");
            }
            if path == IN_MEMORY {
                bail!("{IN_MEMORY} names no file, and nothing would be kept");
            }
            return Ok(Self(Backend::Sqlite(sqlite::backend::Manager::new(Path::new(path)))));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return postgres::backend::Manager::new(url).map(|it| Self(Backend::Postgres(it)));
        }
        // What is no URL may be anything, even a list of parameters with a password among them.
        match url.split_once("://") {
            Some((scheme, _)) if scheme.chars().all(|it| it.is_ascii_alphanumeric()) => {
                Err(anyhow!("\"{scheme}:\" names no database that is known"))
            }
            Some(_) | None => Err(anyhow!("this is not the URL of a database")),
        }
    }

    /// The database file, where the database is embedded.
    pub fn file(&self) -> Option<&Path> {
        match &self.0 {
            Backend::Sqlite(manager) => Some(manager.path()),
            Backend::Postgres(_) => None,
        }
    }

    /// Applies every pending migration. Of two servers that do so at once, one waits for the other.
    ///
    /// # Errors
    /// When the database cannot be reached, or is not one that this version knows, or a migration fails.
    pub fn migrate(&self) -> Result<Migrated> {
        self.migrate_after(|| Ok(None))
    }

    /// Applies every pending migration, after copying an embedded database that is in use already. The copy stands
    /// beside it, is checked, and is one of the newest three that are kept. Meanwhile others only read.
    ///
    /// # Errors
    /// As [`Self::migrate`], and when the copy cannot be made; nothing is migrated then.
    pub fn migrate_after_copy(&self) -> Result<Migrated> {
        let file = self.file().map(Path::to_owned);
        let done = self.migrate_after(|| file.as_deref().map(copies::copy).transpose())?;
        if let Some(file) = file.filter(|_| done.copy.is_some()) {
            copies::forget_old(&file);
        }
        Ok(done)
    }

    fn migrate_after(&self, copy: impl FnOnce() -> Result<Option<PathBuf>>) -> Result<Migrated> {
        let state = self.state()?;
        state.refuse_others()?;
        if state.pending.is_empty() {
            return Ok(Migrated::default());
        }
        match &self.0 {
            Backend::Sqlite(manager) => {
                create_folder(manager.path())?;
                let mut conn = manager.open().context(UNREACHABLE)?;
                let mut copied = None;
                let keep = || copy().inspect(|made| copied.clone_from(made));
                let done =
                    sqlite::backend::in_exclusive_transaction(&mut conn, |conn| sqlite::engine::migrate(conn, keep));
                if let (Err(_), Some(copied)) = (&done, copied) {
                    // The database is as it was, and the next attempt makes another.
                    drop(std::fs::remove_file(copied));
                }
                done
            }
            Backend::Postgres(manager) => {
                let mut conn = manager.open().context(UNREACHABLE)?;
                postgres::backend::under_advisory_lock(&mut conn, |conn| postgres::engine::migrate(conn, copy))
            }
        }
    }

    /// Which migrations the database lacks, or has beyond those of this build. Looking makes and changes nothing.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn state(&self) -> Result<MigrationState> {
        match &self.0 {
            Backend::Sqlite(manager) => {
                let path = manager.path();
                let is_there = path.try_exists();
                if is_there.with_context(|| format!("{} cannot be looked at", path.display()))? {
                    return sqlite::engine::state(&mut manager.open_existing().context(UNREACHABLE)?);
                }
                // One that is not there has as much as one in memory.
                let nothing = sqlite::backend::Manager::new(Path::new(IN_MEMORY));
                sqlite::engine::state(&mut nothing.open().context(UNREACHABLE)?)
            }
            Backend::Postgres(manager) => postgres::engine::state(&mut manager.open().context(UNREACHABLE)?),
        }
    }

    /// The copies that were made of an embedded database before it was migrated, the oldest first.
    pub fn copies(&self) -> Vec<PathBuf> {
        self.file().map(copies::copies).unwrap_or_default()
    }

    /// Opens the database, with so many connections for reads, which end after the read timeout. Unless it is said,
    /// there is one for searches for each core; on PostgreSQL 8 more are for short reads, or half of those that are
    /// said.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub fn open(&self, connections: Option<u32>, read_timeout: Duration) -> Result<Arc<dyn Database>> {
        Ok(match &self.0 {
            Backend::Sqlite(manager) => {
                Arc::new(sqlite::engine::Engine::open(manager.clone(), connections, read_timeout)?)
            }
            Backend::Postgres(manager) => {
                Arc::new(postgres::engine::Engine::open(manager.clone(), connections, read_timeout)?)
            }
        })
    }

    /// The settings that durability rests on and, of a server, how it notices who is gone, by name, as every connection
    /// of this source has them.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn settings(&self) -> Result<Vec<(String, String)>> {
        let settings = match &self.0 {
            Backend::Sqlite(manager) => sqlite::engine::settings(&mut manager.open().context(UNREACHABLE)?),
            Backend::Postgres(manager) => postgres::engine::settings(&mut manager.open().context(UNREACHABLE)?),
        };
        Ok(settings?)
    }

    /// Checks the database file for damage; a server checks its own.
    ///
    /// # Errors
    /// What is damaged, or that the database cannot be reached.
    pub fn check(&self) -> Result<()> {
        match &self.0 {
            Backend::Sqlite(manager) => backup::check(manager.path()),
            Backend::Postgres(manager) => manager.open().map(|_| ()).context(UNREACHABLE),
        }
    }

    /// Every file of an attachment that the database names, whether or not it has every migration.
    ///
    /// # Errors
    /// When the database cannot be reached or read.
    pub fn files(&self) -> Result<Vec<StoredFile>> {
        match &self.0 {
            Backend::Sqlite(manager) => sqlite::engine::named(&mut manager.open_existing().context(UNREACHABLE)?),
            Backend::Postgres(manager) => postgres::engine::named(&mut manager.open().context(UNREACHABLE)?),
        }
    }

    /// How many rows there are in all tables.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn rows(&self) -> Result<i64> {
        match &self.0 {
            Backend::Sqlite(manager) => backup::rows(manager.path()),
            Backend::Postgres(manager) => postgres::dump::rows(manager),
        }
    }

    /// Copies a live database into a file: an embedded one as it is, a server's as `pg_dump` writes it.
    ///
    /// # Errors
    /// When the copy fails or is damaged, or there is no `pg_dump` that is as new as the server.
    pub fn backup(&self, into: &Path) -> Result<Backup> {
        match &self.0 {
            Backend::Sqlite(manager) => backup::backup(manager.path(), into),
            Backend::Postgres(manager) => postgres::dump::dump(manager, into),
        }
    }
}

/// Creates the folder of a file and those above it that are missing, each of them durably.
fn create_folder(file: &Path) -> Result<()> {
    let Some(folder) = file.parent() else { return Ok(()) };
    let missing: Vec<_> = folder.ancestors().take_while(|it| !it.as_os_str().is_empty() && !it.exists()).collect();
    let made = std::fs::create_dir_all(folder).and_then(|()| missing.into_iter().try_for_each(copies::sync_folder));
    made.with_context(|| format!("{} cannot be made", folder.display()))
}
