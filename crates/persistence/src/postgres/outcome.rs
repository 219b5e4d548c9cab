//! An outcome is what became of a transaction whose COMMIT was sent and never answered.

use std::time::Duration;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::Text;
use diesel_async::async_connection_wrapper::BlockOn as _;
use tokio::time::{sleep, timeout};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::connect::{Conn, SessionFactory};
use super::driver::Driver;
use crate::Outcome;
use crate::text_row::TextRow;

/// How long to wait between two questions to a server that answers.
const STILL_RUNNING: Duration = Duration::from_millis(20);

/// How long to wait between two attempts to reach a server.
const UNREACHABLE: Duration = Duration::from_millis(100);

const IN_RECOVERY: &str = "SELECT pg_is_in_recovery()";
const ONLY_READS: &str = "SELECT current_setting('transaction_read_only') AS text";
const STATUS: &str = "SELECT pg_xact_status($1::text::xid8)";

/// Names the transaction that the connection is in, so that its outcome can be asked for.
///
/// # Errors
///
/// Fails as any query does.
pub(crate) fn xid(conn: &mut Conn) -> QueryResult<String> {
    CurrentXid.get_result(conn)
}

/// Whether a server takes no writes over a connection, as one does that is no longer the first of several.
pub(crate) fn only_reads(conn: &mut Conn) -> bool {
    let told: QueryResult<TextRow> = diesel::sql_query(ONLY_READS).get_result(conn);
    told.is_ok_and(|it| it.text == "on")
}

/// Asks on a new session what became of a transaction whose own session was lost.
///
/// The wait ends after `patience` at the latest, whatever the network does.
pub(crate) fn outcome(sessions: &SessionFactory, xid: &str, patience: Duration) -> Outcome {
    let Ok(driver) = Driver::new() else {
        return Outcome::Unknown;
    };
    driver.block_on(async { timeout(patience, resolve(sessions, xid)).await }).unwrap_or(Outcome::Unknown)
}

async fn resolve(sessions: &SessionFactory, xid: &str) -> Outcome {
    loop {
        match sessions.dial().await {
            Ok(((client, _), _)) => {
                if let Some(outcome) = ask(&client, xid).await {
                    return outcome;
                }
            }
            Err(error) => log::debug!("the outcome of transaction {xid} must wait: {error:#}"),
        }
        sleep(UNREACHABLE).await;
    }
}

/// Asks until the transaction has ended, or gives up on this session by `None`.
async fn ask(client: &Client, xid: &str) -> Option<Outcome> {
    loop {
        let answer = client.query_one(STATUS, &[&xid]).await;
        let status = match answer.and_then(|row| row.try_get::<_, Option<String>>(0)) {
            Ok(status) => status,
            // The server has yet to hand out this number, so it lost the transaction in a crash or
            // never had it; a standby may merely be behind.
            Err(error) if error.code() == Some(&SqlState::INVALID_PARAMETER_VALUE) => {
                let behind = client.query_one(IN_RECOVERY, &[]).await.ok()?;
                return behind.try_get(0).ok().filter(|behind| !behind).map(|_: bool| Outcome::Aborted);
            }
            Err(_) => return None,
        };
        match status.as_deref() {
            Some("committed") => return Some(Outcome::Committed),
            Some("aborted") => return Some(Outcome::Aborted),
            Some(_) => sleep(STILL_RUNNING).await,
            // So old that its status was thrown away.
            None => return Some(Outcome::Unknown),
        }
    }
}

/// Kept as a type of its own because the statement cache passes over literal SQL.
#[derive(Clone, Copy, QueryId)]
struct CurrentXid;

impl Query for CurrentXid {
    type SqlType = Text;
}

impl QueryFragment<Pg> for CurrentXid {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT pg_current_xact_id()::text");
        Ok(())
    }
}

impl RunQueryDsl<Conn> for CurrentXid {}
