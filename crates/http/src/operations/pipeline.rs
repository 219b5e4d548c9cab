//! The pipeline: the way of every request below the base address, in the order of refusals.
//!
//! Key, rate limit, membership, ability and billing first; then the path; then, in a job of the database, the record,
//! the role and the plan; then body and query.

use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::http::header::{AUTHORIZATION, CONTENT_LENGTH, ContentType, ETAG, ETag, HeaderName, TRANSFER_ENCODING};
use actix_web::{HttpRequest, HttpResponse, web};
use uplift_domain::Refusal;
use uplift_domain::access::{Ability, Bearer};
use uplift_domain::ports::Owner;

use crate::admit::throttle::{RateLimitStatus, whole_seconds};
use crate::answer::json_writer::RecordAnswer;
use crate::answer::problem;
use crate::clock::now;
use crate::connections::{DRAIN, PacedPayload, Unread};
use crate::exports;
use crate::jobs;
use crate::operations::acceptance;
use crate::operations::activities;
use crate::operations::addressed::Addressed;
use crate::operations::attachments;
use crate::operations::authed::AuthedRequest;
use crate::operations::operation::{Act, AuthedAct, Operation, PublicAct};
use crate::operations::public_forms;
use crate::operations::reply::{Repeated, Reply};
use crate::operations::reports;
use crate::operations::statistics;
use crate::operations::user;
use crate::request::body;
use crate::request::bounds::QUERY;
use crate::server::exchange::{note_caller, note_operation};
use crate::server::state::State;

const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
/// Says that an answer was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");

/// How long an answer waits for the end of a body that nobody wants: mostly it is on its way, and the connection is
/// kept.
const ALMOST_THERE: Duration = Duration::from_millis(100);

/// How long an answer without a body waits for that end: beside such an answer nothing of the request is read.
const STILL_COMING: Duration = Duration::from_secs(5);

/// Carries out an operation.
pub(crate) async fn handle(
    operation: &'static Operation,
    state: web::Data<State>,
    request: HttpRequest,
    payload: web::Payload,
) -> HttpResponse {
    note_operation(&request, &operation.path);
    let mut payload = PacedPayload::new(payload.into_inner(), state.deadlines.body);
    let mut rate_limit = None;
    let outcome = jobs::caught(carry_out(operation, &state, &request, &mut payload, &mut rate_limit)).await;
    if let Err(refusal) = &outcome {
        state.monitor.refused(problem::reason(refusal));
        problem::log(&request, refusal);
    }
    let mut response = match outcome {
        Ok(Reply::Json(status, json)) => {
            HttpResponse::build(status).insert_header(ContentType::json()).body(json.into_body())
        }
        Ok(Reply::Record(status, RecordAnswer { json, tag })) => HttpResponse::build(status)
            .insert_header(ContentType::json())
            .insert_header(ETag(tag))
            .body(json.into_body()),
        Ok(Reply::Repeated(Repeated { status, tag }, json)) => {
            let mut answer = HttpResponse::build(status);
            answer.insert_header(ContentType::json()).insert_header((REPLAYED, "true"));
            if let Some(tag) = tag {
                answer.insert_header((ETAG, tag));
            }
            answer.body(json.into_body())
        }
        Ok(Reply::Known(tag)) => HttpResponse::NotModified().insert_header(ETag(tag)).finish(),
        Ok(Reply::Nothing) => HttpResponse::NoContent().finish(),
        Ok(Reply::File(response)) => response,
        Err(refusal) => problem::answer(&refusal),
    };
    if let Some(RateLimitStatus { limit, remaining, .. }) = rate_limit {
        response.headers_mut().insert(LIMIT, limit.into());
        response.headers_mut().insert(REMAINING, remaining.into());
    }
    finish(&request, payload, response).await
}

/// Lets the client read the answer: what is left of its body is read after it, or the connection is closed.
pub(crate) async fn finish(
    request: &HttpRequest,
    mut payload: PacedPayload,
    mut response: HttpResponse,
) -> HttpResponse {
    let announced = [CONTENT_LENGTH, TRANSFER_ENCODING].iter().any(|name| request.headers().contains_key(name));
    if !announced {
        return response;
    }
    let endless = body::announced(request).is_some_and(|length| length > DRAIN);
    let was_lost = payload.is_lost();
    let at_end = match response.body().size() {
        _ if was_lost => false,
        // The library keeps no body of the request beside an answer without one.
        BodySize::None | BodySize::Sized(0) => {
            tokio::time::timeout(STILL_COMING, payload.drain()).await.unwrap_or(false)
        }
        BodySize::Sized(_) | BodySize::Stream if endless => false,
        BodySize::Sized(_) | BodySize::Stream => {
            tokio::time::timeout(ALMOST_THERE, payload.drain()).await.unwrap_or(false)
        }
    };
    if at_end {
        return response;
    }
    response.head_mut().set_connection_type(actix_web::http::ConnectionType::Close);
    response.map_body(|_, answer| BoxBody::new(Unread::new(answer, payload, !was_lost)))
}

