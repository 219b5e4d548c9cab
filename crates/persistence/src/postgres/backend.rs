//! What is particular to PostgreSQL.

use std::time::Duration;

use anyhow::Result;
use diesel::connection::{SimpleConnection, TransactionManager};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::ports::Reach;

pub(crate) use super::batches::{insert_entries, move_counters};
pub(crate) use super::connect::Conn;
pub(crate) use super::cursor::each_row;
pub(crate) use super::deferred_inserts::DeferredInserts;
use super::driver;
use super::engine::jobs::read::QueuedRead;
use super::engine::lists::statement::Statement;
pub(crate) use super::manager::{Db, Manager};
use super::outage::Outage;
use super::outcome;
pub(crate) use super::outcome::only_reads;
pub(crate) use super::refusals::refuse;
pub(crate) use super::search::{
    Containing, DONE_INDEXING, containing, hold_index, index, indexed_for_nothing, purge_index, ranked, unindex,
    unindexed,
};
use crate::{Outcome, cores};

pub(crate) type Pool = r2d2::Pool<Manager>;
type Transactions = <Conn as Connection>::TransactionManager;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// Whether there is a table of migrations.
pub(crate) const MIGRATIONS_TABLE: &str =
    "SELECT 'there' AS text WHERE to_regclass('__diesel_schema_migrations') IS NOT NULL";

/// What stands in a database without migrations where tables of ours would go; others may well have some beside them.
pub(crate) const TABLES_OF_OTHERS: &str = "SELECT 'the table ' || relname AS text FROM pg_class \
    WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
    AND relkind IN ('r', 'p', 'v', 'm', 'f') AND relname IN ('teams', 'users', 'settings') ORDER BY relname";

/// The condition that an entry of the log may mention a status.
pub(crate) const MENTIONS_STATUS: &str = "properties::text LIKE '%\"status\"%'";

/// The server makes of several indexes what it needs.
pub(crate) const INTERSECTS: bool = false;

/// How many fields of a record that change are written without the others. The server compares what it is given with
/// what is there; a statement that it does not know costs another round trip.
pub(crate) const WRITTEN_APART: usize = 1;

/// How long a read waits for a connection.
const WAIT: Duration = Duration::from_secs(3);

/// How long the outcome of a commit is asked for after its connection was lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection that a statement was ended on is left alone for a moment: the server may have ended the statement by
/// itself, and what asked it to would end the next.
const AWAIT_CANCEL: &str = "SELECT pg_sleep(0.05)";

/// How long writes that share a transaction wait for what somebody else holds. Other servers hold what they write until
/// the end of a batch, which takes less as a rule.
const LOCKS: &str = "SET lock_timeout TO '50ms'";

/// A search may be planned for what is bound to it.
const SEARCH: &str = "BEGIN; SET LOCAL plan_cache_mode TO auto";

/// What a connection says of itself.
pub(crate) const SETTINGS: &str = "SELECT name, setting AS value FROM pg_settings \
    WHERE name IN ('synchronous_commit', 'fsync', 'full_page_writes', 'server_version', 'tcp_keepalives_idle', \
        'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout')";

/// Whether two transactions may write at the same time.
pub(crate) const WRITES_AT_ONCE: bool = true;

/// The server makes its checkpoints by itself.
pub(crate) const CHECKPOINT: Option<&str> = None;

pub(crate) fn pool(manager: Manager, connections: u32, idle: u32) -> Result<Pool> {
    let pool = r2d2::Pool::builder().max_size(connections).min_idle(Some(idle)).test_on_check_out(false);
    let pool = pool.connection_timeout(WAIT).error_handler(Box::new(Outage::default()));
    Ok(pool.build(manager)?)
}

pub(crate) fn begin_read(conn: &mut Conn, reach: Reach) -> QueryResult<()> {
    conn.batch_execute(match reach {
        Reach::Search | Reach::Export => SEARCH,
        Reach::Record(..) | Reach::Statement | Reach::Page => "BEGIN",
    })
}

pub(crate) fn end_read(conn: &mut Conn) -> QueryResult<()> {
    conn.batch_execute("COMMIT").or_else(|_| conn.batch_execute("ROLLBACK"))
}

/// How many connections short reads have unless the operator says: they wait for the server more than they work.
const SHORT_READERS: u32 = 8;

/// How many of the connections short reads have, and how many searches have: at least one each.
pub(crate) fn lanes(connections: Option<u32>) -> (Option<u32>, u32) {
    match connections {
        Some(connections) => (Some(connections.div_ceil(2)), (connections / 2).max(1)),
        None => (Some(SHORT_READERS), cores::searching()),
    }
}

/// Makes sure that nothing ends the next statement of a connection because of the last.
pub(crate) fn forget_cancel(conn: &mut Conn) {
    if driver::take_cancelled()
        && let Err(error) = conn.batch_execute(AWAIT_CANCEL)
    {
        log::debug!("a statement was ended after it had ended by itself: {error}");
    }
}

pub(crate) fn open_to_write(manager: &Manager) -> ConnectionResult<Conn> {
    let mut conn = manager.open()?;
    conn.batch_execute(LOCKS).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(conn)
}

