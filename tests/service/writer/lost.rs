//! A lost connection: to PostgreSQL, at the worst moments. What was answered is kept, and nothing is done twice.

use std::process::Command;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Reach, ReadTx};
use uplift_persistence::Source;

use super::fixture::{WriterFixture, names};
use super::jobs::{Gate, PendingResult, READ_TIMEOUT, ask, ask_for, queue, read, team, write};
use super::proxy::{Cut, Proxy};
use crate::world::{Store, postgres_server, within};

/// How many connections read. Half of them are for short reads, the others for searches.
const READERS: u32 = 4;
const HALF: usize = 2;

/// Reads over so many connections at once, which is as many as reads of this reach have.
fn connect_all(database: &dyn Database, reach: Reach, connections: usize) {
    let meet = Arc::new(Barrier::new(connections));
    let told = std::iter::repeat_n(meet, connections).zip(1..).map(|(meet, id)| {
        ask_for(database, team(id), reach, move |_: &mut dyn ReadTx| {
            meet.wait();
            Ok(())
        })
    });
    let told: Vec<_> = told.collect();
    told.into_iter().for_each(|told| told.outcome().expect("a connection of its own"));
}

/// A fixture, and its database as a service reaches it through a proxy.
struct Behind {
    fixture: WriterFixture,
    proxy: Arc<Proxy>,
    database: Arc<dyn Database>,
}

impl Behind {
    fn new() -> Behind {
        let fixture = WriterFixture::new(Store::Postgres);
        let server = postgres_server();
        let (login, place) = server.rsplit_once('@').expect("an address with a user");
        let proxy = Arc::new(Proxy::before(place));
        let (_, name) = fixture.place.url().rsplit_once('/').expect("a database's name");
        let url = format!("{login}@{}/{name}", proxy.address());
        let database = Source::parse(&url).expect("a URL").open(Some(READERS), READ_TIMEOUT).expect("it opens");
        write(&*database, |_| Ok(())).expect("the writer is connected");
        Behind { fixture, proxy, database }
    }

    /// A batch of so many creates, of which the middle one does harm when it first runs; and how each ended.
    fn disturbed(&self, number: usize, harm: impl FnOnce() + Send + 'static) -> Vec<Result<i64, Refusal>> {
        let gate = Gate::shut(&*self.database);
        let mut harm = Some(harm);
        let told: Vec<_> = names("Learning", number)
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let mut create = self.fixture.create(name);
                let mut harm = (at == number / 2).then(|| harm.take()).flatten();
                queue(&*self.database, move |tx| {
                    if let Some(harm) = harm.take() {
                        harm();
                    }
                    create(tx)
                })
            })
            .collect();
        gate.open();
        told.into_iter().map(PendingResult::outcome).collect()
    }

    fn cut(&self, number: usize, at: Cut) -> Vec<Result<i64, Refusal>> {
        let proxy = Arc::clone(&self.proxy);
        let outcomes = self.disturbed(number, move || proxy.cut(at));
        assert!(!self.proxy.waits_to_cut(), "nothing was committed through the proxy");
        outcomes
    }
}

/// Every one is kept, and the writer goes on.
#[track_caller]
fn all_are_kept(behind: &Behind, outcomes: Vec<Result<i64, Refusal>>) {
    let number = outcomes.len();
    for outcome in outcomes {
        outcome.expect("a learning");
    }
    write(&*behind.database, behind.fixture.create("Afterwards")).expect("the writer lives");
    let afterwards = ["Afterwards".to_owned()];
    behind.fixture.holds_exactly(names("Learning", number).into_iter().chain(afterwards).collect());
}

#[test]
fn a_commit_that_arrived_is_not_repeated() {
    for number in [1, 40] {
        let behind = Behind::new();
        let outcomes = behind.cut(number, Cut::After);
        all_are_kept(&behind, outcomes);
    }
}

#[test]
fn a_commit_that_was_lost_is_repeated() {
    for number in [1, 40] {
        let behind = Behind::new();
        let outcomes = behind.cut(number, Cut::Before);
        all_are_kept(&behind, outcomes);
    }
}

#[test]
fn a_commit_of_which_nothing_can_be_known_is_not_repeated() {
    let behind = Behind::new();
    let outcomes = behind.cut(5, Cut::AfterAndDown);
    for outcome in outcomes {
        assert!(matches!(outcome, Err(Refusal::Unavailable(_))), "{outcome:?}");
    }
    behind.proxy.up();
    behind.fixture.holds_exactly(names("Learning", 5));
}

#[test]
fn a_connection_that_the_server_ends_costs_nothing() {
    for number in [1, 40] {
        let behind = Behind::new();
        let mut administrator = behind.fixture.place.postgres();
        let outcomes = behind.disturbed(number, move || {
            let ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'";
            let ended: i64 = administrator.query_one(ended, &[]).expect("an end").get(0);
            assert_eq!(ended, 1, "the writer's connection is ended");
        });
        all_are_kept(&behind, outcomes);
    }
}

