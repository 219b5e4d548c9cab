//! The types of a connection to SQLite.

pub(crate) type Conn = diesel::SqliteConnection;
pub(crate) type Db = diesel::sqlite::Sqlite;
