//! Rows that are fetched part by part, with rests in between.

use std::thread;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::query_dsl::LoadQuery;
use uplift_domain::Refusal;

use super::connect::Conn;
use super::engine::lists::statement::Statement;
use super::manager::Db;
use super::refusals::refuse;

/// How many rows a part has, and the words that ask for it.
const PART: usize = 256;
const FETCH: &str = "FETCH 256 FROM ";

/// The longest rest after a part.
const LONGEST_REST: Duration = Duration::from_millis(1);

/// Hands over the rows of a statement one by one, within the transaction that is open. After each part but the last it
/// rests for a third as long as that part took: the server that makes thousands of rows and the thread that takes them would
/// keep two cores from everybody else meanwhile. The cursor has a name that no other statement is read by, so that each
/// statement which fetches is prepared once.
pub(crate) fn each_row<S, R>(
    conn: &mut Conn,
    cursor: &'static str,
    statement: Statement<S>,
    mut take: impl FnMut(R) -> Result<(), Refusal>,
) -> Result<(), Refusal>
where
    for<'q> Statement<S>: LoadQuery<'q, Conn, R>,
{
    Declaration { cursor, statement }.execute(conn).map_err(refuse)?;
    loop {
        let begun = Instant::now();
        let mut rows = 0;
        for row in Statement::<S>::new(FETCH).name(cursor).internal_load(conn).map_err(refuse)? {
            take(row.map_err(refuse)?)?;
            rows += 1;
        }
        if rows < PART {
            break;
        }
        thread::sleep((begun.elapsed() / 3).min(LONGEST_REST));
    }
    Statement::<()>::new("CLOSE ").name(cursor).execute(conn).map_err(refuse)?;
    Ok(())
}

struct Declaration<S> {
    cursor: &'static str,
    statement: Statement<S>,
}

impl<S> QueryId for Declaration<S> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<S> QueryFragment<Db> for Declaration<S> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("DECLARE ");
        out.push_identifier(self.cursor)?;
        out.push_sql(" NO SCROLL CURSOR FOR ");
        self.statement.walk_ast(out)
    }
}

impl<S> RunQueryDsl<Conn> for Declaration<S> {}
