//! The name of a request.

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest};

pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The name of a request, in its answer and in every line of the log about it.
#[derive(Clone)]
pub(crate) struct RequestId(HeaderValue);

impl RequestId {
    /// Names a request as its caller does, or anew.
    pub(crate) fn give(request: &ServiceRequest) -> HeaderValue {
        let id = request.headers().get(REQUEST_ID).filter(|it| is_sane(it)).cloned().unwrap_or_else(fresh);
        request.extensions_mut().insert(Self(id.clone()));
        id
    }
}

/// The name of a request.
pub(crate) fn id(request: &HttpRequest) -> String {
    let extensions = request.extensions();
    extensions.get::<RequestId>().and_then(|it| it.0.to_str().ok()).unwrap_or("-").to_owned()
}

/// Whether a caller's name for a request may stand in a log.
fn is_sane(id: &HeaderValue) -> bool {
    let bytes = id.as_bytes();
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=128).contains(&bytes.len()) && bytes.iter().all(plain)
}

/// A name for what the caller has not named.
pub(crate) fn fresh() -> HeaderValue {
    let id = format!("{:032x}", rand::random::<u128>());
    HeaderValue::from_str(&id).unwrap_or_else(|_| HeaderValue::from_static("-"))
}
