//! Where a row is measured: a service over one of the two databases.

use super::Stage;
use crate::postgres::Postgres;
use crate::process::Process;
use crate::seed::{self, Data};

pub(super) struct BenchTarget {
    pub service: Process,
    /// What the rows say of it.
    pub database: &'static str,
    pub postgres: Option<Postgres>,
}

impl Stage<'_> {
    /// A service over a copy of the SQLite database that has such data.
    pub(super) fn on_sqlite(&self, data: Data, name: &str, settings: &[(&str, &str)]) -> Result<BenchTarget, String> {
        let service = Process::service_with(&self.copy(data, name)?, None, settings)?;
        Ok(BenchTarget { service, database: "SQLite", postgres: None })
    }

    /// A service over a PostgreSQL database with the same rows. `None` where there is no server.
    pub(super) fn on_postgres(&self, data: Data, settings: &[(&str, &str)]) -> Result<Option<BenchTarget>, String> {
        let Some(server) = Postgres::server() else {
            eprintln!("rows are left out: run the benchmark through tests/with-postgres --durable");
            return Ok(None);
        };
        if !Postgres::durable(&server)? {
            return Err("PostgreSQL is not durable: run the benchmark through tests/with-postgres --durable".to_owned());
        }
        let file = seed::file(self.data, data)?;
        eprintln!("copying {data:?} into PostgreSQL …");
        let postgres = Postgres::filled(&server, &file)?;
        let home = self.folder.join("postgres");
        std::fs::create_dir_all(&home).map_err(|error| error.to_string())?;
        let service = Process::service_with(&home, Some(&postgres), settings)?;
        Ok(Some(BenchTarget { service, database: "PostgreSQL", postgres: Some(postgres) }))
    }
}
