//! The current user: who the key of the request acts for, and where.

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use uplift_domain::access::{Caller, Role};
use uplift_domain::listing::{Listing, Page, PageAsk, Way};
use uplift_domain::ports::{Library, Reach};
use uplift_domain::record::{Code, Kept, Words};
use uplift_domain::{Project, Refusal, verbs};

use crate::authority::now;
use crate::jobs::read;
use crate::json;
use crate::passage::{Admitted, Reply};
use crate::sheet::Sheet;

/// How many projects are shown at most, which is more than a person could ever look through.
const MOST: i64 = 100_000;

/// How many projects are read at once: they are read whole, and shown in little.
const TOGETHER: i64 = 50;

/// Answers `GET /user`, which is not wrapped in `data`.
pub(crate) async fn current(admitted: Admitted<'_>) -> Result<Reply, Refusal> {
    let (asker, blank, caller) = (admitted.asker(), admitted.blank(), admitted.caller);
    let work = move |library: &mut dyn Library| {
        let mut sheet = blank.sheet(1024);
        sheet.field = "projects";
        write(library, &caller, &mut sheet)?;
        Ok(sheet.done())
    };
    Ok(Reply::Json(StatusCode::OK, read(&admitted.state.database, asker, Reach::Page, work).await?))
}

fn write(library: &mut dyn Library, caller: &Caller, sheet: &mut Sheet) -> Result<(), Refusal> {
    let described = described(library, caller)?.to_string();
    // The projects come last, as a member of the same object.
    sheet.bytes.extend_from_slice(described.strip_suffix('}').unwrap_or_default().as_bytes());
    sheet.bytes.extend_from_slice(b",\"projects\":[");
    for number in 1..=MOST / TOGETHER {
        let page = PageAsk { number, size: TOGETHER };
        let some =
            Listing::<Project> { filters: Vec::new(), sorts: Vec::new(), ties: Way::Up, includes: Vec::new(), page };
        let Page { records, total } = verbs::list(library, caller, &some, sheet)?;
        for kept in &records {
            json::separate(&mut sheet.bytes);
            sheet.bytes.extend_from_slice(project(kept).to_string().as_bytes());
            sheet.check()?;
        }
        sheet.forget();
        if number * TOGETHER >= total {
            break;
        }
    }
    sheet.bytes.extend_from_slice(b"]}");
    Ok(())
}

fn described(library: &mut dyn Library, caller: &Caller) -> Result<Value, Refusal> {
    let missing = || Refusal::Fault("a key's team is not there".to_owned());
    let team = library.team(caller.team)?.ok_or_else(missing)?.it;
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

fn project(kept: &Kept<Project>) -> Value {
    json!({
        "id": kept.id.get(),
        "name": kept.it.name.as_str(),
        "code": kept.it.code.as_ref().map(Code::as_str),
    })
}
