//! Attachments, where they are more than records: they come with a file, go with it, and it is read back.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use uplift_domain::access::{Caller, TeamId, Verb};
use uplift_domain::attachments::{self, Created, Sent};
use uplift_domain::file::{FileKey, StoredFile};
use uplift_domain::listing::ListParameters;
use uplift_domain::ports::{Owner, Reach, ReadTx, WriteTx};
use uplift_domain::record::{Id, Stored};
use uplift_domain::refusal::Denial;
use uplift_domain::resource::{Listed, Resource};
use uplift_domain::verbs::Body;
use uplift_domain::{Attachment, Kind, Refusal};

use crate::admit::authority::now;
use crate::admit::budget::Counted;
use crate::answer::addresses::Opened;
use crate::answer::download::Download;
use crate::answer::json_writer::AnswerContext;
use crate::connections::PacedPayload;
use crate::operations::endpoint::{after_includes, write_plain};
use crate::operations::jobs::{Requester, read, write};
use crate::operations::kinds::ATTACHMENTS;
use crate::operations::pipeline::{AuthedRequest, Reply};
use crate::operations::records::asked;
use crate::request::body::{self, media_type};
use crate::request::multipart::{self, Incoming, Parts};
use crate::request::query::Query;
use crate::server::state::State;

/// Answers `POST /attachments`.
pub(crate) async fn create(
    authed: AuthedRequest<'_>,
    payload: &mut PacedPayload,
    connected: &mut Option<bool>,
) -> Result<Reply, Refusal> {
    // Nobody's bytes are kept for them who may not attach any.
    authed.caller.permit(Attachment::RIGHTS, Verb::Create, None)?;
    let files = &authed.state.files;
    let mut hold = authed.state.budget.hold(authed.caller.team);
    let parts = if media_type(authed.request) == "multipart/form-data" {
        multipart::read(authed.request, payload, files.as_ref(), &mut hold).await
    } else {
        Parts { received: body::read(authed.request, payload, &mut hold).await, incoming: Incoming::Nothing }
    };
    *connected = Some(parts.received.connected);
    // Where the store failed there is nothing to attach, and no job to trouble the database with.
    if let Err(failed @ (Refusal::Unwritable(_) | Refusal::Fault(_) | Refusal::Busy)) = parts.received.body {
        note_if_full(authed.state, &failed);
        return Err(failed);
    }

    let asked = Arc::new(asked(&Query::parse(authed.request.query_string())));
    let attaching = Attaching {
        caller: Arc::clone(&authed.caller),
        body: Counted::new(parts.received.body, hold),
        sent: Sent::Nothing,
        asked: Arc::clone(&asked),
        context: authed.context(),
    };
    // A task of its own: where the client leaves, the file still either gets its record or is removed.
    let work = attaching.run(parts.incoming, authed.state.clone().into_inner());
    let attached = actix_web::rt::spawn(work).await;
    let (id, plain) = attached.unwrap_or_else(|error| Err(Refusal::Fault(error.to_string())))?;
    Ok(Reply::Json(StatusCode::OK, authed.with_included(&ATTACHMENTS, id, asked, plain, usize::MAX).await?))
}

/// The id of a new attachment, its record as it is answered, and a file that is not needed after all.
type Attached = (i64, Counted<Bytes>, Option<FileKey>);

/// An attachment that is about to be created.
struct Attaching {
    caller: Arc<Caller>,
    body: Counted<Body>,
    sent: Sent,
    asked: Arc<ListParameters>,
    context: AnswerContext,
}

impl Attaching {
    /// Finishes the file, creates the attachment, and removes the file that was received where no record has it.
    async fn run(mut self, incoming: Incoming, state: Arc<State>) -> Result<(i64, Counted<Bytes>), Refusal> {
        if self.body.is_ok() {
            self.sent = incoming.finish().await.inspect_err(|failed| note_if_full(&state, failed))?;
        }
        let received = match &self.sent {
            Sent::File(file, _) => Some(file.key.clone()),
            Sent::Nothing | Sent::Wrong(_) => None,
        };
        let owner = Owner::Team(self.caller.team);
        let outcome = write(&state.database, owner, move |tx: &mut dyn WriteTx| self.create(tx)).await;
        let (surplus, outcome) = match outcome {
            Ok((id, plain, surplus)) => (surplus, Ok((id, plain))),
            // Whether it was committed is not known: only a sweep can tell.
            Err(unknown @ (Refusal::Unavailable(_) | Refusal::Fault(_))) => (None, Err(unknown)),
            Err(refusal) => (received, Err(refusal)),
        };
        discard(&state, surplus).await;
        outcome
    }

    fn create(&self, tx: &mut dyn WriteTx) -> Result<Attached, Refusal> {
        let body = after_includes::<Attachment>(&self.asked, &self.body);
        let Created { stored, surplus } = attachments::create(tx, &self.caller, &body, &self.sent)?;
        let mut out = self.context.writer_of_write(1024);
        write_plain(tx, &self.caller, &stored, &mut out)?;
        Ok((stored.id.get(), out.done(), surplus))
    }
}

/// Answers `DELETE /attachments/{attachment}`.
pub(crate) async fn delete(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let (id, owner) = (Id::new(authed.id(Kind::Attachment)?), authed.owner());
    let caller = authed.caller;
    let state = authed.state.clone().into_inner();
    let deleted = actix_web::rt::spawn(async move {
        let key = write(&state.database, owner, move |tx| attachments::delete(tx, &caller, id)).await?;
        discard(&state, key).await;
        Ok(Reply::Nothing)
    });
    deleted.await.unwrap_or_else(|error| Err(Refusal::Fault(error.to_string())))
}

/// Notes that an upload failed for want of room.
fn note_if_full(state: &State, failed: &Refusal) {
    if matches!(failed, Refusal::Unwritable(_)) {
        state.files_full.store(true, Ordering::Relaxed);
    }
}

/// Removes a file that no record has. One that cannot be removed now is swept later.
async fn discard(state: &State, key: Option<FileKey>) {
    if let Some(key) = key
        && let Err(trouble) = state.files.remove(&key).await
    {
        log::warn!("a file that no record has stays until the next sweep: {}", trouble.text());
    }
}

/// Answers `GET /attachments/{attachment}/file`.
pub(crate) async fn file(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let id = authed.id(Kind::Attachment)?;
    send(authed.state, authed.request, authed.caller.team, id).await
}

/// Answers a signed address, which takes the place of a key.
pub(crate) async fn open(state: &State, request: &HttpRequest) -> Result<Reply, Refusal> {
    let id = request.match_info().get(Kind::Attachment.singular()).unwrap_or_default();
    let opened = state.signer.open(id, request.query_string(), now().micros() / 1_000_000);
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
            Err(Refusal::Fault(format!("the file of attachment {id} cannot be read: {}", trouble.text())))
        }
    }
}

/// An attachment and its file; a link has none.
async fn find(
    state: &State,
    request: &HttpRequest,
    team: TeamId,
    id: i64,
) -> Result<(Stored<Attachment>, StoredFile), Refusal> {
    let requester = Requester { owner: Owner::Team(team), request };
    read(&state.database, requester, Reach::Page, move |tx: &mut dyn ReadTx| {
        let missing = || Refusal::Missing { kind: Kind::Attachment.singular(), id: id.to_string() };
        let stored = Attachment::reads(tx).find(team, Id::new(id))?.ok_or_else(missing)?;
        let file = stored.record.file_id.ok_or_else(missing)?;
        let file = tx.file(team, file)?.ok_or_else(missing)?;
        Ok((stored, file))
    })
    .await
}
