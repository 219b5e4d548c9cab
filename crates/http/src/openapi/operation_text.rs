//! What an operation says of itself.

use actix_web::http::StatusCode;
use serde_json::Value;

use super::errors::ErrorAnswer;
use super::naming::{of, tag, title};
use super::parameters::include_parameter;
use crate::operations::facts::Facts;

/// What an operation says of itself, beside its parameters.
pub(super) struct OperationText {
    pub(super) id: String,
    pub(super) summary: String,
    pub(super) tag: String,
    pub(super) body: Option<String>,
    /// The status of its answer, and the schema where there is a body.
    pub(super) answer: (StatusCode, Option<String>),
    pub(super) parameters: Vec<Value>,
    pub(super) errors: Vec<ErrorAnswer>,
}

/// An operation on a kind, which takes `include` as every record does. The summary names the kind where `{}` stands.
pub(super) fn about(
    facts: &Facts,
    verb: &str,
    several: bool,
    summary: &str,
    body: Option<String>,
    answer: (StatusCode, Option<String>),
) -> OperationText {
    let plural = facts.path.replace('-', "_");
    let name = if several { title(&plural) } else { of(facts.kind) };
    let words = if several { plural.replace('_', " ") } else { facts.kind.words() };
    OperationText {
        id: format!("{verb}{name}"),
        summary: with_articles(summary.replace("{}", &words)),
        tag: tag(&facts.path),
        body,
        answer,
        parameters: include_parameter([facts]).into_iter().collect(),
        errors: Vec::new(),
    }
}

/// Writes `an` for `a` before the sounds of vowels. It stays `a` before the kinds whose names begin with a `u`.
pub(super) fn with_articles(summary: String) -> String {
    [" a a", " a e", " a i", " a o"]
        .iter()
        .fold(summary, |said, before| said.replace(before, &before.replace(" a ", " an ")))
}
