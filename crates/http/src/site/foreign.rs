//! Posts from the pages of others, with the cookies of whoever looks at them.

use actix_web::HttpRequest;
use actix_web::http::header::{HOST, HeaderName, ORIGIN};

use crate::server::state::State;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a post comes from a page that is not ours, as far as its browser tells: who is no browser has no cookies to
/// misuse. Where it names the origin alone, hosts are compared, not schemes: a proxy before us may speak another.
pub(super) fn is_foreign(state: &State, request: &HttpRequest) -> bool {
    let header = |name: &HeaderName| request.headers().get(name).and_then(|it| it.to_str().ok());
    match header(&FETCH_SITE) {
        Some("same-origin" | "none") => return false,
        Some(_) => return true,
        None => {}
    }
    if !request.headers().contains_key(ORIGIN) {
        return false;
    }
    let origin = header(&ORIGIN).and_then(host);
    let called = state.origins.base_url(request);
    let ours = [host(&called), header(&HOST)];
    !origin.is_some_and(|origin| ours.into_iter().flatten().any(|our| our.eq_ignore_ascii_case(origin)))
}

/// The host of an address, with its port.
fn host(address: &str) -> Option<&str> {
    address.split_once("://").and_then(|(_, rest)| rest.split('/').next())
}
