//! Opening connections to a server.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::R2D2Connection as _;

use super::connect::{self, Conn};
use super::login::Login;
use crate::{Counting, Disk, Statements};

pub(crate) type Db = diesel::pg::Pg;

/// A pooled connection only reads, and each transaction on it is one snapshot. A short read keeps the plan it was
/// prepared with: the server would rather plan it anew each time, for it does not know that a page is short, and that
/// costs more than the read.
const READS: &str = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; \
    SET plan_cache_mode TO force_generic_plan";

/// Opens connections to one server.
#[derive(Clone)]
pub(crate) struct Manager {
    server: Arc<connect::SessionFactory>,
    login: Arc<Login>,
    statements: Arc<Statements>,
    disk: Arc<Disk>,
    /// How long a statement of a pooled connection may take.
    read_timeout: Duration,
}

impl Manager {
    pub(crate) fn new(url: &str) -> Result<Self> {
        let server = Arc::new(connect::SessionFactory::new(url)?);
        let login = Arc::new(Login::of(url));
        Ok(Self { server, login, statements: Arc::default(), disk: Arc::default(), read_timeout: Duration::ZERO })
    }

    pub(crate) fn statements(&self) -> Arc<Statements> {
        Arc::clone(&self.statements)
    }

    /// What opens sessions of the server.
    pub(crate) fn server(&self) -> &Arc<connect::SessionFactory> {
        &self.server
    }

    /// How other programs reach the database.
    pub(crate) fn login(&self) -> &Login {
        &self.login
    }

    pub(crate) fn disk(&self) -> &Disk {
        &self.disk
    }

    /// Statements of pooled connections end after this time also where nobody is left to end them.
    pub(crate) fn reading_for(self, timeout: Duration) -> Self {
        Self { read_timeout: timeout, ..self }
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
        let timeout = format!("{READS}; SET statement_timeout TO {}", self.read_timeout.as_millis());
        conn.batch_execute(&timeout).map_err(diesel::r2d2::Error::QueryError)?;
        Ok(conn)
    }

    /// The pool does not ask: each time it would cost a round trip.
    fn is_valid(&self, _conn: &mut Conn) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Says without a round trip whether the session is known to be lost, or was left within a transaction or in doubt
    /// about one.
    fn has_broken(&self, conn: &mut Conn) -> bool {
        conn.is_broken()
    }
}
