//! A response to a form: what somebody answered.

mod commands;

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Caller, Limit, Rights, SecretHash, TeamId};
use crate::listing::Listed;
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{
    AnyId, BodyReader, Choices as _, Count, Email, FieldError, Id, Label, Object, Ordinal, Stored, Text, Time,
};
use crate::resource::{Area, Resource};
use crate::{Form, FormStep, Refusal, User, responses};

/// What one respondent sent, or is still filling in.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct FormResponse {
    /// The form that is answered.
    #[record(fixed, parent)]
    pub form_id: Id<Form>,
    /// The version of the form that it was saved under last.
    #[record(server)]
    pub form_version: Ordinal,
    /// A create says whether it is `completed`, or still `in_progress`; `disqualified` and `spam` come later.
    #[record(only_created, default = ResponseStatus::Completed)]
    pub status: ResponseStatus,
    /// How it came: by a key at this moment (`api`), from elsewhere (`import`), or by the address of the form
    /// (`public`), which nobody says.
    #[record(only_created, default = ResponseSource::Api)]
    pub source: ResponseSource,
    /// Whose key it was answered by, unless the form is anonymous.
    #[record(author)]
    pub respondent_user_id: Option<Id<User>>,
    /// Whoever answered; prohibited where the form is anonymous.
    #[record(searched = Four)]
    pub respondent_email: Option<Email>,
    /// At most 20 texts of 500 characters, by names of small letters, digits and underscores.
    pub metadata: Option<Object>,
    /// When it was begun. Imports alone say it.
    #[record(only_created)]
    pub started_at: Option<Time>,
    /// When it was completed. Imports alone say it.
    #[record(only_created)]
    pub completed_at: Option<Time>,
    /// Seconds from its beginning to its completion.
    #[record(server)]
    pub duration_seconds: Option<Count>,
    /// The last step on the way of its answers in which one is given.
    #[record(server)]
    pub last_step_id: Option<Id<FormStep>>,
    /// Of which kind the record is that was made of it.
    #[record(server)]
    pub created_record_type: Option<MadeOf>,
    /// The record that was made of it, of the kind in `created_record_type`.
    #[record(server)]
    pub created_record_id: Option<AnyId>,
    /// What is kept of the token by which whoever has the address changes it.
    #[record(server, hidden)]
    pub edit_hash: Option<SecretHash>,
    /// Whether it was ever completed, and counts for its form while it is no spam.
    #[record(server, hidden)]
    pub was_completed: bool,
    /// What searches find of its answers.
    #[record(server, hidden, searched = One)]
    pub answer_tokens: Option<Text>,
    /// The month in which it was created where the team was then, for which it counts while it is no spam.
    #[record(server, hidden)]
    pub month: Option<Label>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ResponseStatus {
    InProgress,
    Completed,
    Disqualified,
    Spam,
}

impl ResponseStatus {
    /// Those in which a create may put one.
    const INITIAL: [Self; 2] = [Self::InProgress, Self::Completed];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ResponseSource {
    Api,
    Import,
    Public,
}

impl ResponseSource {
    /// Those that a create may say.
    const SAID: [Self; 2] = [Self::Api, Self::Import];
}

/// What may be made of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum MadeOf {
    Idea,
    Observation,
    Insight,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum FormResponseFilter {
    #[selective]
    Id,
    #[counted]
    FormId,
    #[counted]
    Status,
    #[counted]
    Source,
    #[partial]
    RespondentEmail,
    #[counted]
    RespondentUserId,
    #[counted]
    FormVersion,
    #[through(taggings, taggable_id, taggable_type)]
    TagId,
    #[from]
    CompletedFrom,
    #[until]
    CompletedTo,
    /// Keys of questions, each of which is answered.
    #[answers(answered)]
    Answered,
    /// Keys of questions, each of which was left out.
    #[answers(skipped)]
    Skipped,
    /// What was answered to a question: `filter[answer][key]=value`.
    #[answers(given)]
    Answer,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum FormResponseSort {
    Id,
    StartedAt,
    CompletedAt,
    DurationSeconds,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum FormResponseRelation {
    #[one(Form)]
    Form,
    #[many(FormAnswer)]
    Answers,
    #[one_within(Answers, FormQuestion, form_question_id)]
    AnswersQuestion,
    #[one(User, respondent_user_id)]
    Respondent,
    #[many(Observation)]
    Observations,
    #[morphs(Comment, commentable)]
    Comments,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
    #[morphs(Attachment, attachable)]
    Attachments,
}

impl FormResponse {
    /// What the log calls it that one was erased, by which others know that they may tell of it no more.
    pub(crate) const ERASED: &'static str = "erased";
}

impl Listed for FormResponse {
    type Filter = FormResponseFilter;
    type Sort = FormResponseSort;
    type Relation = FormResponseRelation;
}

impl Resource for FormResponse {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Research;
    const COLUMNS: &'static [&'static str] =
        &["form_id", "status", "source", "started_at", "completed_at", "duration_seconds"];
    const LIMIT: Option<Limit> = Some(Limit::FormResponses);

    /// The form, under which its responses are written one after the other.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        if let Some(response) = Self::reads(tx).find(team, id)? {
            Form::writes(tx).find_to_change(team, response.record.form_id)?;
        }
        Ok(())
    }

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if let Some(metadata) = &self.metadata {
            responses::check_metadata(metadata, reader);
        }
        if before.is_some() {
            return;
        }
        if !ResponseStatus::INITIAL.contains(&self.status) {
            reader.reject("status", FieldError::NotAllowed);
        }
        if !ResponseSource::SAID.contains(&self.source) {
            reader.reject("source", FieldError::NotAllowed);
        }
    }

    fn initial_words() -> Vec<(&'static str, Vec<&'static str>)> {
        let statuses = ResponseStatus::INITIAL.iter().map(|it| it.name());
        let sources = ResponseSource::SAID.iter().map(|it| it.name());
        vec![("status", statuses.collect()), ("source", sources.collect())]
    }

    /// Summaries may be of the responses with a tag.
    fn after_link_change(
        tx: &mut dyn WriteTx,
        caller: &Caller,
        stored: &mut Stored<Self>,
        relation: FormResponseRelation,
    ) -> Result<(), Refusal> {
        match relation {
            FormResponseRelation::Tags => stored.outdate_summaries(tx, caller),
            FormResponseRelation::Form
            | FormResponseRelation::Answers
            | FormResponseRelation::AnswersQuestion
            | FormResponseRelation::Respondent
            | FormResponseRelation::Observations
            | FormResponseRelation::Comments
            | FormResponseRelation::Attachments => Ok(()),
        }
    }
}