async fn carry_out(
    operation: &'static Operation,
    state: &web::Data<State>,
    request: &HttpRequest,
    payload: &mut PacedPayload,
    rate_limit: &mut Option<RateLimitStatus>,
) -> Result<Reply, Refusal> {
    if request.query_string().len() > QUERY {
        return Err(Refusal::QueryTooLong(QUERY));
    }
    let act = match operation.act {
        Act::Authed(act) => act,
        // What is in the address or in the body takes the place of a key.
        Act::Public(act) => return carry_out_public(act, state, request, payload).await,
    };
    let authorization = request.headers().get(AUTHORIZATION).and_then(|it| it.to_str().ok());
    let client = || state.origins.client(request);
    let bearer = state.authority.bearer(&state.database, authorization, client).await?;
    admit_bearer(state, request, &bearer, act.ability(), rate_limit).await?;
    let team = bearer.caller.team;
    let signer = state.signers.current(&state.database, request).await?;
    let authed = AuthedRequest { state, request: &Addressed::of(request), act, path: &operation.path, bearer, signer };
    let outcome = carry_out_authed(authed, payload).await;
    if outcome.as_ref().is_err_and(|refusal| *refusal == Refusal::Busy) {
        state.refusals.slow_down(team).await;
    }
    outcome
}

/// Lets a bearer in, or refuses: by the rate limit, then membership, the key's ability and billing. What this counts
/// against the limit is one request.
pub(crate) async fn admit_bearer(
    state: &web::Data<State>,
    request: &HttpRequest,
    bearer: &Bearer,
    ability: Ability,
    rate_limit: &mut Option<RateLimitStatus>,
) -> Result<(), Refusal> {
    note_caller(request, bearer);
    *rate_limit = hit(state, bearer).await;
    if let Some(wait) = rate_limit.and_then(|it| it.refused_for) {
        return Err(Refusal::RateLimited { retry_after: whole_seconds(wait) });
    }
    bearer.admit(ability, now())?;
    if ability == Ability::Write {
        state.budget.admit(bearer.caller.team)?;
    }
    note_use(state, bearer);
    Ok(())
}

/// Does what the holder of a key asks.
pub(crate) async fn carry_out_authed(authed: AuthedRequest<'_>, payload: &mut PacedPayload) -> Result<Reply, Refusal> {
    match authed.act {
        AuthedAct::CurrentUser => user::current(authed).await,
        AuthedAct::Activities => activities::list(authed).await,
        AuthedAct::TeamActivities => activities::list_of_team(authed).await,
        AuthedAct::TeamExport => exports::answer_team(authed).await,
        AuthedAct::Export(endpoint) => exports::answer(authed, endpoint).await,
        AuthedAct::List(endpoint) => authed.list(endpoint).await,
        AuthedAct::View(endpoint) => authed.view(endpoint).await,
        AuthedAct::Command(command) | AuthedAct::Drawn(command) => authed.command(command, payload).await,
        AuthedAct::Report(act) => reports::answer(authed, act).await,
        AuthedAct::Calculate(calculator) => statistics::calculate(authed, calculator, payload).await,
        AuthedAct::File => attachments::file(authed).await,
    }
}

/// Does what needs no key.
async fn carry_out_public(
    act: PublicAct,
    state: &web::Data<State>,
    request: &HttpRequest,
    payload: &mut PacedPayload,
) -> Result<Reply, Refusal> {
    match act {
        PublicAct::File => attachments::open(state, request).await,
        PublicAct::AcceptInvitation => acceptance::accept(state, request, payload).await,
        PublicAct::Form(act) => public_forms::answer(act, state, request, payload).await,
        PublicAct::Report => reports::public(state, request).await,
    }
}

/// Notes that the key was used, where that was not noted for a while. Nobody waits for it.
fn note_use(state: &State, bearer: &Bearer) {
    let (team, key, user) = (bearer.caller.team, bearer.key.id, bearer.key.record.user_id);
    if state.authority.is_noted(bearer, now()) {
        return;
    }
    let database = Arc::clone(&state.database);
    actix_web::rt::spawn(async move {
        let noted = jobs::write(&database, Owner::Team(team), move |tx| tx.note_use(team, key, user)).await;
        if let Err(refusal) = noted {
            log::debug!("that a key was used is not noted: {refusal:?}");
        }
    });
}

async fn hit(state: &State, bearer: &Bearer) -> Option<RateLimitStatus> {
    let own = bearer.key.record.rate_limit.and_then(|limit| u32::try_from(limit.get()).ok());
    match own.unwrap_or(state.rate_limit_per_minute) {
        0 => None,
        limit => Some(state.throttle.hit(bearer.key.id.get(), limit).await),
    }
}
