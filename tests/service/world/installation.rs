//! A place: a database and a folder where the program is run by hand, and serves only when a test says so.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::{Builder, TempDir};
use uplift_persistence::Source;

use super::client::{self, Address, Client};
use super::database::{Database, Template};
use super::demo::Demo;
use super::setup::Setup;
use super::{Server, Store};

// The fields fall in this order: first the database, then the folder that may hold it.
pub(crate) struct TestInstallation {
    setup: Setup,
    database: Database,
    folder: TempDir,
}

impl TestInstallation {
    /// A database without any table.
    pub(crate) fn empty(store: Store) -> TestInstallation {
        TestInstallation::with(|folder| Database::empty(store, folder))
    }

    /// A database with every table and no rows, a copy of one that was migrated.
    pub(crate) fn migrated(store: Store) -> TestInstallation {
        TestInstallation::with(|folder| Database::fresh(store, folder))
    }

    /// The demo workspace, and what `uplift demo` told when it was seeded.
    pub(crate) fn seeded(store: Store) -> (TestInstallation, Value) {
        let demo = Demo::on(store);
        (TestInstallation::with(|folder| demo.copied(folder)), demo.told.clone())
    }

    fn with(database: impl FnOnce(&Path) -> Database) -> TestInstallation {
        let own = Permissions::from_mode(0o700);
        let folder = Builder::new().prefix("uplift-place-").permissions(own).tempdir().expect("a temporary folder");
        let database = database(folder.path());
        let setup = Setup::new(folder.path(), database.url());
        TestInstallation { setup, database, folder }
    }

    /// A database as an earlier version left it, told as statements.
    pub(crate) fn left_behind(store: Store, statements: &str) -> TestInstallation {
        let place = TestInstallation::empty(store);
        place.database.execute(statements);
        place
    }

    /// Whatever one statement that counts finds in the database.
    pub(crate) fn count(&self, statement: &str) -> i64 {
        self.database.count(statement)
    }

    /// The texts that a statement gives, one for each row.
    pub(crate) fn texts(&self, statement: &str) -> Vec<String> {
        self.database.texts(statement)
    }

    /// Carries out statements beside the program.
    pub(crate) fn execute(&self, statements: &str) {
        self.database.execute(statements);
    }

    /// Carries out statements in a SQLite file.
    pub(crate) fn execute_in(file: &Path, statements: &str) {
        Database::execute_in(file, statements);
    }

    /// What others are copied from that shall be as this one is now.
    pub(super) fn template(&self) -> Template {
        self.database.template()
    }

    /// The database, to be opened beside the program.
    pub(crate) fn source(&self) -> Source {
        Source::parse(self.url()).expect("a database URL")
    }

    /// A look into a PostgreSQL database.
    pub(crate) fn postgres(&self) -> postgres::Client {
        self.database.connect()
    }

    pub(crate) fn url(&self) -> &str {
        self.database.url()
    }

    /// The address of the database that the program is told to use.
    pub(super) fn database_url(&self) -> &str {
        self.setup.database_url()
    }

    /// The folder in which the program runs, with its database where that is embedded.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A path below the folder in which the program runs.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn env(&mut self, name: &str, value: &str) {
        self.setup.set(name, Some(value.to_owned()));
    }

    pub(crate) fn without(&mut self, name: &str) {
        self.setup.set(name, None);
    }

    /// The status, the output and the errors of a command.
    pub(crate) fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        self.setup.run(arguments)
    }

    /// Runs a command whose output and errors go elsewhere.
    pub(crate) fn run_into(&self, output: impl Into<Stdio>, errors: impl Into<Stdio>, arguments: &[&str]) -> Output {
        self.setup.command().args(arguments).stdout(output).stderr(errors).output().expect("an end")
    }

    /// Begins a command and kills it after a while, unless it ended before.
    pub(crate) fn killed_after(&self, time: Duration, arguments: &[&str]) {
        let mut running = self.begin(arguments);
        std::thread::sleep(time);
        // It may have ended already.
        let _ = running.kill();
        running.wait().expect("an end");
    }

    /// The one document that a command prints.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let with_json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let (status, output, errors) = self.run(&with_json);
        assert_eq!(status, Some(0), "uplift {with_json:?} failed:\n{output}{errors}");
        serde_json::from_str(&output)
            .unwrap_or_else(|error| panic!("uplift {with_json:?} printed no single JSON document ({error}):\n{output}"))
    }

    /// The doctor finds nothing wrong, having counted everything and read every file again.
    #[track_caller]
    pub(crate) fn is_sound(&self) {
        let found = self.json(&["doctor", "--deep"]);
        assert_eq!(found["ok"], true, "{found:#}");
    }

    /// The error of a command that fails with this status and prints nothing else.
    #[track_caller]
    pub(crate) fn refused(&self, status: i32, arguments: &[&str]) -> String {
        let (ended, output, errors) = self.run(arguments);
        assert_eq!((ended, output.as_str()), (Some(status), ""), "uplift {arguments:?}: {errors}");
        assert!(!errors.trim().is_empty(), "uplift {arguments:?} failed and said nothing");
        errors
    }

    /// Begins a command.
    pub(crate) fn begin(&self, arguments: &[&str]) -> Child {
        let mut command = self.setup.command();
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program can be run")
    }

    /// Starts a server on a free port.
    #[track_caller]
    pub(crate) fn start(&self) -> Server {
        Server::start(&self.setup)
    }

    /// Starts a server with these flags, of which one should say where it listens.
    #[track_caller]
    pub(crate) fn serve(&self, flags: &[&str]) -> Server {
        Server::start_with(&self.setup, flags)
    }

    /// Everything that the servers of this place have written so far.
    pub(crate) fn log(&self) -> String {
        self.setup.log().text()
    }

    pub(crate) fn client(&self, server: &Server, token: Option<&str>) -> Client {
        Client::new(client::agent(), Address::new(server.listening()), token)
    }
}
