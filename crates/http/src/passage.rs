//! The passage: the way of every request below the base address, in the order of refusals.
//!
//! Key, rate limit, membership, ability and billing first; then the path; then, in a job of the database, the record,
//! the role and the plan; then body and query.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{AUTHORIZATION, CONTENT_LENGTH, ContentType, HeaderName, TRANSFER_ENCODING};
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::FutureExt;
use uplift_domain::access::Caller;
use uplift_domain::listing::Asked;
use uplift_domain::ports::{Ledger, Library};
use uplift_domain::verbs::Body;
use uplift_domain::{Kind, Refusal};

use crate::authority::now;
use crate::body::{self, Received};
use crate::desk::{Change, Desk, Shelf};
use crate::jobs::{glance, search, write};
use crate::operations::{Act, Operation, path_id};
use crate::paginator::{Paginator, Parameter};
use crate::query::{Dropped, Query, Scalar};
use crate::state::State;
use crate::throttle::{Standing, whole_seconds};
use crate::{activities, envelope, problem, user};

/// An answer that is not a refusal.
pub(crate) enum Reply {
    Json(StatusCode, Vec<u8>),
    Nothing,
}

/// A request that was let in.
pub(crate) struct Admitted<'r> {
    pub state: &'r State,
    pub request: &'r HttpRequest,
    pub operation: &'static Operation,
    pub caller: Arc<Caller>,
}

const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");

/// Carries out an operation.
pub(crate) async fn pass(
    operation: &'static Operation,
    state: web::Data<State>,
    request: HttpRequest,
    payload: web::Payload,
) -> HttpResponse {
    let mut payload = payload.into_inner();
    let mut standing = None;
    let mut body = None;
    let carried = carry_out(operation, &state, &request, &mut payload, &mut standing, &mut body);
    let outcome = AssertUnwindSafe(carried).catch_unwind().await;
    let outcome = outcome.unwrap_or_else(|_| Err(Refusal::Fault("a handler panicked".to_owned())));
    if let Err(refusal) = &outcome
        && let Some(text) = problem::confidence(refusal)
    {
        log::error!("{} {text}", envelope::id(&request));
    }
    let mut response = match outcome {
        Ok(Reply::Json(status, bytes)) => HttpResponse::build(status).insert_header(ContentType::json()).body(bytes),
        Ok(Reply::Nothing) => HttpResponse::NoContent().finish(),
        Err(refusal) => problem::answer(&refusal),
    };
    if let Some(Standing { limit, remaining, .. }) = standing {
        response.headers_mut().insert(LIMIT, limit.into());
        response.headers_mut().insert(REMAINING, remaining.into());
    }
    finish(&request, &mut payload, body, response).await
}

/// Lets the client read the answer: what is left of its body is read first, or the connection is closed.
pub(crate) async fn finish(
    request: &HttpRequest,
    payload: &mut Payload,
    read: Option<bool>,
    mut response: HttpResponse,
) -> HttpResponse {
    let announced = [CONTENT_LENGTH, TRANSFER_ENCODING].iter().any(|name| request.headers().contains_key(name));
    let at_end = match read {
        Some(false) => false,
        Some(true) | None if announced => body::drain(payload).await,
        Some(true) | None => true,
    };
    if !at_end {
        response.head_mut().set_connection_type(actix_web::http::ConnectionType::Close);
    }
    response
}

