//! Whether a form takes responses: whether it is open, whether it has room, and whether somebody has answered already.

use super::FORM;
use crate::access::{Caller, TeamId};
use crate::kinds::ResponseSource;
use crate::listing::casefold;
use crate::ports::WriteTx;
use crate::record::{FieldError, Stored, Time};
use crate::{Form, FormResponse, FormStatus, Refusal};

/// Why a form takes no responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedReason {
    Closed,
    NotOpenYet,
    Over,
    Full,
}

impl ClosedReason {
    /// Why it takes none at a moment, where it does not.
    pub(super) fn of(form: &Form, now: Time) -> Option<Self> {
        Self::by_time(form, now).or_else(|| Self::by_limit(form))
    }

    /// Why it takes none at a moment, whatever its limit is.
    pub(super) fn by_time(form: &Form, now: Time) -> Option<Self> {
        match form.status {
            FormStatus::Published => {}
            FormStatus::Draft | FormStatus::Closed | FormStatus::Archived => return Some(Self::Closed),
        }
        if form.opens_at.is_some_and(|opens| now < opens) {
            return Some(Self::NotOpenYet);
        }
        form.closes_at.is_some_and(|closes| closes < now).then_some(Self::Over)
    }

    fn by_limit(form: &Form) -> Option<Self> {
        let limit = form.response_limit?;
        (form.responses_count.get() >= limit.get()).then_some(Self::Full)
    }

    /// What the interface calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::NotOpenYet => "not_open_yet",
            Self::Over => "over",
            Self::Full => "full",
        }
    }

    /// The sentence about it.
    pub fn sentence(self, form: &Form) -> String {
        match self {
            Self::Closed => "The form is closed.".to_owned(),
            Self::NotOpenYet => "The form is not open yet.".to_owned(),
            Self::Over => "The form is over.".to_owned(),
            Self::Full => {
                let limit = form.response_limit.map_or(0, |limit| limit.get());
                format!("The form has reached its limit of {limit} responses.")
            }
        }
    }
}

/// A refusal about the form.
pub(super) fn refuse(sentence: impl Into<String>) -> Refusal {
    Refusal::field(FORM, &FieldError::Said(sentence.into()))
}

/// Refuses where the form does not take this response, or a change of it, at this moment. One that counts already is
/// not held against the limit again; what is imported may be older than the end of its form.
pub(super) fn admit(form: &Form, response: &FormResponse, now: Time) -> Result<(), Refusal> {
    let shut = if response.was_completed { ClosedReason::by_time(form, now) } else { ClosedReason::of(form, now) };
    let passed = response.source == ResponseSource::Import
        && match shut {
            None | Some(ClosedReason::Over | ClosedReason::Full) => true,
            Some(ClosedReason::Closed) => form.status == FormStatus::Closed,
            Some(ClosedReason::NotOpenYet) => false,
        };
    match shut {
        Some(shut) if !passed => Err(refuse(shut.sentence(form))),
        Some(_) | None => Ok(()),
    }
}

/// Whether somebody has answered already where each may do so once: by their address, or by their key.
pub(super) fn has_answered(
    tx: &mut dyn WriteTx,
    team: TeamId,
    form: &Stored<Form>,
    response: (Option<i64>, &FormResponse),
) -> Result<bool, Refusal> {
    if !form.record.one_response_per_respondent {
        return Ok(false);
    }
    let (id, response) = response;
    let email = response.respondent_email.as_ref().map(|email| casefold(email.as_str()));
    let user = response.respondent_user_id;
    tx.form_answered_by(team, form.id, (user, email.as_deref()), id)
}

/// Refuses a second response of somebody who answers by a key.
pub(super) fn admit_respondent(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    form: &Stored<Form>,
    response: (Option<i64>, &FormResponse),
) -> Result<(), Refusal> {
    match has_answered(tx, caller.team, form, response)? {
        true => Err(refuse("The form has been answered already.")),
        false => Ok(()),
    }
}
