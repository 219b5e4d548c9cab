//! Signing in with a key, and out.

use actix_web::http::StatusCode;
use actix_web::http::header::{LOCATION, REFERRER_POLICY, RETRY_AFTER, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;
use uplift_domain::Refusal;
use uplift_domain::access::Ability;
use uplift_domain::refusal::Denial;

use super::address::encoded;
use super::assets;
use super::session::{self, Session};
use crate::answer::problem;
use crate::connections::PacedPayload;
use crate::operations::pipeline::{finish, let_in};
use crate::server::state::State;
use crate::site::cookies::cookies;
use crate::site::foreign::is_foreign;
use crate::site::page::{SAME_ORIGIN, html};

/// How long the body of a login may be, in bytes.
const MOST: usize = 16 * 1024;

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
const TOLD: u32 = 30;

/// Shows the login.
pub(super) async fn show(state: web::Data<State>, request: HttpRequest) -> HttpResponse {
    let next = parameters(request.query_string()).into_iter().find(|(name, _)| name == "next");
    let next = next.map(|(_, value)| value).unwrap_or_default();
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
    noted(StatusCode::OK, root, next, None, note)
}

/// Leads who asks for the way out, and did not take it, back in.
pub(super) async fn stay(state: web::Data<State>) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, format!("{}/app", state.origins.root()))).finish()
}

/// Takes a key, and begins a session where it is good.
pub(super) async fn sign_in(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let mut payload = PacedPayload::new(payload.into_inner(), state.deadlines.body);
    let body = received(&mut payload).await;
    let read = body.is_ok();
    let response = match body {
        Ok(body) => signed_in(&state, &request, &body).await,
        Err(status) => {
            let error = "The key was not received as a form of this page.";
            page(status, state.origins.root(), "", Some(error))
        }
    };
    finish(&request, payload, read.then_some(true), response).await
}

/// Ends the session of this browser.
pub(super) async fn sign_out(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let payload = PacedPayload::new(payload.into_inner(), state.deadlines.body);
    let root = state.origins.root();
    let response = if is_foreign(&state, &request) {
        page(StatusCode::FORBIDDEN, root, "", Some("This form was sent from another site."))
    } else {
        let told = format!("{SIGNED_OUT}=1; Max-Age={TOLD}; Path={root}/app/login; HttpOnly; SameSite=Strict");
        HttpResponse::SeeOther()
            .insert_header((LOCATION, format!("{root}/app/login")))
            .append_header((SET_COOKIE, session::ended(root, is_https(&state, &request))))
            .append_header((SET_COOKIE, told))
            .finish()
    };
    finish(&request, payload, None, response).await
}

async fn signed_in(state: &web::Data<State>, request: &HttpRequest, body: &str) -> HttpResponse {
    let root = state.origins.root();
    let (mut key, mut next) = (String::new(), String::new());
    for (name, value) in parameters(body) {
        match name.as_str() {
            "key" => key = value,
            "next" => next = value,
            _another => {}
        }
    }
    let next = led_back(root, &next).unwrap_or_default();
    if is_foreign(state, request) {
        return page(StatusCode::FORBIDDEN, root, next, Some("This form was sent from another site."));
    }
    match begun(state, request, key.trim()).await {
        Ok(cookie) => {
            let to = if next.is_empty() { format!("{root}/app") } else { next.to_owned() };
            HttpResponse::SeeOther().insert_header((LOCATION, to)).insert_header((SET_COOKIE, cookie)).finish()
        }
        Err(refusal) => {
            let error = error(&refusal);
            let mut response = page(problem::status(&refusal), root, next, Some(&error));
            if let Refusal::TooMany { retry_after } = refusal {
                response.headers_mut().insert(RETRY_AFTER, retry_after.into());
            }
            response
        }
    }
}

/// Checks a key as that of any request, and makes the cookie of its session.
async fn begun(state: &web::Data<State>, request: &HttpRequest, key: &str) -> Result<String, Refusal> {
    let authorization = format!("Bearer {key}");
    let client = || state.origins.client(request);
    let bearer = state.authority.bearer(&state.database, request, Some(&authorization), client).await?;
    let_in(state, request, &bearer, Ability::Read, &mut None).await?;
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
        other => problem::text(other),
    }
}

fn page(status: StatusCode, root: &str, next: &str, error: Option<&str>) -> HttpResponse {
    noted(status, root, next, error, "")
}

fn noted(status: StatusCode, root: &str, next: &str, error: Option<&str>, note: &str) -> HttpResponse {
    let mut response = html(status, &LoginPage { root, edition: &assets::EDITION, next, error, note });
    // Browsers name the origin of a form only where they may name a referrer.
    response.headers_mut().insert(REFERRER_POLICY, SAME_ORIGIN);
    response
}

/// The body of a form, as text.
async fn received(payload: &mut PacedPayload) -> Result<String, StatusCode> {
    let mut bytes = Vec::new();
    while let Some(chunk) = payload.next().await {
        let Ok(chunk) = chunk else { return Err(StatusCode::BAD_REQUEST) };
        if bytes.len() + chunk.len() > MOST {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_not_text| StatusCode::BAD_REQUEST)
}

/// The parameters of an encoded query or form; none where it cannot be read.
fn parameters(encoded: &str) -> Vec<(String, String)> {
    web::Query::<Vec<(String, String)>>::from_query(encoded).map(web::Query::into_inner).unwrap_or_default()
}

fn is_https(state: &State, request: &HttpRequest) -> bool {
    state.origins.base_url(request).starts_with("https://")
}

/// The address of the login that leads back to a page afterwards.
pub(super) fn address(root: &str, request: &HttpRequest) -> String {
    let asked = match request.query_string() {
        "" => format!("{root}{}", request.path()),
        query => format!("{root}{}?{query}", request.path()),
    };
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
