//! The data: twenty teams with two hundred projects, and one large team among them, made by the verbs that clients use.
//!
//! The large team is made first, so that its ids run from 1 and every request can be written without looking them up.

mod kept;
mod records;
mod words;

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::json;
use uplift_domain::access::{Abilities, BillingMode, Caller, Plan, Role, TeamId, TokenId, secret};
use uplift_domain::ports::{Database, Ledger, Owner, writing};
use uplift_domain::record::{Email, Fields, Id, Kept, Name, Value, Zone};
use uplift_domain::resource::Resource;
use uplift_domain::workspace::{Framework, NewKey, NewMember, Person, Team, key_create, member_add, team_create};
use uplift_domain::{Insight, Learning, NumberingScheme, Project, Refusal, ResearchCollection};
use uplift_persistence::Source;

pub(crate) use kept::{copy, file};
pub(crate) use words::{mix, parts_of_names};

/// To be raised when the data change, so that databases which are kept are made anew.
const VERSION: u32 = 2;

const SMALL_TEAMS: i64 = 19;
const SMALL_TEAM_PROJECTS: i64 = 5;
const SMALL_TEAM_LEARNINGS: i64 = 100;

/// How many projects the large team has. A tenth of its learnings are in the first, the others share the rest evenly.
pub(crate) const PROJECTS: i64 = 105;
pub(crate) const LARGE_PROJECT: i64 = 1;
pub(crate) const USERS: i64 = 10;
pub(crate) const COLLECTIONS: i64 = 10;
pub(crate) const INSIGHTS: i64 = 3_000;

/// How many of the newest learnings have three insights each: no page that is read with insights has others.
const WITH_INSIGHTS: i64 = 100_000;

/// How long a read of the data may take.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// How many records one job creates.
const STEP: usize = 500;

const SECRET: [u8; 40] = [11; 40];

/// The key of the large team's owner.
pub(crate) fn token() -> String {
    uplift_domain::access::token(TokenId(1), &secret(&SECRET))
}

/// How many of so many learnings have three insights each.
pub(crate) fn with_insights(learnings: i64) -> i64 {
    learnings.min(WITH_INSIGHTS)
}

/// How many full pages of thirty each project has that is not the large one.
pub(crate) fn pages(learnings: i64) -> i64 {
    learnings * 9 / 10 / (PROJECTS - 1) / 30
}

/// Makes a database whose large team has so many learnings.
fn seed(path: &Path, learnings: i64) -> Result<(), String> {
    let source = Source::parse(&format!("sqlite://{}", path.display()))?;
    source.migrate()?;
    let database = source.open(None, READ_TIMEOUT)?;
    let database = database.as_ref();
    let caller = ask(database, |ledger| team(ledger, "Large", Some(USERS)))?;
    let scheme = json!({
        "name": "Insights", "scope": "team", "template": "INS-{number:0000}",
        "assignments": [{"entity_type": "insights"}],
    });
    create::<NumberingScheme>(database, &caller, [scheme])?;
    create::<Project>(database, &caller, (1..=PROJECTS).map(records::project))?;
    create::<ResearchCollection>(database, &caller, (1..=COLLECTIONS).map(records::collection))?;
    create::<Insight>(database, &caller, (1..=INSIGHTS).map(records::insight))?;
    let plain = learnings - with_insights(learnings);
    create::<Learning>(database, &caller, (1..=learnings).map(|at| records::learning(at, at > plain)))?;
    for number in 1..=SMALL_TEAMS {
        let caller = ask(database, move |ledger| team(ledger, &format!("Team {number}"), None))?;
        create::<Project>(database, &caller, (1..=SMALL_TEAM_PROJECTS).map(records::project))?;
        let first = PROJECTS + (number - 1) * SMALL_TEAM_PROJECTS + 1;
        let bodies = (1..=SMALL_TEAM_LEARNINGS).map(|at| records::small(at, first + at % SMALL_TEAM_PROJECTS));
        create::<Learning>(database, &caller, bodies)?;
    }
    database.close();
    Ok(())
}

/// A team whose owner has a key, with so many members altogether.
fn team(ledger: &mut dyn Ledger, name: &str, members: Option<i64>) -> Result<Caller, Refusal> {
    let team = Team {
        name: Name::from_raw(name.to_owned())?,
        plan: Plan::Enterprise,
        billing_mode: BillingMode::Active,
        grace_period_ends_at: None,
        timezone: Zone::from_raw("UTC".to_owned())?,
        prioritization_framework: Framework::Ice,
    };
    let member = |at: i64, role| {
        let email = format!("{}-{at}@bench.test", name.replace(' ', "-"));
        let person = Person { name: Name::from_raw(words::person(at))?, email: Email::from_raw(email)? };
        Ok::<_, Refusal>(NewMember { person, role })
    };
    let (team, user): (Kept<Team>, _) = team_create(ledger, &team, &member(1, Role::Owner)?)?;
    let team = TeamId::new(team.id.get());
    for at in 2..=members.unwrap_or(1) {
        member_add(ledger, team, &member(at, Role::Admin)?)?;
    }
    let key = NewKey {
        team,
        user,
        name: Name::from_raw("bench".to_owned())?,
        abilities: Abilities::parse("read,write").map_err(Refusal::Fault)?,
        hash: uplift_http::secret_hash(&secret(&SECRET)),
        rate_limit: None,
        expires_at: None,
    };
    let key = key_create(ledger, &key)?;
    ledger.caller(key.id)?.ok_or_else(|| Refusal::Fault("the key is not there".to_owned()))
}

/// Creates records from bodies, many in one job.
fn create<R: Resource>(
    database: &dyn Database,
    caller: &Caller,
    bodies: impl IntoIterator<Item = serde_json::Value>,
) -> Result<(), String> {
    let mut bodies = bodies.into_iter().map(fields).peekable();
    while bodies.peek().is_some() {
        let (step, caller): (Vec<Fields>, _) = (bodies.by_ref().take(STEP).collect(), caller.clone());
        ask(database, move |ledger| {
            step.iter().try_for_each(|body| R::create(ledger, &author(&caller, body), &Ok(body.clone())).map(|_| ()))
        })?;
    }
    Ok(())
}

/// Whoever calls is the author of a record, so each is created as the user that it names.
fn author(caller: &Caller, body: &Fields) -> Caller {
    let user = body.get("user_id").and_then(serde_json::Value::as_i64).map_or(caller.user, Id::new);
    Caller { user, ..caller.clone() }
}

fn fields(body: serde_json::Value) -> Fields {
    body.as_object().cloned().unwrap_or_default()
}

/// Runs a job on the database and waits for its commit.
fn ask<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn Ledger) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, String> {
    let (tell, told) = mpsc::channel();
    database.write(Owner::Installation, writing(work, move |outcome| drop(tell.send(outcome))));
    let outcome = told.recv().map_err(|error| error.to_string())?;
    outcome.map_err(|refusal| format!("{refusal:?}"))
}
