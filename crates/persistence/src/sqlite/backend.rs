//! What is particular to SQLite.

use std::time::Duration;

use anyhow::Result;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::prelude::*;
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use uplift_domain::ports::Reach;

use super::prepared;
use crate::{Outcome, cores};

pub(crate) use super::batches::{DeferredInserts, insert_entries, move_counters};

pub(crate) type Pool = r2d2::Pool<Manager>;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

/// Whether there is a table of migrations.
pub(crate) const MIGRATIONS_TABLE: &str =
    "SELECT name AS text FROM sqlite_schema WHERE type = 'table' AND name = '__diesel_schema_migrations'";

/// The first tables of a file in which no migration was applied.
pub(crate) const TABLES_OF_OTHERS: &str = "SELECT 'the table ' || name AS text FROM sqlite_schema \
    WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '__diesel_schema_migrations' ORDER BY name LIMIT 3";

/// The condition that an entry of the log may mention a status: a packed one can only be looked into once it is
/// unpacked.
pub(crate) const MENTIONS_STATUS: &str = "(instr(properties, '\"status\"') > 0 OR properties LIKE '~%')";

/// SQLite reads one index for each table of a query, and where several are named it has to be told what to do with
/// them.
pub(crate) const INTERSECTS: bool = true;

/// How many fields of a record that change are written without the others. The index of each column that is named is
/// written anew, changed or not, which takes longer than to prepare a statement of its own.
pub(crate) const WRITTEN_APART: usize = 8;

/// The writer's cache is larger: what a transaction changed and has no room there is written to the log before its end,
/// read again, and written once more. What is removed is overwritten, as far as the page that it was in is written
/// anyhow.
const WRITER_PRAGMAS: &str = "PRAGMA cache_size = -16000; PRAGMA secure_delete = FAST";

/// Whether two transactions may write at the same time.
pub(crate) const WRITES_AT_ONCE: bool = false;

/// Brings of the log into the database what it may without anybody's waiting.
pub(crate) const CHECKPOINT: Option<&str> = Some("PRAGMA wal_checkpoint(PASSIVE)");

/// What a connection says of itself: see `PRAGMAS` of the manager, and the flags of `.cargo/config.toml`.
pub(crate) const SETTINGS: &str = "SELECT 'journal_mode' AS name, journal_mode AS value FROM pragma_journal_mode \
    UNION ALL SELECT 'synchronous', CAST(synchronous AS TEXT) FROM pragma_synchronous \
    UNION ALL SELECT 'foreign_keys', CAST(foreign_keys AS TEXT) FROM pragma_foreign_keys \
    UNION ALL SELECT 'busy_timeout', CAST(timeout AS TEXT) FROM pragma_busy_timeout \
    UNION ALL SELECT 'compile_options', group_concat(compile_options, ' ') FROM pragma_compile_options";

pub(crate) use super::connection::{Conn, Db};
pub(crate) use super::cursor::each_row;
pub(crate) use super::inline::read_inline;
pub(crate) use super::manager::{Manager, lost};
pub(crate) use super::names::{Names, NamesWith, index_names, names_with, wrong_names};
pub(crate) use super::refusals::refuse;
pub(crate) use super::search::{
    Containing, DONE_INDEXING, containing, hold_index, index, indexed_for_nothing, purge_index, ranked, unindex,
    unindexed,
};

pub(crate) fn pool(manager: Manager, connections: u32, idle: u32) -> Result<Pool> {
    // Of one that cannot be opened the pool would try for half a minute.
    let _first = manager.open()?;
    let pool = r2d2::Pool::builder().max_size(connections).min_idle(Some(idle)).test_on_check_out(false);
    Ok(pool.build(manager)?)
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

/// How long a job may take: every other that writes waits for it, and gives up after twice as long.
pub(crate) const LONGEST_JOB: Duration = Duration::from_secs(15);

/// How long one may take that can be asked for in parts. The largest bulk that is of use takes two seconds and a half.
pub(crate) const LONGEST_PART: Duration = Duration::from_secs(4);

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
pub(crate) fn in_exclusive_transaction<T>(conn: &mut Conn, act: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
    conn.exclusive_transaction(act)
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

/// SQLite has one writer, so there is nothing to wait for.
pub(crate) fn await_files(_conn: &mut Conn) -> QueryResult<()> {
    Ok(())
}

pub(crate) fn commit(conn: &mut Conn) -> QueryResult<()> {
    AnsiTransactionManager::commit_transaction(conn)
}

pub(crate) fn rollback(conn: &mut Conn) -> QueryResult<()> {
    AnsiTransactionManager::rollback_transaction(conn)
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
