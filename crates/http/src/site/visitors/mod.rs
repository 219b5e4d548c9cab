//! The page on which people answer a form, at `/f/{token}`: a step at a time, made on the server. Without a script all
//! of it works; with the one that it brings, questions come and go as they are answered.

mod arrival;
mod assets;
mod cookie;
mod posted;
mod refused;
mod sending;
mod view;

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, guard, web};
use askama::DynTemplate;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Owner, ReadTx};
use uplift_domain::record::Invalid;
use uplift_domain::responses::{self, Entry, StepSent, Stepped, Visit, Visitor};
use uplift_domain::{Form, Refusal};

use self::arrival::Arrival;
use self::assets::ASSETS;
use self::cookie::ResponseCookie;
use self::view::{DonePage, SaidPage, StepPage};
use crate::admit::budget::{Hold, Holder};
use crate::admit::uploads::Sender;
use crate::clock::now;
use crate::connections::PacedPayload;
use crate::jobs::{Requester, caught, read};
use crate::operations::pipeline::finish;
use crate::operations::public_forms::find_form;
use crate::request::bounds::QUERY;
use crate::server::state::State;
use crate::site::foreign::is_foreign;
use crate::site::page::{html, html_anyway, set};

/// Registers the page and its assets, at the root.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    let get = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    config
        .service(web::resource("/f/assets/{asset}").route(get().to(asset)))
        .service(web::resource("/f/{token}").route(get().to(show)).route(web::post().to(send)))
        .service(web::resource("/f/{token}/done").route(get().to(done)));
}

async fn asset(request: HttpRequest, name: web::Path<String>) -> HttpResponse {
    ASSETS.serve(&request, &name)
}

async fn show(state: web::Data<State>, request: HttpRequest) -> HttpResponse {
    let arrival = Arrival::of(&state, &request);
    arrival.answer(caught(step(&state, &arrival)).await)
}

async fn done(state: web::Data<State>, request: HttpRequest) -> HttpResponse {
    let arrival = Arrival::of(&state, &request);
    arrival.answer(caught(thanks(&state, &arrival)).await)
}

async fn send(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let mut payload = PacedPayload::new(payload.into_inner(), state.deadlines.body);
    let arrival = Arrival::of(&state, &request);
    let response = arrival.answer(caught(take_step(&state, &arrival, &mut payload)).await);
    finish(&request, payload, response).await
}

/// The step where the visitor is.
async fn step(state: &web::Data<State>, arrival: &Arrival<'_>) -> Result<HttpResponse, Refusal> {
    let query = arrival.request.query_string();
    if query.len() > QUERY {
        return Err(Refusal::QueryTooLong(QUERY));
    }
    let team = find_form(state, arrival.request, &arrival.token, false).await?.team_id();
    let parameters = posted::pairs(query.as_bytes())?;
    let kept = arrival.kept.clone();
    let visitor = Visitor { entry: kept.as_ref().map(|it| it.entry.clone()), parameters, sent: None };
    let visit = visit(state, arrival, team, visitor).await?;
    let is_over = kept.is_some() && !visit.is_begun;
    let seed = kept.filter(|_| visit.is_begun).map_or_else(rand::random, |it| it.seed);
    let mut response =
        page(arrival, (&visit, None), (seed, &Invalid::default()), state.budget.hold(Holder::Public(team)))?;
    if is_over {
        set(&mut response, SET_COOKIE, &arrival.forget());
    }
    Ok(response)
}

async fn visit(
    state: &web::Data<State>,
    arrival: &Arrival<'_>,
    team: TeamId,
    visitor: Visitor,
) -> Result<Visit, Refusal> {
    let token = arrival.token.clone();
    let work = move |tx: &mut dyn ReadTx| responses::visit(tx, &token, &visitor);
    let requester = Requester { owner: Owner::Team(team), request: arrival.request };
    read(&state.database, requester, responses::PUBLIC_REACH, work).await
}

/// The page of a visit: its step, or why there is none. One that is to be sent again, since something is wrong with it,
/// is told whether or not there is room for it.
fn page(
    arrival: &Arrival<'_>,
    (visit, sent): (&Visit, Option<&StepSent>),
    (seed, wrong): (u32, &Invalid),
    hold: Hold,
) -> Result<HttpResponse, Refusal> {
    let answer = |page: &dyn DynTemplate| match wrong.is_empty() {
        true => html(StatusCode::OK, page, hold),
        false => Ok(html_anyway(StatusCode::UNPROCESSABLE_ENTITY, page, hold)),
    };
    if let Some(shut) = &visit.shut {
        return answer(&SaidPage::new(arrival, view::title(&visit.form.record), shut, None));
    }
    let mut response = answer(&StepPage::new(arrival, visit, sent, (seed, wrong)))?;
    // Some browsers hold also where a post leads on to against the policy: without its origin they would stay where
    // they are.
    if let Some(origin) = leads_away(&visit.form.record).and_then(view::origin_of) {
        let policy = response.headers().get(CONTENT_SECURITY_POLICY).and_then(|it| it.to_str().ok());
        let policy = policy.map(|it| it.replace("form-action 'self'", &format!("form-action 'self' {origin}")));
        if let Some(policy) = policy {
            set(&mut response, CONTENT_SECURITY_POLICY, &policy);
        }
    }
    Ok(response)
}

