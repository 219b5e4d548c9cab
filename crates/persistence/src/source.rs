//! A source: where the database is, as `DATABASE_URL` names it.

mod copy;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use diesel::migration::{Migration, MigrationSource};
use uplift_domain::file::StoredFile;
use uplift_domain::ports::Database;

use crate::backup::Backup;
use crate::postgres;
use crate::sqlite::{self, backup};

/// How many connections read from PostgreSQL unless the operator says.
const POSTGRES_READERS: u32 = 16;

/// How many search in SQLite, unless the operator says: as many as there are cores, since each of them keeps one busy,
/// so that the half of them which one team has leaves cores to others.
fn sqlite_readers() -> u32 {
    std::thread::available_parallelism().map_or(2, |cores| u32::try_from(cores.get()).unwrap_or(16).clamp(2, 16))
}

/// A database that is not open yet.
#[derive(Clone)]
pub struct Source(Which);

#[derive(Clone)]
enum Which {
    Sqlite(sqlite::backend::Manager),
    Postgres(postgres::backend::Manager),
}

/// What a migration did, by the names of the migrations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    pub applied: Vec<String>,
    pub pending: Vec<String>,
}

impl Source {
    /// Reads a URL: `sqlite://PATH` or `postgres://…`.
    ///
    /// # Errors
    /// What is wrong with it, without any password that it holds.
    pub fn parse(url: &str) -> Result<Self, String> {
        if let Some(path) = url.strip_prefix("sqlite://") {
            if path.is_empty() {
                return Err("sqlite:// names no file".to_owned());
            }
            return Ok(Self(Which::Sqlite(sqlite::backend::Manager::new(Path::new(path)))));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return postgres::backend::Manager::new(url).map(|it| Self(Which::Postgres(it)));
        }
        // What is no URL may be anything, even a list of parameters with a password among them.
        match url.split_once("://") {
            Some((scheme, _)) if scheme.chars().all(|it| it.is_ascii_alphanumeric()) => {
                Err(format!("\"{scheme}:\" names no database that is known"))
            }
            Some(_) | None => Err("this is not the URL of a database".to_owned()),
        }
    }

    /// The database file, where the database is embedded.
    pub fn file(&self) -> Option<&Path> {
        match &self.0 {
            Which::Sqlite(manager) => Some(manager.path()),
            Which::Postgres(_) => None,
        }
    }

    /// Applies every pending migration. Of two servers that do so at once, one waits for the other.
    ///
    /// # Errors
    /// When the database cannot be reached, or a migration fails.
    pub fn migrate(&self) -> Result<Migrated, String> {
        let applied = match &self.0 {
            Which::Sqlite(manager) => {
                create_folder(manager.path())?;
                let mut conn = manager.open().map_err(unreachable)?;
                let steps =
                    conn.exclusive_transaction(|conn| Ok::<_, diesel::result::Error>(sqlite::engine::migrate(conn)));
                steps.map_err(|error| error.to_string())??
            }
            Which::Postgres(manager) => {
                let mut conn = manager.open().map_err(unreachable)?;
                postgres::backend::one_at_a_time(&mut conn, postgres::engine::migrate)?
            }
        };
        Ok(Migrated { applied, pending: Vec::new() })
    }

    /// The migrations that are not applied yet: all of them where there is no database file.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn pending(&self) -> Result<Vec<String>, String> {
        match &self.0 {
            Which::Sqlite(manager) if !manager.path().exists() => every_migration(),
            Which::Sqlite(manager) => sqlite::engine::pending(&mut manager.open().map_err(unreachable)?),
            Which::Postgres(manager) => postgres::engine::pending(&mut manager.open().map_err(unreachable)?),
        }
    }

    /// Opens the database, with so many connections for reads, which end after the read timeout. Unless it is said,
    /// SQLite has 4 for searches; PostgreSQL has 16, half of them for short reads, and at least one for either.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub fn open(&self, connections: Option<u32>, read_timeout: Duration) -> Result<Arc<dyn Database>, String> {
        Ok(match &self.0 {
            Which::Sqlite(manager) => {
                let connections = connections.unwrap_or_else(sqlite_readers);
                Arc::new(sqlite::engine::Engine::open(manager.clone(), connections, read_timeout)?)
            }
            Which::Postgres(manager) => {
                let connections = connections.unwrap_or(POSTGRES_READERS);
                Arc::new(postgres::engine::Engine::open(manager.clone(), connections, read_timeout)?)
            }
        })
    }

    /// The settings that durability rests on, by name, as every connection of this source has them.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn settings(&self) -> Result<Vec<(String, String)>, String> {
        let settings = match &self.0 {
            Which::Sqlite(manager) => sqlite::engine::settings(&mut manager.open().map_err(unreachable)?),
            Which::Postgres(manager) => postgres::engine::settings(&mut manager.open().map_err(unreachable)?),
        };
        settings.map_err(|error| error.to_string())
    }

    /// Checks the database file for damage; a server checks its own.
    ///
    /// # Errors
    /// What is damaged, or that the database cannot be reached.
    pub fn check(&self) -> Result<(), String> {
        match &self.0 {
            Which::Sqlite(manager) => backup::check(manager.path()),
            Which::Postgres(manager) => manager.open().map(|_| ()).map_err(unreachable),
        }
    }

    /// Every file of an attachment that the database names, whether or not it has every migration.
    ///
    /// # Errors
    /// When the database cannot be reached or read.
    pub fn files(&self) -> Result<Vec<StoredFile>, String> {
        match &self.0 {
            Which::Sqlite(manager) => sqlite::engine::named(&mut manager.open().map_err(unreachable)?),
            Which::Postgres(manager) => postgres::engine::named(&mut manager.open().map_err(unreachable)?),
        }
    }

    /// How many rows the database file holds in all tables.
    ///
    /// # Errors
    /// When the database is a server's, or cannot be read.
    pub fn records(&self) -> Result<i64, String> {
        match &self.0 {
            Which::Sqlite(manager) => backup::rows(manager.path()),
            Which::Postgres(_) => Err("the rows of a PostgreSQL database are not counted".to_owned()),
        }
    }

    /// The applied migrations that this build does not know: a newer one made them.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn unknown(&self) -> Result<Vec<String>, String> {
        match &self.0 {
            Which::Sqlite(manager) if !manager.path().exists() => Ok(Vec::new()),
            Which::Sqlite(manager) => sqlite::engine::unknown(&mut manager.open().map_err(unreachable)?),
            Which::Postgres(manager) => postgres::engine::unknown(&mut manager.open().map_err(unreachable)?),
        }
    }

    /// Copies a live database into a file: an embedded one as it is, a server's as `pg_dump` writes it.
    ///
    /// # Errors
    /// When the copy fails or is damaged, or there is no `pg_dump` that is as new as the server.
    pub fn backup(&self, into: &Path) -> Result<Backup, String> {
        match &self.0 {
            Which::Sqlite(manager) => backup::backup(manager.path(), into),
            Which::Postgres(manager) => postgres::dump::dump(manager, into),
        }
    }
}

/// The migrations of an embedded database.
fn every_migration() -> Result<Vec<String>, String> {
    let every: Vec<Box<dyn Migration<sqlite::backend::Db>>> =
        sqlite::backend::MIGRATIONS.migrations().map_err(|error| error.to_string())?;
    Ok(every.iter().map(|migration| migration.name().to_string()).collect())
}

fn unreachable(error: diesel::ConnectionError) -> String {
    format!("the database cannot be reached: {error}")
}

fn create_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().map(PathBuf::from).unwrap_or_default();
    if folder.as_os_str().is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(&folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))
}
