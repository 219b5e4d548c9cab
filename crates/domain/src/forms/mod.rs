//! What a form asks, what may be answered, and which way through the form the answers lead. All of it is computed from
//! what is given; nothing is read or written, and no clock is asked.
//!
//! A [`Question`] says by its [`QuestionType`] what its [`Options`], [`Settings`] and [`Validation`] are, and by these
//! what an [`Answer`] to it may be. [`Rules`] on questions and steps say what is seen of a form and in which order: a
//! [`Definition`] tells the [`FormPath`] on which answers lead, and the [`Fault`]s that keep it from being published.

pub mod answers;
mod labelled;
mod logic;
mod members;
mod naming;
mod numbers;
mod options;
mod question;
mod question_type;
mod settings;
pub mod summary;
mod written;

pub use answers::{Answer, AnswerChanges, Answers, Uploads};
pub use logic::{
    Action, ActionType, AnsweredQuestion, Condition, Connector, Definition, Ended, Fault, FaultPlace, FormPath,
    Operator, RULE, Rule, RuleHost, Rules, Step, condition_holds,
};
pub use members::MemberFacts;
pub use naming::{is_key, key_from_label};
pub(crate) use options::MOST_CHOSEN;
pub use options::{ChoiceOption, Options};
pub use question::Question;
pub use question_type::QuestionType;
pub use settings::{
    AcceptedFiles, DateBound, EndLabels, FileUploadSettings, MatrixLine, MatrixSettings, NumberSettings, RatingShape,
    ScaleSettings, Settings, Validation, read_settings, read_validation, settings_facts, validation_facts,
};
pub use written::{Written, read_written, write_answer};

/// The place of something within the field of a body: the field itself where the path is empty.
pub fn place(field: &str, path: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{field}.{path}") }
}
