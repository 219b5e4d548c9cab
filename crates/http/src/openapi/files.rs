//! What the document says of operations that answer the bytes of a file.

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use uplift_domain::Attachment;
use uplift_domain::file::FileType;
use uplift_domain::record::Choices as _;

use super::errors::ErrorAnswer;
use super::headers::header;
use super::json_schema::about;
use super::operation_text::{self, OperationText};
use super::parameters::{parameter, shared};
use super::peculiar::OCTETS;
use crate::operations::endpoint::{KindEndpoint, ReadEndpoint as _};

/// What the operation that serves a file to a key says of itself.
pub(super) fn say() -> OperationText {
    let summary = "The file of an {}, which has none where it is a link.";
    OperationText { errors: vec![ErrorAnswer::Missing, ErrorAnswer::Invalid], ..of_attachments("getFileOf", summary) }
}

/// What the operation that serves a file at its signed address says of itself.
pub(super) fn say_of_public() -> OperationText {
    let mut said = of_attachments("openFileOf", "The file of an {} at its signed address, which needs no key.");
    said.parameters.extend(signature());
    OperationText { errors: vec![ErrorAnswer::Missing], ..said }
}

fn of_attachments(verb: &str, summary: &str) -> OperationText {
    let attachments = KindEndpoint::<Attachment>::new().facts();
    let parameters = ["Range", "IfRange", "IfNoneMatch"].map(shared).into();
    OperationText {
        parameters,
        ..operation_text::about(&attachments, verb, false, summary, None, (StatusCode::OK, None))
    }
}

/// The parameters of a signed address.
fn signature() -> [Value; 3] {
    [
        parameter("expires", true, "When the address ends, in seconds since 1970.", json!({"type": "integer"})),
        parameter("team", true, "The team of the attachment.", json!({"type": "integer", "minimum": 1})),
        parameter("signature", true, "The signature of the rest of the address.", json!({"type": "string"})),
    ]
}

/// The answer with a file.
pub(super) fn whole() -> Value {
    with_bytes([])
}

/// The answers beside the one with the whole file.
pub(super) fn others() -> [(&'static str, Value); 3] {
    let range = header("Which bytes of the file they are, and how many it has.", "string");
    let part = about(with_bytes([("Content-Range", range)]), "The part of the file that `Range` asks for.");
    let size = header("How many bytes the file has, as `bytes */1234`.", "string");
    let outside =
        json!({"description": "The file has nothing of what `Range` asks for.", "headers": {"Content-Range": size}});
    let known = json!({"description": "The file is as the client knows it.", "headers": {"ETag": state()}});
    [("206", part), ("304", known), ("416", outside)]
}

/// An answer with bytes of a file, and these headers beside those that all of them have.
fn with_bytes<const N: usize>(more: [(&str, Value); N]) -> Value {
    let headers = [
        ("ETag", state()),
        ("Accept-Ranges", header("`bytes`: parts can be asked for.", "string")),
        ("Content-Disposition", header("The name of the file, to be kept under.", "string")),
    ];
    let headers: Map<String, Value> = headers.into_iter().chain(more).map(|(name, it)| (name.to_owned(), it)).collect();
    let bytes = |kind: &str| (kind.to_owned(), json!({"schema": {"type": "string", "format": "binary"}}));
    let content: Map<String, Value> = FileType::NAMES.iter().copied().chain([OCTETS]).map(bytes).collect();
    json!({ "headers": headers, "content": content })
}

fn state() -> Value {
    header("The state of the file, for `If-None-Match` and `If-Range`.", "string")
}
