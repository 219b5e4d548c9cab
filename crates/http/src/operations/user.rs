//! The current user: who the key of the request acts for, and where.

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use uplift_domain::access::{Caller, Role};
use uplift_domain::listing::{Direction, ListPage, Listing, PageRequest};
use uplift_domain::ports::{Reach, ReadTx};
use uplift_domain::record::{Choices, Code, Stored};
use uplift_domain::resource::ReadPort;
use uplift_domain::{Project, Refusal};

use crate::admit::authority::now;
use crate::answer::json;
use crate::answer::json_writer::JsonWriter;
use crate::operations::authed::{AuthedRequest, Reply};
use crate::operations::jobs::read;

/// How many projects are shown at most, which is more than a person could ever look through.
const MOST: i64 = 100_000;

/// How many projects are read at once: they are read whole, and shown in little.
const TOGETHER: i64 = 50;

/// Answers `GET /user`, which is not wrapped in `data`.
pub(crate) async fn current(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let (requester, context, caller) = (authed.requester(), authed.context(), authed.caller);
    let work = move |tx: &mut dyn ReadTx| {
        let mut out = context.writer(1024);
        out.field = "projects";
        write(tx, &caller, &mut out)?;
        Ok(out.done())
    };
    Ok(Reply::Json(StatusCode::OK, read(&authed.state.database, requester, Reach::Page, work).await?))
}

fn write(tx: &mut dyn ReadTx, caller: &Caller, out: &mut JsonWriter) -> Result<(), Refusal> {
    let described = described(tx, caller)?.to_string();
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
        let ListPage { records, total } = Project::reads(tx).list(caller.team, &some, out)?;
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

fn described(tx: &mut dyn ReadTx, caller: &Caller) -> Result<Value, Refusal> {
    let missing = || Refusal::Fault("a key's team is not there".to_owned());
    let team = tx.team(caller.team)?.ok_or_else(missing)?.record;
    Ok(json!({
        "id": caller.user.get(),
        "name": caller.name.as_str(),
        "email": caller.email.as_str(),
        "role": caller.role.map(Role::name),
        "abilities": caller.key.abilities.names(),
        "team": {
            "id": caller.team.get(),
            "name": team.name.as_str(),
            "plan": team.plan.name(),
            "billing_mode": caller.billing.mode_at(now()).name(),
            "grace_period_ends_at": caller.billing.grace_period_ends_at.map(|it| it.to_string()),
            "timezone": team.timezone.as_str(),
        },
        "key": {
            "id": caller.key.id.0,
            "name": caller.key.name,
            "expires_at": caller.key.expires_at.map(|it| it.to_string()),
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
