//! A page for people as an answer, and the headers that it has.

use std::fmt;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY};
use askama::Template;

/// A page loads styles, scripts and images of its own server alone, posts there alone, and stands in no frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Pages name themselves to this server alone, so that browsers tell it where a form came from.
pub(crate) const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

/// How large a page may be, in bytes. What few words of a form or a workspace ask for may be very much of it.
const LARGEST: usize = 8 * 1024 * 1024;

/// A page that is being written, as far as it is not too large.
#[derive(Default)]
struct Written {
    text: String,
    is_too_large: bool,
}

impl fmt::Write for Written {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.text.len() + more.len() > LARGEST {
            self.is_too_large = true;
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

/// Answers with a page.
pub(crate) fn html(status: StatusCode, page: &impl Template) -> HttpResponse {
    let mut written = Written::default();
    match page.render_into(&mut written) {
        Ok(()) => HttpResponse::build(status)
            .content_type("text/html; charset=utf-8")
            .insert_header((CONTENT_SECURITY_POLICY, POLICY))
            // Told to no other server; without any, browsers would not say either which page it is that posts.
            .insert_header((REFERRER_POLICY, SAME_ORIGIN))
            .body(written.text),
        Err(_) if written.is_too_large => HttpResponse::UnprocessableEntity()
            .content_type("text/plain; charset=utf-8")
            .body("This page would be larger than 8 MiB."),
        Err(error) => {
            log::error!("a page could not be written: {error}");
            HttpResponse::InternalServerError().finish()
        }
    }
}

/// Sets a header; one whose text no header can hold is left out.
pub(crate) fn set(response: &mut HttpResponse, name: HeaderName, text: &str) {
    if let Ok(value) = text.parse() {
        response.headers_mut().insert(name, value);
    }
}
