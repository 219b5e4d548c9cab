//! What a request is answered with, where it is not refused.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;

use crate::admit::budget::Budgeted;
use crate::answer::json_writer::RecordAnswer;

/// An answer that is not a refusal.
pub(crate) enum Reply {
    Json(StatusCode, Budgeted<Bytes>),
    Record(StatusCode, RecordAnswer),
    /// The answer to the same request, given once more.
    Repeated(Repeated, Budgeted<Bytes>),
    /// The client knows already what it asks for, by this tag.
    Known(EntityTag),
    Nothing,
    File(HttpResponse),
}

/// What is known of an answer that is given once more.
#[derive(Debug)]
pub(crate) struct Repeated {
    pub status: StatusCode,
    pub tag: Option<String>,
}
