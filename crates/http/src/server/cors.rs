//! Calls from browsers: the origins from which they are allowed.

use std::rc::Rc;

use actix_cors::Cors;
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{ACCESS_CONTROL_REQUEST_METHOD, ORIGIN};
use actix_web::middleware::Next;

/// Allows these origins.
pub(crate) fn cors(origins: &[String]) -> Cors {
    let cors = origins.iter().fold(Cors::default(), |cors, origin| cors.allowed_origin(origin));
    // A preflight from another origin is answered without permission, like any other request from there.
    cors.block_on_origin_mismatch(false)
        .allowed_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_any_header()
        .expose_headers([
            "etag",
            "idempotency-replayed",
            "x-request-id",
            "retry-after",
            "x-ratelimit-limit",
            "x-ratelimit-remaining",
            "x-ratelimit-reset",
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
