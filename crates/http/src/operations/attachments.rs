//! The files of attachments, as they are read back.

use actix_web::HttpRequest;
use uplift_domain::access::TeamId;
use uplift_domain::attachments::{FILE_REACH, with_file};
use uplift_domain::file::StoredFile;
use uplift_domain::ports::{Owner, ReadTx, StoreError};
use uplift_domain::record::Stored;
use uplift_domain::refusal::Denial;
use uplift_domain::{Attachment, Kind, Refusal};

use crate::answer::addresses::Opened;
use crate::answer::download::Download;
use crate::clock::seconds;
use crate::jobs::{Requester, read};
use crate::operations::authed::AuthedRequest;
use crate::operations::reply::Reply;
use crate::request::query_fields::check_readable;
use crate::server::state::State;

/// Answers `GET /attachments/{attachment}/file`.
pub(crate) async fn file(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let id = authed.id(Kind::Attachment)?;
    check_readable(authed.request.query_string())?;
    send(authed.state, authed.request, authed.caller().team, id).await
}

/// Answers a signed address, which takes the place of a key.
pub(crate) async fn open(state: &State, request: &HttpRequest) -> Result<Reply, Refusal> {
    let id = request.match_info().get(Kind::Attachment.singular()).unwrap_or_default();
    let signer = state.signers.current(&state.database, request).await?;
    let opened = signer.open(id, request.query_string(), seconds());
    let Opened { team, attachment } = opened.ok_or(Refusal::Forbidden(Denial::Signature))?;
    send(state, request, team, attachment).await
}

async fn send(state: &State, request: &HttpRequest, team: TeamId, id: i64) -> Result<Reply, Refusal> {
    let (attachment, file) = find(state, request, team, id).await?;
    let download = Download::of(&attachment, &file);
    match download.answer(request, &state.files).await {
        Ok(response) => Ok(Reply::File(response)),
        // Somebody may have deleted it meanwhile.
        Err(trouble) => {
            find(state, request, team, id).await?;
            let text = format!("the file of attachment {id} cannot be read: {}", trouble.text());
            Err(match trouble {
                StoreError::Unavailable(_) => Refusal::StoreUnavailable(text),
                StoreError::Failed(_) | StoreError::Full(_) => Refusal::Fault(text),
            })
        }
    }
}

/// An attachment and its file.
async fn find(
    state: &State,
    request: &HttpRequest,
    team: TeamId,
    id: i64,
) -> Result<(Stored<Attachment>, StoredFile), Refusal> {
    let requester = Requester { owner: Owner::Team(team), request };
    read(&state.database, requester, FILE_REACH, move |tx: &mut dyn ReadTx| with_file(tx, team, id)).await
}
