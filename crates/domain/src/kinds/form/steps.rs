//! The steps of a form: they stand in a row, and take their questions along.

use serde_json::json;
use uplift_derive::Record;

use super::questions::{full, hold_named};
use super::structure::{FORM, MOST_QUESTIONS, MOST_STEPS, Placed, Structure, make_room, place, renumber, unsaved};
use crate::activity::PartsChange;
use crate::commands::{self, Call, Done, Outcome, fields};
use crate::forms::{RuleHost, Rules};
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{AnyId, FieldError, Id, List, Ordinal, Stored};
use crate::resource::Resource;
use crate::{Form, FormQuestion, FormStep, Kind, Refusal};

/// What becomes of the questions of a step that is deleted.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Leaving {
    /// The step of the form that they move to; without one they are deleted as well.
    pub(super) move_questions_to: Option<Id<FormStep>>,
}

/// The ids of all steps of a form, or of all questions of a step, each once, in their order.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Order {
    /// Every one of them, once, in the order in which they are to stand.
    pub(super) ids: List<AnyId, MOST_QUESTIONS>,
}

/// The row in which the steps of a form stand.
fn row(form: Id<Form>) -> (Kind, &'static str, i64) {
    (Kind::FormStep, FORM, form.get())
}

impl FormStep {
    /// The first step of a form that has none.
    pub(super) fn first_of(form: Id<Form>) -> Self {
        Self {
            form_id: form,
            title: None,
            description: None,
            position: Ordinal::default(),
            is_hidden: false,
            logic: Rules::default(),
        }
    }

    pub(super) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let before = hold_named(tx, call)?;
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?;
        prepared.check(|step, reader| {
            let Some(before) = &before else { return Ok(()) };
            if before.steps.len() >= MOST_STEPS {
                reader.reject(FORM, full("steps", MOST_STEPS));
            }
            let wrong = before.definition().check_rules(RuleHost::Step, &step.logic);
            if !wrong.is_empty() {
                reader.reject("logic", FieldError::Members(wrong));
            }
            Ok(())
        })?;
        let mut prepared = prepared.valid()?;
        if let (Some(step), Some(before)) = (&mut prepared.record, &before) {
            step.position = place(step.position, before.steps.len());
            before.clone().with_step(unsaved(step.clone())).follow(tx, call.caller, before)?;
            make_room(tx, call.caller, row(before.form.id), (None, Some(step.position)))?;
        }
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }

    pub(super) fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let before = Structure::hold(tx, call.caller.team, stored.record.form_id)?;
        let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?;
        if prepared.after.record.logic != prepared.before.record.logic {
            let wrong = before.definition().check_rules(RuleHost::Step, &prepared.after.record.logic);
            if !wrong.is_empty() {
                prepared.reader.reject("logic", FieldError::Members(wrong));
            }
        }
        let mut prepared = prepared.valid()?;
        let mut others = before.clone();
        others.steps.retain(|other| other.id != prepared.after.id);
        let step = &mut prepared.after.record;
        step.position = place(step.position, others.steps.len());
        let places = (Some(prepared.before.record.position), Some(step.position));
        others.with_step(prepared.after.clone()).follow(tx, call.caller, &before)?;
        make_room(tx, call.caller, row(before.form.id), places)?;
        commands::commit_update(tx, call.caller, prepared).map(Into::into)
    }

    pub(super) fn delete(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let Leaving { move_questions_to: to } = call.read()?;
        let before = Structure::hold(tx, caller.team, stored.record.form_id)?;
        if let Some(to) = to
            && (to == stored.id || !before.steps.iter().any(|step| step.id == to))
        {
            return Err(Refusal::field("move_questions_to", &FieldError::NotAllowed));
        }
        let mut after = before.clone();
        after.steps.retain(|step| step.id != stored.id);
        let leaving: Vec<_> = before.questions_of(stored.id).cloned().collect();
        after.questions.retain(|question| question.record.form_step_id != stored.id);
        tx.share_batch();
        let mut moved = Vec::new();
        for question in &leaving {
            let Some(to) = to else { continue };
            let mut there = question.clone();
            there.record.form_step_id = to;
            there.record.position = place(Ordinal::MOST, after.questions_of(to).count());
            after.questions.push(there.clone());
            moved.push(there);
        }
        after.sort();
        after.follow(tx, caller, &before)?;
        for question in leaving {
            match moved.iter_mut().find(|it| it.id == question.id) {
                Some(there) => commands::change(tx, caller, &question, there, "updated")?,
                None => drop(commands::delete(tx, caller, question)?),
            }
        }
        make_room(tx, caller, row(before.form.id), (Some(stored.record.position), None))?;
        commands::delete(tx, caller, stored)?;
        Ok(Outcome::Nothing.into())
    }

    /// Brings a step back, with the questions that were deleted with it.
    pub(super) fn restore(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        mut stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        if stored.deleted_at.is_none() {
            return commands::restore(tx, caller, stored, call.body).map(Into::into);
        }
        fields(call.body)?;
        let before = Structure::hold_live(tx, caller.team, stored.record.form_id)?;
        if before.steps.len() >= MOST_STEPS {
            return Err(Refusal::field(FORM, &full("steps", MOST_STEPS)));
        }
        let mut came = FormQuestion::writes(tx).deleted_of(caller.team, (FORM, before.form.id.get()))?;
        came.retain(|it| it.record.form_step_id == stored.id && it.deleted_at == stored.deleted_at);
        came.sort_by_key(|it| (it.record.position, it.id.get()));
        if before.questions.len() + came.len() > MOST_QUESTIONS {
            return Err(Refusal::field(FORM, &full("questions", MOST_QUESTIONS)));
        }
        stored.record.position = place(Ordinal::MOST, before.steps.len());
        let mut after = before.clone().with_step(stored.clone());
        after.questions.extend(came.iter().cloned());
        after.sort();
        after.follow(tx, caller, &before)?;
        tx.share_batch();
        let restored = commands::restore(tx, caller, stored, call.body)?;
        for question in came {
            commands::restore(tx, caller, question, call.body)?;
        }
        Ok(restored.into())
    }

    /// Puts the questions of a step in another order.
    pub(super) fn reorder_questions(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        let order: Order = call.read()?;
        let before = Structure::hold(tx, call.caller.team, stored.record.form_id)?;
        let row: Vec<_> = before.questions_of(stored.id).cloned().collect();
        let (ordered, told) = put_in_order(&row, &order, "question_ids")?;
        let mut after = before.clone();
        for (question, place) in ordered.iter().zip((1..).filter_map(Ordinal::new)) {
            let mut known = after.questions.iter_mut().filter(|it| it.id == question.id);
            known.by_ref().for_each(|it| it.record.set_position(place));
        }
        after.sort();
        after.follow(tx, call.caller, &before)?;
        renumber(tx, call.caller, &ordered)?;
        let mut changed = stored.clone();
        commands::change_with(tx, call.caller, &stored, &mut changed, call.event, told)?;
        Ok(changed.into())
    }
}

