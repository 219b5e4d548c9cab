//! The fixture: a database of its own for one test, opened as the service opens it, with one team and its project.

use std::sync::Arc;

use serde_json::{Value, json};
use uplift_domain::access::Right;
use uplift_domain::access::{Actor, Caller, Plan, Role};
use uplift_domain::activity::{Activity, ActivityFilter, ActivityListing, ActivitySort};
use uplift_domain::commands::{self, Body};
use uplift_domain::listing::{Direction, ListParameters, PageRequest};
use uplift_domain::period::Span;
use uplift_domain::ports::{Database, ReadPort, Unmetered, WriteTx};
use uplift_domain::record::{Email, Id, Name, Stored, Zone};
use uplift_domain::workspace::{NewMember, NewTeam, Person, team_create};
use uplift_domain::{Kind, Learning, Project, Refusal};

use super::jobs::{READ_TIMEOUT, read, write};
use crate::world::{Store, TestInstallation};

// The fields fall in this order: the database is closed before it is dropped.
pub(crate) struct WriterFixture {
    pub(crate) database: Arc<dyn Database>,
    pub(crate) caller: Caller,
    pub(crate) project: i64,
    pub(crate) place: TestInstallation,
}

impl WriterFixture {
    /// How many connections of its database read.
    pub(crate) const READERS: u32 = 4;

    pub(crate) fn new(store: Store) -> WriterFixture {
        let place = TestInstallation::migrated(store);
        let database = place.source().open(Some(Self::READERS), READ_TIMEOUT).expect("the database opens");
        let (caller, project) = write(&*database, settling_in("olga@ground.example")).expect("a team and its project");
        WriterFixture { database, caller, project, place }
    }

    /// A write that creates a learning of this name.
    pub(crate) fn create(&self, name: &str) -> impl FnMut(&mut dyn WriteTx) -> Result<i64, Refusal> + Send + use<> {
        learning(&self.caller, self.project, name)
    }

    /// The caller of another team, and its learning of this name.
    pub(crate) fn neighbour(&self, name: &str) -> (Caller, i64) {
        let neighbour = write(&*self.database, settling_in("nina@neighbour.example"));
        let (caller, project) = neighbour.expect("a team and its project");
        let learning = write(&*self.database, learning(&caller, project, name)).expect("a learning");
        (caller, learning)
    }

    /// A write that changes a learning.
    pub(crate) fn update(
        &self,
        id: i64,
        to: Value,
    ) -> impl FnMut(&mut dyn WriteTx) -> Result<i64, Refusal> + Send + use<> {
        let (caller, body) = (self.caller.clone(), body(to));
        move |tx| {
            Ok(commands::find::<Learning>(tx, &caller, Id::new(id), Right::Update)
                .and_then(|stored| commands::update(tx, &caller, stored, &body))?
                .id
                .get())
        }
    }

    /// The live learnings, as a database of this fixture lists them.
    pub(crate) fn learnings(&self) -> Vec<Stored<Learning>> {
        let caller = self.caller.clone();
        let page = read(&*self.database, move |tx| {
            Learning::reads(tx).list(caller.team, &ListParameters::default().listing(1_000_000)?, &mut Unmetered)
        });
        let page = page.expect("the learnings");
        assert_eq!(page.total, i64::try_from(page.records.len()).expect("a number"), "the total of the list");
        page.records
    }

    /// The entries about a learning, the oldest first.
    pub(crate) fn entries(&self, learning: i64) -> Vec<Activity> {
        let team = self.caller.team;
        let listing = ActivityListing {
            filter: ActivityFilter::of(Kind::Learning, learning),
            span: Span { from: None, until: None },
            sort: (ActivitySort::Id, Direction::Ascending),
            page: PageRequest { number: 1, size: 10_000 },
        };
        read(&*self.database, move |tx| tx.activities(team, &listing, &mut Unmetered)).expect("the log").0
    }

    /// There are exactly these learnings, each created once, and every counter agrees.
    #[track_caller]
    pub(crate) fn holds_exactly(&self, mut names: Vec<String>) {
        names.sort_unstable();
        let learnings = self.learnings();
        let mut here: Vec<String> = learnings.iter().map(|kept| kept.record.name.to_string()).collect();
        here.sort_unstable();
        assert_eq!(here, names);
        for kept in learnings {
            let events: Vec<_> = self.entries(kept.id.get()).into_iter().filter_map(|entry| entry.event).collect();
            assert_eq!(events, ["created"], "the log of {}", kept.record.name);
        }
        assert_eq!(self.database.recount(), Ok(Vec::new()));
    }
}

/// A number of names that no two tests of one fixture share.
pub(crate) fn names(word: &str, number: usize) -> Vec<String> {
    (0..number).map(|at| format!("{word} {at}")).collect()
}

pub(crate) fn body(fields: Value) -> Body {
    match fields {
        Value::Object(fields) => Ok(fields),
        other => panic!("no body: {other}"),
    }
}

/// A write that creates a learning of this name.
fn learning(
    caller: &Caller,
    project: i64,
    name: &str,
) -> impl FnMut(&mut dyn WriteTx) -> Result<i64, Refusal> + Send + use<> {
    let (caller, body) = (caller.clone(), body(json!({ "project_id": project, "name": name })));
    move |tx| Ok(commands::create::<Learning>(tx, &caller, &body)?.id.get())
}

/// A write that makes a team with a project, whose owner has this address.
fn settling_in(email: &'static str) -> impl FnMut(&mut dyn WriteTx) -> Result<(Caller, i64), Refusal> + Send {
    move |tx| settle_in(tx, email)
}

fn settle_in(tx: &mut dyn WriteTx, email: &str) -> Result<(Caller, i64), Refusal> {
    let name = |text: &str| Name::parse(text).expect("a name");
    let team = NewTeam { name: name("Ground"), plan: Plan::Enterprise, timezone: Zone::parse("UTC").expect("a zone") };
    let person = Person { name: name("Olga"), email: Email::parse(email).expect("an address") };
    let owner = NewMember { person, role: Role::Owner };
    let (team, user) = team_create(tx, &team, &owner)?;
    let caller = team.caller(Actor::Member { user, role: Some(Role::Owner) });
    let project = commands::create::<Project>(tx, &caller, &body(json!({ "name": "Shop" })))?;
    Ok((caller, project.id.get()))
}
