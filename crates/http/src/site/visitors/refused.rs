//! Refusals as pages, in words for people.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::SET_COOKIE;
use uplift_domain::Refusal;
use uplift_domain::refusal::Denial;

use super::arrival::Arrival;
use super::view::SaidPage;
use crate::answer::problem;
use crate::site::page::{html, set};

/// The page for a refusal, with the status and the headers that it has everywhere.
pub(super) fn page(arrival: &Arrival<'_>, refusal: &Refusal) -> HttpResponse {
    problem::log(arrival.request, refusal);
    let plain = problem::answer(refusal);
    let page = said(arrival, refusal);
    let mut response = html(plain.status(), &page);
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
    html(StatusCode::FORBIDDEN, &SaidPage::new(arrival, "", text).with_way_on("Open the form"))
}

fn said<'a>(arrival: &Arrival<'_>, refusal: &Refusal) -> SaidPage<'a> {
    match refusal {
        Refusal::NoForm => SaidPage::new(
            arrival,
            "Form not found",
            "No such form. The address may be incomplete, or the form is gone.",
        ),
        Refusal::SubscriptionRequired { .. } => {
            SaidPage::new(arrival, "", "The form cannot take answers at the moment. Please try again later.")
        }
        Refusal::TooMany { retry_after } => {
            let text = format!("That was a little too fast. Please try again in {retry_after} seconds.");
            SaidPage::new(arrival, "", &text).with_way_on("Try again")
        }
        Refusal::Forbidden(Denial::EditToken) => {
            let text = "Invalid edit token. Your earlier answers can no longer be changed from here.";
            SaidPage::new(arrival, "", text).with_way_on("Begin anew")
        }
        Refusal::Forbidden(denial) => {
            let text = match denial {
                Denial::Plan(limit) => limit.as_str(),
                Denial::Membership
                | Denial::Ability
                | Denial::Role
                | Denial::Signature
                | Denial::EditToken
                | Denial::Operation { .. } => "This is not allowed here.",
            };
            SaidPage::new(arrival, "", text)
        }
        Refusal::TooLarge => {
            SaidPage::new(arrival, "", "What was sent is too large. Please send smaller files, or fewer.")
                .with_way_on("Back to the form")
        }
        // What is wrong with the body as a whole is nothing that people wrote.
        Refusal::Invalid(invalid) if invalid.errors().all(|(field, _)| field == "body") => {
            SaidPage::new(arrival, "", "The form could not read this.").with_way_on("Back to the form")
        }
        Refusal::Invalid(invalid) | Refusal::TooMuch(invalid) => {
            SaidPage::new(arrival, "", &invalid.message()).with_way_on("Back to the form")
        }
        Refusal::Unauthenticated
        | Refusal::Changed
        | Refusal::Missing { .. }
        | Refusal::Unsupported(_)
        | Refusal::QueryTooLong(_)
        | Refusal::MediaType(_) => {
            SaidPage::new(arrival, "", "The form could not read this.").with_way_on("Back to the form")
        }
        Refusal::Busy
        | Refusal::TooLong
        | Refusal::Unavailable(_)
        | Refusal::StoreUnavailable(_)
        | Refusal::Unwritable(_) => {
            SaidPage::new(arrival, "", "The form is busy. Please try again shortly.").with_way_on("Try again")
        }
        Refusal::Fault(_) => {
            SaidPage::new(arrival, "", "Something went wrong on our side. Please try again.").with_way_on("Try again")
        }
    }
}