async fn carry_out(
    operation: &'static Operation,
    state: &State,
    request: &HttpRequest,
    payload: &mut Payload,
    standing: &mut Option<Standing>,
    connected: &mut Option<bool>,
) -> Result<Reply, Refusal> {
    let authorization = request.headers().get(AUTHORIZATION).and_then(|it| it.to_str().ok());
    let client = || state.origins.client(request);
    let caller = state.authority.caller(&state.database, authorization, client).await?;
    *standing = hit(state, &caller);
    if let Some(wait) = standing.and_then(|it| it.refused_for) {
        return Err(Refusal::TooMany { retry_after: whole_seconds(wait) });
    }
    caller.admit(operation.act.ability(), now())?;

    let admitted = Admitted { state, request, operation, caller };
    match operation.act {
        Act::CurrentUser => user::current(admitted).await,
        Act::Activities => activities::list(admitted).await,
        Act::List(shelf) => admitted.list(shelf).await,
        Act::View(shelf) => admitted.view(shelf).await,
        Act::Create(desk) => {
            let Received { body, connected: there } = body::read(request, payload).await;
            *connected = Some(there);
            admitted.create(desk, body).await
        }
        Act::Delete(desk) => {
            let id = admitted.id(desk.kind())?;
            let caller = Arc::clone(&admitted.caller);
            write(&state.database, move |ledger| desk.delete(ledger, &caller, id)).await?;
            Ok(Reply::Nothing)
        }
        Act::Update(desk)
        | Act::Restore(desk)
        | Act::Attach(desk, ..)
        | Act::SetLinks(desk, ..)
        | Act::Detach(desk, ..) => {
            let id = admitted.id(desk.kind())?;
            let change = change(&admitted, payload, connected).await?;
            admitted.change(desk, id, change).await
        }
    }
}

/// What is asked to be done to a record.
async fn change(
    admitted: &Admitted<'_>,
    payload: &mut Payload,
    connected: &mut Option<bool>,
) -> Result<Change, Refusal> {
    let act = admitted.operation.act;
    let body = if act.reads_body() {
        let received = body::read(admitted.request, payload).await;
        *connected = Some(received.connected);
        received.body
    } else {
        Ok(serde_json::Map::new())
    };
    match act {
        Act::Update(_) => Ok(Change::Update(body)),
        Act::Restore(_) => Ok(Change::Restore(body)),
        Act::Attach(_, kind, link) => Ok(Change::Attach(kind, link, body)),
        Act::SetLinks(_, kind, link) => Ok(Change::SetLinks(kind, link, body)),
        Act::Detach(_, kind, link) => Ok(Change::Detach(kind, link, admitted.id(kind)?, body)),
        Act::CurrentUser | Act::Activities | Act::List(_) | Act::View(_) | Act::Create(_) | Act::Delete(_) => {
            Err(Refusal::Fault("the operation changes no record".to_owned()))
        }
    }
}

fn hit(state: &State, caller: &Caller) -> Option<Standing> {
    match caller.key.rate_limit.unwrap_or(state.rate_limit_per_minute) {
        0 => None,
        limit => Some(state.throttle.hit(caller.key.id.0, limit, Instant::now())),
    }
}

