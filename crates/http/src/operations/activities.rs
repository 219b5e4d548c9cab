//! The activity log, as clients read it.

pub(crate) mod entry;
pub(crate) mod parameters;

use actix_web::http::StatusCode;
use uplift_domain::Refusal;
use uplift_domain::activity::ActivityListing;
use uplift_domain::ports::ReadTx;

use self::parameters::{LoggedRecord, Paging, check_known, of_record, of_team};
use crate::answer::json;
use crate::answer::paginator::Paginator;
use crate::jobs;
use crate::operations::authed::AuthedRequest;
use crate::operations::reply::Reply;
use crate::request::query::{PageParameter, Query};

/// Answers `GET /activities`: the log of one record.
pub(crate) async fn list(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let query = Query::parse(authed.request.query_string());
    let (listing, of) = of_record(&query, authed.caller(), Paging::OnePage)?;
    answer(authed, &query, listing, of).await
}

/// Answers `GET /team/activity`: the log of the whole team. Members and viewers see by it what is gone and what came
/// back, and nothing else.
pub(crate) async fn list_of_team(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let query = Query::parse(authed.request.query_string());
    let listing = of_team(&query, authed.caller(), Paging::OnePage)?;
    answer(authed, &query, listing, None).await
}

/// Answers a page of the log: that of a record which has to be known to the team, where one is named.
async fn answer(
    authed: AuthedRequest<'_>,
    query: &Query<'_>,
    listing: ActivityListing,
    of: Option<LoggedRecord>,
) -> Result<Reply, Refusal> {
    let path = authed.state.origins.base_url(authed.request) + authed.path;
    let parameter = PageParameter::Plain;
    let carried = query.carried(parameter);
    let (requester, context, team) = (authed.requester(), authed.context(), authed.caller().team);
    let work = move |tx: &mut dyn ReadTx| {
        let page = listing.page;
        if let Some(of) = &of {
            check_known(tx, team, of)?;
        }
        let mut out = context.writer(1024);
        out.field = "per_page";
        let (entries, total) = tx.activities(team, &listing, &mut out)?;
        out.bytes.extend_from_slice(b"{\"data\":");
        json::list(&mut out.bytes, &entries, entry::write);
        out.check()?;
        let bytes = &mut out.bytes;
        bytes.push(b',');
        let (page, size, total) = (page.number.unsigned_abs(), page.size.unsigned_abs(), total.unsigned_abs());
        let count = entries.len();
        Paginator { path: &path, carried: &carried, parameter, page, size, total, count }.write(bytes);
        bytes.push(b'}');
        Ok(out.done())
    };
    Ok(Reply::Json(StatusCode::OK, jobs::read(&authed.state.database, requester, ActivityListing::REACH, work).await?))
}
