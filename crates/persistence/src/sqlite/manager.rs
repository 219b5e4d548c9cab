//! Opening connections to a database file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::prelude::*;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::connection::Conn;
use super::disk::{explained, is_short, probe};
use crate::{Counting, Disk, Statements};

/// Each connection: write-ahead log, a flush to disk at every commit, references checked. The cache is per connection
/// and small, because the system's own holds the file. It is not mapped into memory: a connection that finds somebody
/// else's commit gives up its whole map, and all threads wait for the lock that this takes.
const PRAGMAS: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
    PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000; \
    PRAGMA mmap_size = 0; PRAGMA wal_autocheckpoint = 4000;";

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

    /// Whether the system says that hardly any room is left on the disk.
    pub(crate) fn is_disk_short(&self) -> bool {
        is_short(&self.path)
    }

    /// Asks the disk for room.
    pub(crate) fn probe_disk(&self) -> Result<()> {
        probe(&self.path)
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

    /// Opens a connection to a file that exists: it creates none, and leaves the journal mode of this one as it is.
    pub(crate) fn open_existing(&self) -> ConnectionResult<Conn> {
        // Whatever follows two slashes at once is a host, so one that is none comes before a path from the root.
        let start = if self.path.is_absolute() { "file://" } else { "file:" };
        let path = self.path.to_string_lossy();
        let address = format!("{start}{}?mode=rw", utf8_percent_encode(&path, ESCAPED));
        let open = || {
            let mut conn = Conn::establish(&address)?;
            // The second reads the file, which is not touched before.
            let pragmas = "PRAGMA busy_timeout = 10000; PRAGMA schema_version";
            conn.batch_execute(pragmas).map_err(ConnectionError::CouldntSetupConfiguration)?;
            conn.set_instrumentation(Counting(self.statements()));
            Ok(conn)
        };
        open().map_err(|error| explained(&self.path, &error))
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

/// Whether the connection was left within a transaction and is no use any more.
pub(crate) fn lost(conn: &mut Conn) -> bool {
    AnsiTransactionManager::is_broken_transaction_manager(conn)
}
