//! The errors, as the document describes them.

use serde_json::{Map, Value, json};
use uplift_domain::refusal::Denial;
use uplift_domain::{Kind, Refusal};

use super::headers;
use crate::answer::problem;
use crate::request::bounds::{QUERY, grouped};

/// An error that operations answer with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorAnswer {
    Unsupported,
    Unauthenticated,
    SubscriptionRequired,
    Forbidden,
    Missing,
    PreconditionFailed,
    BodyTooLarge,
    QueryTooLong,
    UnsupportedMediaType,
    Invalid,
    RateLimited,
    Server,
    Busy,
}

/// What the document says of an error.
struct ErrorFacts {
    status: &'static str,
    name: &'static str,
    /// With `{most}` in the place of how many bytes a query may have.
    description: &'static str,
    schema: &'static str,
    /// Whether it is known by then whose key the request has.
    is_keyed: bool,
    /// The headers that it has beside those of every answer.
    headers: &'static [&'static str],
}

/// What is said of an error like most.
const fn error(status: &'static str, name: &'static str, description: &'static str) -> ErrorFacts {
    ErrorFacts { status, name, description, schema: "Error", is_keyed: true, headers: &[] }
}

impl ErrorAnswer {
    const ALL: [Self; 13] = [
        Self::Unsupported,
        Self::Unauthenticated,
        Self::SubscriptionRequired,
        Self::Forbidden,
        Self::Missing,
        Self::PreconditionFailed,
        Self::BodyTooLarge,
        Self::QueryTooLong,
        Self::UnsupportedMediaType,
        Self::Invalid,
        Self::RateLimited,
        Self::Server,
        Self::Busy,
    ];

    const fn facts(self) -> ErrorFacts {
        match self {
            Self::Unsupported => {
                error("400", "Unsupported", "A filter, sort or include that the operation does not have.")
            }
            Self::Unauthenticated => ErrorFacts {
                is_keyed: false,
                ..error("401", "Unauthenticated", "No key, or one that is unknown, expired or revoked.")
            },
            Self::SubscriptionRequired => ErrorFacts {
                schema: "SubscriptionRequired",
                ..error("402", "SubscriptionRequired", "The team's billing is blocked: it reads but does not write.")
            },
            Self::Forbidden => error(
                "403",
                "Forbidden",
                "The key's ability, the user's role or membership, or the plan does not allow it.",
            ),
            Self::Missing => error("404", "Missing", "There is no such record in the team."),
            Self::PreconditionFailed => {
                error("412", "Changed", "The record is in none of the states that `If-Match` names.")
            }
            Self::BodyTooLarge => error("413", "TooLarge", "The body is larger than accepted."),
            Self::QueryTooLong => {
                ErrorFacts { is_keyed: false, ..error("414", "QueryTooLong", "The query is longer than {most} bytes.") }
            }
            Self::UnsupportedMediaType => {
                error("415", "MediaType", "The body is in a content type that is not accepted.")
            }
            Self::Invalid => ErrorFacts {
                schema: "ValidationError",
                ..error("422", "Invalid", "The request is not valid; each field names what is wrong with it.")
            },
            Self::RateLimited => ErrorFacts {
                headers: &["Retry-After", "X-RateLimit-Reset"],
                ..error("429", "TooMany", "Too many requests; `Retry-After` says how many seconds to wait.")
            },
            Self::Server => error("500", "ServerError", "The service failed; its log has the request."),
            Self::Busy => ErrorFacts {
                headers: &["Retry-After"],
                ..error("503", "Busy", "The service is busy or stopping; `Retry-After` says how many seconds to wait.")
            },
        }
    }

    fn response(self) -> Value {
        let ErrorFacts { description, schema, is_keyed, headers, .. } = self.facts();
        let mut json = json!({"schema": {"$ref": format!("#/components/schemas/{schema}")}});
        if let (Some(refusal), Some(json)) = (self.refusal(), json.as_object_mut()) {
            json.insert("example".to_owned(), json!({"message": problem::text(&refusal)}));
        }
        json!({
            "description": description.replace("{most}", &grouped(QUERY)),
            "headers": headers::of_error(is_keyed, headers),
            "content": {"application/json": json},
        })
    }

    /// What is refused so, of an error whose answer says no more than a message.
    fn refusal(self) -> Option<Refusal> {
        Some(match self {
            Self::Unauthenticated => Refusal::Unauthenticated,
            Self::Forbidden => Refusal::Forbidden(Denial::Role),
            Self::Missing => Refusal::Missing { kind: Kind::Idea.singular(), id: "14".to_owned() },
            Self::PreconditionFailed => Refusal::PreconditionFailed,
            Self::BodyTooLarge => Refusal::BodyTooLarge,
            Self::QueryTooLong => Refusal::QueryTooLong(QUERY),
            Self::UnsupportedMediaType => Refusal::UnsupportedMediaType("text/plain".to_owned()),
            Self::RateLimited => Refusal::RateLimited { retry_after: 1 },
            Self::Server => Refusal::Fault(String::new()),
            Self::Busy => Refusal::Busy,
            Self::Unsupported | Self::SubscriptionRequired | Self::Invalid => return None,
        })
    }
}

/// Every error, for the operations to refer to.
pub(super) fn responses() -> Value {
    ErrorAnswer::ALL.iter().map(|it| (it.facts().name.to_owned(), it.response())).collect::<Map<_, _>>().into()
}

/// What every operation may answer, and what every one that takes a key.
pub(super) const EVERY: [ErrorAnswer; 4] =
    [ErrorAnswer::Forbidden, ErrorAnswer::QueryTooLong, ErrorAnswer::Server, ErrorAnswer::Busy];
pub(super) const KEYED: [ErrorAnswer; 2] = [ErrorAnswer::Unauthenticated, ErrorAnswer::RateLimited];

/// Adds errors to the answers of an operation.
pub(super) fn add(answers: &mut Map<String, Value>, errors: &[ErrorAnswer]) {
    for error in errors {
        let ErrorFacts { status, name, .. } = error.facts();
        answers.insert(status.to_owned(), json!({"$ref": format!("#/components/responses/{name}")}));
    }
}
