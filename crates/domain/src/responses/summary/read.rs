//! How the responses to a form are read for its summary: once, in the order of their ids, a few at a time.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::access::TeamId;
use crate::forms::summary::{Begun, FormFigures, GivenAnswer, Outline, QuestionOutline, StepOutline, Tally, Terms};
use crate::forms::{Definition, Rules, Step};
use crate::kinds::{Structure, asked};
use crate::ports::{After, ReadPort as _, ReadTx};
use crate::record::{Ordinal, Stored};
use crate::{Form, FormQuestion, FormStep, Refusal};

use super::filters::Filter;

/// The field in which steps name their form.
const FORM: &str = "form_id";

/// How many answers are read at a time, about.
const ANSWERS_AT_ONCE: usize = 4_000;

/// How many responses are: more than have their answers read together, since where the summary is of what a search
/// finds, each time searches anew.
const RESPONSES_AT_ONCE: i64 = 1_000;

/// How many bytes of answers are kept at most while they are counted.
const MOST_KEPT: usize = 64 * 1024 * 1024;

/// How many responses and answers of a form are read in a transaction that writes: for so long all others who write
/// wait.
const MOST_IN_A_WRITE: usize = 50_000;

/// How much may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Most {
    /// What the deadline of reads allows.
    Deadline,
    /// No more responses and answers than those who write may wait for.
    InAWrite,
}

/// The figures of the responses to a form that meet some filters; `None` where there are more than may be read.
///
/// # Errors
/// When more would have to be kept of them than is allowed, or when the database fails.
pub(crate) fn summarise(
    tx: &mut dyn ReadTx,
    team: TeamId,
    form: Stored<Form>,
    (terms, filters): (Terms, Vec<Filter>),
    most: Most,
) -> Result<Option<FormFigures>, Refusal> {
    let id = form.id;
    let outline = outline(tx, team, form)?;
    let at_once = (ANSWERS_AT_ONCE / outline.questions.len().max(1)).max(1);
    let mut tally = Tally::new(outline, terms);
    let (mut after, mut read) = (0, 0_usize);
    loop {
        let begun = tx.responses_matching(team, id, &filters, After { id: after, most: RESPONSES_AT_ONCE })?;
        let Some(last) = begun.last() else { return Ok(Some(tally.figures())) };
        after = last.id;
        for some in begun.chunks(at_once) {
            tx.in_time()?;
            read = read.saturating_add(some.len()).saturating_add(take(tx, team, &mut tally, some)?);
            if most == Most::InAWrite && read > MOST_IN_A_WRITE {
                return Ok(None);
            }
            if tally.kept() > MOST_KEPT {
                return Err(Refusal::TimedOut);
            }
        }
    }
}

/// Takes some responses with their answers, and says how many answers these were.
fn take(tx: &mut dyn ReadTx, team: TeamId, tally: &mut Tally, begun: &[Begun]) -> Result<usize, Refusal> {
    let answered = begun.iter().filter(|it| tally.terms().reads_answers(it));
    let ids: Vec<i64> = answered.map(|it| it.id).collect();
    let mut said = if ids.is_empty() { Vec::new() } else { tx.answers_of(team, &ids)? };
    said.sort_by_key(|it| it.response);
    let files = tally.files(&said);
    let sizes = if files.is_empty() { Default::default() } else { tx.file_sizes(team, &files)? };
    for response in begun {
        let from = said.partition_point(|it| it.response < response.id);
        let until = said.partition_point(|it| it.response <= response.id);
        let own: &[GivenAnswer] = said.get(from..until).unwrap_or_default();
        tally.take(response, own, &sizes);
    }
    Ok(said.len())
}

/// A form as its summary goes through it, with the questions that were deleted.
fn outline(tx: &mut dyn ReadTx, team: TeamId, form: Stored<Form>) -> Result<Outline, Refusal> {
    let deleted = tx.deleted_questions(team, form.id)?;
    let structure = Structure::of(tx, team, form)?;
    let gone = deleted_steps(tx, team, &structure, &deleted)?;
    let mut definition = with_deleted(structure.definition(), &gone, &deleted);
    let places: HashMap<String, usize> = definition.questions().map(|it| it.key.clone()).zip(0..).collect();
    definition.steps.retain(|step| structure.steps.iter().any(|it| it.id.get() == step.id));
    let step = |step: &Stored<FormStep>| StepOutline {
        id: step.id.get(),
        title: step.record.title.as_ref().map(|title| title.as_str().to_owned()),
    };
    let question = |stored: &Stored<FormQuestion>| QuestionOutline {
        id: stored.id.get(),
        label: stored.record.label.as_str().to_owned(),
        question: asked(&stored.record),
        place: places.get(stored.record.key.as_str()).copied().unwrap_or_default(),
        deleted_at: stored.deleted_at,
    };
    Ok(Outline {
        form_id: structure.form.id.get(),
        version: structure.form.record.version.get(),
        steps: structure.steps.iter().map(step).collect(),
        questions: structure.questions.iter().chain(&deleted).map(question).collect(),
        definition,
    })
}

/// The steps of a form that were deleted, where any of these questions was deleted along with one.
fn deleted_steps(
    tx: &mut dyn ReadTx,
    team: TeamId,
    structure: &Structure,
    deleted: &[Stored<FormQuestion>],
) -> Result<Vec<Stored<FormStep>>, Refusal> {
    let is_left =
        |question: &Stored<FormQuestion>| structure.steps.iter().any(|it| it.id == question.record.form_step_id);
    if deleted.iter().all(is_left) {
        return Ok(Vec::new());
    }
    FormStep::reads(tx).deleted_of(team, (FORM, structure.form.id.get()))
}

/// A form with the steps that were deleted from it, and the questions that were deleted from its steps. The last of them
/// comes back first, so that each finds the row in which it stood. Where a way leads is left to the questions that are
/// there.
fn with_deleted(mut form: Definition, gone: &[Stored<FormStep>], deleted: &[Stored<FormQuestion>]) -> Definition {
    let mut steps: Vec<_> = gone.iter().collect();
    steps.sort_by_key(|it| Reverse(it.deleted_at));
    for Stored { id, record, .. } in steps {
        let (id, position, is_hidden) = (id.get(), record.position.get(), record.is_hidden);
        let step = Step { id, position, is_hidden, logic: Rules::default(), questions: Vec::new() };
        put_back(&mut form.steps, record.position, step);
    }
    let mut deleted: Vec<_> = deleted.iter().collect();
    // Those that went with their step did not move up in it.
    let in_gone = |it: &Stored<FormQuestion>| gone.iter().any(|step| step.id == it.record.form_step_id);
    deleted.sort_by_key(|it| (Reverse(it.deleted_at), in_gone(it).then_some(it.record.position)));
    for stored in deleted {
        let step = form.steps.iter_mut().find(|step| step.id == stored.record.form_step_id.get());
        let Some(step) = step else { continue };
        let mut question = asked(&stored.record);
        let rules = question.logic.all().iter().filter(|rule| !rule.action.leads_on());
        question.logic = Rules::new(rules.cloned().collect());
        put_back(&mut step.questions, stored.record.position, question);
    }
    form
}

/// Puts what stood in a row back to its position.
fn put_back<T>(row: &mut Vec<T>, position: Ordinal, it: T) {
    let before = usize::try_from(position.get().saturating_sub(1)).unwrap_or_default();
    row.insert(before.min(row.len()), it);
}
