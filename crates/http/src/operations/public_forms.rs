//! What whoever has the address of a form may do, without a key.

use std::sync::Arc;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, web};
use uplift_domain::commands::Body;
use uplift_domain::file::{FileKey, Sent};
use uplift_domain::ports::{Owner, Reach, ReadTx, WriteTx};
use uplift_domain::responses::{self, Opening, PublicForm};
use uplift_domain::{Json, Kind, Refusal};

use crate::admit::budget::{Budgeted, Hold};
use crate::connections::PacedPayload;
use crate::operations::addressed::path_id;
use crate::operations::jobs::{Requester, read, to_the_end, write};
use crate::operations::operation::PublicAct;
use crate::operations::reply::Reply;
use crate::operations::writing::{keep_files, note_if_full, receive};
use crate::request::multipart::Incoming;
use crate::server::state::State;

/// The header that carries the token by which a response is changed.
const EDIT_TOKEN: &str = "x-edit-token";

/// Answers a request that shows no key.
pub(crate) async fn answer(
    act: PublicAct,
    state: &web::Data<State>,
    request: &HttpRequest,
    payload: &mut PacedPayload,
    connected: &mut Option<bool>,
) -> Result<Reply, Refusal> {
    let token = request.match_info().get("token").unwrap_or_default().to_owned();
    let team = find_form(state, request, &token, act == PublicAct::Create).await?.team_id();
    let named = request.match_info().get(Kind::FormResponse.singular()).unwrap_or_default();
    let edit_token = request.headers().get(EDIT_TOKEN).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let id = match path_id(Kind::FormResponse, named) {
        // What no id can be is no response of the form either.
        Err(Refusal::Missing { .. }) => Ok(i64::MAX),
        id => id,
    };
    let opening = Opening { token, id, edit_token: edit_token.to_owned() };
    let owner = Owner::Team(team);
    if !act.writes() {
        let work = move |tx: &mut dyn ReadTx| {
            if act.opens() {
                responses::public_response(tx, &opening)
            } else {
                responses::public_form(tx, &opening.token).map(|(_, told)| told)
            }
        };
        let told = read(&state.database, Requester { owner, request }, Reach::Page, work).await?;
        return Ok(Reply::Json(act.status(), budgeted(&told, state.budget.hold(team))));
    }
    state.budget.admit(team)?;
    let mut hold = state.budget.hold(team);
    let takes_file = act == PublicAct::Upload;
    let (body, incoming) = receive(state, request, payload, takes_file, &mut hold, connected).await?;
    let write = PublicWrite { act, opening, body, incoming, owner, state: state.clone().into_inner() };
    // By its end each file that came has its record or is removed.
    let told = to_the_end(write.run()).await?;
    Ok(Reply::Json(act.status(), budgeted(&told, hold)))
}

/// Finds the form at an address, and counts the request, and the response that it begins where it begins one.
///
/// # Errors
/// When there is no such form, or when there were too many of this client in this minute.
pub(crate) async fn find_form(
    state: &State,
    request: &HttpRequest,
    token: &str,
    begins: bool,
) -> Result<PublicForm, Refusal> {
    let asked = token.to_owned();
    let nobody = Requester { owner: Owner::Installation, request };
    let find = move |tx: &mut dyn ReadTx| responses::find_form(tx, &asked);
    let found = read(&state.database, nobody, Reach::Page, find);
    state.public.find(state.origins.client(request), token, begins, found).await
}

fn budgeted(told: &Json, hold: Hold) -> Budgeted<Bytes> {
    Budgeted::new(Bytes::from(told.to_string()), hold)
}

/// What somebody sent, on its way to the database.
struct PublicWrite {
    act: PublicAct,
    opening: Opening,
    body: Body,
    incoming: Incoming,
    owner: Owner,
    state: Arc<State>,
}

impl PublicWrite {
    /// Finishes the file that came, writes, and removes the files that no record has.
    async fn run(self) -> Result<Json, Refusal> {
        let Self { act, opening, body, incoming, owner, state } = self;
        let sent = match body {
            Ok(_) => incoming.finish().await.inspect_err(|failed| note_if_full(&state, failed))?,
            Err(_) => Sent::Nothing,
        };
        let received = sent.key().into_iter().cloned().collect();
        let work = move |tx: &mut dyn WriteTx| carry_out(tx, act, &opening, &body, &sent);
        keep_files(&state, received, write(&state.database, owner, work)).await
    }
}

fn carry_out(
    tx: &mut dyn WriteTx,
    act: PublicAct,
    opening: &Opening,
    body: &Body,
    sent: &Sent,
) -> Result<(Json, Vec<FileKey>), Refusal> {
    match act {
        PublicAct::Create => Ok((responses::create_public(tx, &opening.token, body)?.told, Vec::new())),
        PublicAct::Change => Ok((responses::change_public(tx, opening, body)?.told, Vec::new())),
        PublicAct::Complete => {
            let (completed, unused) = responses::complete_public(tx, opening, body)?;
            Ok((completed.told, unused))
        }
        PublicAct::Upload => responses::upload_public(tx, opening, body, sent),
        PublicAct::Form | PublicAct::View => Err(Refusal::Fault("what only reads was to be written".to_owned())),
    }
}
