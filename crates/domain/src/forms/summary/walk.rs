//! How far a response went through its form.

use std::collections::HashMap;

use super::{Begun, GivenAnswer, Outline};
use crate::Json;
use crate::forms::{Answer, Answers, Definition, Rules};
use crate::kinds::ResponseStatus;

/// The way through a form, where it is the same for everybody.
#[derive(Debug)]
pub(super) struct Ways {
    /// Whether rules or hidden steps make it another for each response.
    branches: bool,
    /// The places of the steps of the form by their ids.
    steps: HashMap<i64, usize>,
    /// The places of the questions by their keys.
    questions: HashMap<String, usize>,
    /// The places of the questions of each step.
    of_step: Vec<Vec<usize>>,
    /// Where each question stands: the place of its step, and its place in that.
    stands: HashMap<usize, (usize, usize)>,
}

/// How far a response went: the places of steps and questions among all of the form.
#[derive(Debug, Default)]
pub(super) struct Gone {
    pub(super) steps: Vec<usize>,
    pub(super) questions: Vec<usize>,
}

impl Ways {
    pub(super) fn of(outline: &Outline) -> Self {
        let definition = &outline.definition;
        let all = outline.questions.iter().enumerate();
        let questions: HashMap<String, usize> = all.map(|(at, it)| (it.question.key.clone(), at)).collect();
        let of_step = definition
            .steps
            .iter()
            .map(|step| step.questions.iter().filter_map(|question| questions.get(&question.key).copied()).collect());
        let of_step: Vec<Vec<usize>> = of_step.collect();
        let stand = |(step, questions): (usize, &Vec<usize>)| {
            questions.iter().enumerate().map(move |(nth, at)| (*at, (step, nth))).collect::<Vec<_>>()
        };
        Self {
            branches: branches(definition),
            steps: definition.steps.iter().enumerate().map(|(at, step)| (step.id, at)).collect(),
            stands: of_step.iter().enumerate().flat_map(stand).collect(),
            of_step,
            questions,
        }
    }

    /// Where a question stands in the form; `None` where its step was deleted.
    pub(super) fn stands(&self, at: usize) -> Option<(usize, usize)> {
        self.stands.get(&at).copied()
    }

    /// How far a response with these answers went: one that is complete to the end of its way, any other to the last
    /// step in which it answers anything, or else to the first.
    pub(super) fn gone(&self, outline: &Outline, response: &Begun, said: &[(usize, &GivenAnswer)]) -> Gone {
        let is_complete = response.status == ResponseStatus::Completed;
        if !self.branches {
            let path: Vec<usize> = (0..self.of_step.len()).collect();
            let steps = self.as_far(path, response.last_step_id, is_complete);
            let questions = steps.iter().filter_map(|step| self.of_step.get(*step)).flatten().copied().collect();
            return Gone { steps, questions };
        }
        let form_path = outline.definition.form_path(&answers(outline, said));
        let path = form_path.path.iter().filter_map(|id| self.steps.get(id).copied()).collect();
        let steps = self.as_far(path, response.last_step_id, is_complete);
        let in_reach = |at: &usize| self.stands(*at).is_some_and(|(step, _)| steps.contains(&step));
        let visible = form_path.visible.iter().filter_map(|key| self.questions.get(key).copied());
        Gone { questions: visible.filter(in_reach).collect(), steps }
    }

    fn as_far(&self, mut path: Vec<usize>, last: Option<i64>, is_complete: bool) -> Vec<usize> {
        if !is_complete {
            let last = last.and_then(|id| self.steps.get(&id));
            let end = last.and_then(|last| path.iter().position(|step| step == last)).unwrap_or_default();
            path.truncate(end + 1);
        }
        path
    }
}

/// Whether the way through a form depends on what is answered.
fn branches(definition: &Definition) -> bool {
    let rules = |rules: &Rules| !rules.all().is_empty();
    let of_step = |step: &crate::forms::Step| {
        step.is_hidden || rules(&step.logic) || step.questions.iter().any(|question| rules(&question.logic))
    };
    definition.steps.iter().any(of_step)
}

/// What is answered.
fn answers(outline: &Outline, said: &[(usize, &GivenAnswer)]) -> Answers {
    let answer = |(at, said): &(usize, &GivenAnswer)| {
        let question = outline.questions.get(*at)?;
        let value: Json = serde_json::from_str(said.value.as_ref()?).ok()?;
        Some((question.question.key.clone(), Answer::stored(value)))
    };
    said.iter().filter_map(answer).collect()
}
