//! The routes: which request is answered by what.

use std::rc::Rc;

use actix_service::ServiceFactory;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, Accept, Header, LOCATION, Quality, VARY};
use actix_web::middleware::{Condition, from_fn};
use actix_web::{App, HttpRequest, HttpResponse, Resource, guard, web};

use crate::answer::problem;
use crate::connections::PacedPayload;
use crate::operations::operation::Operation;
use crate::operations::pipeline::{finish, handle};
use crate::operations::table::operations;
use crate::origin::BASE;
use crate::server::coding;
use crate::server::cors::{cors, cross_origin, without_foreign_preflight};
use crate::server::docs;
use crate::server::envelope;
use crate::server::health;
use crate::server::state::State;
use crate::site::{app, visitors};

/// The routes, with what goes around each of them.
pub(crate) fn application(
    state: web::Data<State>,
    cors_origins: Rc<[String]>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let called = !cors_origins.is_empty();
    let allow = cors(&cors_origins);
    App::new()
        .app_data(state)
        .wrap(Condition::new(called, allow))
        .wrap(Condition::new(
            called,
            from_fn(move |request, next| without_foreign_preflight(Rc::clone(&cors_origins), request, next)),
        ))
        .wrap(from_fn(cross_origin))
        .wrap(from_fn(coding::compress))
        .wrap(from_fn(envelope::wrap))
        .configure(api)
        .configure(operational)
        .configure(docs::configure)
        .configure(visitors::configure)
        .configure(app::configure)
        .default_service(web::to(unknown))
}

/// The operations of the interface: a scope for each first segment, in it a resource for each path. The router tries
/// them one after the other, and a scope that does not match spares it all that is in there.
fn api(config: &mut web::ServiceConfig) {
    let mut scopes: Vec<(&str, Vec<Path>)> = Vec::new();
    for operation in operations() {
        let (first, rest) = operation.scope();
        let at = position(&mut scopes, first);
        let Some((_, paths)) = scopes.get_mut(at) else { continue };
        let at = position(paths, rest);
        if let Some((_, of_path)) = paths.get_mut(at) {
            of_path.push(operation);
        }
    }
    for (first, mut paths) in scopes {
        // What is named comes before what a parameter may be.
        paths.sort_by_key(|(rest, _)| rest.split('/').map(|part| part.starts_with('{')).collect::<Vec<_>>());
        let mut scope = web::scope(&format!("{BASE}{first}"));
        for (rest, of_path) in paths {
            let allowed = allowed(&of_path);
            let refuse = move |state, request, payload| refuse_method(state, request, payload, allowed.clone());
            let resource = of_path.iter().fold(web::resource(rest), |resource, operation| route(resource, operation));
            scope = scope.service(resource.default_service(web::to(refuse)));
        }
        config.service(scope.default_service(web::to(unknown)));
    }
}

/// A path within its scope, with its operations.
type Path = (&'static str, Vec<&'static Operation>);

/// Where the entry of this name stands, which is added if it is not there.
fn position<'a, T>(entries: &mut Vec<(&'a str, Vec<T>)>, name: &'a str) -> usize {
    entries.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
        entries.push((name, Vec::new()));
        entries.len() - 1
    })
}

fn route(resource: Resource, operation: &'static Operation) -> Resource {
    let method = guard::Method(operation.method.clone());
    let route = if operation.method == Method::GET {
        web::route().guard(guard::Any(method).or(guard::Head()))
    } else {
        web::route().guard(method)
    };
    resource.route(route.to(move |state, request, payload| handle(operation, state, request, payload)))
}

/// The methods of a path, as the `Allow` header lists them: in one order, whatever the declarations say.
fn allowed(operations: &[&Operation]) -> String {
    let has = |method: &Method| operations.iter().any(|operation| operation.method == *method);
    let listed = [
        (Method::GET, "GET, HEAD"),
        (Method::POST, "POST"),
        (Method::PUT, "PUT"),
        (Method::PATCH, "PATCH"),
        (Method::DELETE, "DELETE"),
    ];
    listed.iter().filter(|(method, _)| has(method)).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

async fn refuse_method(
    state: web::Data<State>,
    request: HttpRequest,
    payload: web::Payload,
    allowed: String,
) -> HttpResponse {
    let (method, path) = (request.method(), request.path().trim_matches('/'));
    let mut response = if method == Method::OPTIONS {
        HttpResponse::Ok().finish()
    } else {
        let text = format!("The {method} method is not supported for route {path}. Supported methods: {allowed}.");
        problem::message(StatusCode::METHOD_NOT_ALLOWED, &text)
    };
    if let Ok(allowed) = allowed.parse() {
        response.headers_mut().insert(ALLOW, allowed);
    }
    finish(&request, PacedPayload::new(payload.into_inner(), state.deadlines.body), response).await
}

async fn unknown(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let path = request.path().trim_matches('/');
    let text = format!("The route {} could not be found.", if path.is_empty() { "/" } else { path });
    let response = problem::message(StatusCode::NOT_FOUND, &text);
    finish(&request, PacedPayload::new(payload.into_inner(), state.deadlines.body), response).await
}

/// Leads a browser to the documentation; whoever else asks for the root learns that nothing is there.
async fn root(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let accepted = Accept::parse(&request).map(|it| it.0).unwrap_or_default();
    let takes_pages = accepted.iter().any(|it| it.item.essence_str() == "text/html" && it.quality > Quality::ZERO);
    let read = [Method::GET, Method::HEAD].contains(request.method());
    if !read || !takes_pages {
        return unknown(state, request, payload).await;
    }
    let docs = format!("{}/docs", state.origins.root());
    HttpResponse::Found().insert_header((LOCATION, docs)).insert_header((VARY, "Accept")).finish()
}

async fn current_document(state: web::Data<State>, request: HttpRequest) -> Result<HttpResponse, actix_web::Error> {
    state.documents.current(&request)
}

async fn earlier_document(state: web::Data<State>, request: HttpRequest) -> Result<HttpResponse, actix_web::Error> {
    state.documents.earlier(&request)
}

/// What stands beside the interface: health, metrics and the document.
fn operational(config: &mut web::ServiceConfig) {
    let get = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    let refuse = |state, request, payload| refuse_method(state, request, payload, "GET, HEAD".to_owned());
    let page = |path: &str, route| web::resource(path).route(route).default_service(web::to(refuse));
    config
        .service(web::resource("/").route(web::to(root)))
        .service(page("/health/live", get().to(health::live)))
        .service(page("/health/ready", get().to(health::ready)))
        .service(page("/metrics", get().to(health::metrics)))
        .service(page("/openapi.json", get().to(current_document)))
        .service(page("/openapi-3.0.json", get().to(earlier_document)));
}
