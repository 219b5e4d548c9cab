//! How far a response went through its form.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::{Begun, GivenAnswer, Outline};
use crate::Json;
use crate::forms::{Answer, Answers, Definition, Rules};
use crate::kinds::ResponseStatus;

/// How many ways are remembered at most.
const MOST_KNOWN: usize = 1_000;

/// How long the answers are at most by which one is remembered, in bytes.
const LONGEST_KNOWN: usize = 1_000;

/// The ways through a form.
#[derive(Debug)]
pub(super) struct Ways {
    /// Whether rules or hidden steps make it another for each response.
    branches: bool,
    /// The places of the questions whose answers rules look at: nothing else decides where a way leads.
    decisive: HashSet<usize>,
    /// The ways that were found, by the answers that decided them.
    known: HashMap<String, Way>,
    /// The places of the steps of the form by their ids.
    steps: HashMap<i64, usize>,
    /// The places of the questions by their keys.
    questions: HashMap<String, usize>,
    /// The places of the questions of each step.
    of_step: Vec<Vec<usize>>,
    /// The place of the step in which each question stands.
    stands: HashMap<usize, usize>,
}

/// A way to its end: the places of its steps, and of the questions on it that are not hidden, among all of the form.
#[derive(Clone, Debug)]
struct Way {
    steps: Vec<usize>,
    questions: Vec<usize>,
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
        let stand =
            |(step, questions): (usize, &Vec<usize>)| questions.iter().map(move |at| (*at, step)).collect::<Vec<_>>();
        Self {
            branches: branches(definition),
            decisive: decisive(definition).filter_map(|key| questions.get(key).copied()).collect(),
            known: HashMap::new(),
            steps: definition.steps.iter().enumerate().map(|(at, step)| (step.id, at)).collect(),
            stands: of_step.iter().enumerate().flat_map(stand).collect(),
            of_step,
            questions,
        }
    }

    /// In which step a question stands; `None` where that was deleted.
    pub(super) fn stands(&self, at: usize) -> Option<usize> {
        self.stands.get(&at).copied()
    }

    /// How far a response with these answers went: one that is complete to the end of its way, any other to the last
    /// step in which it answers anything, or else to the first.
    pub(super) fn gone(&mut self, outline: &Outline, response: &Begun, said: &[(usize, &GivenAnswer)]) -> Gone {
        if !self.branches {
            let steps = self.as_far((0..self.of_step.len()).collect(), response, said, |_| true);
            let questions = steps.iter().filter_map(|step| self.of_step.get(*step)).flatten().copied().collect();
            return Gone { steps, questions };
        }
        let Way { steps, questions } = self.way(outline, said);
        let steps = self.as_far(steps, response, said, |at| questions.contains(&at));
        let in_reach = |at: &usize| self.stands(*at).is_some_and(|step| steps.contains(&step));
        Gone { questions: questions.into_iter().filter(in_reach).collect(), steps }
    }

    /// The way on which these answers lead: its steps, and its questions. It is found once for all responses that say
    /// the same to the questions that decide it.
    fn way(&mut self, outline: &Outline, said: &[(usize, &GivenAnswer)]) -> Way {
        let Self { decisive, known, steps, questions, .. } = self;
        let decide = || said.iter().filter(|(at, _)| decisive.contains(at));
        let mut key = String::new();
        for (at, said) in decide() {
            // No JSON that is kept has a line break.
            let _ = writeln!(key, "{at} {}", said.value.as_deref().unwrap_or_default());
        }
        let find = || {
            let form_path = outline.definition.form_path(&answers(outline, decide()));
            Way {
                steps: form_path.path.iter().filter_map(|id| steps.get(id).copied()).collect(),
                questions: form_path.visible.iter().filter_map(|key| questions.get(key).copied()).collect(),
            }
        };
        if key.len() > LONGEST_KNOWN {
            return find();
        }
        if known.len() >= MOST_KNOWN && !known.contains_key(&key) {
            known.clear();
        }
        known.entry(key).or_insert_with(find).clone()
    }

    /// The part of a way that a response went. Where it says that it came to a step that is gone since, or off its way,
    /// the answers tell that it gives to questions that it sees.
    fn as_far(
        &self,
        mut path: Vec<usize>,
        response: &Begun,
        said: &[(usize, &GivenAnswer)],
        sees: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        if response.status == ResponseStatus::Completed {
            return path;
        }
        let last = response.last_step_id.and_then(|id| self.steps.get(&id));
        let last = last.and_then(|last| path.iter().position(|step| step == last));
        let answers = |step: &usize| {
            said.iter().any(|(at, said)| said.value.is_some() && sees(*at) && self.stands(*at) == Some(*step))
        };
        let end = last.or_else(|| path.iter().rposition(answers)).unwrap_or_default();
        path.truncate(end + 1);
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

/// The keys of the questions that rules look at.
fn decisive(definition: &Definition) -> impl Iterator<Item = &str> {
    let rules = definition
        .steps
        .iter()
        .flat_map(|step| std::iter::once(&step.logic).chain(step.questions.iter().map(|question| &question.logic)));
    rules.flat_map(Rules::all).flat_map(|rule| &rule.conditions).map(|condition| condition.question.as_str())
}

/// What is answered.
fn answers<'a>(outline: &Outline, said: impl Iterator<Item = &'a (usize, &'a GivenAnswer)>) -> Answers {
    let answer = |(at, said): &(usize, &GivenAnswer)| {
        let question = outline.questions.get(*at)?;
        let value: Json = serde_json::from_str(said.value.as_ref()?).ok()?;
        Some((question.question.key.clone(), Answer::stored(value)))
    };
    said.filter_map(answer).collect()
}
