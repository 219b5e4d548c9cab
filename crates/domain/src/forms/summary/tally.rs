//! What is counted of the responses to a form, one after the other.

use std::collections::HashMap;

use super::alike::AnswerTally;
use super::figures::{FormFigures, QuestionFigures, StepFigures};
use super::numbers::{mean, median, rate};
use super::walk::Ways;
use super::{Begun, GivenAnswer, Outline, Terms};
use crate::forms::QuestionType;
use crate::record::{Time, double};

/// The summary of a form in the making.
#[derive(Debug)]
pub struct Tally {
    outline: Outline,
    terms: Terms,
    ways: Ways,
    places: HashMap<i64, usize>,
    starts: i64,
    completed: i64,
    population: i64,
    seconds: Vec<f64>,
    last_response_at: Option<Time>,
    steps: Vec<StepTally>,
    questions: Vec<QuestionTally>,
    kept: usize,
}

#[derive(Clone, Debug, Default)]
struct StepTally {
    reached: i64,
    left: i64,
}

#[derive(Debug)]
struct QuestionTally {
    seen: i64,
    drop_off: i64,
    answers: AnswerTally,
}

impl Tally {
    pub fn new(outline: Outline, terms: Terms) -> Self {
        let asked = |question_type| QuestionTally { seen: 0, drop_off: 0, answers: AnswerTally::of(question_type) };
        Self {
            ways: Ways::of(&outline),
            places: outline.questions.iter().enumerate().map(|(at, it)| (it.id, at)).collect(),
            steps: vec![StepTally::default(); outline.steps.len()],
            questions: outline.questions.iter().map(|it| asked(it.question.question_type)).collect(),
            outline,
            terms,
            starts: 0,
            completed: 0,
            population: 0,
            seconds: Vec::new(),
            last_response_at: None,
            kept: 0,
        }
    }

    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How many bytes it keeps of the answers, more or less.
    pub const fn kept(&self) -> usize {
        self.kept
    }

    /// The ids of the files that are answered.
    pub fn files(&self, said: &[GivenAnswer]) -> Vec<i64> {
        if !self.outline.questions.iter().any(|it| it.question.question_type == QuestionType::FileUpload) {
            return Vec::new();
        }
        let of_files = |said: &&GivenAnswer| {
            let question = self.places.get(&said.question).and_then(|at| self.outline.questions.get(*at));
            question.is_some_and(|it| it.question.question_type == QuestionType::FileUpload)
        };
        let ids = |said: &GivenAnswer| serde_json::from_str::<Vec<i64>>(said.value.as_deref()?).ok();
        said.iter().filter(of_files).filter_map(ids).flatten().collect()
    }

    /// Takes a response with what it says, and the sizes of its files by their ids.
    pub fn take(&mut self, response: &Begun, said: &[GivenAnswer], sizes: &HashMap<i64, i64>) {
        if self.terms.starts(response) {
            self.starts += 1;
        }
        let is_complete = self.terms.completes(response);
        if is_complete {
            self.completed += 1;
            self.seconds.extend(response.duration_seconds.map(double));
            self.last_response_at = self.last_response_at.max(response.completed_at);
        }
        let place = |it: &GivenAnswer| self.places.get(&it.question).copied();
        let said: Vec<(usize, &GivenAnswer)> = said.iter().filter_map(|it| Some((place(it)?, it))).collect();
        if !is_complete && !self.terms.breaks_off(response) {
            return;
        }
        let seen = self.follow(response, &said);
        if self.terms.counts(response) {
            self.population += 1;
            for (at, said) in said.into_iter().filter(|(at, _)| seen.get(*at).is_some_and(|seen| *seen)) {
                self.count(response, at, said, sizes);
            }
        }
    }

