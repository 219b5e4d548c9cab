//! What a database knows of forms across their responses, and what it keeps beside them.

use std::collections::HashMap;

use super::after::After;
use crate::access::{SecretHash, TeamId};
use crate::forms::summary::{Begun, GivenAnswer};
use crate::kinds::{FormResponseFilter, MadeOf};
use crate::listing::FilterValues;
use crate::record::{Count, Id, Stored, Time};
use crate::{Form, FormQuestion, FormResponse, Kind, Refusal, Team, User};

/// A team, and a form of it.
pub type TeamForm = (Stored<Team>, Stored<Form>);

/// Forms, read.
pub trait FormReads {
    /// The form with this address, whichever team has it, and that team; in one statement.
    fn form_at(&mut self, token: &str) -> Result<Option<TeamForm>, Refusal>;

    /// The responses of a team with which files were sent, and that were not changed since a moment though whoever sent
    /// them might have; in the order of their ids.
    fn responses_left_since(
        &mut self,
        team: TeamId,
        moment: Time,
        after: After,
    ) -> Result<Vec<Id<FormResponse>>, Refusal>;

    /// The steps of an earlier version of a form, in JSON as they were kept.
    fn kept_steps(&mut self, team: TeamId, form: Id<Form>, version: i64) -> Result<Option<String>, Refusal>;
}

/// Forms, written.
pub trait FormRows {
    /// Keeps the steps of a version of a form, in JSON, unless they are kept already.
    fn keep_steps(&mut self, team: TeamId, form: Id<Form>, version: i64, steps: &str) -> Result<(), Refusal>;

    /// Writes how many responses a form counts, and nothing else of it: all others are indexed as they were.
    fn keep_responses_count(&mut self, team: TeamId, form: Id<Form>, count: Count) -> Result<(), Refusal>;

    /// Writes which record was made of a response, and nothing else of it.
    fn keep_made(&mut self, team: TeamId, response: Id<FormResponse>, made: (MadeOf, i64)) -> Result<(), Refusal>;

    /// Whether responses were saved under this version of a form.
    fn has_responses(&mut self, team: TeamId, form: Id<Form>, version: i64) -> Result<bool, Refusal>;

    /// Whether a question has answers.
    fn is_answered(&mut self, team: TeamId, question: Id<FormQuestion>) -> Result<bool, Refusal>;

    /// Whether a response of this user or of this folded address is complete or was disqualified, other than one.
    fn form_answered_by(
        &mut self,
        team: TeamId,
        form: Id<Form>,
        by: (Option<Id<User>>, Option<&str>),
        other_than: Option<i64>,
    ) -> Result<bool, Refusal>;

    /// The response to a form whose token has this hash.
    fn form_response_opened_by(
        &mut self,
        team: TeamId,
        form: Id<Form>,
        token: SecretHash,
    ) -> Result<Option<Id<FormResponse>>, Refusal>;

    /// The records of a kind about which there are entries that share a batch with an entry about this record, whether
    /// they are still there or not.
    fn logged_with(&mut self, team: TeamId, about: (Kind, i64), kind: Kind) -> Result<Vec<i64>, Refusal>;

    /// Lets the entries of the log about these records keep who, when and what, and nothing beside.
    fn erase_entries(&mut self, team: TeamId, about: (Kind, &[i64])) -> Result<(), Refusal>;
}

/// The responses to a form, read for its summary.
pub trait SummaryReads {
    /// Responses to a form that meet these filters, in the order of their ids.
    fn responses_matching(
        &mut self,
        team: TeamId,
        form: Id<Form>,
        filters: &[(FormResponseFilter, FilterValues)],
        after: After,
    ) -> Result<Vec<Begun>, Refusal>;

    /// What these responses say to each question, in no order. Whoever asks knows that they are few.
    fn answers_of(&mut self, team: TeamId, responses: &[i64]) -> Result<Vec<GivenAnswer>, Refusal>;

    /// The ids of the answers of these responses, so many at most, in no order.
    fn answer_ids_of(&mut self, team: TeamId, responses: &[i64], most: i64) -> Result<Vec<i64>, Refusal>;

    /// How many bytes the files of these attachments have, by the ids of the attachments.
    fn file_sizes(&mut self, team: TeamId, attachments: &[i64]) -> Result<HashMap<i64, i64>, Refusal>;

    /// The questions of a form that were deleted, in the order of their ids.
    fn deleted_questions(&mut self, team: TeamId, form: Id<Form>) -> Result<Vec<Stored<FormQuestion>>, Refusal>;

    /// The ids of those of them that somebody answered and did not skip, in no order.
    fn answered_deleted_questions(&mut self, team: TeamId, form: Id<Form>) -> Result<Vec<i64>, Refusal>;
}

/// The summaries of a form that are kept.
pub trait SummaryRows {
    /// Lets all summaries of a form be stale. That they are changes nothing else of them.
    fn outdate_summaries(&mut self, team: TeamId, form: Id<Form>) -> Result<(), Refusal>;
}
