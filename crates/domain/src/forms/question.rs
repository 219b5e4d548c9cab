//! A question as far as answers to it and the way through its form are concerned.

use super::{Options, QuestionType, Rules, Settings, Validation};
use crate::Json;

/// A question of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What answers and rules name it by, once in a form.
    pub key: String,
    /// How it is asked.
    pub question_type: QuestionType,
    /// Whether it has to be answered where it is seen, whatever the rules say.
    pub is_required: bool,
    /// The options of which its answers are made.
    pub options: Options,
    /// Whether an answer may be none of the options.
    pub allow_other: bool,
    /// Its settings.
    pub settings: Settings,
    /// What its texts have to be like.
    pub validation: Validation,
    /// When it is seen and required, and where the form goes on after its step.
    pub logic: Rules,
}

impl Question {
    /// A question of this key and type of which nothing else is said.
    pub fn new(key: &str, question_type: QuestionType) -> Self {
        let nothing = Json::Null;
        Self {
            key: key.to_owned(),
            question_type,
            is_required: false,
            options: Options::default(),
            allow_other: false,
            settings: Settings::of(question_type, &nothing),
            validation: Validation::of(question_type, &nothing),
            logic: Rules::default(),
        }
    }

    /// Whether an answer to it may be none of its options.
    pub const fn takes_other(&self) -> bool {
        self.allow_other && self.question_type.may_allow_other()
    }

    /// The parameter of the page that it is filled from, where it is one that nobody sees.
    pub fn parameter(&self) -> Option<&str> {
        let Settings::Hidden { param, .. } = &self.settings else { return None };
        Some(param.as_ref().unwrap_or(&self.key))
    }
}
