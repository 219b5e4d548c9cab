//! A world: the real program serving a database of its own, and the hands that reach it. Tests that ask for nothing
//! else of it than their teams share one.

mod answer;
mod browser;
mod bucket;
mod client;
mod database;
mod demo;
mod files;
mod installation;
mod metrics;
mod moment;
mod multipart;
mod operator;
mod port;
mod raw;
mod redis;
mod server;
mod setup;
mod small;
mod team;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) use answer::Answer;
pub(crate) use browser::{Browser, Page};
pub(crate) use bucket::{BUCKET_SECRET, Bucket};
pub(crate) use client::Client;
pub(crate) use database::Database;
pub(crate) use installation::TestInstallation;
pub(crate) use moment::Moment;
pub(crate) use multipart::{Form, whole_answer};
pub(crate) use port::free_port;
pub(crate) use redis::{REDIS_PASSWORD, Redis};
pub(crate) use server::Server;
pub(crate) use small::SmallDisk;
pub(crate) use team::{Person, Team};

use client::Address;
use demo::Demo;
use operator::Operator;
use setup::Setup;

/// Which database a world stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Store {
    Sqlite,
    Postgres,
}

/// Makes two tests of every function named: `name::sqlite` and `name::postgres`.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => { $(
        mod $name {
            use crate::world::Store;

            #[test]
            fn sqlite() {
                super::$name(Store::Sqlite);
            }

            #[test]
            fn postgres() {
                super::$name(Store::Postgres);
            }
        }
    )+ };
}
pub(crate) use on_both;

// The fields fall in this order: first the server, then its database, then the folder of both.
pub(crate) struct World {
    server: Mutex<Option<Server>>,
    operator: Operator,
    address: Address,
    setup: Setup,
    database: Database,
    agent: ureq::Agent,
    folder: TempDir,
}

/// A world that is not started yet, so that its environment can still be said.
pub(crate) struct Builder {
    store: Store,
    variables: Vec<(String, Option<String>)>,
}

impl Builder {
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), Some(value.to_owned())));
        self
    }

    /// Leaves the variable out, so that the program's own default holds.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.variables.push((name.to_owned(), None));
        self
    }

    pub(crate) fn start(self) -> World {
        let store = self.store;
        self.over(|folder| Database::fresh(store, folder))
    }

    fn over(self, database: impl FnOnce(&Path) -> Database) -> World {
        let folder = TempDir::with_prefix("uplift-world-").expect("a temporary folder");
        let database = database(folder.path());
        let mut setup = Setup::new(folder.path(), database.url());
        for (name, value) in self.variables {
            setup.set(&name, value);
        }
        let server = Server::start(&setup);
        let address = Address::new(server.listening());
        let server = Mutex::new(Some(server));
        let operator = Operator::of(setup.database_url());
        World { server, operator, address, setup, database, agent: client::agent(), folder }
    }
}

impl World {
    pub(crate) fn start(store: Store) -> World {
        World::builder(store).start()
    }

    /// A world with the demo workspace, and what `uplift demo` told when it was seeded.
    pub(crate) fn seeded(store: Store) -> (World, Value) {
        let demo = Demo::on(store);
        (World::builder(store).over(|folder| demo.copied(folder)), demo.told.clone())
    }