impl Admitted<'_> {
    /// The id of a record of this kind in the path.
    fn id(&self, kind: Kind) -> Result<i64, Refusal> {
        path_id(kind, self.request.match_info().get(kind.singular()).unwrap_or_default())
    }

    async fn list(self, shelf: &dyn Shelf) -> Result<Reply, Refusal> {
        let query = Query::parse(self.request.query_string());
        let asking = shelf.ask(&asked(&query), self.state.max_page_size)?;
        let path = self.state.origins.base_url(self.request) + &self.operation.path;
        let carried = query.carried(Dropped::PageNumber);
        let (page, bounded) = (asking.page(), asking.bounded());
        let caller = self.caller;
        let work = move |library: &mut dyn Library| {
            let mut out = Vec::with_capacity(16 * 1024);
            out.extend_from_slice(b"{\"data\":");
            let (count, total) = asking.write(library, &caller, &mut out)?;
            out.push(b',');
            let (page, size, total) = (page.number.unsigned_abs(), page.size.unsigned_abs(), total.unsigned_abs());
            let parameter = Parameter::PageNumber;
            Paginator { path: &path, carried: &carried, parameter, page, size, total, count }.write(&mut out);
            out.push(b'}');
            Ok(out)
        };
        let database = &self.state.database;
        let out = if bounded { glance(database, work).await } else { search(database, work).await }?;
        Ok(Reply::Json(StatusCode::OK, out))
    }

    async fn view(self, shelf: &'static (dyn Shelf + Send)) -> Result<Reply, Refusal> {
        let id = self.id(shelf.kind())?;
        let asked = Arc::new(asked(&Query::parse(self.request.query_string())));
        let bounded = asked.includes.is_empty();
        let (database, work) = (&self.state.database, viewing(shelf, self.caller, id, asked));
        let out = if bounded { glance(database, work).await } else { search(database, work).await }?;
        Ok(Reply::Json(StatusCode::OK, out))
    }

    async fn create(self, desk: &'static (dyn Desk + Send), body: Body) -> Result<Reply, Refusal> {
        let asked = Arc::new(asked(&Query::parse(self.request.query_string())));
        let (caller, checked) = (Arc::clone(&self.caller), Arc::clone(&asked));
        let work = move |ledger: &mut dyn Ledger| {
            let mut out = Vec::with_capacity(1024);
            let id = desk.create(ledger, &caller, &body, &checked, &mut out)?;
            Ok((id, out))
        };
        let (id, plain) = write(&self.state.database, work).await?;
        Ok(Reply::Json(StatusCode::CREATED, self.with_included(desk, id, asked, plain).await?))
    }

    async fn change(self, desk: &'static (dyn Desk + Send), id: i64, change: Change) -> Result<Reply, Refusal> {
        let mut asked = asked(&Query::parse(self.request.query_string()));
        if let Act::Attach(_, kind, _) | Act::SetLinks(_, kind, _) | Act::Detach(_, kind, _) = self.operation.act {
            let facts = desk.facts();
            asked.includes.extend(facts.links().filter(|(_, to, _)| *to == kind).map(|(name, ..)| name.to_owned()));
        }
        let asked = Arc::new(asked);
        let (caller, checked) = (Arc::clone(&self.caller), Arc::clone(&asked));
        let work = move |ledger: &mut dyn Ledger| {
            let mut out = Vec::with_capacity(1024);
            desk.change(ledger, &caller, id, &change, &checked, &mut out)?;
            Ok(out)
        };
        let plain = write(&self.state.database, work).await?;
        Ok(Reply::Json(StatusCode::OK, self.with_included(desk, id, asked, plain).await?))
    }

    /// A record that was just written, with what the query includes.
    async fn with_included(
        &self,
        shelf: &'static (dyn Shelf + Send),
        id: i64,
        asked: Arc<Asked>,
        plain: Vec<u8>,
    ) -> Result<Vec<u8>, Refusal> {
        if asked.includes.is_empty() {
            return Ok(plain);
        }
        match search(&self.state.database, viewing(shelf, Arc::clone(&self.caller), id, asked)).await {
            // Somebody deleted it meanwhile; what was done to it was done all the same.
            Err(Refusal::Missing { .. }) => Ok(plain),
            read => read,
        }
    }
}

/// The job that reads one record.
fn viewing(
    shelf: &'static (dyn Shelf + Send),
    caller: Arc<Caller>,
    id: i64,
    asked: Arc<Asked>,
) -> impl FnMut(&mut dyn Library) -> Result<Vec<u8>, Refusal> + Send + 'static {
    move |library| {
        let mut out = Vec::with_capacity(1024);
        shelf.view(library, &caller, id, &asked, &mut out)?;
        Ok(out)
    }
}

/// What a query asks of a list or a record.
fn asked(query: &Query<'_>) -> Asked {
    let owned = |items: Vec<&str>| items.into_iter().map(str::to_owned).collect();
    let number = |scalar: Scalar<'_>| match scalar {
        Scalar::Absent => None,
        Scalar::Text(text) => Some(text.to_owned()),
        // An array is no number, and neither is this.
        Scalar::Array => Some("[]".to_owned()),
    };
    Asked {
        filters: query.filters().into_iter().map(|it| (it.name.to_owned(), it.values.map(owned))).collect(),
        sorts: owned(query.sorts()),
        includes: owned(query.includes()),
        number: number(query.page_number()),
        size: number(query.page_size()),
        garbled: query.complaints().to_vec(),
    }
}
