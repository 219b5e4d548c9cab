//! Pages for people, made on the server: they work without scripts, and nothing of them is fetched from elsewhere.

pub(crate) mod app;
pub(crate) mod assets;
pub(crate) mod visitors;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use askama::Template;

/// A page loads styles, scripts and images of its own server alone, posts there alone, and stands in no frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

/// Answers with a page.
pub(crate) fn html(status: StatusCode, page: &impl Template) -> HttpResponse {
    match page.render() {
        Ok(text) => HttpResponse::build(status)
            .content_type("text/html; charset=utf-8")
            .insert_header((CONTENT_SECURITY_POLICY, POLICY))
            // Told to no other server; without any, browsers would not say either which page it is that posts.
            .insert_header((REFERRER_POLICY, "same-origin"))
            .body(text),
        Err(error) => {
            log::error!("a page could not be written: {error}");
            HttpResponse::InternalServerError().finish()
        }
    }
}
