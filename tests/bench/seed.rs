//! The seed: a team with many learnings, made by the verbs that clients use.

use std::path::Path;
use std::sync::mpsc;

use serde_json::json;
use uplift_domain::access::{Abilities, BillingMode, Caller, Plan, Role, TeamId, TokenId, secret, token};
use uplift_domain::ports::{Database, Ledger, writing};
use uplift_domain::record::{Email, Fields, Id, Kept, Name, Value, Zone};
use uplift_domain::workspace::{Framework, NewKey, NewMember, Person, Team, key_create, team_create};
use uplift_domain::{Learning, Project, Refusal, verbs};
use uplift_persistence::Source;

/// How many projects share the learnings.
const PROJECTS: usize = 10;

/// How many learnings one job creates.
const STEP: usize = 500;

/// What the measurements ask for.
pub(crate) struct Seeded {
    pub token: String,
    pub project: i64,
    pub learning: i64,
}

/// Makes a database with so many learnings in this folder.
pub(crate) fn seed(folder: &Path, learnings: usize) -> Result<Seeded, String> {
    let source = Source::parse(&format!("sqlite://{}", folder.join("uplift.db").display()))?;
    source.migrate()?;
    let database = source.open(None)?;
    let (caller, token) = ask(database.as_ref(), team)?;
    let who = caller.clone();
    let projects = ask(database.as_ref(), move |ledger| {
        (0..PROJECTS).map(|at| project(ledger, &who, at)).collect::<Result<Vec<_>, _>>()
    })?;
    let mut last = 0;
    for start in (0..learnings).step_by(STEP) {
        let (who, projects) = (caller.clone(), projects.clone());
        last = ask(database.as_ref(), move |ledger| {
            let mut last = 0;
            for (at, project) in (start..start + STEP).zip(projects.iter().cycle()) {
                last = learning(ledger, &who, *project, at)?;
            }
            Ok(last)
        })?;
    }
    database.close();
    let project = *projects.first().ok_or("no project was made")?;
    Ok(Seeded { token, project, learning: last })
}

fn team(ledger: &mut dyn Ledger) -> Result<(Caller, String), Refusal> {
    let team = Team {
        name: Name::from_raw("Bench".to_owned())?,
        plan: Plan::Enterprise,
        billing_mode: BillingMode::Active,
        grace_period_ends_at: None,
        timezone: Zone::from_raw("UTC".to_owned())?,
        prioritization_framework: Framework::Ice,
    };
    let person = Person { name: Name::from_raw("Bo".to_owned())?, email: Email::from_raw("bo@bench.test".to_owned())? };
    let (team, user): (Kept<Team>, _) = team_create(ledger, &team, &NewMember { person, role: Role::Owner })?;
    let secret = secret(&[11; 40]);
    let key = key_create(
        ledger,
        &NewKey {
            team: TeamId::new(team.id.get()),
            user,
            name: Name::from_raw("bench".to_owned())?,
            abilities: Abilities::parse("read,write").map_err(Refusal::Fault)?,
            hash: uplift_http::secret_hash(&secret),
            rate_limit: None,
            expires_at: None,
        },
    )?;
    let id: TokenId = key.id;
    let caller = ledger.caller(id)?.ok_or_else(|| Refusal::Fault("the key is not there".to_owned()))?;
    Ok((caller, token(id, &secret)))
}

fn project(ledger: &mut dyn Ledger, caller: &Caller, at: usize) -> Result<i64, Refusal> {
    let body = fields(json!({"name": format!("Project {at}")}));
    let kept: Kept<Project> = verbs::create(ledger, caller, &Ok(body))?;
    Ok(kept.id.get())
}

fn learning(ledger: &mut dyn Ledger, caller: &Caller, project: i64, at: usize) -> Result<i64, Refusal> {
    let body = fields(json!({
        "project_id": project,
        "name": format!("Learning {at}: shoppers decide on delivery cost before they look at the basket"),
        "description": "Seen in interviews, in session recordings and in two tests that changed where the cost is shown. \
            The effect was largest on phones, where the basket is two steps away.",
        "confidence": if at.is_multiple_of(3) { "high" } else { "low" },
        "learned_at": "2026-01-02T03:04:05Z",
    }));
    let kept: Kept<Learning> = verbs::create(ledger, caller, &Ok(body))?;
    let id: Id<Learning> = kept.id;
    Ok(id.get())
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
    database.write(writing(work, move |outcome| drop(tell.send(outcome))));
    let outcome = told.recv().map_err(|error| error.to_string())?;
    outcome.map_err(|refusal| format!("{refusal:?}"))
}