/// What the server says of a loss is known by its code, whatever the words and whichever statement it was said of.
#[test]
fn a_loss_is_known_by_its_code() {
    let fixture = WriterFixture::new(Store::Postgres);
    let mut administrator = fixture.place.postgres();
    let fails = "CREATE TABLE fails (code text); \
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ \
        BEGIN RAISE EXCEPTION 'etwas ging verloren' USING ERRCODE = (SELECT code FROM fails); END $$; \
        CREATE TRIGGER fails BEFORE INSERT ON learnings FOR EACH ROW EXECUTE FUNCTION fail()";
    administrator.batch_execute(fails).expect("a trigger");
    for code in ["08000", "08003", "08006", "08P01", "57P01", "57P02", "57P03", "57P04", "57P05"] {
        administrator.batch_execute(&format!("TRUNCATE fails; INSERT INTO fails VALUES ('{code}')")).expect("a code");
        let outcome = write(&*fixture.database, fixture.create("Lost"));
        assert!(matches!(outcome, Err(Refusal::Unavailable(_))), "{code}: {outcome:?}");
    }
    administrator.batch_execute("UPDATE fails SET code = 'XX000'").expect("a code");
    let outcome = write(&*fixture.database, fixture.create("Wrong"));
    assert!(matches!(outcome, Err(Refusal::Fault(_))), "{outcome:?}");
    administrator.batch_execute("DROP TRIGGER fails ON learnings").expect("no trigger");
    write(&*fixture.database, fixture.create("Afterwards")).expect("the writer lives");
    fixture.holds_exactly(vec!["Afterwards".to_owned()]);
}

/// So is a server that was the first of several and only reads now.
#[test]
fn a_server_that_takes_no_writes_is_left_for_one_that_does() {
    let fixture = WriterFixture::new(Store::Postgres);
    let mut administrator = fixture.place.postgres();
    write(&*fixture.database, fixture.create("Before")).expect("a write");
    let name: String = administrator.query_one("SELECT current_database()", &[]).expect("a name").get(0);
    let only_reads = |administrator: &mut postgres::Client, only: &str| {
        let set = format!("ALTER DATABASE {name} SET default_transaction_read_only = {only}");
        administrator.batch_execute(&set).expect("a setting");
    };
    only_reads(&mut administrator, "on");
    let everyone = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    administrator.query_one(everyone, &[]).expect("an end");
    let outcome = write(&*fixture.database, fixture.create("Never"));
    assert!(matches!(outcome, Err(Refusal::Unavailable(_))), "{outcome:?}");
    only_reads(&mut administrator, "off");
    write(&*fixture.database, fixture.create("Afterwards")).expect("a connection to one that writes");
    fixture.holds_exactly(vec!["Before".to_owned(), "Afterwards".to_owned()]);
}

#[test]
fn connections_that_ended_while_nothing_happened_cost_nothing() {
    let behind = Behind::new();
    connect_all(&*behind.database, Reach::Search, HALF);
    let everyone = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    behind.fixture.place.postgres().query_one(everyone, &[]).expect("an end");
    read(&*behind.database, |_| Ok(())).expect("a reader finds a connection that answers");
    let outcomes = behind.disturbed(3, || ());
    all_are_kept(&behind, outcomes);
}

#[test]
fn a_database_that_is_down_is_told_of_at_once_and_used_again_when_it_is_back() {
    let behind = Behind::new();
    behind.proxy.down();
    let start = Instant::now();
    let told: Vec<_> = (0..300).map(|_| queue(&*behind.database, behind.fixture.create("Never"))).collect();
    for told in told {
        let outcome = told.outcome();
        assert!(matches!(outcome, Err(Refusal::Unavailable(_))), "{outcome:?}");
    }
    assert!(behind.database.ready().is_err(), "it is not ready");
    assert!(start.elapsed() < Duration::from_secs(5), "it took {:?}", start.elapsed());
    behind.proxy.up();
    within(Duration::from_secs(20), "the database is ready again", || behind.database.ready().is_ok());
    let outcomes = behind.disturbed(3, || ());
    all_are_kept(&behind, outcomes);
}

/// Processes that stand still until this is dropped.
struct Stopped(Vec<i32>);

impl Stopped {
    fn of(processes: Vec<i32>) -> Stopped {
        let stopped = Stopped(processes);
        assert!(stopped.signal("-STOP"), "they stand still");
        stopped
    }

    fn signal(&self, signal: &str) -> bool {
        let processes = self.0.iter().map(i32::to_string);
        Command::new("kill").arg(signal).args(processes).status().is_ok_and(|it| it.success())
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        self.signal("-CONT");
    }
}

/// What begins and ends the transaction of a read waits no longer for the server than the read itself.
#[test]
fn a_server_that_stands_still_holds_no_read_beyond_its_deadline() {
    let fixture = WriterFixture::new(Store::Postgres);
    let patient = fixture.place.source().open(Some(READERS), Duration::from_secs(3)).expect("it opens");
    // A connection that is opened later would not stand still.
    connect_all(&*patient, Reach::Page, HALF);
    connect_all(&*patient, Reach::Search, HALF);
    let mut administrator = fixture.place.postgres();
    let others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
        AND backend_type = 'client backend'";
    let others = administrator.query(others, &[]).expect("the others");
    let stopped = Stopped::of(others.iter().map(|row| row.get(0)).collect());
    let begun = Instant::now();
    let told = [Reach::Page, Reach::Search].map(|reach| ask(&*patient, reach, |_| Ok(())));
    let outcomes = told.map(|told| (told.outcome(), begun.elapsed()));
    drop(stopped);
    for (outcome, took) in outcomes {
        assert!(outcome.is_err() && took < Duration::from_secs(25), "{outcome:?} after {took:?}");
    }
    within(Duration::from_secs(20), "reads are answered again", || {
        ask(&*patient, Reach::Page, |_| Ok(())).outcome().is_ok()
    });
}
