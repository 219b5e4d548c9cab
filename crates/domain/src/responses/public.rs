//! What whoever has the address of a form may do, without a key: see the form, answer it, and go on with an answer by
//! the token that came with it. Nothing here tells spam from an honest response.

mod ended;
mod page;
mod read;
mod rejected;
mod sent_files;
mod shown;
mod step;
mod submit;
mod upload;
mod visit;

pub use ended::{end_response, ended_responses};
pub use page::{Entry, StepSent};
pub use read::{public_form, public_response};
pub use shown::{QUESTION, STEP};
pub use step::{Stepped, take_step};
pub use submit::{change_public, complete_public, create_public};
pub use upload::upload_public;
pub use visit::{Visit, Visitor, visit};

use serde_json::json;
use uplift_derive::Record;

use super::loaded::LoadedResponse;
use crate::access::{Actor, BillingMode, Caller, TeamId};
use crate::kinds::Structure;
use crate::ports::{Reach, ReadTx, WritePort as _, WriteTx};
use crate::record::{AnyJson, Email, Id, Object, Stored, Time};
use crate::refusal::Denial;
use crate::{Form, FormResponse, FormStatus, Json, Refusal, Team, Visibility};

/// How far reading a form with its questions reaches, and a response to it, as whoever has its address sees them.
pub const PUBLIC_REACH: Reach = Reach::Page;

/// For how long after its last change a response may be changed by its token, in seconds.
const TOKEN_LASTS: i64 = 7 * 24 * 60 * 60;

/// A form that whoever has its address may see, and its team.
#[derive(Clone, Debug)]
pub struct PublicForm {
    pub team: Stored<Team>,
    pub form: Stored<Form>,
}

/// A response as it is sent by whoever has the address of a form.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct SubmissionBody {
    /// What is answered, by the keys of the questions; null takes an answer back.
    pub answers: Option<Object>,
    /// Who answers. Required where each may answer once, prohibited where the form is anonymous.
    pub email: Option<Email>,
    /// At most 20 texts of 500 characters, by names of small letters, digits and underscores.
    pub metadata: Option<Object>,
    /// Left empty by people: what is sent with anything in it is taken for spam.
    pub website: Option<AnyJson>,
    /// Whether the response is complete with these answers. It is not where this is null or left out.
    pub complete: Option<bool>,
}

/// What is changed of a response by the token that came with it.
#[derive(Clone, Debug, PartialEq, Record)]
struct SubmissionChange {
    /// Those answers that change, by the keys of the questions; null takes one back.
    #[record(default = Object::default())]
    answers: Object,
    /// Who answers, where that changes.
    email: Option<Email>,
    /// What is known of them, where that changes.
    metadata: Option<Object>,
}

/// Which response is asked for, and by which token.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What the address of the form ends with.
    pub token: String,
    /// The id in the path, or what is wrong with it.
    pub id: Result<i64, Refusal>,
    pub edit_token: String,
}

/// The form with this address, where it is one that whoever has the address may see.
///
/// # Errors
/// When there is no such form.
pub fn find_form(tx: &mut dyn ReadTx, token: &str) -> Result<PublicForm, Refusal> {
    let found = tx.form_at(token)?.filter(|(_, form)| is_public(form));
    found.map(|(team, form)| PublicForm { team, form }).ok_or(Refusal::FormNotFound)
}

fn is_public(form: &Stored<Form>) -> bool {
    let answerable = match form.record.status {
        FormStatus::Published | FormStatus::Closed => true,
        FormStatus::Draft | FormStatus::Archived => false,
    };
    answerable && form.record.visibility == Visibility::Public && form.deleted_at.is_none()
}

impl PublicForm {
    pub fn team_id(&self) -> TeamId {
        self.team.team_id()
    }

    /// Somebody who has the address of the form.
    fn caller(&self) -> Caller {
        self.team.caller(Actor::FormHolder { form: self.form.id.get(), author: self.form.record.user_id, causer: None })
    }

    /// Refuses where the team may not write. How long it may still be paid for is nobody's business here.
    ///
    /// # Errors
    /// When the team's billing is blocked.
    pub fn admit(&self, now: Time) -> Result<(), Refusal> {
        match self.team.record.billing().mode_at(now) {
            BillingMode::Blocked => Err(Refusal::SubscriptionRequired { grace_period_ends_at: None }),
            BillingMode::Active | BillingMode::Trialing | BillingMode::Grace => Ok(()),
        }
    }
}

/// A form that is held for a write, with somebody who has its address.
struct Held {
    caller: Caller,
    structure: Structure,
}

impl Held {
    fn find(tx: &mut dyn WriteTx, token: &str) -> Result<Self, Refusal> {
        let Some((team, form)) = tx.form_at(token)? else { return Err(Refusal::FormNotFound) };
        let held = Form::writes(tx).find_to_change(team.team_id(), form.id)?;
        // It may have been given another address until it was held.
        let held = held.filter(|form| is_public(form) && form.record.public_token.as_str() == token);
        let found = held.map(|form| PublicForm { team, form }).ok_or(Refusal::FormNotFound)?;
        found.admit(tx.now())?;
        let caller = found.caller();
        let structure = Structure::of(tx, caller.team, found.form)?;
        Ok(Self { caller, structure })
    }

    /// A response of the form, which its token opens.
    fn response(tx: &mut dyn WriteTx, opening: &Opening) -> Result<(Caller, LoadedResponse), Refusal> {
        Self::find(tx, &opening.token)?.open(tx, opening.id.clone()?, &opening.edit_token)
    }

    fn open(self, tx: &mut dyn WriteTx, id: i64, edit_token: &str) -> Result<(Caller, LoadedResponse), Refusal> {
        let Self { caller, structure } = self;
        let found = FormResponse::writes(tx).find_to_change(caller.team, Id::new(id))?;
        let response = opened(found, structure.form.id, edit_token, tx.now())?;
        let loaded = LoadedResponse::with(tx, caller.team, structure, response)?;
        Ok((caller, loaded))
    }
}

/// The response, where it is one of the form and the token opens it.
fn opened(
    found: Option<Stored<FormResponse>>,
    form: Id<Form>,
    edit_token: &str,
    now: Time,
) -> Result<Stored<FormResponse>, Refusal> {
    let opens = |it: &Stored<FormResponse>| {
        let known = it.record.edit_hash.as_ref().is_some_and(|hash| hash.is_of(edit_token));
        known && it.record.form_id == form && it.updated_at.plus_seconds(TOKEN_LASTS) > now
    };
    found.filter(opens).ok_or(Refusal::Forbidden(Denial::EditToken))
}

/// The body of an answer.
fn data(told: Json) -> Json {
    json!({ "data": told })
}
