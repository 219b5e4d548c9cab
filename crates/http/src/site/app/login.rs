//! Signing in with a key, and out.

use actix_web::http::StatusCode;
use actix_web::http::header::{LOCATION, RETRY_AFTER, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use percent_encoding::percent_decode_str;
use uplift_domain::Refusal;
use uplift_domain::access::Ability;
use uplift_domain::refusal::Denial;

use super::address::{encoded, suffix};
use super::assets::ASSETS;
use super::session::{self, Session};
use crate::admit::budget::Holder;
use crate::answer::problem;
use crate::connections::PacedPayload;
use crate::operations::pipeline::{admit_bearer, finish};
use crate::request::body::bytes;
use crate::server::state::State;
use crate::site::cookies::{SameSite, SetCookie, cookies, is_https};
use crate::site::encoded::pairs;
use crate::site::foreign::is_foreign;
use crate::site::page::html_anyway;

/// How long the body of a login may be, in bytes.
const MOST: usize = 16 * 1024;

/// What the login says of a body that is none of its form.
const NOT_RECEIVED: &str = "The key was not received as a form of this page.";

/// How long an address may be that a login leads back to, in bytes.
const MOST_NEXT: usize = 2_000;

#[derive(Template)]
#[template(path = "app/login.html")]
struct LoginPage<'a> {
    root: &'a str,
    edition: &'a str,
    next: &'a str,
    error: Option<&'a str>,
    /// Why the login is shown.
    note: &'a str,
}

/// The cookie that tells the login that somebody has just signed out, and how long it does, in seconds.
const SIGNED_OUT: &str = "uplift_app_out";
const TOLD: i64 = 30;

/// Shows the login.
pub(super) async fn show(state: web::Data<State>, request: HttpRequest) -> HttpResponse {
    let next = pairs(request.query_string().as_bytes()).find(|pair| pair.name == "next");
    let next = next.map(|pair| pair.text).unwrap_or_default();
    let root = state.origins.root();
    let next = led_back(root, &next).unwrap_or_default();
    let note = if cookies(&request, SIGNED_OUT).next().is_some() {
        "You are signed out."
    } else if Session::has_ended(&state, &request).await {
        "Your session has ended; sign in to go on."
    } else if next.is_empty() {
        ""
    } else {
        "Sign in to go on."
    };
    noted(&state, StatusCode::OK, next, None, note)
}

/// Leads who asks for the way out, and did not take it, back in.
pub(super) async fn stay(state: web::Data<State>) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, format!("{}/app", state.origins.root()))).finish()
}

/// Takes a key, and begins a session where it is good.
pub(super) async fn sign_in(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let mut payload = PacedPayload::new(payload.into_inner(), state.deadlines.body);
    let mut hold = state.budget.hold(Holder::Nobody);
    let unreadable = || page(&state, StatusCode::BAD_REQUEST, "", Some(NOT_RECEIVED));
    let response = match bytes(&request, &mut payload, &mut hold, MOST).await {
        Ok(body) if std::str::from_utf8(&body).is_err() => unreadable(),
        Ok(body) => signed_in(&state, &request, &body).await,
        Err(Refusal::Invalid(_)) => unreadable(),
        Err(refusal) => refused(&state, &request, "", &refusal),
    };
    finish(&request, payload, response).await
}

/// Ends the session of this browser.
pub(super) async fn sign_out(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let payload = PacedPayload::new(payload.into_inner(), state.deadlines.body);
    let root = state.origins.root();
    let response = if is_foreign(&state, &request) {
        page(&state, StatusCode::FORBIDDEN, "", Some("This form was sent from another site."))
    } else {
        let (login, is_https) = (format!("{root}/app/login"), is_https(&state, &request));
        let same_site = SameSite::Strict;
        let told = SetCookie { name: SIGNED_OUT, value: "1", path: &login, lasts: TOLD, same_site, is_https };
        HttpResponse::SeeOther()
            .insert_header((LOCATION, login.as_str()))
            .append_header((SET_COOKIE, session::ended(root, is_https)))
            .append_header((SET_COOKIE, told.to_string()))
            .finish()
    };
    finish(&request, payload, response).await
}

