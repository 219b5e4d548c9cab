//! A form as far as the way through it is concerned.

use crate::Json;
use crate::forms::{Answer, Answers, Options, Question, Rules, Settings};

/// A step of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What rules jump to it by.
    pub id: i64,
    /// Its place in the form, from 1.
    pub position: i64,
    /// Whether it is seen only where a rule shows it.
    pub is_hidden: bool,
    /// When it is seen, and where the form goes on after it.
    pub logic: Rules,
    /// Its questions in their order.
    pub questions: Vec<Question>,
}

/// The steps of a form in their order, each with its questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
    /// The steps in the order of their positions.
    pub steps: Vec<Step>,
}

impl Definition {
    /// All questions in their order.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.steps.iter().flat_map(|step| &step.questions)
    }

    /// The question of this key, if there is one.
    pub fn question(&self, key: &str) -> Option<&Question> {
        self.questions().find(|question| question.key == key)
    }

    /// Whether responses are read by it, and led through it, as by another.
    pub fn reads_as(&self, other: &Self) -> bool {
        let same = |a: &Question, b: &Question| {
            let plain = |it: &Question| Question { options: Options::default(), ..it.clone() };
            a.options.mean_the_same_as(&b.options) && plain(a) == plain(b)
        };
        let alike = |a: &Step, b: &Step| {
            let placed = |it: &Step| (it.id, it.position, it.is_hidden, it.questions.len());
            let mut questions = a.questions.iter().zip(&b.questions);
            placed(a) == placed(b) && a.logic == b.logic && questions.all(|(a, b)| same(a, b))
        };
        self.steps.len() == other.steps.len() && self.steps.iter().zip(&other.steps).all(|(a, b)| alike(a, b))
    }

    /// The place of a step among all, from 0.
    pub(super) fn place_of_step(&self, id: i64) -> Option<usize> {
        self.steps.iter().position(|step| step.id == id)
    }

    /// Answers questions that nobody sees with what is answered where nothing else is.
    pub fn fill_defaults(&self, answers: &mut Answers) {
        for question in self.questions() {
            if let Settings::Hidden { default: Some(default), .. } = &question.settings {
                let answer = || Answer::stored(Json::from(default.as_str()));
                answers.entry(question.key.clone()).or_insert_with(answer);
            }
        }
    }
}
