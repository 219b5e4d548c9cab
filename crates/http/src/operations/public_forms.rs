//! What whoever has the address of a form may do, without a key.

use std::sync::Arc;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, web};
use uplift_domain::access::TeamId;
use uplift_domain::commands::Body;
use uplift_domain::file::{FileKey, Sent};
use uplift_domain::ports::{Owner, Reach, ReadTx, WriteLane, WriteTx};
use uplift_domain::refusal::Denial;
use uplift_domain::responses::{self, Opening, PublicForm};
use uplift_domain::{Json, Kind, Refusal};

use crate::admit::budget::{Budgeted, Holder};
use crate::admit::uploads::Sender;
use crate::connections::PacedPayload;
use crate::jobs::{Requester, read, to_the_end, write_in};
use crate::operations::addressed::path_id;
use crate::operations::operation::PublicFormAct;
use crate::operations::reply::Reply;
use crate::operations::writing::{keep_files, note_failed_store, receive};
use crate::request::bounds::{ANSWER, too_large};
use crate::request::multipart::Incoming;
use crate::server::state::State;

/// The header that carries the token by which a response is changed.
const EDIT_TOKEN: &str = "x-edit-token";

/// What an act does with the database.
enum Work {
    Read(fn(&mut dyn ReadTx, &Opening) -> Result<Json, Refusal>),
    Write(Write),
}

/// Writes what was sent, and tells the body of the answer and which files are nobody's then.
type Write = fn(&mut dyn WriteTx, &Opening, &Body, &Sent) -> Result<(Json, Vec<FileKey>), Refusal>;

fn work(act: PublicFormAct) -> Work {
    match act {
        PublicFormAct::Form => Work::Read(|tx, opening| responses::public_form(tx, &opening.token)),
        PublicFormAct::View => Work::Read(responses::public_response),
        PublicFormAct::Create => {
            Work::Write(|tx, opening, body, _| Ok((responses::create_public(tx, &opening.token, body)?, Vec::new())))
        }
        PublicFormAct::Change => {
            Work::Write(|tx, opening, body, _| Ok((responses::change_public(tx, opening, body)?, Vec::new())))
        }
        PublicFormAct::Complete => Work::Write(|tx, opening, body, _| responses::complete_public(tx, opening, body)),
        PublicFormAct::Upload => Work::Write(responses::upload_public),
    }
}

/// Answers a request that shows no key.
pub(crate) async fn answer(
    act: PublicFormAct,
    state: &web::Data<State>,
    request: &HttpRequest,
    payload: &mut PacedPayload,
) -> Result<Reply, Refusal> {
    let token = request.match_info().get("token").unwrap_or_default().to_owned();
    let team = find_form(state, request, &token, act == PublicFormAct::Create).await?.team_id();
    let named = request.match_info().get(Kind::FormResponse.singular()).unwrap_or_default();
    let edit_token = request.headers().get(EDIT_TOKEN).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let id = path_id(Kind::FormResponse, named).map_err(|refusal| match refusal {
        // The token opens no response that cannot be.
        Refusal::Missing { .. } => Refusal::Forbidden(Denial::EditToken),
        refusal => refusal,
    });
    let opening = Opening { token, id, edit_token: edit_token.to_owned() };
    let (owner, holder) = (Owner::Team(team), Holder::Public(team));
    let work = match work(act) {
        Work::Write(work) => work,
        Work::Read(work) => {
            let work = move |tx: &mut dyn ReadTx| written(act, work(tx, &opening)?);
            let json = read(&state.database, Requester { owner, request }, responses::PUBLIC_REACH, work).await?;
            let mut hold = state.budget.hold(holder);
            hold.cover(json.len())?;
            return Ok(Reply::Json(act.status(), Budgeted::new(json, hold)));
        }
    };
    state.budget.admit(holder)?;
    let mut hold = state.budget.hold(holder);
    let intake = (act == PublicFormAct::Upload).then(|| state.intake(request, Sender::Respondent, team));
    let (body, incoming) = receive(state, request, payload, intake, &mut hold).await?;
    let write = PublicWrite { act, work, opening, body, incoming, team, state: state.clone().into_inner() };
    // By its end each file that came has its record or is removed.
    let json = to_the_end(write.run()).await?;
    hold.cover_anyway(json.len());
    Ok(Reply::Json(act.status(), Budgeted::new(json, hold)))
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
    let found = read(&state.database, nobody, Reach::Statement, find);
    state.public.find(state.origins.client(request), token, begins, found).await
}

/// The body of an answer, refused where it is larger than any may be: a write is undone then.
fn written(act: PublicFormAct, told: Json) -> Result<Bytes, Refusal> {
    let json = Bytes::from(told.to_string());
    if json.len() <= ANSWER {
        return Ok(json);
    }
    Err(too_large(if act == PublicFormAct::Form { "form" } else { "answers" }))
}

/// What somebody sent, on its way to the database.
struct PublicWrite {
    act: PublicFormAct,
    work: Write,
    opening: Opening,
    body: Body,
    incoming: Incoming,
    team: TeamId,
    state: Arc<State>,
}

impl PublicWrite {
    /// Finishes the file that came, writes, and removes the files that no record has. Tells the body of the answer.
    async fn run(self) -> Result<Bytes, Refusal> {
        let Self { act, work, opening, body, incoming, team, state } = self;
        let sent = match body {
            Ok(_) => incoming.finish().await.inspect_err(|failed| note_failed_store(&state, failed))?,
            Err(_) => Sent::Nothing,
        };
        let received = sent.key().into_iter().cloned().collect();
        let work = move |tx: &mut dyn WriteTx| {
            let (told, unused) = work(tx, &opening, &body, &sent)?;
            Ok((written(act, told)?, unused))
        };
        let write = write_in(WriteLane::Public, &state.database, Owner::Team(team), work);
        keep_files(&state, team, received, write).await
    }
}
