//! The current user: who the key of the request acts for, and where.

use actix_web::http::StatusCode;
use serde::Serialize;
use uplift_domain::access::{Bearer, Role};
use uplift_domain::listing::Listing;
use uplift_domain::ports::{Reach, ReadPort, ReadTx};
use uplift_domain::record::{Choices, Code, Id, Name, Stored};
use uplift_domain::{Project, Refusal, Team};

use crate::answer::json;
use crate::answer::json_writer::JsonWriter;
use crate::clock::now;
use crate::jobs::read;
use crate::operations::authed::AuthedRequest;
use crate::operations::reply::Reply;
use crate::request::bounds::ANSWER;
use crate::request::query_fields::check_readable;

/// No project is shown in fewer bytes.
const LEAST: usize = 30;

/// How many projects are read at once: they are read whole, and shown in little.
const TOGETHER: usize = 50;

/// Answers `GET /user`, which is not wrapped in `data`.
pub(crate) async fn current(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    check_readable(authed.request.query_string())?;
    let (requester, context, bearer) = (authed.requester(), authed.context(), authed.bearer);
    let work = move |tx: &mut dyn ReadTx| {
        let mut out = context.writer(1024);
        out.field = "projects";
        write(tx, &bearer, &mut out)?;
        Ok(out.done())
    };
    Ok(Reply::Json(StatusCode::OK, read(&authed.state.database, requester, Reach::Page, work).await?))
}

fn write(tx: &mut dyn ReadTx, bearer: &Bearer, out: &mut JsonWriter) -> Result<(), Refusal> {
    describe(tx, bearer, out)?;
    // The projects come last, as a member of the same object.
    out.bytes.pop();
    out.bytes.extend_from_slice(b",\"projects\":[");
    let team = bearer.caller.team;
    // With that many the answer is refused as too large before it comes to the last.
    let most = i64::try_from(ANSWER / LEAST).unwrap_or(i64::MAX);
    let ids = Project::reads(tx).ids(team, &Listing::of(Vec::new()), most)?;
    for some in ids.chunks(TOGETHER) {
        for stored in &Project::reads(tx).find_many(team, some, out)? {
            json::separate(&mut out.bytes);
            let Stored { id, record: Project { name, code, .. }, .. } = stored;
            put(out, &ShownProject { id: id.get(), name: name.as_str(), code: code.as_ref().map(Code::as_str) })?;
            out.check()?;
        }
        out.forget();
    }
    out.bytes.extend_from_slice(b"]}");
    Ok(())
}

/// The current user without their projects.
#[derive(Serialize)]
struct ShownUser<'a> {
    id: Option<i64>,
    name: Option<&'a str>,
    email: &'a str,
    role: Option<&'static str>,
    abilities: Vec<&'static str>,
    team: ShownTeam<'a>,
    key: ShownKey<'a>,
}

#[derive(Serialize)]
struct ShownTeam<'a> {
    id: i64,
    name: &'a str,
    plan: &'static str,
    billing_mode: &'static str,
    grace_period_ends_at: Option<String>,
    timezone: &'a str,
}

#[derive(Serialize)]
struct ShownKey<'a> {
    id: i64,
    name: &'a str,
    expires_at: Option<String>,
}

#[derive(Serialize)]
struct ShownProject<'a> {
    id: i64,
    name: &'a str,
    code: Option<&'a str>,
}

fn describe(tx: &mut dyn ReadTx, bearer: &Bearer, out: &mut JsonWriter) -> Result<(), Refusal> {
    let Bearer { key, caller, name, email, billing } = bearer;
    let missing = || Refusal::Fault("a key's team is not there".to_owned());
    let team = Team::reads(tx).find(caller.team, Id::new(caller.team.get()))?.ok_or_else(missing)?.record;
    let shown = ShownUser {
        id: caller.actor.user().map(Id::get),
        name: name.as_ref().map(Name::as_str),
        email: email.as_str(),
        role: caller.actor.role().map(Role::name),
        abilities: caller.abilities.names(),
        team: ShownTeam {
            id: caller.team.get(),
            name: team.name.as_str(),
            plan: team.plan.name(),
            billing_mode: billing.mode_at(now()).name(),
            grace_period_ends_at: billing.grace_period_ends_at.map(|it| it.to_string()),
            timezone: team.timezone.as_str(),
        },
        key: ShownKey {
            id: key.id.get(),
            name: key.record.name.as_str(),
            expires_at: key.record.expires_at.map(|it| it.to_string()),
        },
    };
    put(out, &shown)
}

fn put(out: &mut JsonWriter, shown: &impl Serialize) -> Result<(), Refusal> {
    let failed = |error: serde_json::Error| Refusal::Fault(format!("the current user cannot be shown: {error}"));
    serde_json::to_writer(&mut out.bytes, shown).map_err(failed)
}