    /// Counts how far a response went, and tells of each question whether it came by it.
    fn follow(&mut self, response: &Begun, said: &[(usize, &GivenAnswer)]) -> Vec<bool> {
        let is_complete = self.terms.completes(response);
        let gone = self.ways.gone(&self.outline, response, said);
        for at in &gone.steps {
            let Some(step) = self.steps.get_mut(*at) else { continue };
            step.reached += 1;
            step.left += i64::from(!is_complete && gone.steps.last() == Some(at));
        }
        let mut seen = vec![false; self.questions.len()];
        let mut see = |at: usize| seen.get_mut(at).map_or((), |seen| *seen = true);
        match is_complete {
            // What a complete response was asked, its rows tell as it was then.
            true => said.iter().for_each(|(at, _)| see(*at)),
            false => {
                let has_row = |at: &usize| said.iter().any(|(said, _)| said == at);
                let met = |at: &usize| !self.was_deleted_before(*at, response) || has_row(at);
                gone.questions.into_iter().filter(met).for_each(&mut see);
                // Of a question whose step was deleted as well nothing else tells.
                said.iter().map(|(at, _)| *at).filter(|at| self.ways.stands(*at).is_none()).for_each(see);
            }
        }
        for (question, _) in self.questions.iter_mut().zip(&seen).filter(|(_, seen)| **seen) {
            question.seen += 1;
        }
        if !is_complete {
            let came_by = |at: usize| seen.get(at).is_some_and(|seen| *seen);
            let answered = said.iter().filter(|(at, said)| said.value.is_some() && came_by(*at));
            let place = |at: &usize| self.outline.questions.get(*at).map(|it| it.place);
            let last = answered.map(|(at, _)| *at).max_by_key(place);
            if let Some(question) = last.and_then(|at| self.questions.get_mut(at)) {
                question.drop_off += 1;
            }
        }
        seen
    }

    /// Whether a question was gone already when a response was begun.
    fn was_deleted_before(&self, at: usize, response: &Begun) -> bool {
        let deleted_at = self.outline.questions.get(at).and_then(|it| it.deleted_at);
        deleted_at.is_some_and(|deleted| response.started_at.is_none_or(|started| deleted <= started))
    }

    /// Counts an answer.
    fn count(&mut self, response: &Begun, at: usize, said: &GivenAnswer, sizes: &HashMap<i64, i64>) {
        let Some(question) = self.questions.get_mut(at) else { return };
        let Some(value) = said.value.as_deref() else { return };
        let moment = (response.completed_at.or(response.started_at), response.id);
        let more = question.answers.take(value, moment, self.terms.samples, sizes);
        self.kept = self.kept.saturating_add_signed(more);
    }

    /// The figures of all responses that were taken.
    pub fn figures(mut self) -> FormFigures {
        self.seconds.sort_by(f64::total_cmp);
        let steps = self.outline.steps.into_iter().zip(self.steps);
        let questions = self.outline.questions.into_iter().zip(self.questions).map(|(outline, mut tally)| {
            let answered = tally.answers.answered();
            (outline, tally, answered)
        });
        let questions = questions.filter(|(outline, _, answered)| {
            outline.question.question_type.takes_answer() && (outline.deleted_at.is_none() || *answered > 0)
        });
        FormFigures {
            form_id: self.outline.form_id,
            version: self.outline.version,
            starts: self.starts,
            completed: self.completed,
            // A response may be completed in the time that is asked for and begun before it.
            completion_rate: rate(self.completed, self.starts).map(|rate| rate.min(1.0)),
            drop_off: self.starts.saturating_sub(self.completed).max(0),
            avg_seconds: mean(&self.seconds),
            median_seconds: median(&self.seconds),
            last_response_at: self.last_response_at,
            population: self.population,
            steps: steps
                .map(|(step, StepTally { reached, left })| StepFigures {
                    step_id: step.id,
                    title: step.title,
                    reached,
                    left,
                    left_rate: rate(left, reached),
                })
                .collect(),
            questions: questions
                .map(|(outline, tally, answered)| QuestionFigures {
                    question_id: outline.id,
                    key: outline.question.key.clone(),
                    label: outline.label,
                    question_type: outline.question.question_type,
                    seen: tally.seen,
                    answered,
                    skipped: tally.seen.saturating_sub(answered).max(0),
                    drop_off: tally.drop_off,
                    drop_off_rate: rate(tally.drop_off, tally.seen),
                    figures: tally.answers.figures(&outline.question),
                })
                .collect(),
        }
    }
}
