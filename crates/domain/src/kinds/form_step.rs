//! A step of a form: the questions that are asked together.

use uplift_derive::{Filters, Record, Relations, Sorts};

use super::form::STEP_COMMANDS;
use crate::access::{Rights, TeamId};
use crate::commands::{Command, Commanded, owners_of};
use crate::forms::Rules;
use crate::listing::Listed;
use crate::ports::{ReadTx, WritePort, WriteTx};
use crate::record::{Id, Name, Ordinal, Text};
use crate::resource::{Area, Owners, Resource};
use crate::{Form, Refusal};

/// A step of a form, with the questions that are asked together.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct FormStep {
    /// The form that it is a step of.
    #[record(fixed, parent)]
    pub form_id: Id<Form>,
    /// What stands above its questions.
    pub title: Option<Name>,
    /// What is said to who answers, beneath the title.
    pub description: Option<Text>,
    /// Its place among the steps of the form, from 1. A higher one than there are is the last.
    #[record(default = Ordinal::MOST, replaced)]
    pub position: Ordinal,
    /// Whether it is seen only where a rule shows it.
    #[record(default = false)]
    pub is_hidden: bool,
    /// When it is seen, and where the form goes on after it: `{"conditions": {"connector", "rules": [{"question",
    /// "operator", "value"}]}, "action": {"type", "to"}}`.
    #[record(default = Rules::default())]
    pub logic: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum FormStepFilter {
    #[selective]
    Id,
    #[selective]
    FormId,
    #[partial]
    Title,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum FormStepSort {
    Id,
    Position,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum FormStepRelation {
    #[one(Form)]
    Form,
    #[many(FormQuestion)]
    Questions,
}

impl Listed for FormStep {
    type Filter = FormStepFilter;
    type Sort = FormStepSort;
    type Relation = FormStepRelation;
}

impl Resource for FormStep {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Parts;
    const COLUMNS: &'static [&'static str] = &["title", "form_id", "position"];
    const NAME_FIELD: &'static str = "title";

    /// The form, under which its steps and questions are changed one after the other.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        if let Some(step) = Self::writes(tx).find_to_change(team, id)? {
            Form::writes(tx).find_to_change(team, step.record.form_id)?;
        }
        Ok(())
    }

    fn owners(&self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Owners, Refusal> {
        owners_of(tx, team, self.form_id)
    }
}

impl Commanded for FormStep {
    const COMMANDS: &'static [Command<Self>] = STEP_COMMANDS;
}