/// Takes a step that was sent, and leads on.
async fn take_step(
    state: &web::Data<State>,
    arrival: &Arrival<'_>,
    payload: &mut PacedPayload,
) -> Result<HttpResponse, Refusal> {
    if is_foreign(state, arrival.request) {
        return Ok(refused::foreign(arrival));
    }
    let found = find_form(state, arrival.request, &arrival.token, arrival.kept.is_none()).await?;
    found.admit(now())?;
    let team = found.team_id();
    state.budget.admit(Holder::Public(team))?;
    let mut hold = state.budget.hold(Holder::Public(team));
    let intake = state.intake(arrival.request, Sender::Respondent, team);
    let read = posted::read(arrival.request, payload, &intake, &mut hold).await;
    let mut posted = read.inspect_err(|failed| crate::operations::writing::note_failed_store(state, failed))?;
    let seed = arrival.kept.as_ref().map(|it| it.seed).or(posted.seed).unwrap_or_else(rand::random);
    let entry = arrival.kept.as_ref().map(|it| it.entry.clone());
    match sending::send(state, team, (arrival.token.clone(), entry.clone()), &posted.step, posted.files).await {
        Ok(Stepped::Elsewhere) => Ok(arrival.lead_to(&arrival.address(""), None)),
        Ok(Stepped::Saved(entry)) => {
            let cookie = arrival.keep(&ResponseCookie { entry, seed });
            Ok(arrival.lead_to(&arrival.address(""), Some(cookie)))
        }
        Ok(Stepped::Back(entry, wrong)) => {
            let visitor = (team, Some(entry.clone()));
            let mut page = step_again(state, arrival, visitor, None, (seed, &wrong), hold).await?;
            set(&mut page, SET_COOKIE, &arrival.keep(&ResponseCookie { entry, seed }));
            Ok(page)
        }
        Ok(Stepped::Done(form)) => Ok(arrival.lead_to(&ending(arrival, &form), Some(arrival.forget()))),
        Ok(Stepped::Refused(kept)) => {
            for (key, ids) in kept.files {
                posted.step.written.entry(key).or_default().values = ids.iter().map(i64::to_string).collect();
            }
            let entry = kept.entry;
            let visitor = (team, Some(entry.clone()));
            let mut page = step_again(state, arrival, visitor, Some(posted.step), (seed, &kept.wrong), hold).await?;
            set(&mut page, SET_COOKIE, &arrival.keep(&ResponseCookie { entry, seed }));
            Ok(page)
        }
        Err(Refusal::Invalid(wrong)) => {
            step_again(state, arrival, (team, entry), Some(posted.step), (seed, &wrong), hold).await
        }
        Err(refusal) => Err(refusal),
    }
}

/// The page of a step with what is wrong with it: with what was sent of it, or with what was answered to it before.
async fn step_again(
    state: &web::Data<State>,
    arrival: &Arrival<'_>,
    (team, entry): (TeamId, Option<Entry>),
    sent: Option<StepSent>,
    (seed, wrong): (u32, &Invalid),
    hold: Hold,
) -> Result<HttpResponse, Refusal> {
    let visitor = Visitor { entry, parameters: BTreeMap::new(), sent: sent.clone() };
    let mut visit = visit(state, arrival, team, visitor).await?;
    let of_form = wrong.errors().find(|(field, _)| *field == "form").and_then(|(_, texts)| texts.first());
    visit.shut = of_form.cloned().or(visit.shut);
    page(arrival, (&visit, sent.as_ref()), (seed, wrong), hold)
}

/// Where somebody goes who has answered all.
fn ending(arrival: &Arrival<'_>, form: &Form) -> String {
    leads_away(form).map_or_else(|| arrival.address("/done"), str::to_owned)
}

/// The address to which the last answers lead at once, without a page that thanks.
fn leads_away(form: &Form) -> Option<&str> {
    form.redirect_url.as_ref().filter(|_| form.thank_you_text.is_none()).map(|url| url.as_str())
}

/// The page that thanks.
async fn thanks(state: &web::Data<State>, arrival: &Arrival<'_>) -> Result<HttpResponse, Refusal> {
    let found = find_form(state, arrival.request, &arrival.token, false).await?;
    html(
        StatusCode::OK,
        &DonePage::new(arrival, &found.form.record),
        state.budget.hold(Holder::Public(found.team_id())),
    )
}

impl Arrival<'_> {
    /// Leads on to an address, with a cookie.
    fn lead_to(&self, address: &str, cookie: Option<String>) -> HttpResponse {
        let mut response = HttpResponse::SeeOther().finish();
        set(&mut response, LOCATION, address);
        if let Some(cookie) = cookie {
            set(&mut response, SET_COOKIE, &cookie);
        }
        response
    }

    /// The answer, or a page that says why there is none. Nothing of it is kept on the way.
    fn answer(&self, outcome: Result<HttpResponse, Refusal>) -> HttpResponse {
        let mut response = outcome.unwrap_or_else(|refusal| refused::page(self, &refusal));
        set(&mut response, CACHE_CONTROL, "no-store, private");
        response
    }
}
