//! What is particular to SQLite.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use uplift_domain::Refusal;
use uplift_domain::ports::Reach;

use super::disk::explained;
use super::engine::records::constraints::{gone, refuse_taken};
use super::prepared;
use crate::{Counting, Disk, Outcome, Statements, cores};

pub(crate) use super::batches::{DeferredInserts, insert_entries, move_counters};

pub(crate) type Pool = r2d2::Pool<Manager>;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

/// Whether there is a table of migrations.
pub(crate) const MIGRATIONS_TABLE: &str =
    "SELECT name AS text FROM sqlite_schema WHERE type = 'table' AND name = '__diesel_schema_migrations'";

/// The first tables of a file in which no migration was applied.
pub(crate) const TABLES_OF_OTHERS: &str = "SELECT 'the table ' || name AS text FROM sqlite_schema \
    WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '__diesel_schema_migrations' ORDER BY name LIMIT 3";

/// That an entry of the log may say something of a status: a packed one can only be looked into once it is unpacked.
pub(crate) const MENTIONS_STATUS: &str = "(instr(properties, '\"status\"') > 0 OR properties LIKE '~%')";

/// SQLite reads one index for each table of a query, and where several are named it has to be told what to do with
/// them.
pub(crate) const INTERSECTS: bool = true;

/// How many fields of a record that change are written without the others. The index of each column that is named is
/// written anew, changed or not, which takes longer than to prepare a statement of its own.
pub(crate) const WRITTEN_APART: usize = 8;

/// Each connection: write-ahead log, a flush to disk at every commit, references checked. The cache is per connection
/// and small, because the system's own holds the file. It is not mapped into memory: a connection that finds somebody
/// else's commit gives up its whole map, and all threads wait for the lock that this takes.
const PRAGMAS: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
    PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000; \
    PRAGMA mmap_size = 0; PRAGMA wal_autocheckpoint = 4000;";

/// The writer's cache is larger: what a transaction changed and has no room there is written to the log before its end,
/// read again, and written once more.
const WRITER_PRAGMAS: &str = "PRAGMA cache_size = -16000";

/// Whether two transactions may write at the same time.
pub(crate) const WRITES_AT_ONCE: bool = false;

/// Brings of the log into the database what it may without anybody's waiting.
pub(crate) const CHECKPOINT: Option<&str> = Some("PRAGMA wal_checkpoint(PASSIVE)");

/// What a connection says of itself: see `PRAGMAS`, and the flags of `.cargo/config.toml`.
pub(crate) const SETTINGS: &str = "SELECT 'journal_mode' AS name, journal_mode AS value FROM pragma_journal_mode \
    UNION ALL SELECT 'synchronous', CAST(synchronous AS TEXT) FROM pragma_synchronous \
    UNION ALL SELECT 'foreign_keys', CAST(foreign_keys AS TEXT) FROM pragma_foreign_keys \
    UNION ALL SELECT 'busy_timeout', CAST(timeout AS TEXT) FROM pragma_busy_timeout \
    UNION ALL SELECT 'compile_options', group_concat(compile_options, ' ') FROM pragma_compile_options";

/// What SQLite says where the disk takes nothing more: a file that is written beside the database, such as the index of
/// its log, fails with the second of these when the disk is full.
const UNWRITABLE: [&str; 2] = ["database or disk is full", "disk I/O error"];

pub(crate) use super::connection::{Conn, Db};
pub(crate) use super::cursor::each_row;
pub(crate) use super::disk::probe_disk;
pub(crate) use super::inline::read_inline;
pub(crate) use super::names::{Names, NamesWith, index_names, names_with, wrong_names};
pub(crate) use super::search::{
    Containing, DONE_INDEXING, containing, hold_index, index, indexed_for_nothing, ranked, unindex, unindexed,
};

/// Opens connections to one database file.
#[derive(Clone)]
pub(crate) struct Manager {
    path: PathBuf,
    statements: Arc<Statements>,
    disk: Arc<Disk>,
}

