//! The current user: who the key of the request acts for, and where.

use actix_web::http::StatusCode;
use serde_json::{Value, json};
use uplift_domain::access::{Caller, Role};
use uplift_domain::listing::{Listing, PageAsk, Way};
use uplift_domain::ports::{Library, Reach};
use uplift_domain::record::{Code, Kept, Words};
use uplift_domain::{Project, Refusal, verbs};

use crate::authority::now;
use crate::jobs::read;
use crate::passage::{Admitted, Reply};

/// The projects of a team, as many as a person could ever look through.
const ALL: PageAsk = PageAsk { number: 1, size: 100_000 };

/// Answers `GET /user`, which is not wrapped in `data`.
pub(crate) async fn current(admitted: Admitted<'_>) -> Result<Reply, Refusal> {
    let (asker, caller) = (admitted.asker(), admitted.caller);
    let work = move |library: &mut dyn Library| described(library, &caller);
    let user = read(&admitted.state.database, asker, Reach::Page, work).await?;
    Ok(Reply::Json(StatusCode::OK, user.to_string().into_bytes()))
}

fn described(library: &mut dyn Library, caller: &Caller) -> Result<Value, Refusal> {
    let missing = || Refusal::Fault("a key's team is not there".to_owned());
    let team = library.team(caller.team)?.ok_or_else(missing)?.it;
    let all =
        Listing::<Project> { filters: Vec::new(), sorts: Vec::new(), ties: Way::Up, includes: Vec::new(), page: ALL };
    let projects = verbs::list(library, caller, &all)?.records;
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
        "projects": projects.iter().map(project).collect::<Vec<_>>(),
    }))
}

fn project(kept: &Kept<Project>) -> Value {
    json!({
        "id": kept.id.get(),
        "name": kept.it.name.as_str(),
        "code": kept.it.code.as_ref().map(Code::as_str),
    })
}
