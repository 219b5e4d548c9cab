//! How much a form asks: every request at its public address reads all of it, and goes through its logic.

use super::structure::Structure;
use crate::forms::Rules;
use crate::record::{Record, bytes_of};
use crate::{FormQuestion, FormStep};

/// How many bytes the steps and questions of a form may have in all.
const MOST_BYTES: usize = 1024 * 1024;

/// How many conditions the rules of its steps and questions may have in all.
const MOST_CONDITIONS: usize = 4_000;

/// The size of a form.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FormSize {
    conditions: usize,
    bytes: usize,
}

impl FormSize {
    pub(super) fn of(form: &Structure) -> Self {
        let mut size = Self::default();
        form.steps.iter().for_each(|step| size.add_step(&step.record));
        form.questions.iter().for_each(|question| size.add_question(&question.record));
        size
    }

    pub(super) fn add_step(&mut self, step: &FormStep) {
        self.add(step, &step.logic);
    }

    pub(super) fn add_question(&mut self, question: &FormQuestion) {
        self.add(question, &question.logic);
    }

    fn add(&mut self, record: &impl Record, rules: &Rules) {
        self.conditions += rules.all().iter().map(|rule| rule.conditions.len()).sum::<usize>();
        self.bytes += bytes_of(record);
    }

    /// Of what a form of this size has too much, where it has grown since it was another. One that was larger before may
    /// become smaller.
    pub(super) fn too_much(&self, before: impl FnOnce() -> Self) -> Option<String> {
        if self.conditions <= MOST_CONDITIONS && self.bytes <= MOST_BYTES {
            return None;
        }
        let before = before();
        if self.conditions > MOST_CONDITIONS.max(before.conditions) {
            return Some(format!("more than {MOST_CONDITIONS} conditions"));
        }
        let grows = self.bytes > MOST_BYTES.max(before.bytes);
        grows.then(|| format!("steps and questions of more than {MOST_BYTES} bytes"))
    }
}
