//! A form with its steps and questions.

use crate::access::{Caller, TeamId};
use crate::forms::{Definition, Question, Settings, Step, Validation};
use crate::ports::{ReadPort, ReadTx, WritePort, WriteTx};
use crate::record::{FieldError, Id, Ordinal, Stored, Time};
use crate::resource::Resource;
use crate::{Form, FormQuestion, FormStep, Kind, Refusal};

/// The field in which steps and questions name their form.
pub(super) const FORM: &str = "form_id";

/// How many questions a form has at most.
pub(super) const MOST_QUESTIONS: usize = 200;

/// How many steps a form has at most.
pub(super) const MOST_STEPS: usize = 100;

/// A form with its steps and questions, each in their order, without those that are deleted.
#[derive(Clone)]
pub(crate) struct Structure {
    pub(crate) form: Stored<Form>,
    pub(crate) steps: Vec<Stored<FormStep>>,
    pub(crate) questions: Vec<Stored<FormQuestion>>,
}

impl Structure {
    /// # Errors
    /// When the database fails.
    pub(crate) fn of(tx: &mut dyn ReadTx, team: TeamId, form: Stored<Form>) -> Result<Self, Refusal> {
        let id = form.id.get();
        let steps = FormStep::reads(tx).all_of(team, (FORM, id))?;
        let questions = FormQuestion::reads(tx).all_of(team, (FORM, id))?;
        let mut structure = Self { form, steps, questions };
        structure.sort();
        Ok(structure)
    }

    /// The structure of the form of a record, which stays as it is until the transaction ends. The form may be deleted:
    /// what belongs to it is changed as before.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) fn hold(tx: &mut dyn WriteTx, team: TeamId, form: Id<Form>) -> Result<Self, Refusal> {
        let missing = || Refusal::Fault(format!("the form {form} of a record is not there"));
        let found = Form::writes(tx).find_to_change(team, form)?.ok_or_else(missing)?;
        Self::of(tx, team, found)
    }

    /// Locks the structure of a form for a record that is restored within it, so that the form has to be live.
    ///
    /// # Errors
    /// When the form is deleted, or the database fails.
    pub(super) fn hold_live(tx: &mut dyn WriteTx, team: TeamId, form: Id<Form>) -> Result<Self, Refusal> {
        let held = Self::hold(tx, team, form)?;
        if held.form.deleted_at.is_some() { Err(Refusal::field(FORM, &FieldError::NotAllowed)) } else { Ok(held) }
    }

    /// Puts steps and questions in the order of their positions, questions by their steps.
    pub(super) fn sort(&mut self) {
        self.steps.sort_by_key(|step| (step.record.position, step.id.get()));
        let Self { steps, questions, .. } = self;
        let place = |question: &Stored<FormQuestion>| steps.iter().position(|it| it.id == question.record.form_step_id);
        questions.sort_by_key(|question| (place(question), question.record.position, question.id.get()));
    }

    /// The questions of a step, in their order.
    pub(crate) fn questions_of(&self, step: Id<FormStep>) -> impl Iterator<Item = &Stored<FormQuestion>> {
        self.questions.iter().filter(move |question| question.record.form_step_id == step)
    }

    /// The form as far as the way through it is concerned.
    pub(crate) fn definition(&self) -> Definition {
        let step = |step: &Stored<FormStep>| Step {
            id: step.id.get(),
            position: step.record.position.get(),
            is_hidden: step.record.is_hidden,
            logic: step.record.logic.clone(),
            questions: self.questions_of(step.id).map(|question| asked(&question.record)).collect(),
        };
        Definition { steps: self.steps.iter().map(step).collect() }
    }
}

/// A record as it will be.
pub(crate) fn unsaved<R>(record: R) -> Stored<R> {
    let begun = Time::from_micros(0);
    Stored { id: Id::new(0), created_at: begun, updated_at: begun, deleted_at: None, record }
}

/// A question as far as answers to it are concerned.
pub(crate) fn asked(question: &FormQuestion) -> Question {
    let (settings, validation) = (question.settings.fields().into(), question.validation.fields().into());
    Question {
        key: question.key.as_str().to_owned(),
        question_type: question.r#type,
        is_required: question.is_required,
        options: question.options.clone(),
        allow_other: question.allow_other,
        settings: Settings::of(question.r#type, &settings),
        validation: Validation::of(question.r#type, &validation),
        logic: question.logic.clone(),
    }
}

/// What stands in a row, the places in which are 1, 2, 3 and so on.
pub(super) trait Placed: Resource {
    fn position(&self) -> Ordinal;
    fn set_position(&mut self, position: Ordinal);
}

impl Placed for FormStep {
    fn position(&self) -> Ordinal {
        self.position
    }

    fn set_position(&mut self, position: Ordinal) {
        self.position = position;
    }
}

impl Placed for FormQuestion {
    fn position(&self) -> Ordinal {
        self.position
    }

    fn set_position(&mut self, position: Ordinal) {
        self.position = position;
    }
}

/// The place in a row of so many others that is asked for: one that is too high is the last.
pub(super) fn place(asked: Ordinal, others: usize) -> Ordinal {
    let last = i64::try_from(others).unwrap_or(i64::MAX).saturating_add(1);
    Ordinal::new(asked.get().min(last)).unwrap_or_default()
}

/// Makes room in a row for a record that comes to stand in a place, goes from one, or moves; others shift by one. That
/// they do is nothing that changes a record.
///
/// # Errors
/// When the database fails.
pub(super) fn make_room(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    row: (Kind, &'static str, i64),
    (from, to): (Option<Ordinal>, Option<Ordinal>),
) -> Result<(), Refusal> {
    let (positions, by) = match (from.map(Ordinal::get), to.map(Ordinal::get)) {
        (None, None) => return Ok(()),
        (None, Some(to)) => (to..=i64::MAX, 1),
        (Some(from), None) => (from + 1..=i64::MAX, -1),
        (Some(from), Some(to)) if from == to => return Ok(()),
        (Some(from), Some(to)) if from < to => (from + 1..=to, -1),
        (Some(from), Some(to)) => (to..=from - 1, 1),
    };
    tx.shift(caller.team, row, positions, by)
}

/// Gives the records of a row, which are in their order, the places 1, 2, 3 and so on.
///
/// # Errors
/// When the database fails.
pub(super) fn renumber<R: Placed>(tx: &mut dyn WriteTx, caller: &Caller, row: &[Stored<R>]) -> Result<(), Refusal> {
    for (stored, place) in row.iter().zip((1..).filter_map(Ordinal::new)) {
        if stored.record.position() == place {
            continue;
        }
        let mut moved = stored.clone();
        moved.record.set_position(place);
        R::writes(tx).save_changes(caller.team, stored, &moved)?;
    }
    Ok(())
}