impl Form {
    /// Puts the steps of a form in another order.
    pub(super) fn reorder_steps(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        let order: Order = call.read()?;
        let before = Structure::of(tx, call.caller.team, stored)?;
        let (ordered, told) = put_in_order(&before.steps, &order, "step_ids")?;
        let mut after = before.clone();
        for (step, place) in ordered.iter().zip((1..).filter_map(Ordinal::new)) {
            after.steps.iter_mut().filter(|it| it.id == step.id).for_each(|it| it.record.set_position(place));
        }
        after.sort();
        let followed = after.follow(tx, call.caller, &before)?;
        renumber(tx, call.caller, &ordered)?;
        let mut changed = followed.clone();
        commands::change_with(tx, call.caller, &followed, &mut changed, call.event, told)?;
        Ok(changed.into())
    }
}

impl Structure {
    /// This structure with a step put at its position; the others close up around it.
    fn with_step(mut self, step: Stored<FormStep>) -> Self {
        let places = (1..).filter_map(Ordinal::new).filter(|place| *place != step.record.position);
        self.steps.iter_mut().zip(places).for_each(|(other, place)| other.record.position = place);
        self.steps.push(step);
        self.sort();
        self
    }
}

/// The records of a row in another order, and what is told of that; nothing where it is the same.
///
/// # Errors
/// When the order does not list every record exactly once.
fn put_in_order<R: Resource>(
    row: &[Stored<R>],
    order: &Order,
    told: &str,
) -> Result<(Vec<Stored<R>>, PartsChange), Refusal> {
    let ids = commands::check_order(&order.ids, row.iter().map(|it| it.id.get()))?;
    let before: Vec<i64> = row.iter().map(|it| it.id.get()).collect();
    let mut ordered = row.to_vec();
    ordered.sort_by_key(|it| ids.iter().position(|id| *id == it.id.get()));
    let mut parts = PartsChange::default();
    if before != ids {
        parts.note(told, json!(before), json!(ids));
    }
    Ok((ordered, parts))
}
