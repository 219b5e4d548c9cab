//! Answers that are the same to the letter: most are chosen of a few, so that these are counted together and each is
//! read once.

use std::collections::HashMap;

use super::figures::Figures;
use super::question::{KeptAnswers, Moment};
use crate::Json;
use crate::forms::{Question, QuestionType};

/// How many bytes of answers to a question wait to be read, more or less.
const MOST_WAITING: usize = 64 * 1024;

/// What is counted of the answers to a question.
#[derive(Debug)]
pub(super) struct AnswerTally {
    read: KeptAnswers,
    answered: i64,
    /// How often each answer was given, in JSON, since they were read last.
    waiting: HashMap<String, i64>,
    bytes: usize,
}

impl AnswerTally {
    pub(super) fn of(question_type: QuestionType) -> Self {
        Self { read: KeptAnswers::of(question_type), answered: 0, waiting: HashMap::new(), bytes: 0 }
    }

    /// Takes an answer, in JSON, and tells how many bytes more are kept of it. Of texts so many are kept, the newest;
    /// `sizes` are those of files by their ids.
    pub(super) fn take(&mut self, answer: &str, at: Moment, kept: usize, sizes: &HashMap<i64, i64>) -> isize {
        if self.read.adds_up() {
            if let Some(times) = self.waiting.get_mut(answer) {
                *times += 1;
                return 0;
            }
            self.waiting.insert(answer.to_owned(), 1);
            let weight = answer.len() + size_of::<(String, i64)>();
            self.bytes += weight;
            let more = if self.bytes > MOST_WAITING { self.read_waiting() } else { 0 };
            return more.saturating_add_unsigned(weight);
        }
        if let Ok(text) = serde_json::from_str::<&str>(answer) {
            self.answered += 1;
            return self.read.take_text(text, at, kept);
        }
        let Ok(answer) = serde_json::from_str::<Json>(answer) else { return 0 };
        self.answered += 1;
        match answer {
            Json::String(text) => self.read.take_text(&text, at, kept),
            answer => self.read.take(&answer, sizes),
        }
    }

    /// Reads the answers that wait, and tells how many bytes more are kept then.
    fn read_waiting(&mut self) -> isize {
        let mut more = 0_isize.saturating_sub_unsigned(std::mem::take(&mut self.bytes));
        for (answer, times) in std::mem::take(&mut self.waiting) {
            let Ok(answer) = serde_json::from_str::<Json>(&answer) else { continue };
            self.answered += times;
            more = more.saturating_add(self.read.add(&answer, times));
        }
        more
    }

    /// How many answers there were.
    pub(super) fn answered(&mut self) -> i64 {
        self.read_waiting();
        self.answered
    }

    /// The figures of all answers.
    pub(super) fn figures(mut self, question: &Question) -> Figures {
        let answered = self.answered();
        self.read.figures(question, answered)
    }
}