    /// The world of all tests that look at nothing but teams of their own. It stands for as long as one of them runs.
    pub(crate) fn shared(store: Store) -> Arc<World> {
        static SQLITE: Mutex<Weak<World>> = Mutex::new(Weak::new());
        static POSTGRES: Mutex<Weak<World>> = Mutex::new(Weak::new());
        let shared = match store {
            Store::Sqlite => &SQLITE,
            Store::Postgres => &POSTGRES,
        };
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let mut world = World::start(store);
            world.operator.stays();
            let world = Arc::new(world);
            *shared = Arc::downgrade(&world);
            world
        })
    }

    pub(crate) fn builder(store: Store) -> Builder {
        Builder { store, variables: Vec::new() }
    }

    /// A client with this key, or with none.
    pub(crate) fn client(&self, token: Option<&str>) -> Client {
        Client::new(self.agent.clone(), self.address.clone(), token)
    }

    /// Where the server listens, without the `/api`.
    pub(crate) fn origin(&self) -> String {
        self.address.origin()
    }

    /// Everything the program has written so far, over all its starts.
    pub(crate) fn log(&self) -> String {
        self.setup.log().text()
    }

    /// Ends the server at once, as a power cut would.
    pub(crate) fn kill(&self) {
        if let Some(server) = self.take_server() {
            server.kill();
        }
    }

    /// Asks the server to end, and tells the status it ended with.
    pub(crate) fn terminate(&self) -> Option<i32> {
        self.take_server().expect("a running server").terminate()
    }

    /// Sends the server a signal, by its name, and tells the status it ended with.
    pub(crate) fn end_by(&self, signal: &str) -> Option<i32> {
        self.take_server().expect("a running server").end_by(signal)
    }

    /// Starts the server on the same database again; clients find it at its new address.
    pub(crate) fn restart(&self) {
        self.kill();
        let server = Server::start(&self.setup);
        self.address.moves_to(server.listening());
        *self.server.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
    }

    /// A second server on the same database; it ends when it is dropped.
    pub(crate) fn neighbour(&self) -> Server {
        Server::start(&self.setup)
    }

    /// Runs a command on the same database and gives its JSON.
    #[track_caller]
    pub(crate) fn cli(&self, arguments: &[&str]) -> Value {
        let with_json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let (status, output, errors) = self.cli_raw(&with_json);
        assert_eq!(status, Some(0), "uplift {with_json:?} failed:\n{output}{errors}");
        serde_json::from_str(&output)
            .unwrap_or_else(|error| panic!("uplift {with_json:?} printed no single JSON document ({error}):\n{output}"))
    }

    /// Runs a command on the same database as it stands and gives its status, output and errors.
    pub(crate) fn cli_raw(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        self.setup.run(arguments)
    }

    /// Begins a command on the same database.
    pub(crate) fn begin(&self, arguments: &[&str]) -> std::process::Child {
        let mut command = self.setup.command();
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program can be run")
    }

    /// A team on the plan without limits.
    pub(crate) fn team(&self) -> Team<'_> {
        self.team_with(&[])
    }

    pub(crate) fn team_on(&self, plan: &str) -> Team<'_> {
        self.team_with(&["--plan", plan])
    }

    /// A team made with further flags of `team create`.
    pub(crate) fn team_with(&self, flags: &[&str]) -> Team<'_> {
        Team::create(self, flags)
    }

    /// A look into the PostgreSQL database of this world.
    pub(crate) fn postgres(&self) -> postgres::Client {
        self.database.connect()
    }

    /// The number that a statement gives, asked of the database beside the program.
    pub(crate) fn count(&self, statement: &str) -> i64 {
        self.database.count(statement)
    }

    /// The texts that a statement gives, asked likewise.
    pub(crate) fn texts(&self, statement: &str) -> Vec<String> {
        self.database.texts(statement)
    }

    /// Runs statements on the database beside the program.
    pub(crate) fn execute(&self, statements: &str) {
        self.database.execute(statements);
    }

    /// The folder of this world, with its database where that is embedded.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Whether any file of this world holds these bytes.
    pub(crate) fn folder_holds(&self, bytes: &[u8]) -> bool {
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if std::fs::read(&path).is_ok_and(|text| text.windows(bytes.len()).any(|part| part == bytes)) {
                    return true;
                }
            }
        }
        false
    }

    fn take_server(&self) -> Option<Server> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// How soon what the operator changed holds on every server, whatever they know from before.
pub(crate) const TAKES_EFFECT: Duration = Duration::from_secs(1);

/// Waits until it holds, and fails when a look that began after the time given found that it does not.
#[track_caller]
pub(crate) fn within(limit: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    loop {
        let is_late = start.elapsed() > limit;
        if holds() {
            return;
        }
        assert!(!is_late, "not within {limit:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Does something again and again on so many threads for as long as something else is done, however that ends.
pub(crate) fn meanwhile<T>(threads: usize, again: impl Fn(usize) + Sync, done: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (over, again) = (&over, &again);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    again(thread);
                }
            });
        }
        // A scope waits for its threads, and these would never end where a panic passed by the flag.
        let outcome = catch_unwind(AssertUnwindSafe(done));
        over.store(true, Ordering::Relaxed);
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    })
}
