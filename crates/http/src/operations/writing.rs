//! A command on its way through the database: its jobs, one after the other, and the files that they leave.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use futures_util::{StreamExt, stream};
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::commands::Body;
use uplift_domain::file::FileKey;
use uplift_domain::ports::{Files, Owner, StoreError, WriteLane, WriteTx};

use crate::admit::budget::Hold;
use crate::answer::json_writer::{AnswerContext, RecordAnswer};
use crate::connections::PacedPayload;
use crate::jobs::{look_up, to_the_end, write, write_in};
use crate::operations::command::{Carried, CommandEndpoint, CommandRequest, NextJob};
use crate::request::body::{self, media_type};
use crate::request::idempotency::Keyed;
use crate::request::multipart::{self, Incoming, Intake, Parts};
use crate::server::state::State;

/// How many files are removed at once, and for how long they are begun to be: a client waits for the answer.
const REMOVED_AT_ONCE: usize = 16;
const REMOVED_FOR: Duration = Duration::from_secs(3);

/// A command that is about to be written.
pub(super) struct Writing {
    pub(super) endpoint: &'static dyn CommandEndpoint,
    pub(super) request: CommandRequest,
    pub(super) keyed: Option<Keyed>,
    pub(super) incoming: Incoming,
    pub(super) context: AnswerContext,
    pub(super) state: Arc<State>,
}

impl Writing {
    /// Finishes the file that came, carries the command out, and removes the files that no record has.
    pub(super) async fn run(self) -> Result<(Carried, RecordAnswer), Refusal> {
        let Self { endpoint, mut request, keyed, incoming, context, state } = self;
        if request.body.is_ok() {
            request.sent = incoming.finish().await.inspect_err(|failed| note_failed_store(&state, failed))?;
        }
        if let (Some(keyed), Ok(body)) = (keyed, &*request.body) {
            request.idempotent = Some(keyed.with(request.bearer.key.id, body, &request.sent));
        }
        let received = request.sent.key().into_iter().cloned().collect();
        let team = request.bearer.caller.team;
        let owner = Owner::Team(team);
        let lane = if endpoint.is_long(&request) { WriteLane::Long } else { WriteLane::Short };
        let request = Arc::new(request);
        let (asked, begins) = (Arc::clone(&request), context.clone());
        let work = move |tx: &mut dyn WriteTx| {
            let mut out = begins.writer_anyway(1024);
            let mut carried = endpoint.write(tx, &asked, &mut out)?;
            let unused = std::mem::take(&mut carried.unused);
            Ok(((carried, out.done_with_tag()), unused))
        };
        let begun = keep_files(&state, team, received, write_in(lane, &state.database, owner, work)).await?;
        run_next_jobs(&state, request, context, begun).await
    }
}

/// Waits for a write, and removes the files that no record has then: those that it tells, or, where it is refused,
/// those that came for it. Of what came for it no record told before, so nobody can hold that.
pub(crate) async fn keep_files<T>(
    state: &State,
    team: TeamId,
    received: Vec<FileKey>,
    write: impl Future<Output = Result<(T, Vec<FileKey>), Refusal>>,
) -> Result<T, Refusal> {
    let (unused, outcome) = match write.await {
        Ok((written, unused)) => {
            let (mut new, old): (Vec<_>, _) = unused.into_iter().partition(|key| received.contains(key));
            new.extend(unheld(state, team, old).await);
            (new, Ok(written))
        }
        // Whether it was committed is not known: only a sweep can tell.
        Err(unknown @ (Refusal::Unavailable(_) | Refusal::Fault(_))) => (Vec::new(), Err(unknown)),
        Err(refusal) => (received, Err(refusal)),
    };
    remove_all(state, &unused).await;
    outcome
}

/// Which files of a team are removed now that no record names them: none while files of the team are held. It is asked
/// after the commit, so whoever held them before is known, and whoever holds them later finds no record that names
/// these.
async fn unheld(state: &State, team: TeamId, unused: Vec<FileKey>) -> Vec<FileKey> {
    if unused.is_empty() {
        return unused;
    }
    match look_up(&state.database, Owner::Team(team), move |tx| tx.files_held_since(Some(team))).await {
        Ok(None) => unused,
        Ok(Some(_)) => Vec::new(),
        Err(refusal) => {
            log::warn!("files that no record has stay until the next sweep: {refusal:?}");
            Vec::new()
        }
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
    to_the_end(async move { all_of(&state, request, context, next).await }).await
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
            let mut out = begins.writer_anyway(1024);
            let carried = next(tx, &asked, &mut out)?;
            Ok((carried, out.done_with_tag()))
        };
        let team = request.bearer.caller.team;
        let (mut carried, plain) = write(&state.database, Owner::Team(team), work).await?;
        let unused = std::mem::take(&mut carried.unused);
        remove_all(state, &unheld(state, team, unused).await).await;
        match carried.next.take() {
            Some(following) => next = following,
            None => return Ok((carried, plain)),
        }
    }
}

/// Reads a body and, where one may be sent with it, a file into the store. Where the store failed there is nothing to
/// attach, and no job to trouble the database with.
pub(crate) async fn receive(
    state: &State,
    request: &HttpRequest,
    payload: &mut PacedPayload,
    intake: Option<Intake<'_>>,
    hold: &mut Hold,
) -> Result<(Body, Incoming), Refusal> {
    let Parts { body, incoming } = match intake {
        Some(intake) if media_type(request) == "multipart/form-data" => {
            multipart::read(request, payload, &intake, hold).await
        }
        Some(_) | None => Parts { body: body::read(request, payload, hold).await, incoming: Incoming::Nothing },
    };
    match body {
        Err(failed @ (Refusal::Unwritable(_) | Refusal::StoreUnavailable(_) | Refusal::Fault(_) | Refusal::Busy)) => {
            note_failed_store(state, &failed);
            Err(failed)
        }
        body => Ok((body, incoming)),
    }
}

/// Notes that an upload failed for want of room, or for what else is wrong with the store of files.
pub(crate) fn note_failed_store(state: &State, failed: &Refusal) {
    if matches!(failed, Refusal::Unwritable(_) | Refusal::Fault(_)) {
        state.files_failed.store(true, Ordering::Relaxed);
    }
}

/// Removes files that no record has. Those that cannot be removed now are swept later.
pub(crate) async fn remove_all(state: &State, files: &[FileKey]) {
    remove_each(state.files.as_ref(), files).await;
}

async fn remove_each(store: &dyn Files, files: &[FileKey]) {
    let until = Instant::now() + REMOVED_FOR;
    let remove = |key| async move {
        let removed = match Instant::now() < until {
            true => store.remove(key).await,
            false => Err(StoreError::Unavailable("removing those before it took too long".to_owned())),
        };
        if let Err(trouble) = removed {
            log::warn!("a file that no record has stays until the next sweep: {}", trouble.text());
        }
    };
    stream::iter(files).for_each_concurrent(REMOVED_AT_ONCE, remove).await;
}

#[cfg(test)]
mod tests;