/// How long a job may take: whoever waits for a row that it holds gives up before.
pub(crate) const LONGEST_JOB: Duration = Duration::from_secs(30);

/// How long one may take that can be asked for in parts.
pub(crate) const LONGEST_PART: Duration = LONGEST_JOB;

/// Lets a transaction wait no longer than this for a lock.
pub(crate) fn limit_lock_wait(conn: &mut Conn, wait: Duration) -> QueryResult<()> {
    conn.batch_execute(&format!("SET LOCAL lock_timeout TO {}", wait.as_millis()))
}

pub(crate) fn begin_write(conn: &mut Conn) -> QueryResult<()> {
    Transactions::begin_transaction(conn)
}

/// The lock has a name made of the team and ends with the transaction. Another server may have had it, and changed what
/// was looked up before.
pub(crate) fn hold_numbers(conn: &mut Conn, team: i64) -> QueryResult<bool> {
    let hold = Statement::<()>::new("SELECT pg_advisory_xact_lock(hashtextextended('numbers', ").number(team);
    hold.words("))").execute(conn).map(|_| true)
}

/// Locks an idempotency key of an API key until the transaction ends: whoever asks for the same one waits, on whichever
/// server.
pub(crate) fn hold_idempotency_key(conn: &mut Conn, token: i64, key: &str) -> QueryResult<()> {
    let hold = Statement::<()>::new("SELECT pg_advisory_xact_lock(hashtextextended('idempotency ' || ").text(key);
    hold.words(", ").number(token).words("))").execute(conn).map(|_| ())
}

/// This lock is not granted while another transaction has written files.
pub(crate) fn await_files(conn: &mut Conn) -> QueryResult<()> {
    conn.batch_execute("LOCK TABLE files IN SHARE MODE")
}

pub(crate) fn commit(conn: &mut Conn) -> QueryResult<()> {
    Transactions::commit_transaction(conn)
}

pub(crate) fn rollback(conn: &mut Conn) -> QueryResult<()> {
    Transactions::rollback_transaction(conn)
}

/// Whether the connection no longer answers.
pub(crate) fn lost(conn: &mut Conn) -> bool {
    conn.batch_execute("").is_err() || Transactions::is_broken_transaction_manager(conn)
}

/// The name under which the server knows the transaction, by which its outcome can be asked for later.
pub(crate) fn mark(conn: &mut Conn) -> QueryResult<String> {
    outcome::xid(conn)
}

pub(crate) fn outcome(manager: &Manager, mark: &str) -> Outcome {
    outcome::outcome(manager.server(), mark, PATIENCE)
}

/// Every read goes to another thread, because it waits for the server: it is given back.
pub(crate) fn read_inline(_manager: &Manager, waiting: QueuedRead) -> Option<QueuedRead> {
    Some(waiting)
}

/// Names are looked for in the tables of the records themselves.
#[derive(Default)]
pub(crate) struct Names {}

impl Names {
    pub(crate) fn note(&self, _: TeamId, _: Kind, _id: i64, _from: Option<&str>, _to: Option<&str>) {}

    pub(crate) fn flush(&self, _conn: &mut Conn) -> QueryResult<()> {
        Ok(())
    }
}

/// An index of parts of names, of which there is none here: those of a team are read one after the other.
pub(crate) enum NamesWith {}

impl QueryFragment<Db> for NamesWith {
    fn walk_ast<'b>(&'b self, _out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        match *self {}
    }
}

pub(crate) fn names_with(_team: TeamId, _kind: Kind, _parts: Vec<String>) -> Option<NamesWith> {
    None
}

pub(crate) fn index_names(_conn: &mut Conn, _kind: Kind, _table: &str, _listed: &str) -> QueryResult<()> {
    Ok(())
}

pub(crate) fn wrong_names(_conn: &mut Conn, _kind: Kind, _table: &str, _listed: &str) -> QueryResult<Vec<String>> {
    Ok(Vec::new())
}

/// Does something while no other server does it: the lock is held by this connection and ends with it.
pub(crate) fn under_advisory_lock<T>(conn: &mut Conn, act: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
    // The number is any that no other program takes; in ASCII it spells "uplift".
    conn.batch_execute("SELECT pg_advisory_lock(129125715633780)")?;
    act(conn)
}

/// How many ids are asked for at once.
const IDS: i64 = 50_000;

#[derive(QueryableByName)]
struct Reserved {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    id: i64,
}

/// Takes so many ids of a table that no row gets any more, in order.
pub(crate) fn reserve_ids(conn: &mut Conn, table: &str, many: i64) -> QueryResult<Vec<i64>> {
    let mut ids: Vec<i64> = Vec::new();
    let mut left = many;
    while left > 0 {
        let some = left.min(IDS);
        let next =
            format!("SELECT nextval(pg_get_serial_sequence('{table}', 'id')) AS id FROM generate_series(1, {some})");
        let reserved: Vec<Reserved> = diesel::sql_query(next).load(conn)?;
        ids.extend(reserved.into_iter().map(|it| it.id));
        left -= some;
    }
    Ok(ids)
}
