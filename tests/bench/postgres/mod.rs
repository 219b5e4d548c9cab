//! PostgreSQL: a durable server of its own, filled with the rows of the SQLite database.

mod copy;
mod pgbench;

use std::path::Path;

use postgres::{Client, NoTls};
use uplift_persistence::Source;

use crate::accounts;

pub(crate) use pgbench::Script;

/// The database that the service and `pgbench` share.
pub(crate) struct Postgres {
    pub url: String,
    /// The process that started all others of the server.
    pub postmaster: u32,
    client: Client,
}

impl Postgres {
    /// The server that `tests/with-postgres --durable` started, where the benchmark was run through it.
    pub(crate) fn server() -> Option<String> {
        std::env::var("UPLIFT_TEST_POSTGRES").ok().filter(|it| !it.is_empty())
    }

    /// A database with the rows of this SQLite file.
    pub(crate) fn filled(server: &str, rows: &Path) -> Result<Self, String> {
        let mut client = connect(&format!("{server}/postgres"))?;
        run(&mut client, "DROP DATABASE IF EXISTS bench WITH (FORCE)")?;
        run(&mut client, "CREATE DATABASE bench")?;
        let url = format!("{server}/bench");
        Source::parse(&url).and_then(|source| source.migrate()).map_err(|error| format!("{error:#}"))?;
        let mut client = connect(&url)?;
        copy::all(&mut client, rows)?;
        run(
            &mut client,
            "CREATE TABLE bench_totals (team_id BIGINT, project_id BIGINT, n BIGINT, PRIMARY KEY (team_id, project_id));
            INSERT INTO bench_totals
            SELECT team_id, project_id, count(*) FROM learnings WHERE deleted_at IS NULL GROUP BY team_id, project_id",
        )?;
        run(&mut client, "VACUUM ANALYZE")?;
        run(&mut client, "CHECKPOINT")?;
        let backend: i32 = ask(&mut client, "SELECT pg_backend_pid()")?;
        let postmaster = accounts::parent(u32::try_from(backend).map_err(|error| error.to_string())?)?;
        Ok(Self { url, postmaster, client })
    }

    /// Leaves out whatever the product does beside the inserts themselves, or has it done again.
    pub(crate) fn set_triggers(&mut self, on: bool) -> Result<(), String> {
        let verb = if on { "ENABLE" } else { "DISABLE" };
        ["learnings", "activities"]
            .iter()
            .try_for_each(|table| run(&mut self.client, &format!("ALTER TABLE {table} {verb} TRIGGER USER")))
    }

    /// How much of the disk the database takes, in bytes.
    pub(crate) fn size(&mut self) -> Result<i64, String> {
        ask(&mut self.client, "SELECT pg_database_size(current_database())")
    }

    pub(crate) fn version(server: &str) -> Result<String, String> {
        ask(&mut connect(&format!("{server}/postgres"))?, "SHOW server_version")
    }

    /// The settings that durability rests on, as the server has them.
    pub(crate) fn durable(server: &str) -> Result<bool, String> {
        let query = "SELECT bool_and(setting = 'on') FROM pg_settings \
            WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')";
        ask(&mut connect(&format!("{server}/postgres"))?, query)
    }
}

fn connect(url: &str) -> Result<Client, String> {
    Client::connect(url, NoTls).map_err(|error| format!("{url}: {error}"))
}

fn run(client: &mut Client, statements: &str) -> Result<(), String> {
    client.batch_execute(statements).map_err(|error| format!("{statements}: {}", error_text(&error)))
}

fn ask<T: for<'a> postgres::types::FromSql<'a>>(client: &mut Client, query: &str) -> Result<T, String> {
    let row = client.query_one(query, &[]).map_err(|error| format!("{query}: {}", error_text(&error)))?;
    row.try_get(0).map_err(|error| error.to_string())
}

fn error_text(error: &postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), ToString::to_string)
}
