//! Accepting an invitation, which needs no key: its token takes the place of one.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Owner, WriteTx};
use uplift_domain::workspace::{Accepted, invitation_accept};
use uplift_domain::{Json, Refusal};

use crate::admit::budget::Holder;
use crate::answer::json::{key, object, text};
use crate::answer::json_writer::JsonWriter;
use crate::connections::PacedPayload;
use crate::jobs::write;
use crate::operations::records::answer_context;
use crate::operations::reply::Reply;
use crate::request::body;
use crate::server::state::State;

/// Answers `POST /invitations/accept`. Invalid tokens count against the client as invalid keys do.
pub(crate) async fn accept(state: &State, request: &HttpRequest, payload: &mut PacedPayload) -> Result<Reply, Refusal> {
    let client = state.origins.client(request);
    state.authority.check_failures(client)?;
    let mut hold = state.budget.hold(Holder::Nobody);
    let body = body::read(request, payload, &mut hold).await?;
    let signer = state.signers.current(&state.database, request).await?;
    let context = answer_context(signer, state, request, TeamId::new(0));
    let work = move |tx: &mut dyn WriteTx| {
        let accepted = invitation_accept(tx, &body)?;
        let mut out = context.writer_anyway(1024);
        show(&accepted, &mut out)?;
        Ok(out.done())
    };
    match write(&state.database, Owner::Installation, work).await {
        Ok(json) => Ok(Reply::Json(StatusCode::CREATED, json)),
        Err(Refusal::Invalid(invalid)) if invalid.errors().any(|(field, _)| field == "token") => {
            state.authority.note_failure(client).await?;
            Err(invalid.into())
        }
        Err(refusal) => Err(refusal),
    }
}

fn show(accepted: &Accepted, out: &mut JsonWriter) -> Result<(), Refusal> {
    let Accepted { user, team, key: made, token } = accepted;
    let team = serde_json::json!({"id": team.id.get(), "name": team.record.name.as_str()});
    out.bytes.extend_from_slice(b"{\"data\":{\"user\":");
    object(out, user)?;
    key(&mut out.bytes, "team");
    out.bytes.extend_from_slice(Json::to_string(&team).as_bytes());
    key(&mut out.bytes, "key");
    object(out, made)?;
    out.bytes.push(b'}');
    key(&mut out.bytes, "token");
    text(&mut out.bytes, token);
    out.bytes.push(b'}');
    Ok(())
}
