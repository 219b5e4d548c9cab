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
mod slow;
mod small;
mod team;
mod waiting;

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use serde_json::Value;

pub(crate) use answer::Answer;
pub(crate) use browser::{Browser, Page};
pub(crate) use bucket::{BUCKET_SECRET, Bucket};
pub(crate) use client::Client;
pub(crate) use database::postgres_server;
pub(crate) use installation::TestInstallation;
pub(crate) use moment::Moment;
pub(crate) use multipart::{Form, whole_answer};
pub(crate) use port::free_port;
pub(crate) use redis::{REDIS_PASSWORD, Redis};
pub(crate) use server::Server;
pub(crate) use small::SmallDisk;
pub(crate) use team::{Person, Team};
pub(crate) use waiting::{TAKES_EFFECT, meanwhile, within};

use client::Address;
use operator::Operator;

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

// The fields fall in this order: first the server, last its database with the folder of both.
pub(crate) struct World {
    server: Mutex<Option<Server>>,
    operator: Operator,
    address: Address,
    agent: ureq::Agent,
    place: TestInstallation,
}

impl Deref for World {
    type Target = TestInstallation;

    fn deref(&self) -> &TestInstallation {
        &self.place
    }
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
        let place = TestInstallation::migrated(self.store);
        self.on(place)
    }

    fn on(self, mut place: TestInstallation) -> World {
        for (name, value) in self.variables {
            match value {
                Some(value) => place.env(&name, &value),
                None => place.without(&name),
            }
        }
        let server = place.start();
        let address = Address::new(server.listening());
        let operator = Operator::of(place.database_url());
        World { server: Mutex::new(Some(server)), operator, address, agent: client::agent(), place }
    }
}

impl World {
    pub(crate) fn start(store: Store) -> World {
        World::builder(store).start()
    }

    /// A world with the demo workspace, and what `uplift demo` told when it was seeded.
    pub(crate) fn seeded(store: Store) -> (World, Value) {
        let (place, told) = TestInstallation::seeded(store);
        (World::builder(store).on(place), told)
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
        let server = self.place.start();
        self.address.moves_to(server.listening());
        *self.server.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
    }

    /// A second server on the same database; it ends when it is dropped.
    pub(crate) fn neighbour(&self) -> Server {
        self.place.start()
    }

    /// Runs a command on the same database and gives its JSON.
    #[track_caller]
    pub(crate) fn cli(&self, arguments: &[&str]) -> Value {
        self.place.json(arguments)
    }

    /// Runs a command on the same database as it stands and gives its status, output and errors.
    pub(crate) fn cli_raw(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        self.place.run(arguments)
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

    fn take_server(&self) -> Option<Server> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
