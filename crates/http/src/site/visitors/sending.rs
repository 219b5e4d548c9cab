//! A step on its way to the database, with the files that came with it.

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Owner, WriteLane, WriteTx};
use uplift_domain::responses::{self, Entry, StepSent, Stepped};

use actix_web::web;

use crate::jobs::{to_the_end, write_in};
use crate::operations::writing::{keep_files, note_failed_store, remove_all};
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
    // By its end each file that came has its record or is removed.
    to_the_end(async move {
        let mut received = Vec::new();
        let mut sent = Vec::new();
        for (key, incoming) in files {
            match incoming.finish().await {
                Ok(file) => {
                    received.extend(file.key().cloned());
                    sent.push((key, file));
                }
                Err(failed) => {
                    note_failed_store(&state, &failed);
                    remove_all(&state, &received).await;
                    return Err(failed);
                }
            }
        }
        let (token, entry) = at;
        let work = move |tx: &mut dyn WriteTx| responses::take_step(tx, &token, entry.as_ref(), (&step, &sent));
        let write = write_in(WriteLane::Public, &state.database, Owner::Team(team), work);
        keep_files(&state, team, received, write).await
    })
    .await
}
