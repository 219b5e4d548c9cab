//! Teams and records, made by the verbs that clients use.

use std::sync::mpsc;

use uplift_domain::access::{Abilities, Actor, Caller, Plan, Role, SecretHash, secret};
use uplift_domain::commands::Dispatched;
use uplift_domain::ports::{Database, Owner, WritePort as _, WriteTx, writing};
use uplift_domain::record::{Email, Fields, Id, Name, Stored, Value, Zone};
use uplift_domain::workspace::{NewKey, NewMember, NewTeam, Person, key_issue, member_add, team_create};
use uplift_domain::{Key, Refusal, Team};

use super::{SECRET, words};

/// How many records one job creates.
const STEP: usize = 500;

/// A team with so many members, whose owner has a key.
pub(super) fn team(tx: &mut dyn WriteTx, name: &str, members: i64) -> Result<Caller, Refusal> {
    let team = NewTeam {
        name: Name::from_raw(name.to_owned())?,
        plan: Plan::Enterprise,
        timezone: Zone::from_raw("UTC".to_owned())?,
    };
    let member = |at: i64, role| {
        let email = format!("{}-{at}@bench.test", name.replace(' ', "-"));
        let person = Person { name: Name::from_raw(words::person(at))?, email: Email::from_raw(email)? };
        Ok::<_, Refusal>(NewMember { person, role })
    };
    let (team, user): (Stored<Team>, _) = team_create(tx, &team, &member(1, Role::Owner)?)?;
    let team = team.team_id();
    for at in 2..=members {
        member_add(tx, team, &member(at, Role::Admin)?)?;
    }
    let new = NewKey {
        user,
        name: Name::from_raw("bench".to_owned())?,
        abilities: Abilities::all(),
        rate_limit: None,
        expires_at: None,
    };
    let (mut key, _) = key_issue(tx, team, new)?;
    // The bench has to know the token also where the database is filled already.
    key.record.hash = SecretHash::of(&secret(&SECRET));
    Key::writes(tx).save(team, &key)?;
    let bearer = tx.bearer(Some(team), key.id)?;
    bearer.map(|it| it.caller).ok_or_else(|| Refusal::Fault("the key is not there".to_owned()))
}

/// Creates records of one team from bodies, many in one job.
pub(super) fn create<R: Dispatched>(
    database: &dyn Database,
    caller: &Caller,
    bodies: impl IntoIterator<Item = serde_json::Value>,
) -> Result<(), String> {
    create_each::<R>(database, bodies.into_iter().map(|body| (caller, body)))
}

/// Creates records from bodies, each by its own caller, many in one job.
pub(super) fn create_each<'a, R: Dispatched>(
    database: &dyn Database,
    bodies: impl IntoIterator<Item = (&'a Caller, serde_json::Value)>,
) -> Result<(), String> {
    let mut bodies = bodies.into_iter().map(|(caller, body)| asked(caller, body)).peekable();
    while bodies.peek().is_some() {
        let step: Vec<(Caller, Fields)> = bodies.by_ref().take(STEP).collect();
        ask(database, move |tx| {
            step.iter().try_for_each(|(caller, body)| {
                (R::dispatch().create_by_command)(tx, caller, &Ok(body.clone())).map(drop)
            })
        })?;
    }
    Ok(())
}

/// A body, and who creates a record from it: whoever calls is the author, so each is created as the user that it names.
fn asked(caller: &Caller, body: serde_json::Value) -> (Caller, Fields) {
    let body = body.as_object().cloned().unwrap_or_default();
    let user = body.get("user_id").and_then(serde_json::Value::as_i64).map(Id::new).or(caller.actor.user());
    let role = caller.actor.role();
    let actor = user.map_or(caller.actor, |user| Actor::Member { user, role });
    (Caller { actor, ..caller.clone() }, body)
}

/// Runs a job on the database and waits for its commit.
pub(super) fn ask<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, String> {
    let (tell, told) = mpsc::channel();
    database.write(Owner::Installation, writing(work, move |outcome| drop(tell.send(outcome))));
    let outcome = told.recv().map_err(|error| error.to_string())?;
    outcome.map_err(|refusal| format!("{refusal:?}"))
}