impl Manager {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), statements: Arc::default(), disk: Arc::default() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn statements(&self) -> Arc<Statements> {
        Arc::clone(&self.statements)
    }

    pub(crate) fn disk(&self) -> &Disk {
        &self.disk
    }

    /// Statements end by themselves at the deadline of their thread.
    pub(crate) fn reading_for(self, _timeout: Duration) -> Self {
        self
    }

    /// Opens a connection, and the file where it does not exist.
    pub(crate) fn open(&self) -> ConnectionResult<Conn> {
        let open = || {
            let mut conn = Conn::establish(&self.path.to_string_lossy())?;
            conn.batch_execute(PRAGMAS).map_err(ConnectionError::CouldntSetupConfiguration)?;
            super::in_time::register(&mut conn).map_err(ConnectionError::CouldntSetupConfiguration)?;
            conn.set_instrumentation(Counting(self.statements()));
            Ok(conn)
        };
        open().map_err(|error| explained(&self.path, &error))
    }

    /// Opens a connection to look at a file that is there: it makes none, and leaves the form of this one as it is.
    pub(crate) fn look(&self) -> ConnectionResult<Conn> {
        // Whatever follows two slashes at once is a host, so one that is none comes before a path from the root.
        let start = if self.path.is_absolute() { "file://" } else { "file:" };
        let path = self.path.to_string_lossy();
        let address = format!("{start}{}?mode=rw", utf8_percent_encode(&path, ESCAPED));
        let look = || {
            let mut conn = Conn::establish(&address)?;
            // The second reads the file, which is not touched before.
            let pragmas = "PRAGMA busy_timeout = 10000; PRAGMA schema_version";
            conn.batch_execute(pragmas).map_err(ConnectionError::CouldntSetupConfiguration)?;
            conn.set_instrumentation(Counting(self.statements()));
            Ok(conn)
        };
        look().map_err(|error| explained(&self.path, &error))
    }
}

/// What has a meaning of its own in the address of a file.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

impl r2d2::ManageConnection for Manager {
    type Connection = Conn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Conn, Self::Error> {
        self.open().map_err(diesel::r2d2::Error::ConnectionError)
    }

    fn is_valid(&self, _conn: &mut Conn) -> Result<(), Self::Error> {
        Ok(())
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        lost(conn)
    }
}

pub(crate) fn pool(manager: Manager, connections: u32, idle: u32) -> Result<Pool, String> {
    let pool = r2d2::Pool::builder().max_size(connections).min_idle(Some(idle)).test_on_check_out(false);
    pool.build(manager).map_err(|error| error.to_string())
}

/// How many of the connections short reads have, where others than those who ask carry them out, and how many searches
/// have.
pub(crate) fn lanes(connections: Option<u32>) -> (Option<u32>, u32) {
    (None, connections.unwrap_or_else(cores::searching))
}

/// A connection that a read was ended on needs nothing.
pub(crate) fn forget_cancel(_conn: &mut Conn) {}

pub(crate) fn open_to_write(manager: &Manager) -> ConnectionResult<Conn> {
    let mut conn = manager.open()?;
    conn.batch_execute(WRITER_PRAGMAS).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(conn)
}

/// How long a job may take that asks how long it takes: every other that writes waits for it. The largest bulk that is
/// of use takes two seconds and a half.
pub(crate) const LONGEST_JOB: Duration = Duration::from_secs(4);

/// There is one writer, which waits for no locks but that of the file.
pub(crate) fn limit_lock_wait(_conn: &mut Conn, _wait: Duration) -> QueryResult<()> {
    Ok(())
}

/// Begins a transaction that only reads, and so sees one state of the database.
pub(crate) fn begin_read(conn: &mut Conn, _reach: Reach) -> QueryResult<()> {
    prepared::Begin.execute(conn).map(|_| ())
}

pub(crate) fn end_read(conn: &mut Conn) -> QueryResult<()> {
    prepared::Commit.execute(conn).map(|_| ()).or_else(|_| conn.batch_execute("ROLLBACK"))
}