async fn signed_in(state: &web::Data<State>, request: &HttpRequest, body: &[u8]) -> HttpResponse {
    let root = state.origins.root();
    let (mut key, mut next) = (String::new(), String::new());
    for pair in pairs(body) {
        match pair.name.as_str() {
            "key" => key = pair.text,
            "next" => next = pair.text,
            _another => {}
        }
    }
    let next = led_back(root, &next).unwrap_or_default();
    if is_foreign(state, request) {
        return page(state, StatusCode::FORBIDDEN, next, Some("This form was sent from another site."));
    }
    match begun(state, request, key.trim()).await {
        Ok(cookie) => {
            let to = if next.is_empty() { format!("{root}/app") } else { next.to_owned() };
            HttpResponse::SeeOther().insert_header((LOCATION, to)).insert_header((SET_COOKIE, cookie)).finish()
        }
        Err(refusal) => refused(state, request, next, &refusal),
    }
}

/// The login that says why it was refused.
fn refused(state: &State, request: &HttpRequest, next: &str, refusal: &Refusal) -> HttpResponse {
    problem::log(request, refusal);
    let mut response = page(state, problem::status(refusal), next, Some(&error(refusal)));
    if let Some(seconds) = problem::retry_after(refusal) {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

/// Checks a key as that of any request, and makes the cookie of its session.
async fn begun(state: &web::Data<State>, request: &HttpRequest, key: &str) -> Result<String, Refusal> {
    let authorization = format!("Bearer {key}");
    let client = || state.origins.client(request);
    let bearer = state.authority.bearer(&state.database, Some(&authorization), client).await?;
    admit_bearer(state, request, &bearer, Ability::Read, &mut None).await?;
    let signer = state.signers.current(&state.database, request).await?;
    Ok(Session::of(&bearer).cookie(&signer, state.origins.root(), is_https(state, request)))
}

/// What the login says of a refusal.
fn error(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Unauthenticated => "This key is not known, or is not good any more.".to_owned(),
        Refusal::Forbidden(Denial::Ability) => {
            "This key may not read. Sign in with one that has the ability read.".to_owned()
        }
        Refusal::BodyTooLarge => NOT_RECEIVED.to_owned(),
        other => problem::text(other),
    }
}

fn page(state: &State, status: StatusCode, next: &str, error: Option<&str>) -> HttpResponse {
    noted(state, status, next, error, "")
}

fn noted(state: &State, status: StatusCode, next: &str, error: Option<&str>, note: &str) -> HttpResponse {
    let page = LoginPage { root: state.origins.root(), edition: ASSETS.edition(), next, error, note };
    html_anyway(status, &page, state.budget.hold(Holder::Nobody))
}

/// The address of the login that leads back to a page afterwards.
pub(super) fn address(root: &str, request: &HttpRequest) -> String {
    let asked = format!("{root}{}{}", request.path(), suffix(request.query_string()));
    match led_back(root, &asked) {
        Some(next) if next != format!("{root}/app") => format!("{root}/app/login?next={}", encoded(next)),
        Some(_) | None => format!("{root}/app/login"),
    }
}

/// An address to lead back to, where it is the path of a page here and nothing else: whichever way a browser reads it.
fn led_back<'n>(root: &str, next: &'n str) -> Option<&'n str> {
    let plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'"' | b'<' | b'>' | b'#');
    let rest = next.strip_prefix(root)?.strip_prefix("/app")?;
    if next.len() > MOST_NEXT || !next.bytes().all(plain) || !(rest.is_empty() || rest.starts_with(['/', '?'])) {
        return None;
    }
    let path = rest.split('?').next().unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let strays = path.contains(['\\', '%']) || path.contains("//") || path.chars().any(char::is_control);
    let climbs = path.split('/').any(|segment| matches!(segment, "." | ".."));
    let is_door = ["/login", "/logout"].iter().any(|door| path.starts_with(door));
    (!strays && !climbs && !is_door).then_some(next)
}

#[cfg(test)]
mod tests;
