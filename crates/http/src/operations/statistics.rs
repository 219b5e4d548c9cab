//! The calculators: statistics of figures that a request brings along. They read and write nothing.

use actix_web::http::StatusCode;
use actix_web::web;
use uplift_domain::Refusal;
use uplift_domain::record::BodyReader;
use uplift_domain::statistics::calculators::Calculator;

use crate::connections::PacedPayload;
use crate::operations::authed::AuthedRequest;
use crate::operations::reply::Reply;
use crate::request::body;
use crate::request::query_fields::check_readable;

/// Answers `POST /statistics/…`. What takes long to compute keeps no other request of the thread waiting.
pub(crate) async fn calculate(
    authed: AuthedRequest<'_>,
    calculator: &'static Calculator,
    payload: &mut PacedPayload,
) -> Result<Reply, Refusal> {
    let mut hold = authed.state.budget.hold(authed.caller().team);
    let fields = body::read(authed.request, payload, &mut hold).await?;
    check_readable(authed.request.query_string())?;
    let computed = web::block(move || {
        let mut reader = BodyReader::new(&fields);
        let answer = (calculator.run)(&mut reader);
        reader.finish(calculator.fields)?;
        answer.ok_or_else(|| Refusal::Fault(format!("{} read a body without errors and told nothing", calculator.name)))
    });
    let answer = computed.await.map_err(|error| Refusal::Fault(error.to_string()))??;
    let mut out = authed.context().writer(1024);
    out.bytes.extend_from_slice(b"{\"data\":");
    out.bytes.extend_from_slice(answer.to_string().as_bytes());
    out.bytes.push(b'}');
    Ok(Reply::Json(StatusCode::OK, out.done()))
}
