//! A connection is one PostgreSQL session that Diesel's synchronous interface works on.

use std::future::poll_fn;

use anyhow::{Result, anyhow};
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::{AsyncConnectionWrapper, BlockOn as _};
use tokio::task::JoinHandle;
use tokio_postgres::config::SslMode;
use tokio_postgres::{AsyncMessage, Client, Connection, Socket};

use super::canceller::Canceller;
use super::driver::Driver;
use super::stream::{Connector, Stream};
use super::target::{Target, describe, wants_other_tls};

/// What every session is told first; the server's and the role's defaults may differ. The language of messages is only
/// a superuser's to choose, and to others it is a wish. A commit waits for the disk at least. What a session holds whose
/// machine or network is gone the server frees as soon as the loss would be noticed here (`parameters.rs`); it passes over
/// these limits on a socket of its own machine, and over those that its system does not know.
const SESSION: &str = "SET TIME ZONE 'UTC'; \
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'; \
    SET tcp_keepalives_idle TO 30; SET tcp_keepalives_interval TO 10; SET tcp_keepalives_count TO 3; \
    SET tcp_user_timeout TO 30000; \
    SELECT set_config('lc_messages', 'C', false) FROM pg_roles WHERE rolname = current_user AND rolsuper; \
    SET client_min_messages TO notice; \
    SET statement_timeout TO 0";

/// A PostgreSQL session for use on ordinary threads, never on an async worker.
pub(crate) type Conn = AsyncConnectionWrapper<AsyncPgConnection, Driver>;

/// A session, and what secured its connection.
type Dialled = (Client, Connector);

/// Opens sessions on one database, for a pool or singly.
#[derive(Debug)]
pub(crate) struct SessionFactory {
    target: Target,
}

impl SessionFactory {
    /// Reads the URL of the database.
    ///
    /// # Errors
    ///
    /// Fails with one line that never repeats a password.
    pub(crate) fn new(url: &str) -> Result<Self> {
        let target = Target::parse(url)?;
        Ok(Self { target })
    }

    /// Opens a session that belongs to no pool.
    ///
    /// # Errors
    ///
    /// Fails when no server answers in time or the server refuses the session.
    pub(crate) fn open(&self) -> ConnectionResult<Conn> {
        let mut driver = Driver::new().map_err(|error| ConnectionError::BadConnection(error.to_string()))?;
        let unreached = |error| ConnectionError::BadConnection(format!("{}: {error:#}", self.target.name()));
        let (client, connector) = driver.open(self.dial()).map_err(unreached)?;
        driver.cancel_by(Canceller { token: client.cancel_token(), connector });
        let inner = driver.block_on(AsyncPgConnection::try_from(client))?;
        Ok(driver.hand_over(|| Conn::from(inner)))
    }

    /// Opens a session on the running executor and starts the task that speaks its protocol.
    pub(super) async fn dial(&self) -> Result<(Dialled, JoinHandle<()>)> {
        let attempts = self.attempts();
        let Some(limit) = self.target.limit else {
            return attempts.await;
        };
        match tokio::time::timeout(limit, attempts).await {
            Ok(result) => result,
            Err(_) => Err(anyhow!("the PostgreSQL server took too long to answer")),
        }
    }

    async fn attempts(&self) -> Result<(Dialled, JoinHandle<()>)> {
        let refused = match (self.attempt(self.target.first).await, self.target.second) {
            (Err(error), Some(second)) if wants_other_tls(&error) => {
                let other = self.attempt(second).await;
                return other.map_err(|other| {
                    let (error, other) = (describe(&error), describe(&other));
                    anyhow!("{error}; with TLS the other way: {other}")
                });
            }
            (result, _) => result,
        };
        refused.map_err(|error| anyhow!(describe(&error)))
    }

    async fn attempt(&self, mode: SslMode) -> Result<(Dialled, JoinHandle<()>), tokio_postgres::Error> {
        let (config, connector) = self.target.reached_by(mode);
        let (client, connection) = config.connect(connector.clone()).await?;
        let protocol = tokio::spawn(speak(connection));
        client.batch_execute(SESSION).await?;
        Ok(((client, connector), protocol))
    }
}

/// Speaks the protocol until either side ends it.
///
/// Diesel's own task would do so too, but it drops the server's notices.
async fn speak(mut connection: Connection<Socket, Stream>) {
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        match message {
            Ok(AsyncMessage::Notice(notice)) => log::debug!("PostgreSQL says {notice}"),
            Ok(_) => {}
            Err(error) => {
                log::warn!("a PostgreSQL connection was lost: {}", describe(&error));
                return;
            }
        }
    }
}
