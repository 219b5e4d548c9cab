//! What is particular to PostgreSQL.

use std::sync::Arc;
use std::time::Duration;

use diesel::connection::{SimpleConnection, TransactionManager};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::result::{DatabaseErrorKind, Error};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Reach, Reading};
use uplift_domain::record::Complaint;
use uplift_domain::{Kind, Refusal};

pub(crate) use super::batches::{insert_entries, move_counters};
use super::complaints::{self, Meaning};
use super::connect;
pub(crate) use super::connect::Conn;
pub(crate) use super::disk::probe_disk;
use super::engine::compare::Parts;
use super::outcome;
pub(crate) use super::pending::Pending;
use crate::{Counting, Disk, Outcome, Statements};

pub(crate) type Db = diesel::pg::Pg;
pub(crate) type Pool = r2d2::Pool<Manager>;
type Transactions = <Conn as Connection>::TransactionManager;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

pub(crate) const IN_NUMBERS: Parts =
    Parts::ColumnThenValue(" IN (SELECT CAST(json_array_elements_text(CAST(", " AS json)) AS bigint))");
/// What stands around a bound JSON list to make a table of its numbers.
pub(crate) const NUMBERS: (&str, &str) =
    ("SELECT CAST(json_array_elements_text(CAST(", " AS json)) AS bigint) AS number");
pub(crate) const IN_WORDS: Parts = Parts::ColumnThenValue(" IN (SELECT json_array_elements_text(CAST(", " AS json)))");
pub(crate) const CONTAINS: Parts = Parts::ValueThenColumn(
    "EXISTS (SELECT 1 FROM json_array_elements_text(CAST(",
    " AS json)) AS part (value) WHERE strpos(",
    ", part.value) > 0)",
);

pub(crate) const CONTAINS_ONE: Parts = Parts::ColumnThenValue(" LIKE ", "");

/// The pattern of what contains this text.
pub(crate) fn pattern(text: &str) -> String {
    let literal = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{literal}%")
}

/// The server makes of several indexes what it needs.
pub(crate) const INTERSECTS: bool = false;

/// A read on another thread may include as much as it likes.
pub(crate) const ROOM: Option<usize> = None;

/// How long a read waits for a connection.
const WAIT: Duration = Duration::from_secs(3);

/// How long the outcome of a commit is asked for after its connection was lost.
const PATIENCE: Duration = Duration::from_secs(10);

/// A pooled connection only reads, and each transaction on it is one snapshot. A short read keeps the plan it was
/// prepared with: the server would rather plan it anew each time, for it does not know that a page is short, and that
/// costs more than the read.
const READS: &str = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; \
    SET plan_cache_mode TO force_generic_plan";

/// A search may be planned for what is bound to it.
const SEARCH: &str = "BEGIN; SET LOCAL plan_cache_mode TO auto";

/// What a connection says of itself.
pub(crate) const SETTINGS: &str = "SELECT name, setting AS value FROM pg_settings \
    WHERE name IN ('synchronous_commit', 'fsync', 'full_page_writes', 'server_version')";

macro_rules! up {
    ($column:expr) => {
        $crate::postgres::order::up($column)
    };
}

macro_rules! down {
    ($column:expr) => {
        $crate::postgres::order::down($column)
    };
}

/// Whether a column is one of these numbers.
macro_rules! among {
    ($column:expr, $numbers:expr) => {
        $column.eq_any($numbers.iter().copied())
    };
}

macro_rules! in_team {
    ($table:ident, $team:expr) => {
        $table::team_id.eq($team.get())
    };
}

/// A search runs in a process of the server, which has a core of its own or shares it as the system will.
macro_rules! resting {
    ($query:expr, $table:ident) => {
        $query
    };
}

/// Other servers may write to the same database: what is read to be changed is locked. New rows may refer to it all
/// the same, for no key is ever changed.
macro_rules! for_update {
    ($query:expr) => {
        $query.for_no_key_update()
    };
}

pub(crate) use {among, down, for_update, in_team, resting, up};

/// Opens connections to one server.
#[derive(Clone)]
pub(crate) struct Manager {
    server: Arc<connect::Manager>,
    statements: Arc<Statements>,
    disk: Arc<Disk>,
}

impl Manager {
    pub(crate) fn new(url: &str) -> Result<Self, String> {
        Ok(Self { server: Arc::new(connect::Manager::new(url)?), statements: Arc::default(), disk: Arc::default() })
    }

