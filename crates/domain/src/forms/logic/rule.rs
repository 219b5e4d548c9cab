//! A rule: what follows where conditions hold.

use serde_json::json;
use uplift_derive::Choices;

use super::operator::Operator;
use crate::Json;
use crate::record::{Choices, Field, FieldType, TextFormat};

/// Whether all conditions of a rule have to hold, or any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Connector {
    /// All have to hold.
    And,
    /// One has to hold at least.
    Or,
}

/// How many conditions a rule has at most.
pub(super) const MOST_CONDITIONS: usize = 20;

/// What is said of a condition.
const CONDITION: &[Field] = &[
    Field::member(
        "question",
        "The key of the question whose answer is compared.",
        FieldType::Text { max: 65_535, format: TextFormat::Plain },
    ),
    Field::member("operator", "How the answer is compared.", FieldType::Choices(Operator::NAMES)),
    Field::member(
        "value",
        "What it is compared with: one of what may be answered, a list of these for `in`, `not_in` and those that \
         `include`, `[low, high]` for `between`, `{\"row\", \"column\"}` for `cell_equals`; options by their ids. \
         `is_answered` and `is_skipped` have none.",
        FieldType::Any,
    )
    .nullable(),
];

/// What is said of the conditions of a rule.
const CONDITIONS: &[Field] = &[
    Field::member(
        "connector",
        "Whether all conditions have to hold, or one at least.",
        FieldType::Choices(Connector::NAMES),
    ),
    Field::member(
        "rules",
        "The conditions.",
        FieldType::List { of: &FieldType::Members(CONDITION), most: MOST_CONDITIONS },
    ),
];

/// What is said of what a rule does.
const ACTION: &[Field] = &[
    Field::member(
        "type",
        "What it does: `show` or `hide` what has the rule, `require` the answer to the question that has it, \
         `jump_to_step` or `end` after the step. Steps take no `require`.",
        FieldType::Choices(ActionType::NAMES),
    ),
    Field::member("to", "The step that `jump_to_step` leads to, a later one; the others have none.", FieldType::Id)
        .nullable(),
];

/// What is said of a rule.
pub const RULE: &[Field] = &[
    Field::member("conditions", "When it holds.", FieldType::Members(CONDITIONS)),
    Field::member("action", "What follows then.", FieldType::Members(ACTION)),
];

/// What the answer to a question is compared with, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The key of the question.
    pub question: String,
    /// How the answer is compared.
    pub operator: Operator,
    /// What it is compared with; null where it is compared with nothing.
    pub value: Json,
}

/// What a rule does where its conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// What has the rule is seen, and not seen where none of its rules that show it holds.
    Show,
    /// What has the rule is not seen.
    Hide,
    /// The question that has the rule has to be answered.
    Require,
    /// The form goes on with the step of this id.
    JumpToStep(i64),
    /// The form ends.
    End,
}

/// The word for what a rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ActionType {
    /// See [`Action::Show`].
    Show,
    /// See [`Action::Hide`].
    Hide,
    /// See [`Action::Require`].
    Require,
    /// See [`Action::JumpToStep`].
    JumpToStep,
    /// See [`Action::End`].
    End,
}

/// What a rule stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleHost {
    /// A step.
    Step,
    /// A question.
    Question,
}

/// A rule: what follows where its conditions hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// How its conditions are taken together.
    pub connector: Connector,
    /// Its conditions, of which there is one at least.
    pub conditions: Vec<Condition>,
    /// What it does.
    pub action: Action,
}

impl Action {
    /// The word for it.
    pub const fn action_type(self) -> ActionType {
        match self {
            Self::Show => ActionType::Show,
            Self::Hide => ActionType::Hide,
            Self::Require => ActionType::Require,
            Self::JumpToStep(_) => ActionType::JumpToStep,
            Self::End => ActionType::End,
        }
    }

    /// Whether it is about what comes after the step, rather than about what is seen of it.
    pub const fn leads_on(self) -> bool {
        matches!(self, Self::JumpToStep(_) | Self::End)
    }
}

impl ActionType {
    /// Whether it may stand on a step or a question.
    pub const fn is_for(self, host: RuleHost) -> bool {
        matches!(host, RuleHost::Question) || !matches!(self, Self::Require)
    }
}

impl Rule {
    pub(super) fn shown(&self) -> Json {
        let conditions: Vec<Json> = self.conditions.iter().map(Condition::shown).collect();
        let mut action = json!({ "type": self.action.action_type().name() });
        if let (Action::JumpToStep(step), Json::Object(members)) = (self.action, &mut action) {
            members.insert("to".to_owned(), step.into());
        }
        json!({ "conditions": { "connector": self.connector.name(), "rules": conditions }, "action": action })
    }
}

impl Condition {
    fn shown(&self) -> Json {
        let mut shown = json!({ "question": self.question, "operator": self.operator.name() });
        if let (false, Json::Object(members)) = (self.value.is_null(), &mut shown) {
            members.insert("value".to_owned(), self.value.clone());
        }
        shown
    }
}
