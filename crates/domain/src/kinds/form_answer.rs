//! An answer: what a response says to a question, or that it says nothing.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::{Rights, TeamId};
use crate::commands::{Command, Commanded, Run, owners_of};
use crate::forms::MOST_CHOSEN;
use crate::listing::Listed;
use crate::ports::{ReadPort as _, ReadTx, WritePort as _, WriteTx};
use crate::record::{AnyJson, AnyNumber, Id, List, Name, QuestionKey, Text};
use crate::resource::{Area, Owners, Resource};
use crate::{Form, FormQuestion, FormResponse, Refusal};

/// What a response says to one question.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct FormAnswer {
    /// The form whose question is answered.
    #[record(server)]
    pub form_id: Id<Form>,
    /// The response that it is a part of.
    #[record(server)]
    pub form_response_id: Id<FormResponse>,
    /// The question that it answers.
    #[record(server)]
    pub form_question_id: Id<FormQuestion>,
    /// What was answered, as the type of the question says it; null where nothing was.
    pub value: Option<AnyJson>,
    /// What was answered, as people read it: labels, not ids.
    #[record(server)]
    pub text_value: Option<Text>,
    /// The number that was answered, or the scores of the options that were chosen together.
    #[record(server)]
    pub number_value: Option<AnyNumber>,
    /// The ids of the options that were chosen or ranked; `other` for the other answer.
    #[record(server)]
    pub option_ids: Option<List<Name, MOST_CHOSEN>>,
    /// Whether the question was asked and nothing answered.
    #[record(server)]
    pub skipped: bool,
    /// The key of the question, which stays as it is once it has answers.
    #[record(server, hidden)]
    pub key: QuestionKey,
    /// What lists of responses compare whole: each word between line breaks.
    #[record(server, hidden)]
    pub words: Option<Text>,
    /// What lists of responses look for parts in, folded.
    #[record(server, hidden)]
    pub folded: Option<Text>,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum FormAnswerFilter {
    #[selective]
    Id,
    #[counted]
    FormId,
    #[selective]
    FormResponseId,
    #[counted]
    FormQuestionId,
    #[flag]
    #[counted]
    Skipped,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum FormAnswerSort {
    Id,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum FormAnswerRelation {
    #[one(FormResponse, form_response_id)]
    Response,
    #[one(FormQuestion, form_question_id)]
    Question,
}

impl Listed for FormAnswer {
    type Filter = FormAnswerFilter;
    type Sort = FormAnswerSort;
    type Relation = FormAnswerRelation;
}

impl Resource for FormAnswer {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Parts;
    const COLUMNS: &'static [&'static str] = &["form_id", "form_response_id", "form_question_id", "value", "skipped"];

    /// The form and the response, under which answers are changed one after the other.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        if let Some(answer) = Self::reads(tx).find(team, id)? {
            Form::writes(tx).find_to_change(team, answer.record.form_id)?;
            FormResponse::writes(tx).find_to_change(team, answer.record.form_response_id)?;
        }
        Ok(())
    }

    fn owners(&self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Owners, Refusal> {
        owners_of(tx, team, self.form_response_id)
    }
}

impl Commanded for FormAnswer {
    const COMMANDS: &'static [Command<Self>] = &[Command {
        event: "",
        summary: "Gives another answer to the question, or takes it back.",
        notes: "Logged as `answered` on the response and, where that was completed, as `updated` on the answer.",
        run: Run::OnRecord(FormAnswer::answer),
        ..Command::UPDATE
    }];
}
