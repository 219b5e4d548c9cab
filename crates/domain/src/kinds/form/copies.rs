//! Copies of forms: their steps and questions, made again in another form.

use std::collections::HashMap;

use uplift_derive::Record;

use super::Form;
use super::structure::{Structure, asked};
use crate::access::Caller;
use crate::commands::{self, Call, Done};
use crate::forms::{Action, Definition, Rules, Step};
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{Id, Name, Ordinal, Stored};
use crate::{FormQuestion, FormStep, Project, Refusal};

/// What the copy of a form is to be called, and where it is to stand.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct NameAndProject {
    /// What the copy is called; “Copy of …”, where it is left out.
    name: Option<Name>,
    /// The project of the copy; that of the form, where it is left out.
    project_id: Option<Id<Project>>,
}

/// Steps with their questions, each in their order. The steps to jump to are said by their positions.
pub(super) struct Parts(pub(super) Vec<(FormStep, Vec<FormQuestion>)>);

impl Parts {
    /// What of these parts decides the way through the form.
    pub(super) fn definition(&self) -> Definition {
        let step = |((step, questions), position): (&(FormStep, Vec<FormQuestion>), i64)| Step {
            id: position,
            position,
            is_hidden: step.is_hidden,
            logic: step.logic.clone(),
            questions: questions.iter().map(asked).collect(),
        };
        Definition { steps: self.0.iter().zip(1..).map(step).collect() }
    }
}

impl Structure {
    /// The steps and questions, without what says of which form they are.
    ///
    /// # Errors
    /// Never, as long as rules jump to steps that were there when they were written.
    pub(super) fn parts(&self) -> Result<Parts, Refusal> {
        let positions: HashMap<i64, i64> = self.steps.iter().map(|it| it.id.get()).zip(1..).collect();
        // A step to jump to may be gone since from a draft: the rule then leads nowhere in the copy either.
        let redirect = |rules: &Rules| {
            let kept = rules.all().iter().filter(|rule| leads_to_one_of(rule.action, &positions));
            let kept = Rules::new(kept.cloned().collect());
            let lost = |_| Refusal::Fault("a rule jumps to no step".to_owned());
            kept.redirected(|step| positions.get(&step).copied()).map_err(lost)
        };
        let mut parts = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let mut questions = Vec::new();
            for question in self.questions_of(step.id) {
                questions.push(FormQuestion { logic: redirect(&question.record.logic)?, ..question.record.clone() });
            }
            parts.push((FormStep { logic: redirect(&step.record.logic)?, ..step.record.clone() }, questions));
        }
        Ok(Parts(parts))
    }
}

impl Form {
    pub(super) fn duplicate(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        original: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        commands::check_limit::<Self>(tx, call.caller)?;
        let NameAndProject { name, project_id } = call.read_in(tx, |_, _, _| Ok(()))?;
        let name = name.unwrap_or_else(|| Name::short(format!("Copy of {}", original.record.name)));
        let project_id = project_id.unwrap_or(original.record.project_id);
        let mut copy = Self { name, project_id, ..original.record.clone() };
        commands::check_new_project(tx, call.caller, &copy)?;
        tx.share_batch();
        copy.begin(tx, call.caller)?;
        let copy = copy_form(tx, call.caller, &original, copy)?;
        commands::log_copy(tx, call, &original, copy.id)?;
        Ok(copy.into())
    }

    /// Copies a form into another project, as a draft with an address of its own.
    ///
    /// # Errors
    /// When the plan has no room for another form, or when the database fails.
    pub(crate) fn copy_to(
        tx: &mut dyn WriteTx,
        caller: &Caller,
        original: &Stored<Self>,
        project_id: Id<Project>,
    ) -> Result<(), Refusal> {
        commands::check_limit::<Self>(tx, caller)?;
        let mut copy = Self { project_id, ..original.record.clone() };
        copy.begin(tx, caller)?;
        copy_form(tx, caller, original, copy).map(drop)
    }
}

/// Writes the copy of a form, with its steps and questions.
fn copy_form(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    original: &Stored<Form>,
    copy: Form,
) -> Result<Stored<Form>, Refusal> {
    let parts = Structure::of(tx, caller.team, original.clone())?.parts()?;
    let copy = commands::insert_copy(tx, caller, original.id, copy)?;
    insert_parts(tx, caller, copy.id, parts)?;
    Ok(copy)
}

/// Writes the steps of a form that has none, with their questions.
///
/// # Errors
/// When a rule jumps to no step, or when the database fails.
pub(super) fn insert_parts(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    form_id: Id<Form>,
    Parts(parts): Parts,
) -> Result<(), Refusal> {
    let (mut steps, mut ids) = (Vec::with_capacity(parts.len()), Vec::with_capacity(parts.len()));
    for ((step, questions), position) in parts.into_iter().zip((1..).filter_map(Ordinal::new)) {
        let logic = step.logic.clone();
        let without = FormStep { form_id, position, logic: Rules::default(), ..step };
        let made = commands::insert_unlogged(tx, caller, without)?;
        ids.push(made.id.get());
        steps.push((made, logic, questions));
    }
    let lost = |_| Refusal::Fault("a rule jumps to no step".to_owned());
    let step_at = |position: i64| ids.get(usize::try_from(position).ok()?.checked_sub(1)?).copied();
    for (step, logic, _) in &mut steps {
        // Rules jump to steps that are made after theirs, so they are written once all are there.
        if !logic.all().is_empty() {
            step.record.logic = logic.redirected(step_at).map_err(lost)?;
            FormStep::writes(tx).save(caller.team, step)?;
        }
        commands::log_created(tx, caller, step)?;
    }
    for (step, _, questions) in steps {
        for (question, position) in questions.into_iter().zip((1..).filter_map(Ordinal::new)) {
            let logic = question.logic.redirected(step_at).map_err(lost)?;
            let made = FormQuestion { form_id, form_step_id: step.id, position, logic, ..question };
            commands::insert(tx, caller, made)?;
        }
    }
    Ok(())
}

/// Whether an action needs no step to jump to, or jumps to one of these.
fn leads_to_one_of(action: Action, steps: &HashMap<i64, i64>) -> bool {
    match action {
        Action::JumpToStep(to) => steps.contains_key(&to),
        Action::Show | Action::Hide | Action::Require | Action::End => true,
    }
}
