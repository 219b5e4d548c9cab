//! A database: fresh for every world, and gone with it.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use diesel::connection::SimpleConnection;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection};
use postgres::NoTls;
use tempfile::TempDir;

use super::Store;
use super::setup::Setup;

pub(crate) struct Database {
    store: Store,
    name: String,
    url: String,
}

/// What databases are copied from.
pub(crate) enum Template {
    /// The content of a file of SQLite.
    File(Vec<u8>),
    /// The name of a database on the PostgreSQL server, which is thrown away with it.
    Database(String),
}

impl Database {
    /// A database with every table and no rows.
    pub(crate) fn fresh(store: Store, folder: &Path) -> Database {
        Database::copied(migrated(store), folder)
    }

    /// A copy of a template; on SQLite its file is put into the folder.
    pub(crate) fn copied(template: &Template, folder: &Path) -> Database {
        match template {
            Template::File(content) => {
                let database = Database::empty(Store::Sqlite, folder);
                let mut options = OpenOptions::new();
                let file = options.write(true).create_new(true).mode(0o600).open(database.path());
                file.and_then(|mut file| file.write_all(content)).expect("the database's file");
                database
            }
            Template::Database(name) => Database::created(&format!("TEMPLATE {name}")),
        }
    }

    /// A database without any table; on SQLite without a file as well.
    pub(crate) fn empty(store: Store, folder: &Path) -> Database {
        match store {
            Store::Sqlite => {
                Database { store, name: String::new(), url: format!("sqlite://{}/uplift.db", folder.display()) }
            }
            Store::Postgres => Database::created(""),
        }
    }

    fn created(how: &str) -> Database {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let name = format!("uplift_world_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        administer(&format!("CREATE DATABASE {name} {how}"));
        Database { store: Store::Postgres, url: format!("{}/{name}", postgres_server()), name }
    }

    /// What others are copied from that shall be as this one is now. Nobody may be connected to it.
    pub(crate) fn template(&self) -> Template {
        match self.store {
            Store::Sqlite => Template::File(std::fs::read(self.path()).expect("the database's file")),
            Store::Postgres => {
                let name = format!("{}_template", self.name);
                administer(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
                administer(&format!("CREATE DATABASE {name} TEMPLATE {}", self.name));
                Template::Database(name)
            }
        }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn path(&self) -> &str {
        self.url.trim_start_matches("sqlite://")
    }

    /// Carries out statements beside the program.
    pub(crate) fn execute(&self, statements: &str) {
        match self.store {
            Store::Sqlite => self.file().batch_execute(statements).expect("the statements"),
            Store::Postgres => self.connect().batch_execute(statements).expect("the statements"),
        }
    }

    /// Carries out statements in a SQLite file, which is made where it is not there.
    pub(crate) fn execute_in(file: &Path, statements: &str) {
        let conn = SqliteConnection::establish(&file.display().to_string());
        conn.expect("a database file").batch_execute(statements).expect("the statements");
    }

    /// The number that a statement gives.
    pub(crate) fn count(&self, statement: &str) -> i64 {
        match self.store {
            Store::Sqlite => diesel::sql_query(format!("SELECT ({statement}) AS n"))
                .get_result::<Number>(&mut self.file())
                .map(|number| number.n)
                .expect("a number"),
            Store::Postgres => self.connect().query_one(statement, &[]).expect("a row").get(0),
        }
    }

    /// The texts that a statement gives, one for each row.
    pub(crate) fn texts(&self, statement: &str) -> Vec<String> {
        match self.store {
            Store::Sqlite => {
                let statement = format!("SELECT * FROM (SELECT '' AS text WHERE false UNION ALL {statement})");
                let rows: Vec<Line> = diesel::sql_query(statement).load(&mut self.file()).expect("texts");
                rows.into_iter().map(|line| line.text).collect()
            }
            Store::Postgres => {
                let rows = self.connect().query(statement, &[]).expect("texts");
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }

    /// The file, for which the service may be writing something of its own just now.
    fn file(&self) -> SqliteConnection {
        let file = SqliteConnection::establish(self.path());
        let mut file = file.expect("the database file");
        file.batch_execute("PRAGMA busy_timeout = 10000").expect("a timeout");
        file
    }

    pub(crate) fn connect(&self) -> postgres::Client {
        assert_eq!(self.store, Store::Postgres, "only a PostgreSQL world can be looked into");
        postgres::Client::connect(&self.url, NoTls).expect("the world's database")
    }
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    n: i64,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = diesel::sql_types::Text)]
    text: String,
}

impl Drop for Database {
    fn drop(&mut self) {
        if self.store == Store::Postgres
            && let Ok(mut client) = postgres::Client::connect(&format!("{}/postgres", postgres_server()), NoTls)
        {
            // A database that stays behind harms no other world, and the server is thrown away.
            let _ = client.batch_execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        }
    }
}

/// The address of the PostgreSQL server, without a database's name.
pub(crate) fn postgres_server() -> String {
    let address = std::env::var("UPLIFT_TEST_POSTGRES").unwrap_or_default();
    assert!(!address.is_empty(), "UPLIFT_TEST_POSTGRES is not set: run the tests through tests/with-postgres");
    address.trim_end_matches('/').to_owned()
}

#[track_caller]
fn administer(statement: &str) {
    let address = format!("{}/postgres", postgres_server());
    let mut client = postgres::Client::connect(&address, NoTls)
        .unwrap_or_else(|error| panic!("UPLIFT_TEST_POSTGRES names {address}, which does not answer: {error}"));
    client.batch_execute(statement).unwrap_or_else(|error| panic!("{statement}: {error:?}"));
}

/// Migrated databases without rows, which all others are copied from; made by the first who asks.
fn migrated(store: Store) -> &'static Template {
    static SQLITE: OnceLock<Template> = OnceLock::new();
    static POSTGRES: OnceLock<Template> = OnceLock::new();
    let template = match store {
        Store::Sqlite => &SQLITE,
        Store::Postgres => &POSTGRES,
    };
    template.get_or_init(|| {
        let folder = TempDir::with_prefix("uplift-template-").expect("a temporary folder");
        let database = Database::empty(store, folder.path());
        migrate(folder.path(), database.url());
        database.template()
    })
}

fn migrate(folder: &Path, url: &str) {
    let (status, output, errors) = Setup::new(folder, url).run(&["migrate", "--json"]);
    assert_eq!(status, Some(0), "uplift migrate failed on {url}:\n{output}{errors}");
}