/// Does something while no other process writes, in one transaction: where it fails, nothing of it stays.
pub(crate) fn in_exclusive_transaction<T>(
    conn: &mut Conn,
    act: impl FnOnce(&mut Conn) -> Result<T, String>,
) -> Result<T, String> {
    conn.exclusive_transaction(|conn| act(conn).map_err(Undone)).map_err(|Undone(why)| why)
}

/// Why a transaction was undone.
struct Undone(String);

impl From<Error> for Undone {
    fn from(error: Error) -> Self {
        Self(error.to_string())
    }
}

/// Takes the write lock at once: a transaction that read before it wrote could not wait for it.
pub(crate) fn begin_write(conn: &mut Conn) -> QueryResult<()> {
    AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")
}

/// A transaction that may write is the only one: nobody has changed anything meanwhile.
pub(crate) fn hold_numbers(_conn: &mut Conn, _team: i64) -> QueryResult<bool> {
    Ok(false)
}

pub(crate) fn hold_idempotency_key(_conn: &mut Conn, _token: i64, _key: &str) -> QueryResult<()> {
    Ok(())
}

/// So none waits here either.
pub(crate) fn await_files(_conn: &mut Conn) -> QueryResult<()> {
    Ok(())
}

pub(crate) fn commit(conn: &mut Conn) -> QueryResult<()> {
    AnsiTransactionManager::commit_transaction(conn)
}

pub(crate) fn rollback(conn: &mut Conn) -> QueryResult<()> {
    AnsiTransactionManager::rollback_transaction(conn)
}

/// Whether the connection was left within a transaction and is no use any more.
pub(crate) fn lost(conn: &mut Conn) -> bool {
    AnsiTransactionManager::is_broken_transaction_manager(conn)
}

/// An embedded database takes writes over every connection.
pub(crate) fn only_reads(_conn: &mut Conn) -> bool {
    false
}

/// An embedded database answers a commit itself, so there is nothing to ask for its outcome by.
pub(crate) struct Mark;

pub(crate) fn mark(_conn: &mut Conn) -> QueryResult<Mark> {
    Ok(Mark)
}

/// A commit that failed is not there.
pub(crate) fn outcome(_manager: &Manager, _mark: &Mark) -> Outcome {
    Outcome::Aborted
}

/// What a failed statement means to whoever asked.
pub(crate) fn refuse(error: Error) -> Refusal {
    match &error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, about) => {
            // SQLite names the columns: `UNIQUE constraint failed: projects.team_id, projects.code`.
            let columns = about.message().split_once(": ").map_or("", |(_, columns)| columns);
            refuse_taken(columns).unwrap_or_else(|| Refusal::Fault(error.to_string()))
        }
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => gone(&error),
        // Another program holds the file, and did so for as long as is waited.
        Error::DatabaseError(_, about) if about.message().contains("database is locked") => Refusal::Busy,
        Error::DatabaseError(_, about) if UNWRITABLE.iter().any(|it| about.message().contains(it)) => {
            Refusal::Unwritable(error.to_string())
        }
        _ => Refusal::Fault(error.to_string()),
    }
}

#[derive(QueryableByName)]
struct Last {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    id: i64,
}

/// Takes so many ids of a table that no row gets any more. Whoever writes does so alone.
pub(crate) fn reserve_ids(conn: &mut Conn, table: &str, many: i64) -> QueryResult<Vec<i64>> {
    let last = format!(
        "SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{table}'), 0), \
            coalesce((SELECT max(id) FROM \"{table}\"), 0)) AS id"
    );
    let Last { id: last } = diesel::sql_query(last).get_result(conn)?;
    let end = last.saturating_add(many);
    let moved = diesel::sql_query(format!("UPDATE sqlite_sequence SET seq = {end} WHERE name = '{table}'"));
    if moved.execute(conn)? == 0 {
        diesel::sql_query(format!("INSERT INTO sqlite_sequence (name, seq) VALUES ('{table}', {end})"))
            .execute(conn)?;
    }
    Ok((last + 1..=end).collect())
}
