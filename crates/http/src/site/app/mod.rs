//! The dashboard: pages to read, under `/app`, for whoever signs in with a key.
//!
//! Each shows what the key gets from the operations of the interface and nothing else: it is made of their answers,
//! asked for within the same request. Nothing is written here.

mod address;
mod anchor;
mod answers;
mod assets;
mod catalog;
mod cell;
mod chart;
mod choices;
mod comments;
mod computed;
mod controls;
mod document;
mod experiment;
mod fields;
mod figures;
mod found;
mod input;
mod items;
mod labels;
mod layout;
mod list;
mod login;
mod names;
mod nested;
mod number;
mod overview;
mod reading;
mod record;
mod related;
mod report_catalog;
mod reports;
mod scorecard;
mod session;
mod sidebar;
mod stored_figures;
mod table;
mod tiles;
mod trail;
mod unit;
mod visit;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{ACCEPT, ALLOW, CACHE_CONTROL, HeaderValue, IF_MATCH, IF_NONE_MATCH, LOCATION, RANGE};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, HttpRequest, HttpResponse, Resource, guard, web};
use uplift_domain::{Kind, Refusal};

use self::assets::ASSETS;
use self::catalog::Shown;
use self::visit::PageVisit;
use crate::answer::problem;
use crate::jobs::caught;
use crate::server::state::State;

/// A page.
#[derive(Clone, Copy)]
enum View {
    Overview,
    List,
    Record,
    /// A file with all responses to a form.
    Responses,
    Report,
    /// What no page is at.
    Nowhere,
}

/// Registers the pages.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    let get = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    let page = |path: &str, view: View| {
        let route = get().to(move |state, request| show(view, state, request));
        read_only(web::resource(path).route(route), "GET, HEAD")
    };
    let login = web::resource("/login").route(get().to(login::show)).route(web::post().to(login::sign_in));
    let logout = web::resource("/logout").route(get().to(login::stay)).route(web::post().to(login::sign_out));
    let scope = web::scope("/app")
        .wrap(from_fn(unconditional))
        .service(page("", View::Overview))
        .service(read_only(login, "GET, HEAD, POST"))
        .service(read_only(logout, "GET, HEAD, POST"))
        .service(page("/reports/{name}", View::Report))
        .service(page("/{kind}", View::List))
        .service(page("/{kind}/{id}", View::Record))
        .service(page("/{kind}/{id}/responses/export", View::Responses))
        .default_service(web::to(move |state, request| show(View::Nowhere, state, request)));
    let assets = web::resource("/app/assets/{asset}").route(get().to(asset));
    config.service(assets).service(scope);
}

/// A resource that says which methods it has to whoever uses another.
fn read_only(resource: Resource, allowed: &'static str) -> Resource {
    resource.default_service(web::to(move || async move {
        HttpResponse::MethodNotAllowed().insert_header((ALLOW, allowed)).finish()
    }))
}

/// Answers with a file that the pages load.
async fn asset(request: HttpRequest, name: web::Path<String>) -> HttpResponse {
    ASSETS.serve(&request, &name)
}

/// A page is shown as it is now, whole: the headers that ask for less are meant for what it is made of. No browser
/// keeps it, so that nobody goes back to it who has signed out.
async fn unconditional(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    for name in [ACCEPT, IF_MATCH, IF_NONE_MATCH, RANGE] {
        request.headers_mut().remove(name);
    }
    let mut response = next.call(request).await?;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Answers with a page, or leads to the login.
async fn show(view: View, state: web::Data<State>, request: HttpRequest) -> HttpResponse {
    let root = state.origins.root();
    // Forms send all of their parameters.
    if let Some(query) = address::without_empty(request.query_string()) {
        let to = format!("{root}{}{}", request.path(), address::suffix(&query));
        return HttpResponse::SeeOther().insert_header((LOCATION, to)).finish();
    }
    let visit = match PageVisit::begin(&state, &request).await {
        Ok(visit) => visit,
        Err(Refusal::Unauthenticated) => {
            return HttpResponse::SeeOther().insert_header((LOCATION, login::address(root, &request))).finish();
        }
        Err(refusal) => {
            problem::log(&request, &refusal);
            return layout::refused(&state, &refusal);
        }
    };
    match caught(make(view, &visit)).await {
        Ok(response) => response,
        Err(refusal) => {
            problem::log(&request, &refusal);
            visit.problem(&refusal).await
        }
    }
}

async fn make(view: View, visit: &PageVisit<'_>) -> Result<HttpResponse, Refusal> {
    let nowhere = || Refusal::Missing { kind: "page", id: visit.request.path().to_owned() };
    let shown = || Shown::at(visit.named("kind")).ok_or_else(nowhere);
    match view {
        View::Overview => overview::overview(visit).await,
        View::Report => reports::report(visit).await,
        View::List => {
            let shown = shown()?;
            if shown.facts.single { record::record(visit, shown).await } else { list::list(visit, shown).await }
        }
        View::Record => {
            let shown = shown()?;
            match (shown.facts.kind, visit.named("id"), shown.export()) {
                (_, "export", Some(path)) => visit.passed_on(&path, &[], visit.request.query_string()).await,
                _ if shown.facts.single => Err(nowhere()),
                (Kind::Experiment, ..) => experiment::experiment(visit, shown).await,
                _ => record::record(visit, shown).await,
            }
        }
        View::Responses => {
            let shown = shown()?;
            let path = shown.export_of_responses().ok_or_else(nowhere)?;
            let named = [(shown.facts.kind.singular(), visit.named("id"))];
            visit.passed_on(&path, &named, visit.request.query_string()).await
        }
        View::Nowhere => Err(nowhere()),
    }
}
