//! The questions of a form: they stand in a row in their step, and each has a key of its own.

use std::collections::HashSet;

use super::structure::{self, FORM, MOST_QUESTIONS, Structure, make_room, place, unsaved};
use crate::access::TeamId;
use crate::commands::{self, Call, Done, Outcome, fields};
use crate::forms::{RuleHost, Rules, Step, key_from_label};
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{BodyReader, FieldError, Id, Ordinal, QuestionKey, Record as _, Stored};
use crate::{Form, FormQuestion, FormStep, Kind, Refusal};

/// The field in which questions name their step.
const STEP: &str = "form_step_id";

impl FormQuestion {
    pub(super) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let before = hold_named(tx, call)?;
        let deleted = before.as_ref().map(|form| deleted_of(tx, caller.team, form)).transpose()?.unwrap_or_default();
        let mut prepared = commands::prepare_create::<Self>(tx, caller, call.body)?;
        let mut makes_step = false;
        prepared.check(|question, reader| {
            let Some(before) = &before else { return Ok(()) };
            match before.steps.last() {
                _ if reader.raw(STEP).is_some() => check_step(before, question, reader),
                Some(last) => question.form_step_id = last.id,
                None => makes_step = true,
            }
            if before.questions.len() >= MOST_QUESTIONS {
                reader.reject(FORM, full("questions", MOST_QUESTIONS));
            }
            give_key(before, &deleted, question, reader)?;
            check_rules(before, None, question, reader);
            Ok(())
        })?;
        let mut prepared = prepared.valid()?;
        let (Some(question), Some(before)) = (&mut prepared.record, &before) else {
            return commands::commit_create(tx, caller, prepared).map(Into::into);
        };
        let mut known = before.clone();
        if makes_step {
            tx.share_batch();
            let step = commands::insert(tx, caller, FormStep::first_of(before.form.id))?;
            question.form_step_id = step.id;
            known.steps.push(step);
        }
        question.position = place(question.position, known.questions_of(question.form_step_id).count());
        known.clone().with(unsaved(question.clone())).follow(tx, caller, before)?;
        make_room(tx, caller, row(question.form_step_id), (None, Some(question.position)))?;
        commands::commit_create(tx, caller, prepared).map(Into::into)
    }

    pub(super) fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let before = Structure::hold(tx, caller.team, stored.record.form_id)?;
        let mut prepared = commands::prepare_update(tx, caller, stored, call.body)?;
        let (was, question, reader) = (&prepared.before.record, &mut prepared.after.record, &mut prepared.reader);
        let moves = question.form_step_id != was.form_step_id;
        if moves {
            check_step(&before, question, reader);
        }
        if question.key != was.key {
            if tx.is_answered(caller.team, prepared.before.id)? {
                let refused = "field cannot change once it has answers.".to_owned();
                reader.reject("key", FieldError::Otherwise(refused));
            }
            give_key(&before, &deleted_of(tx, caller.team, &before)?, question, reader)?;
        }
        if question.logic != was.logic {
            check_rules(&before, Some(was.key.as_str()), question, reader);
        }
        let names_place = reader.raw("position").is_some();
        let mut prepared = prepared.valid()?;
        let (old_step, id) = (prepared.before.record.form_step_id, prepared.after.id);
        let question = &mut prepared.after.record;
        let mut others = before.clone();
        others.questions.retain(|other| other.id != id);
        if moves && !names_place {
            question.position = Ordinal::MOST;
        }
        question.position = place(question.position, others.questions_of(question.form_step_id).count());
        let (step, position) = (question.form_step_id, question.position);
        others.clone().with(prepared.after.clone()).follow(tx, caller, &before)?;
        let old_position = prepared.before.record.position;
        if moves {
            make_room(tx, caller, row(old_step), (Some(old_position), None))?;
            make_room(tx, caller, row(step), (None, Some(position)))?;
        } else {
            make_room(tx, caller, row(step), (Some(old_position), Some(position)))?;
        }
        commands::commit_update(tx, caller, prepared).map(Into::into)
    }

    pub(super) fn delete(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let before = Structure::hold(tx, caller.team, stored.record.form_id)?;
        let mut others = before.clone();
        others.questions.retain(|other| other.id != stored.id);
        others.follow(tx, caller, &before)?;
        make_room(tx, caller, row(stored.record.form_step_id), (Some(stored.record.position), None))?;
        commands::delete(tx, caller, stored)?;
        Ok(Outcome::Nothing.into())
    }

    pub(super) fn restore(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        mut stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        if stored.deleted_at.is_none() {
            return commands::restore(tx, call.caller, stored, call.body).map(Into::into);
        }
        fields(call.body)?;
        let before = Structure::hold_live(tx, call.caller.team, stored.record.form_id)?;
        if !before.steps.iter().any(|step| step.id == stored.record.form_step_id) {
            return Err(Refusal::field(STEP, &FieldError::NotAllowed));
        }
        if before.questions.len() >= MOST_QUESTIONS {
            return Err(Refusal::field(FORM, &full("questions", MOST_QUESTIONS)));
        }
        stored.record.position = place(Ordinal::MOST, before.questions_of(stored.record.form_step_id).count());
        before.clone().with(stored.clone()).follow(tx, call.caller, &before)?;
        commands::restore(tx, call.caller, stored, call.body).map(Into::into)
    }
}

