//! The current user: who the key of the request acts for, and where.

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use uplift_domain::access::{Bearer, Role};
use uplift_domain::listing::{Direction, ListPage, Listing, PageRequest};
use uplift_domain::ports::{Reach, ReadPort, ReadTx};
use uplift_domain::record::{Choices, Code, Id, Name, Stored};
use uplift_domain::{Project, Refusal, Team};

use crate::admit::authority::now;
use crate::answer::json;
use crate::answer::json_writer::JsonWriter;
use crate::operations::authed::AuthedRequest;
use crate::operations::jobs::read;
use crate::operations::reply::Reply;

/// How many projects are shown at most, which is more than a person could ever look through.
const MOST: i64 = 100_000;

/// How many projects are read at once: they are read whole, and shown in little.
const TOGETHER: i64 = 50;

/// Answers `GET /user`, which is not wrapped in `data`.
pub(crate) async fn current(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
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
    let described = described(tx, bearer)?.to_string();
    // The projects come last, as a member of the same object.
    out.bytes.extend_from_slice(described.strip_suffix('}').unwrap_or_default().as_bytes());
    out.bytes.extend_from_slice(b",\"projects\":[");
    for number in 1..=MOST / TOGETHER {
        let page = PageRequest { number, size: TOGETHER };
        let some = Listing::<Project> {
            filters: Vec::new(),
            sorts: Vec::new(),
            ties: Direction::Ascending,
            includes: Vec::new(),
            page,
        };
        let ListPage { records, total } = Project::reads(tx).list(bearer.caller.team, &some, out)?;
        for stored in &records {
            json::separate(&mut out.bytes);
            out.bytes.extend_from_slice(project(stored).to_string().as_bytes());
            out.check()?;
        }
        out.forget();
        if number * TOGETHER >= total {
            break;
        }
    }
    out.bytes.extend_from_slice(b"]}");
    Ok(())
}

fn described(tx: &mut dyn ReadTx, Bearer { key, caller, name, email, billing }: &Bearer) -> Result<Value, Refusal> {
    let missing = || Refusal::Fault("a key's team is not there".to_owned());
    let team = Team::reads(tx).find(caller.team, Id::new(caller.team.get()))?.ok_or_else(missing)?.record;
    Ok(json!({
        "id": caller.actor.user().map(Id::get),
        "name": name.as_ref().map(Name::as_str),
        "email": email.as_str(),
        "role": caller.actor.role().map(Role::name),
        "abilities": caller.abilities.names(),
        "team": {
            "id": caller.team.get(),
            "name": team.name.as_str(),
            "plan": team.plan.name(),
            "billing_mode": billing.mode_at(now()).name(),
            "grace_period_ends_at": billing.grace_period_ends_at.map(|it| it.to_string()),
            "timezone": team.timezone.as_str(),
        },
        "key": {
            "id": key.id.get(),
            "name": key.record.name.as_str(),
            "expires_at": key.record.expires_at.map(|it| it.to_string()),
        },
    }))
}

fn project(stored: &Stored<Project>) -> Value {
    json!({
        "id": stored.id.get(),
        "name": stored.record.name.as_str(),
        "code": stored.record.code.as_ref().map(Code::as_str),
    })
}
