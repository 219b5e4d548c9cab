//! A command on its way through the database: its jobs, one after the other, and the files that they leave.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use uplift_domain::Refusal;
use uplift_domain::commands::operation_count;
use uplift_domain::file::{FileKey, Sent};
use uplift_domain::ports::{Owner, WriteTx};

use crate::answer::json_writer::{AnswerContext, RecordAnswer};
use crate::operations::command::{Carried, CommandEndpoint, CommandRequest, NextJob};
use crate::operations::jobs::{write, write_alone};
use crate::request::idempotency::Keyed;
use crate::request::multipart::Incoming;
use crate::server::state::State;

/// A command that is about to be written.
pub(super) struct Writing {
    pub(super) endpoint: &'static (dyn CommandEndpoint + Send),
    /// Whether its body names operations.
    pub(super) is_bulk: bool,
    pub(super) request: CommandRequest,
    pub(super) keyed: Option<Keyed>,
    pub(super) incoming: Incoming,
    pub(super) context: AnswerContext,
    pub(super) state: Arc<State>,
}

impl Writing {
    /// Finishes the file that came, carries the command out, and removes the files that no record has.
    pub(super) async fn run(self) -> Result<(Carried, RecordAnswer), Refusal> {
        let Self { endpoint, is_bulk, mut request, keyed, incoming, context, state } = self;
        if request.body.is_ok() {
            request.sent = incoming.finish().await.inspect_err(|failed| note_if_full(&state, failed))?;
        }
        if let (Some(keyed), Ok(body)) = (keyed, &*request.body) {
            request.idempotent = Some(keyed.with(request.bearer.key.id, body, &request.sent));
        }
        let received = match &request.sent {
            Sent::File(file, _) => Some(file.key.clone()),
            Sent::Nothing | Sent::Wrong(_) => None,
        };
        let owner = Owner::Team(request.bearer.caller.team);
        let is_long = is_bulk && operation_count(&request.body) > 1;
        let request = Arc::new(request);
        let (asked, begins) = (Arc::clone(&request), context.clone());
        let work = move |tx: &mut dyn WriteTx| {
            let mut out = begins.writer_of_write(1024);
            let carried = endpoint.write(tx, &asked, &mut out)?;
            Ok((carried, out.done_with_tag()))
        };
        let written = match is_long {
            true => write_alone(&state.database, owner, work).await,
            false => write(&state.database, owner, work).await,
        };
        let (unused, outcome) = match written {
            Ok((mut carried, plain)) => {
                let unused = std::mem::take(&mut carried.unused);
                (unused, run_next_jobs(&state, request, context, (carried, plain)).await)
            }
            // Whether it was committed is not known: only a sweep can tell.
            Err(unknown @ (Refusal::Unavailable(_) | Refusal::Fault(_))) => (Vec::new(), Err(unknown)),
            Err(refusal) => (received.into_iter().collect(), Err(refusal)),
        };
        for key in unused {
            remove(&state, &key).await;
        }
        outcome
    }
}

/// Carries out the jobs that follow the first of a command, one after the other, each in its team's turn. What has
/// begun is brought to its end also where the client leaves meanwhile.
pub(super) async fn run_next_jobs(
    state: &Arc<State>,
    request: Arc<CommandRequest>,
    context: AnswerContext,
    begun: (Carried, RecordAnswer),
) -> Result<(Carried, RecordAnswer), Refusal> {
    let (mut carried, plain) = begun;
    let Some(next) = carried.next.take() else { return Ok((carried, plain)) };
    drop(plain);
    let state = Arc::clone(state);
    let rest = actix_web::rt::spawn(async move { all_of(&state, request, context, next).await });
    rest.await.unwrap_or_else(|error| Err(Refusal::Fault(error.to_string())))
}

async fn all_of(
    state: &State,
    request: Arc<CommandRequest>,
    context: AnswerContext,
    mut next: NextJob,
) -> Result<(Carried, RecordAnswer), Refusal> {
    loop {
        let (asked, begins) = (Arc::clone(&request), context.clone());
        let work = move |tx: &mut dyn WriteTx| {
            let mut out = begins.writer_of_write(1024);
            let carried = next(tx, &asked, &mut out)?;
            Ok((carried, out.done_with_tag()))
        };
        let (mut carried, plain) = write(&state.database, Owner::Team(request.bearer.caller.team), work).await?;
        for key in std::mem::take(&mut carried.unused) {
            remove(state, &key).await;
        }
        match carried.next.take() {
            Some(following) => next = following,
            None => return Ok((carried, plain)),
        }
    }
}

/// Notes that an upload failed for want of room.
pub(crate) fn note_if_full(state: &State, failed: &Refusal) {
    if matches!(failed, Refusal::Unwritable(_)) {
        state.files_full.store(true, Ordering::Relaxed);
    }
}

/// Removes a file that no record has. One that cannot be removed now is swept later.
pub(crate) async fn remove(state: &State, key: &FileKey) {
    if let Err(trouble) = state.files.remove(key).await {
        log::warn!("a file that no record has stays until the next sweep: {}", trouble.text());
    }
}