impl Structure {
    /// This structure with a question put at its position in its step; the others close up around it.
    fn with(mut self, question: Stored<FormQuestion>) -> Self {
        let (row, free) = (question.record.form_step_id, question.record.position);
        let places = (1..).filter_map(Ordinal::new).filter(|place| *place != free);
        let others = self.questions.iter_mut().filter(|other| other.record.form_step_id == row);
        others.zip(places).for_each(|(other, place)| other.record.position = place);
        self.questions.push(question);
        self.sort();
        self
    }
}

/// The row in which the questions of a step stand.
fn row(step: Id<FormStep>) -> (Kind, &'static str, i64) {
    (Kind::FormQuestion, STEP, step.get())
}

/// The form that the body of a create names, with its steps and questions, which stay as they are from here on. One
/// that is deleted is not to be named.
pub(crate) fn hold_named(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Option<Structure>, Refusal> {
    let reader = BodyReader::new(fields(call.body)?);
    let named = FormQuestion::FIELDS.iter().find(|field| field.name == FORM).and_then(|field| reader.reference(field));
    let Some(form) = named else { return Ok(None) };
    let found = Form::writes(tx).find_to_change(call.caller.team, Id::new(form))?;
    found.filter(|form| form.deleted_at.is_none()).map(|form| Structure::of(tx, call.caller.team, form)).transpose()
}

/// What is said of a form that has as many of something as it may.
pub(super) fn full(what: &str, most: usize) -> FieldError {
    FieldError::Otherwise(format!("field names a form with {most} {what}."))
}

/// Rejects a step that is none of the form.
fn check_step(form: &Structure, question: &FormQuestion, reader: &mut BodyReader<'_>) {
    if !form.steps.iter().any(|step| step.id == question.form_step_id) && !reader.has_errors_about(STEP) {
        reader.reject(STEP, FieldError::NotAllowed);
    }
}

/// Rejects rules that no question can have, or that compare a question, be it this one, as it cannot be compared.
fn check_rules(form: &Structure, was: Option<&str>, question: &FormQuestion, reader: &mut BodyReader<'_>) {
    let (mut definition, asked) = (form.definition(), structure::asked(question));
    let mut questions = definition.steps.iter_mut().flat_map(|step| &mut step.questions);
    match questions.find(|known| Some(known.key.as_str()) == was) {
        Some(known) => *known = asked,
        // A new one: in which step it stands does not matter here, and a form without any gets one.
        None => {
            let (logic, questions) = (Rules::new(Vec::new()), vec![asked]);
            definition.steps.push(Step { id: 0, position: 0, is_hidden: false, logic, questions });
        }
    }
    let wrong = definition.check_rules(RuleHost::Question, &question.logic);
    if !wrong.is_empty() {
        reader.reject("logic", FieldError::Members(wrong));
    }
}

/// The questions of a form that were deleted: their keys stay theirs.
fn deleted_of(tx: &mut dyn WriteTx, team: TeamId, form: &Structure) -> Result<Vec<Stored<FormQuestion>>, Refusal> {
    FormQuestion::writes(tx).deleted_of(team, (FORM, form.form.id.get()))
}

/// Makes the key of a question of its label where it has none, and rejects one that another of the form has or had.
fn give_key(
    form: &Structure,
    deleted: &[Stored<FormQuestion>],
    question: &mut FormQuestion,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let all = form.questions.iter().chain(deleted);
    let taken: HashSet<&str> = all.map(|it| it.record.key.as_str()).collect();
    if question.key.as_str().is_empty() {
        let key = key_from_label(question.label.as_str(), |key| taken.contains(key));
        question.key = QuestionKey::parse(&key).map_err(|error| Refusal::Fault(error.about("key")))?;
    } else if taken.contains(question.key.as_str()) {
        reader.reject("key", FieldError::Taken);
    }
    Ok(())
}
