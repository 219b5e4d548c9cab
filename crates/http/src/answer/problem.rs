//! A problem: how a refusal is answered, in status and body.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::json;
use uplift_domain::record::Invalid;
use uplift_domain::refusal::{Denial, Refusal};

use crate::clock::seconds;
use crate::request::bounds::grouped;
use crate::request_id;

/// After how many seconds a client may try again when the service has more to do than it takes on.
const RETRY_SOON: u64 = 1;

/// After how many seconds a client may try again when the disk takes nothing more.
const RETRY_LATER: u64 = 30;

/// When the window of a throttle ends, in seconds since the Unix epoch.
const RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// The answer to a refusal.
pub(crate) fn answer(refusal: &Refusal) -> HttpResponse {
    let mut response = HttpResponse::build(status(refusal));
    if let Some(seconds) = retry_after(refusal) {
        response.insert_header((RETRY_AFTER, seconds));
    }
    if let Refusal::RateLimited { retry_after } = refusal {
        response.insert_header((RESET, seconds().saturating_add_unsigned(*retry_after)));
    }
    match refusal {
        Refusal::Invalid(invalid) | Refusal::AnswerTooLarge(invalid) => response.json(InvalidBody(invalid)),
        Refusal::SubscriptionRequired { grace_period_ends_at } => response.json(SubscriptionBody {
            error: "subscription_required",
            mode: "blocked",
            message: text(refusal),
            grace_period_ends_at: grace_period_ends_at.map(|it| it.to_string()),
        }),
        other => response.json(json!({"message": text(other)})),
    }
}

/// An answer with a message and nothing else.
pub(crate) fn message(status: StatusCode, message: &str) -> HttpResponse {
    HttpResponse::build(status).json(json!({"message": message}))
}

/// Tells the log what it should know of a refusal of a request and the client must not.
pub(crate) fn log(request: &HttpRequest, refusal: &Refusal) {
    if let Some(text) = refusal.failure() {
        log::error!("{} {text}", request_id::id(request));
    }
}

/// The status of the answer to a refusal.
pub(crate) fn status(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::Unauthenticated => StatusCode::UNAUTHORIZED,
        Refusal::RateLimited { .. } => StatusCode::TOO_MANY_REQUESTS,
        Refusal::Forbidden(_) => StatusCode::FORBIDDEN,
        Refusal::SubscriptionRequired { .. } => StatusCode::PAYMENT_REQUIRED,
        Refusal::PreconditionFailed => StatusCode::PRECONDITION_FAILED,
        Refusal::Missing { .. } | Refusal::FormNotFound => StatusCode::NOT_FOUND,
        Refusal::Unsupported(_) => StatusCode::BAD_REQUEST,
        Refusal::QueryTooLong(_) => StatusCode::URI_TOO_LONG,
        Refusal::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Refusal::UnsupportedMediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Refusal::Invalid(_) | Refusal::AnswerTooLarge(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::Busy
        | Refusal::TimedOut
        | Refusal::Unavailable(_)
        | Refusal::StoreUnavailable(_)
        | Refusal::Unwritable(_) => StatusCode::SERVICE_UNAVAILABLE,
        Refusal::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The reason of a refusal, as the metrics name it.
pub(crate) fn reason(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Unauthenticated => "unauthenticated",
        Refusal::RateLimited { .. } => "rate_limit",
        Refusal::Forbidden(_) => "forbidden",
        Refusal::SubscriptionRequired { .. } => "billing",
        Refusal::PreconditionFailed => "precondition",
        Refusal::Missing { .. } | Refusal::FormNotFound => "missing",
        Refusal::Unsupported(_) => "unsupported",
        Refusal::QueryTooLong(_) => "query_length",
        Refusal::BodyTooLarge => "body_size",
        Refusal::UnsupportedMediaType(_) => "media_type",
        Refusal::Invalid(_) | Refusal::AnswerTooLarge(_) => "invalid",
        Refusal::Busy => "busy",
        Refusal::TimedOut => "deadline",
        Refusal::Unavailable(_) => "database_unavailable",
        Refusal::StoreUnavailable(_) => "store_unavailable",
        Refusal::Unwritable(_) => "disk_unwritable",
        Refusal::Fault(_) => "fault",
    }
}

/// After how many seconds whoever is refused may try again, where that helps.
pub(crate) fn retry_after(refusal: &Refusal) -> Option<u64> {
    match refusal {
        Refusal::RateLimited { retry_after } => Some(*retry_after),
        Refusal::Busy | Refusal::TimedOut | Refusal::Unavailable(_) | Refusal::StoreUnavailable(_) => Some(RETRY_SOON),
        Refusal::Unwritable(_) => Some(RETRY_LATER),
        Refusal::Unauthenticated
        | Refusal::Forbidden(_)
        | Refusal::SubscriptionRequired { .. }
        | Refusal::PreconditionFailed
        | Refusal::Missing { .. }
        | Refusal::FormNotFound
        | Refusal::Unsupported(_)
        | Refusal::QueryTooLong(_)
        | Refusal::BodyTooLarge
        | Refusal::UnsupportedMediaType(_)
        | Refusal::Invalid(_)
        | Refusal::AnswerTooLarge(_)
        | Refusal::Fault(_) => None,
    }
}

/// What the answer to a refusal says, in one line.
pub(crate) fn text(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Unauthenticated => "Unauthenticated.".to_owned(),
        Refusal::RateLimited { .. } => "Too Many Attempts.".to_owned(),
        Refusal::Forbidden(denial) => denied(denial),
        Refusal::SubscriptionRequired { .. } => {
            "The team's subscription is not active: it can read but not write.".to_owned()
        }
        Refusal::PreconditionFailed => "The record has changed since.".to_owned(),
        Refusal::Missing { kind, id } => format!("No {} {id} in this team.", kind.replace('_', " ")),
        Refusal::FormNotFound => "No such form.".to_owned(),
        Refusal::Unsupported(unsupported) => unsupported.message(),
        Refusal::QueryTooLong(most) => format!("The query must not be longer than {} bytes.", grouped(*most)),
        Refusal::BodyTooLarge => "The POST data is too large.".to_owned(),
        Refusal::UnsupportedMediaType(sent) => {
            format!("The content type \"{sent}\" is not supported; send application/json.")
        }
        Refusal::Invalid(invalid) | Refusal::AnswerTooLarge(invalid) => invalid.message(),
        Refusal::Busy => "The service is busy; try again shortly.".to_owned(),
        Refusal::TimedOut => "The request took too long; ask for less, or try again shortly.".to_owned(),
        Refusal::Unavailable(_) | Refusal::StoreUnavailable(_) => {
            "The service is unavailable; try again shortly.".to_owned()
        }
        Refusal::Unwritable(_) => "The service cannot write at present; try again later.".to_owned(),
        Refusal::Fault(_) => "Server Error".to_owned(),
    }
}

