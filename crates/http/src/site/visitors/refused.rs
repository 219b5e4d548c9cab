//! Refusals as pages, in words for people.

use std::borrow::Cow;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::SET_COOKIE;
use uplift_domain::Refusal;
use uplift_domain::refusal::Denial;

use super::arrival::Arrival;
use super::view::SaidPage;
use crate::admit::budget::Holder;
use crate::answer::problem;
use crate::site::page::{html_anyway, set};

/// What leads on from a refusal.
const AGAIN: &str = "Try again";
const BACK: &str = "Back to the form";

/// What is said of what nobody wrote by hand.
const UNREAD: &str = "The form could not read this.";

/// The page for a refusal, with the status and the headers that it has everywhere.
pub(super) fn page(arrival: &Arrival<'_>, refusal: &Refusal) -> HttpResponse {
    problem::log(arrival.request, refusal);
    let plain = problem::answer(refusal);
    let title = if *refusal == Refusal::FormNotFound { "Form not found" } else { "" };
    let (text, way_on) = said(refusal);
    let page = SaidPage::new(arrival, title, &text, way_on);
    let mut response = html_anyway(plain.status(), &page, arrival.budget.hold(Holder::Nobody));
    for (name, value) in plain.headers().iter().filter(|(name, _)| *name != "content-type") {
        response.headers_mut().insert(name.clone(), value.clone());
    }
    if *refusal == Refusal::Forbidden(Denial::EditToken) {
        set(&mut response, SET_COOKIE, &arrival.forget());
    }
    response
}

/// The page for a post from elsewhere.
pub(super) fn foreign(arrival: &Arrival<'_>) -> HttpResponse {
    let text = "This form can only be answered on its own page.";
    let page = SaidPage::new(arrival, "", text, Some("Open the form"));
    html_anyway(StatusCode::FORBIDDEN, &page, arrival.budget.hold(Holder::Nobody))
}

/// What is said of a refusal, and what leads on from there.
fn said(refusal: &Refusal) -> (Cow<'_, str>, Option<&'static str>) {
    match refusal {
        Refusal::FormNotFound => ("No such form. The address may be incomplete, or the form is gone.".into(), None),
        Refusal::SubscriptionRequired { .. } => {
            ("The form cannot take answers at the moment. Please try again later.".into(), None)
        }
        Refusal::RateLimited { retry_after } => {
            let text = format!("That was a little too fast. Please try again in {retry_after} seconds.");
            (text.into(), Some(AGAIN))
        }
        Refusal::Forbidden(Denial::EditToken) => {
            let text = "Invalid edit token. Your earlier answers can no longer be changed from here.";
            (text.into(), Some("Begin anew"))
        }
        Refusal::Forbidden(Denial::Plan(limit)) => (limit.into(), None),
        Refusal::Forbidden(
            Denial::Membership | Denial::Ability | Denial::Role | Denial::Signature | Denial::Operation { .. },
        ) => ("This is not allowed here.".into(), None),
        Refusal::BodyTooLarge => {
            ("What was sent is too large. Please send smaller files, or fewer.".into(), Some(BACK))
        }
        Refusal::Invalid(invalid) | Refusal::AnswerTooLarge(invalid) => {
            let of_body = invalid.errors().all(|(field, _)| field == "body");
            (if of_body { UNREAD.into() } else { invalid.message().into() }, Some(BACK))
        }
        Refusal::Unauthenticated
        | Refusal::PreconditionFailed
        | Refusal::Missing { .. }
        | Refusal::Unsupported(_)
        | Refusal::QueryTooLong(_)
        | Refusal::UnsupportedMediaType(_) => (UNREAD.into(), Some(BACK)),
        Refusal::Busy
        | Refusal::TimedOut
        | Refusal::Unavailable(_)
        | Refusal::StoreUnavailable(_)
        | Refusal::Unwritable(_) => ("The form is busy. Please try again shortly.".into(), Some(AGAIN)),
        Refusal::Fault(_) => ("Something went wrong on our side. Please try again.".into(), Some(AGAIN)),
    }
}
