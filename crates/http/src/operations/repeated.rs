//! Requests under an idempotency key: their answers are kept, and given once more.

use actix_web::http::StatusCode;
use uplift_domain::Refusal;
use uplift_domain::commands::Idempotent;
use uplift_domain::file::Sent;
use uplift_domain::ports::{KeptAnswer, WriteTx};

use crate::answer::json_writer::{IncludeOverflow, JsonWriter};
use crate::operations::command::{Carried, CommandRequest};
use crate::operations::reply::Repeated;

/// Answers as before. A file that came along belongs to nothing.
pub(super) fn repeat(request: &CommandRequest, kept: KeptAnswer, out: &mut JsonWriter) -> Result<Carried, Refusal> {
    let KeptAnswer { status, json, tag } = kept;
    let status = StatusCode::from_u16(status).map_err(|error| Refusal::Fault(error.to_string()))?;
    out.bytes = json.into_bytes();
    let unused = match &request.sent {
        Sent::File(file, _) => vec![file.key.clone()],
        Sent::Nothing | Sent::Wrong(_) => Vec::new(),
    };
    Ok(Carried { record: None, is_whole: true, repeated: Some(Repeated { status, tag }), unused, next: None })
}

/// Keeps the answer for whoever repeats the request, in the transaction of what was done, and with what the query
/// includes: whoever waits for it is to be answered the same.
pub(super) fn keep(
    tx: &mut dyn WriteTx,
    idempotent: &Idempotent,
    status: StatusCode,
    request: &CommandRequest,
    carried: Carried,
    out: &mut JsonWriter,
) -> Result<Carried, Refusal> {
    let (caller, parameters) = (&request.bearer.caller, &request.parameters);
    if let (Some((answered, id)), false) = (carried.record, parameters.includes.is_empty()) {
        let mut whole = out.context.writer_anyway(1024);
        whole.overflow = IncludeOverflow::Counted { most_linked: usize::MAX };
        match answered.view(tx, caller, id, parameters, &mut whole) {
            Ok(()) => *out = whole,
            // What is included weighs too much.
            Err(Refusal::AnswerTooLarge(_)) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    let json = String::from_utf8(out.bytes.clone()).map_err(|error| Refusal::Fault(error.to_string()))?;
    let tag = carried.record.map(|_| out.tag().to_string());
    let kept = KeptAnswer { status: status.as_u16(), json, tag };
    idempotent.keep(tx, caller.team, kept)?;
    Ok(Carried { is_whole: true, ..carried })
}
