//! Rests of long statements. A kernel that does not interrupt a thread before its time slice ends, every few
//! milliseconds, would let short requests wait so long for a search to leave its core; so it leaves it by itself, often
//! and briefly. A lower policy (`SCHED_IDLE`) would be interrupted at once, but where others keep the cores busy it runs
//! so rarely that what waits for one of its locks would wait for seconds.

use std::cell::Cell;
use std::marker::PhantomData;
use std::thread;
use std::time::{Duration, Instant};

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::Bool;

use super::backend::{Conn, Db};

/// How long a search runs without a rest.
const STRETCH: Duration = Duration::from_micros(200);

/// How long it asks to sleep. It sleeps for as long as the system's timers are coarse, some 50 us.
const NAP: Duration = Duration::from_micros(1);

/// What stands behind the column of the id, among the conditions of a search: always true, and a look at the clock for
/// one in 1024 rows.
const CONDITION: &str = " & 1023 <> 0 OR rest())";

thread_local! {
    /// When the thread rested last. `None` on one that does not search, and never rests.
    static RESTED: Cell<Option<Instant>> = const { Cell::new(None) };
}

diesel::define_sql_function! {
    /// Rests where it is time for it, and is true.
    fn rest() -> Bool;
}

/// Makes `rest` known to a connection.
pub(super) fn register(conn: &mut Conn) -> QueryResult<()> {
    rest_utils::register_nondeterministic_impl(conn, || {
        rest_in_time();
        true
    })
}

/// Lets the searches of this thread rest from now on.
pub(super) fn begin() {
    RESTED.set(Some(Instant::now()));
}

/// Rests, where this thread searches and has not rested for a while.
pub(super) fn rest_in_time() {
    if RESTED.get().is_some_and(|then| then.elapsed() >= STRETCH) {
        thread::sleep(NAP);
        begin();
    }
}

/// A condition that holds for every row and rests now and then. `C` is the column of the id.
pub(crate) struct Rests<C>(PhantomData<C>);

pub(crate) fn rests<C: Column>(_: C) -> Rests<C> {
    Rests(PhantomData)
}

impl<C> Expression for Rests<C> {
    type SqlType = Bool;
}

impl<C, T> AppearsOnTable<T> for Rests<C> where C: AppearsOnTable<T> {}

impl<C, T> SelectableExpression<T> for Rests<C> where C: SelectableExpression<T> {}

impl<C> ValidGrouping<()> for Rests<C> {
    type IsAggregate = is_aggregate::No;
}

impl<C> QueryId for Rests<C> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<C: Column> QueryFragment<Db> for Rests<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("(");
        out.push_identifier(C::NAME)?;
        out.push_sql(CONDITION);
        Ok(())
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[derive(QueryableByName)]
    struct Counted {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        rows: i64,
    }

    /// How often this thread left its core of its own accord.
    fn left() -> u64 {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.unwrap().trim().parse().unwrap()
    }

    /// How often this thread rests while it counts half a million rows, and finds all of them.
    fn rests_of_a_long_statement() -> u64 {
        let mut conn = Conn::establish(":memory:").unwrap();
        register(&mut conn).unwrap();
        let numbers = "WITH RECURSIVE numbers (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM numbers LIMIT 500000)";
        let sql = format!("{numbers} SELECT count(*) AS rows FROM numbers WHERE (id{CONDITION}");
        let before = left();
        let counted: Counted = diesel::sql_query(sql).get_result(&mut conn).unwrap();
        assert_eq!(counted.rows, 500_000);
        left() - before
    }

    #[test]
    fn a_long_statement_rests_on_a_thread_that_searches() {
        let elsewhere = rests_of_a_long_statement();
        begin();
        let here = rests_of_a_long_statement();
        assert!(here > 20 && elsewhere < here / 2, "{here} rests, and {elsewhere} where none was to be");
    }
}