    pub(crate) fn statements(&self) -> Arc<Statements> {
        Arc::clone(&self.statements)
    }

    pub(crate) fn disk(&self) -> &Disk {
        &self.disk
    }

    pub(crate) fn open(&self) -> ConnectionResult<Conn> {
        let mut conn = self.server.open()?;
        conn.set_instrumentation(Counting(self.statements()));
        Ok(conn)
    }
}

impl r2d2::ManageConnection for Manager {
    type Connection = Conn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Conn, Self::Error> {
        let mut conn = self.open().map_err(diesel::r2d2::Error::ConnectionError)?;
        conn.batch_execute(READS).map_err(diesel::r2d2::Error::QueryError)?;
        Ok(conn)
    }

    fn is_valid(&self, conn: &mut Conn) -> Result<(), Self::Error> {
        self.server.is_valid(conn)
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        self.server.has_broken(conn)
    }
}

pub(crate) fn pool(manager: Manager, connections: u32) -> Result<Pool, String> {
    let pool = r2d2::Pool::builder().max_size(connections).min_idle(Some(1)).test_on_check_out(false);
    pool.connection_timeout(WAIT).build(manager).map_err(|error| error.to_string())
}

pub(crate) fn begin_read(conn: &mut Conn, reach: Reach) -> QueryResult<()> {
    conn.batch_execute(if reach == Reach::Search { SEARCH } else { "BEGIN" })
}

pub(crate) fn end_read(conn: &mut Conn) -> QueryResult<()> {
    conn.batch_execute("COMMIT").or_else(|_| conn.batch_execute("ROLLBACK"))
}

/// The readers answer everything here.
pub(crate) fn stand_back() {}

pub(crate) fn begin_write(conn: &mut Conn) -> QueryResult<()> {
    Transactions::begin_transaction(conn)
}

/// The lock has a name made of the team and ends with the transaction.
pub(crate) fn hold_numbers(conn: &mut Conn, team: i64) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended('numbers', $1))")
        .bind::<diesel::sql_types::BigInt, _>(team)
        .execute(conn)
        .map(|_| ())
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
    outcome::outcome(&manager.server, mark, PATIENCE)
}

/// Every read goes to another thread, because it waits for the server: the job is given back.
pub(crate) fn read_here(_manager: &Manager, job: Reading, reach: Reach) -> Option<(Reading, Reach)> {
    Some((job, reach))
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

pub(crate) fn wrong_names(_conn: &mut Conn, _kind: Kind, _table: &str, _listed: &str) -> QueryResult<Vec<String>> {
    Ok(Vec::new())
}

/// What a failed statement means to whoever asked.
pub(crate) fn refuse(error: Error) -> Refusal {
    match &error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, about) => {
            // A unique index is named after its table and column: `projects_code_unique`.
            let index = about.constraint_name().unwrap_or_default();
            let table = about.table_name().unwrap_or_default();
            let column = index.trim_start_matches(table).trim_start_matches('_');
            let column = column.trim_end_matches("_unique").trim_end_matches("_key");
            Refusal::field(column, &Complaint::Taken)
        }
        // What may succeed if it is repeated: two servers in each other's way, or a connection that was lost.
        Error::DatabaseError(
            DatabaseErrorKind::SerializationFailure
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ClosedConnection,
            _,
        )
        | Error::BrokenTransactionManager => Refusal::Unavailable(error.to_string()),
        Error::DatabaseError(DatabaseErrorKind::Unknown, about) => match complaints::meaning(about.as_ref()) {
            Some(Meaning::Again) => Refusal::Unavailable(error.to_string()),
            Some(Meaning::Full) => Refusal::Unwritable(error.to_string()),
            None => Refusal::Fault(error.to_string()),
        },
        _ => Refusal::Fault(error.to_string()),
    }
}

/// Does something while no other server does it: the lock is held by this connection and ends with it.
pub(crate) fn one_at_a_time<T>(conn: &mut Conn, act: impl FnOnce(&mut Conn) -> Result<T, String>) -> Result<T, String> {
    // The number is any that no other program takes; in ASCII it spells "uplift".
    conn.batch_execute("SELECT pg_advisory_lock(129125715633780)").map_err(|error| error.to_string())?;
    act(conn)
}
