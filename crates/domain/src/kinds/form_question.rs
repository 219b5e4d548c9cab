//! A question of a form.

use uplift_derive::{Filters, Record, Relations, Sorts};

use super::form::QUESTION_COMMANDS;
use crate::access::{Caller, Rights, TeamId};
use crate::commands::{Command, Commanded, owners_of};
use crate::forms::{Options, QuestionType, Rules, read_settings, read_validation};
use crate::listing::Listed;
use crate::ports::{ReadTx, WritePort, WriteTx};
use crate::record::{BodyReader, Id, Object, Ordinal, QuestionKey, QuestionLabel, Stored, Text};
use crate::resource::{Area, Owners, Resource};
use crate::{Form, FormStep, Refusal};

/// A question of a form.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct FormQuestion {
    /// The form that it is asked in.
    #[record(fixed, parent)]
    pub form_id: Id<Form>,
    /// The step that it is asked in; the last, where a create leaves it out.
    #[record(default = Id::new(0), replaced)]
    pub form_step_id: Id<FormStep>,
    /// What answers and rules name it by, once in a form; made of the label where a create leaves it out.
    #[record(default = QuestionKey::default(), replaced, searched = Eight)]
    pub key: QuestionKey,
    /// The question, as it is asked.
    #[record(searched = Four)]
    pub label: QuestionLabel,
    /// What is said beneath it to help who answers.
    #[record(searched = One)]
    pub help_text: Option<Text>,
    /// What sort of answer it takes.
    pub r#type: QuestionType,
    /// Whether it has to be answered, where it is seen.
    #[record(default = false)]
    pub is_required: bool,
    /// Its place in the step, from 1. A higher one than there are is the last.
    #[record(default = Ordinal::MOST, replaced)]
    pub position: Ordinal,
    /// What may be chosen: `{"id", "label", "value", "score"}` each, the id made of the label where it is left out.
    #[record(default = Options::default())]
    pub options: Options,
    /// Whether an answer may be none of the options.
    #[record(default = false)]
    pub allow_other: bool,
    /// Whether the options are shown in another order to each respondent.
    #[record(default = false)]
    pub randomize: bool,
    /// What its type can be told, such as `max_length` of a text or the `rows` and `columns` of a matrix.
    #[record(default = Object::default())]
    pub settings: Object,
    /// What a text has to be like: `min_length`, `pattern`, `message`, and of addresses `domains`.
    #[record(default = Object::default())]
    pub validation: Object,
    /// When it is seen and required, and where the form goes on after its step.
    #[record(default = Rules::default())]
    pub logic: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum FormQuestionFilter {
    #[selective]
    Id,
    #[selective]
    FormId,
    #[selective]
    FormStepId,
    #[selective]
    Key,
    #[counted]
    Type,
    #[flag]
    #[counted]
    IsRequired,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum FormQuestionSort {
    Id,
    Position,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum FormQuestionRelation {
    #[one(Form)]
    Form,
    #[one(FormStep, form_step_id)]
    Step,
    #[many(FormAnswer)]
    Answers,
}

impl Listed for FormQuestion {
    type Filter = FormQuestionFilter;
    type Sort = FormQuestionSort;
    type Relation = FormQuestionRelation;
}

impl Resource for FormQuestion {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Parts;
    const COLUMNS: &'static [&'static str] = &["label", "key", "form_id", "type", "is_required", "position"];
    const NAME_FIELD: &'static str = "label";

    /// The form, under which its steps and questions are changed one after the other.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        if let Some(question) = Self::writes(tx).find_to_change(team, id)? {
            Form::writes(tx).find_to_change(team, question.record.form_id)?;
        }
        Ok(())
    }

    fn owners(&self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Owners, Refusal> {
        owners_of(tx, team, self.form_id)
    }

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        let settings = read_settings(self.r#type, &self.settings.fields().into());
        let said = self.validation.fields().into();
        // A regular expression that would not be taken today may stay.
        let stays =
            before.is_some_and(|it| (it.record.r#type, &it.record.validation) == (self.r#type, &self.validation));
        let validation = if stays { Ok(said) } else { read_validation(self.r#type, &said) };
        for (field, read, given) in
            [("settings", settings, &mut self.settings), ("validation", validation, &mut self.validation)]
        {
            match read {
                Ok(kept) => *given = Object::new(kept),
                Err(error) => reader.reject(field, error),
            }
        }
    }
}

impl Commanded for FormQuestion {
    const COMMANDS: &'static [Command<Self>] = QUESTION_COMMANDS;
}
