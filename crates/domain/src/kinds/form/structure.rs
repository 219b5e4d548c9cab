//! A form with its steps and questions.

use crate::access::{Caller, TeamId};
use crate::commands;
use crate::forms::{Definition, Fault, Question, Settings, Step, Validation};
use crate::kinds::{FormQuestionFilter, FormStepFilter};
use crate::listing::{FilterValues, Listing};
use crate::ports::{ReadPort, ReadTx, Unmetered, WritePort, WriteTx};
use crate::record::{Id, Ordinal, Stored, Time};
use crate::refusal::Invalid;
use crate::resource::Resource;
use crate::{Form, FormQuestion, FormStep, Refusal};

use super::Status;

/// How many questions a form has at most.
pub(super) const MOST_QUESTIONS: usize = 200;

/// How many steps a form has at most.
pub(super) const MOST_STEPS: usize = 100;

/// A form with its steps and questions, each in their order, without those that are deleted.
#[derive(Clone)]
pub(super) struct Structure {
    pub(super) form: Stored<Form>,
    pub(super) steps: Vec<Stored<FormStep>>,
    pub(super) questions: Vec<Stored<FormQuestion>>,
}

impl Structure {
    /// # Errors
    /// When the database fails.
    pub(super) fn of(tx: &mut dyn ReadTx, team: TeamId, form: Stored<Form>) -> Result<Self, Refusal> {
        let id = FilterValues(vec![form.id.to_string()]);
        let steps = Listing::of(vec![(FormStepFilter::FormId, id.clone())]);
        let questions = Listing::of(vec![(FormQuestionFilter::FormId, id)]);
        let steps = FormStep::reads(tx).list(team, &steps, &mut Unmetered)?.records;
        let questions = FormQuestion::reads(tx).list(team, &questions, &mut Unmetered)?.records;
        let mut structure = Self { form, steps, questions };
        structure.sort();
        Ok(structure)
    }

    /// The structure of a form that is there, which stays as it is until the transaction ends.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn hold(tx: &mut dyn WriteTx, team: TeamId, form: Id<Form>) -> Result<Option<Self>, Refusal> {
        let found = Form::writes(tx).find_to_change(team, form)?.filter(|form| form.deleted_at.is_none());
        found.map(|form| Self::of(tx, team, form)).transpose()
    }

    /// Puts steps and questions in the order of their positions, questions by their steps.
    pub(super) fn sort(&mut self) {
        self.steps.sort_by_key(|step| (step.record.position, step.id.get()));
        let Self { steps, questions, .. } = self;
        let place = |question: &Stored<FormQuestion>| steps.iter().position(|it| it.id == question.record.form_step_id);
        questions.sort_by_key(|question| (place(question), question.record.position, question.id.get()));
    }

    /// The questions of a step, in their order.
    pub(super) fn questions_of(&self, step: Id<FormStep>) -> impl Iterator<Item = &Stored<FormQuestion>> {
        self.questions.iter().filter(move |question| question.record.form_step_id == step)
    }

    /// The form as far as the way through it is concerned.
    pub(super) fn definition(&self) -> Definition {
        let step = |step: &Stored<FormStep>| Step {
            id: step.id.get(),
            position: step.record.position.get(),
            is_hidden: step.record.is_hidden,
            logic: step.record.logic.clone(),
            questions: self.questions_of(step.id).map(|question| asked(&question.record)).collect(),
        };
        Definition { steps: self.steps.iter().map(step).collect() }
    }

    /// Refuses to make this of a published form where it brings a fault that keeps forms from being published.
    ///
    /// # Errors
    /// With every such fault.
    pub(super) fn follow(&self, before: &Self) -> Result<(), Refusal> {
        if before.form.record.status != Status::Published {
            return Ok(());
        }
        refuse(&self.definition().faults_brought_since(&before.definition()))
    }
}

/// A record as it will be.
pub(super) fn unsaved<R>(record: R) -> Stored<R> {
    let begun = Time::from_micros(0);
    Stored { id: Id::new(0), created_at: begun, updated_at: begun, deleted_at: None, record }
}

/// Refuses where there are faults.
pub(super) fn refuse(faults: &[Fault]) -> Result<(), Refusal> {
    let mut invalid = Invalid::default();
    faults.iter().for_each(|fault| invalid.add(&fault.path, &fault.error));
    if invalid.is_empty() { Ok(()) } else { Err(invalid.into()) }
}

/// A question as far as answers to it are concerned.
pub(super) fn asked(question: &FormQuestion) -> Question {
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

/// Gives the records of a row, which are in their order, their places; the place that is kept free is another's. That
/// others shift is nothing that changes a record.
///
/// # Errors
/// When the database fails.
pub(super) fn renumber<'a, R: Placed>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    row: impl Iterator<Item = &'a Stored<R>>,
    free: Option<Ordinal>,
) -> Result<(), Refusal>
where
    R: 'a,
{
    let places = (1..).filter_map(Ordinal::new).filter(|place| Some(*place) != free);
    for (stored, place) in row.zip(places) {
        if stored.record.position() == place {
            continue;
        }
        let mut moved = stored.clone();
        moved.record.set_position(place);
        R::writes(tx).save(caller.team, &moved)?;
        commands::update_counters(tx, caller.team, Some(stored), Some(&moved));
    }
    Ok(())
}
