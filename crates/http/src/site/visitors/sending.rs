//! A step on its way to the database, with the files that came with it.

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::file::{FileKey, Sent};
use uplift_domain::ports::{Owner, WriteTx};
use uplift_domain::responses::{self, Entry, StepSent, Stepped};

use actix_web::web;

use crate::operations::jobs::write;
use crate::operations::writing::{note_if_full, remove};
use crate::request::multipart::Incoming;
use crate::server::state::State;

/// Finishes the files, takes the step in one job, and removes the files that no record has. It goes on where the client
/// leaves meanwhile.
pub(super) async fn send(
    state: &web::Data<State>,
    team: TeamId,
    at: (String, Option<Entry>),
    step: &StepSent,
    files: Vec<(String, Incoming)>,
) -> Result<Stepped, Refusal> {
    let (state, step) = (state.clone().into_inner(), step.clone());
    // A task of its own: each file still either has its record or is removed.
    let taken = actix_web::rt::spawn(async move {
        let mut received = Vec::new();
        let mut sent = Vec::new();
        for (key, incoming) in files {
            match incoming.finish().await {
                Ok(file) => {
                    received.extend(key_of(&file));
                    sent.push((key, file));
                }
                Err(failed) => {
                    note_if_full(&state, &failed);
                    remove_all(&state, &received).await;
                    return Err(failed);
                }
            }
        }
        let (token, entry) = at;
        let work = move |tx: &mut dyn WriteTx| responses::take_step(tx, &token, entry.as_ref(), (&step, &sent));
        let (unused, outcome) = match write(&state.database, Owner::Team(team), work).await {
            Ok((stepped, unused)) => (unused, Ok(stepped)),
            // Whether it was committed is not known: only a sweep can tell.
            Err(unknown @ (Refusal::Unavailable(_) | Refusal::Fault(_))) => (Vec::new(), Err(unknown)),
            Err(refusal) => (received, Err(refusal)),
        };
        remove_all(&state, &unused).await;
        outcome
    });
    taken.await.unwrap_or_else(|error| Err(Refusal::Fault(error.to_string())))
}

fn key_of(sent: &Sent) -> Option<FileKey> {
    match sent {
        Sent::File(file, _) => Some(file.key.clone()),
        Sent::Nothing | Sent::Wrong(_) => None,
    }
}

async fn remove_all(state: &State, files: &[FileKey]) {
    for key in files {
        remove(state, key).await;
    }
}