fn denied(denial: &Denial) -> String {
    match denial {
        Denial::Membership => "The user of this key is not a member of its team.".to_owned(),
        Denial::Ability => "Invalid ability provided.".to_owned(),
        Denial::Role => "This action is unauthorized.".to_owned(),
        Denial::Signature => "Invalid signature.".to_owned(),
        Denial::EditToken => "Invalid edit token.".to_owned(),
        Denial::Plan(limit) => limit.clone(),
        Denial::Operation { at, denial } => format!("Operation {at}: {}", denied(denial)),
    }
}

/// What a team is told whose subscription lets it read and nothing else.
#[derive(Serialize)]
struct SubscriptionBody {
    error: &'static str,
    mode: &'static str,
    message: String,
    grace_period_ends_at: Option<String>,
}

/// What was found wrong, its fields in the order in which they were found.
struct InvalidBody<'a>(&'a Invalid);

struct Errors<'a>(&'a Invalid);

impl Serialize for InvalidBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut body = serializer.serialize_map(Some(2))?;
        body.serialize_entry("message", &self.0.message())?;
        body.serialize_entry("errors", &Errors(self.0))?;
        body.end()
    }
}

impl Serialize for Errors<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.errors())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_at_a_bad_time_is_told_when_to_come_again() {
        for refusal in [
            Refusal::Busy,
            Refusal::TimedOut,
            Refusal::Unavailable("the secret address of a database".to_owned()),
            Refusal::StoreUnavailable("the secret address of a bucket".to_owned()),
        ] {
            let answer = answer(&refusal);
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer.headers().get(RETRY_AFTER).unwrap(), "1");
            assert!(!text(&refusal).contains("secret"));
        }
        assert_eq!(answer(&Refusal::RateLimited { retry_after: 42 }).headers().get(RETRY_AFTER).unwrap(), "42");
        assert!(!answer(&Refusal::Unauthenticated).headers().contains_key(RETRY_AFTER));
    }

    #[test]
    fn the_metrics_tell_a_store_that_is_away_from_a_database() {
        assert_eq!(reason(&Refusal::Unavailable(String::new())), "database_unavailable");
        assert_eq!(reason(&Refusal::StoreUnavailable(String::new())), "store_unavailable");
    }

    #[test]
    fn a_fault_is_told_to_the_log_alone() {
        let fault = Refusal::Fault("SELECT secret".to_owned());
        assert_eq!((status(&fault), text(&fault).as_str()), (StatusCode::INTERNAL_SERVER_ERROR, "Server Error"));
        assert_eq!(fault.failure(), Some("SELECT secret"));
    }
}
