//! Calls from browsers: the origins from which they are allowed.

use std::rc::Rc;

use actix_cors::Cors;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
    HeaderName, HeaderValue, ORIGIN,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};

use crate::origin::BASE;

/// Allows these origins.
pub(crate) fn cors(origins: &[String]) -> Cors {
    let cors = origins.iter().fold(Cors::default(), |cors, origin| cors.allowed_origin(origin));
    // A preflight from another origin is answered without permission, like any other request from there.
    cors.block_on_origin_mismatch(false)
        .allowed_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_any_header()
        .expose_headers([
            "content-disposition",
            "etag",
            "idempotency-replayed",
            "x-request-id",
            "retry-after",
            "x-ratelimit-limit",
            "x-ratelimit-remaining",
            "x-ratelimit-reset",
            "x-total-count",
        ])
        .max_age(3600)
}

/// Makes a preflight from another origin a request like any other from there, which is answered without permission;
/// the library would answer 400.
pub(crate) async fn without_foreign_preflight<B: MessageBody>(
    origins: Rc<[String]>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let allowed = |origin: &[u8]| origins.iter().any(|it| it.as_bytes() == origin);
    if request.headers().get(ORIGIN).is_some_and(|origin| !allowed(origin.as_bytes())) {
        request.headers_mut().remove(ACCESS_CONTROL_REQUEST_METHOD);
    }
    next.call(request).await
}

/// Where every page may call, whatever its origin: nothing here is opened by what a browser sends along by itself.
const OPEN: &str = "/public/forms/";

/// What is said there of who may call.
const ALLOWED: [(HeaderName, &str); 5] = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PATCH"),
    (ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type, X-Edit-Token"),
    (ACCESS_CONTROL_EXPOSE_HEADERS, "Retry-After, X-Request-Id"),
    (ACCESS_CONTROL_MAX_AGE, "86400"),
];

/// Whether a browser asks what a page of another origin may send.
fn is_preflight(request: &ServiceRequest) -> bool {
    let has = |name: HeaderName| request.headers().contains_key(name);
    request.method() == Method::OPTIONS && has(ORIGIN) && has(ACCESS_CONTROL_REQUEST_METHOD)
}

/// Opens public forms to pages of every origin, their refusals as well. Elsewhere a preflight has no content either.
pub(crate) async fn cross_origin<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if !request.path().strip_prefix(BASE).is_some_and(|path| path.starts_with(OPEN)) {
        let is_preflight = is_preflight(&request);
        let mut response = next.call(request).await?;
        if is_preflight && response.status() == StatusCode::OK {
            *response.response_mut().status_mut() = StatusCode::NO_CONTENT;
        }
        return Ok(response.map_into_left_body());
    }
    let mut response = if request.method() == Method::OPTIONS {
        request.into_response(HttpResponse::NoContent().finish()).map_into_right_body()
    } else {
        next.call(request).await?.map_into_left_body()
    };
    let headers = response.headers_mut();
    headers.remove(ACCESS_CONTROL_ALLOW_CREDENTIALS);
    for (name, value) in ALLOWED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
