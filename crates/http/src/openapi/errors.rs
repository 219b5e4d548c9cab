//! The errors, as the document describes them.

use serde_json::{Map, Value, json};

use super::headers;
use crate::request::bounds::{QUERY, grouped};

/// An error that operations answer with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorAnswer {
    Unsupported,
    Unauthenticated,
    SubscriptionRequired,
    Forbidden,
    Missing,
    Changed,
    TooLarge,
    QueryTooLong,
    MediaType,
    Invalid,
    TooMany,
    Server,
    Busy,
}

impl ErrorAnswer {
    const ALL: [Self; 13] = [
        Self::Unsupported,
        Self::Unauthenticated,
        Self::SubscriptionRequired,
        Self::Forbidden,
        Self::Missing,
        Self::Changed,
        Self::TooLarge,
        Self::QueryTooLong,
        Self::MediaType,
        Self::Invalid,
        Self::TooMany,
        Self::Server,
        Self::Busy,
    ];

    const fn status(self) -> &'static str {
        match self {
            Self::Unsupported => "400",
            Self::Unauthenticated => "401",
            Self::SubscriptionRequired => "402",
            Self::Forbidden => "403",
            Self::Missing => "404",
            Self::Changed => "412",
            Self::TooLarge => "413",
            Self::QueryTooLong => "414",
            Self::MediaType => "415",
            Self::Invalid => "422",
            Self::TooMany => "429",
            Self::Server => "500",
            Self::Busy => "503",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Unsupported => "Unsupported",
            Self::Unauthenticated => "Unauthenticated",
            Self::SubscriptionRequired => "SubscriptionRequired",
            Self::Forbidden => "Forbidden",
            Self::Missing => "Missing",
            Self::Changed => "Changed",
            Self::TooLarge => "TooLarge",
            Self::QueryTooLong => "QueryTooLong",
            Self::MediaType => "MediaType",
            Self::Invalid => "Invalid",
            Self::TooMany => "TooMany",
            Self::Server => "ServerError",
            Self::Busy => "Busy",
        }
    }

    fn description(self) -> String {
        let said = match self {
            Self::Unsupported => "A filter, sort or include that the operation does not have.",
            Self::Unauthenticated => "No key, or one that is unknown, expired or revoked.",
            Self::SubscriptionRequired => "The team's billing is blocked: it reads but does not write.",
            Self::Forbidden => "The key's ability, the user's role or membership, or the plan does not allow it.",
            Self::Missing => "There is no such record in the team.",
            Self::Changed => "The record is in none of the states that `If-Match` names.",
            Self::TooLarge => "The body is larger than accepted.",
            Self::QueryTooLong => return format!("The query is longer than {} bytes.", grouped(QUERY)),
            Self::MediaType => "The body is in a content type that is not accepted.",
            Self::Invalid => "The request is not valid; each field names what is wrong with it.",
            Self::TooMany => "Too many requests; `Retry-After` says how many seconds to wait.",
            Self::Server => "The service failed; its log has the request.",
            Self::Busy => "The service is busy or stopping; `Retry-After` says how many seconds to wait.",
        };
        said.to_owned()
    }

    const fn schema(self) -> &'static str {
        match self {
            Self::SubscriptionRequired => "SubscriptionRequired",
            Self::Invalid => "ValidationError",
            Self::Unsupported
            | Self::Unauthenticated
            | Self::Forbidden
            | Self::Missing
            | Self::Changed
            | Self::TooLarge
            | Self::QueryTooLong
            | Self::MediaType
            | Self::TooMany
            | Self::Server
            | Self::Busy => "Error",
        }
    }

    fn response(self) -> Value {
        let schema = format!("#/components/schemas/{}", self.schema());
        json!({
            "description": self.description(),
            "headers": headers::of_error(self.status()),
            "content": {"application/json": {"schema": {"$ref": schema}}},
        })
    }
}

/// Every error, for the operations to refer to.
pub(super) fn responses() -> Value {
    ErrorAnswer::ALL.iter().map(|it| (it.name().to_owned(), it.response())).collect::<Map<_, _>>().into()
}

/// What every operation may answer, and what every one that takes a key.
pub(super) const EVERY: [ErrorAnswer; 4] =
    [ErrorAnswer::Forbidden, ErrorAnswer::QueryTooLong, ErrorAnswer::Server, ErrorAnswer::Busy];
pub(super) const KEYED: [ErrorAnswer; 2] = [ErrorAnswer::Unauthenticated, ErrorAnswer::TooMany];

/// Adds errors to the answers of an operation.
pub(super) fn add(answers: &mut Map<String, Value>, errors: &[ErrorAnswer]) {
    for error in errors {
        let name = format!("#/components/responses/{}", error.name());
        answers.insert(error.status().to_owned(), json!({"$ref": name}));
    }
}
