//! The cookies that a request brings, and those that an answer sets.

use std::fmt;

use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;

use crate::server::state::State;

/// The values of the cookies of a name, in the order sent.
pub(super) fn cookies<'r>(request: &'r HttpRequest, name: &'static str) -> impl Iterator<Item = &'r str> {
    let lines = request.headers().get_all(COOKIE).filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(named, _)| *named == name).map(|(_, value)| value)
}

/// Whether browsers reach the site by HTTPS.
pub(super) fn is_https(state: &State, request: &HttpRequest) -> bool {
    state.origins.base_url(request).starts_with("https://")
}

/// Whether a cookie comes along with what the pages of other sites lead to.
#[derive(Clone, Copy, Debug)]
pub(super) enum SameSite {
    Lax,
    Strict,
}

/// A cookie as an answer sets it: no script sees it, and where the site is reached by HTTPS nothing else carries it. It
/// writes itself.
pub(super) struct SetCookie<'c> {
    pub(super) name: &'static str,
    pub(super) value: &'c str,
    /// Beneath which path browsers send it.
    pub(super) path: &'c str,
    /// How long browsers keep it, in seconds; one that is kept for none goes away.
    pub(super) lasts: i64,
    pub(super) same_site: SameSite,
    pub(super) is_https: bool,
}

impl fmt::Display for SetCookie<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, path, lasts, same_site, is_https } = self;
        let same_site = match same_site {
            SameSite::Lax => "Lax",
            SameSite::Strict => "Strict",
        };
        let secure = if *is_https { "; Secure" } else { "" };
        write!(out, "{name}={value}; Max-Age={lasts}; Path={path}; HttpOnly; SameSite={same_site}{secure}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_secure_where_the_site_is() {
        let cookie = SetCookie {
            name: "told",
            value: "1",
            path: "/app",
            lasts: 30,
            same_site: SameSite::Strict,
            is_https: false,
        };
        assert_eq!(cookie.to_string(), "told=1; Max-Age=30; Path=/app; HttpOnly; SameSite=Strict");
        let cookie = SetCookie { same_site: SameSite::Lax, is_https: true, ..cookie };
        assert_eq!(cookie.to_string(), "told=1; Max-Age=30; Path=/app; HttpOnly; SameSite=Lax; Secure");
    }
}
