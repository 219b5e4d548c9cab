//! A page for people as an answer, and the headers that it has.

use std::fmt;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY};
use actix_web::web::Bytes;
use askama::DynTemplate;
use uplift_domain::Refusal;

use crate::admit::budget::{Budgeted, Hold};

/// A page loads styles, scripts and images of its own server alone, posts there alone, and stands in no frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'";

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

/// Answers with a page, which is counted until it is sent.
///
/// # Errors
/// When there is no room for it just now.
pub(crate) fn html(status: StatusCode, page: &dyn DynTemplate, mut hold: Hold) -> Result<HttpResponse, Refusal> {
    match written(page) {
        Ok(text) => {
            hold.cover(text.len())?;
            Ok(answer(status, text, hold))
        }
        Err(unwritten) => Ok(unwritten.answer()),
    }
}

/// Answers with a page that is told whether or not there is room for it: what became of a write, or why something is
/// refused.
pub(crate) fn html_anyway(status: StatusCode, page: &dyn DynTemplate, mut hold: Hold) -> HttpResponse {
    match written(page) {
        Ok(text) => {
            hold.cover_anyway(text.len());
            answer(status, text, hold)
        }
        Err(unwritten) => unwritten.answer(),
    }
}

/// Why there is no page.
enum Unwritten {
    TooLarge,
    Failed,
}

impl Unwritten {
    /// What is answered in its place.
    fn answer(self) -> HttpResponse {
        match self {
            Self::TooLarge => HttpResponse::UnprocessableEntity()
                .content_type("text/plain; charset=utf-8")
                .body("This page would be larger than 8 MiB."),
            Self::Failed => HttpResponse::InternalServerError().finish(),
        }
    }
}

fn written(page: &dyn DynTemplate) -> Result<String, Unwritten> {
    let mut written = Written::default();
    match page.dyn_render_into(&mut written) {
        Ok(()) => Ok(written.text),
        Err(_) if written.is_too_large => Err(Unwritten::TooLarge),
        Err(error) => {
            log::error!("a page could not be written: {error}");
            Err(Unwritten::Failed)
        }
    }
}

fn answer(status: StatusCode, text: String, hold: Hold) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        // Told to no other server; without any, browsers would not say either which page it is that posts.
        .insert_header((REFERRER_POLICY, "same-origin"))
        .body(Budgeted::new(Bytes::from(text), hold).into_body())
}

/// Sets a header; one whose text no header can hold is left out.
pub(crate) fn set(response: &mut HttpResponse, name: HeaderName, text: &str) {
    if let Ok(value) = text.parse() {
        response.headers_mut().insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askama::Template;
    use uplift_domain::access::TeamId;

    use super::*;
    use crate::admit::budget::Budget;

    #[derive(Template)]
    #[template(source = "{{ text }}", ext = "txt")]
    struct PlainPage {
        text: String,
    }

    #[test]
    fn a_page_is_counted_until_it_is_sent() {
        let budget = Arc::new(Budget::default());
        let page = PlainPage { text: "x".repeat(LARGEST) };
        let show = || html(StatusCode::OK, &page, budget.hold(TeamId::new(1)));
        let mut unread: Vec<_> = std::iter::repeat_with(show).map_while(Result::ok).collect();
        assert_eq!(unread.len(), 6);
        assert_eq!(html_anyway(StatusCode::OK, &page, budget.hold(TeamId::new(1))).status(), StatusCode::OK);
        assert!(show().is_err_and(|refusal| refusal == Refusal::Busy));
        unread.pop();
        assert!(show().is_ok());
    }

    #[test]
    fn a_page_is_not_larger_than_may_be() {
        let page = PlainPage { text: "x".repeat(LARGEST + 1) };
        let response = html(StatusCode::OK, &page, Arc::new(Budget::default()).hold(TeamId::new(1)));
        assert_eq!(response.unwrap().status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
}
