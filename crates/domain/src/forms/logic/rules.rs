//! Rules: what follows where conditions hold.

use serde_json::json;
use uplift_derive::Choices;

use super::operator::Operator;
use super::reading::read_rule;
use crate::Json;
use crate::forms::Wrong;
use crate::record::{Choices, FieldError, FieldType, FieldValue, Unreadable, Value};

/// How many rules a question or a step has at most.
const MOST_RULES: usize = 20;

/// Whether all conditions of a rule have to hold, or any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Connector {
    /// All have to hold.
    And,
    /// One has to hold at least.
    Or,
}

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

/// The rules of a question or a step in their order: `[{"conditions": {"connector", "rules": [{"question", "operator",
/// "value"}, …]}, "action": {"type", "to"}}, …]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    rules: Vec<Rule>,
    shown: Json,
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

impl Rules {
    /// These rules.
    pub fn new(rules: Vec<Rule>) -> Self {
        let shown = rules.iter().map(Rule::shown).collect();
        Self { rules, shown }
    }

    /// The rules in their order.
    pub fn all(&self) -> &[Rule] {
        &self.rules
    }

    /// The same rules with other steps to jump to: those that are made of each. So ids become positions in a definition
    /// and positions ids, and a copy jumps to its own steps.
    ///
    /// # Errors
    /// The actions that jump to a step of which none is made.
    pub fn redirected(&self, to: impl Fn(i64) -> Option<i64>) -> Result<Self, Wrong> {
        let (mut rules, mut wrong) = (self.rules.clone(), Wrong::new());
        for (at, rule) in rules.iter_mut().enumerate() {
            if let Action::JumpToStep(step) = rule.action {
                match to(step) {
                    Some(step) => rule.action = Action::JumpToStep(step),
                    None => wrong.push((format!("{at}.action.to"), FieldError::NotAllowed)),
                }
            }
        }
        if wrong.is_empty() { Ok(Self::new(rules)) } else { Err(wrong) }
    }
}

impl Default for Rules {
    /// None.
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Rule {
    fn shown(&self) -> Json {
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

impl Value for Rules {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::List { of: &FieldType::Object, most: MOST_RULES };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let Json::Array(items) = raw else { return Err(FieldError::NotList) };
        if items.len() > MOST_RULES {
            return Err(FieldError::TooMany(MOST_RULES));
        }
        let mut wrong = Wrong::new();
        let each = items.iter().enumerate();
        let rules: Vec<Rule> = each.filter_map(|(at, item)| read_rule(item, &at.to_string(), &mut wrong)).collect();
        if wrong.is_empty() { Ok(Self::new(rules)) } else { Err(FieldError::Members(wrong)) }
    }

    fn into_raw(self) -> String {
        self.shown.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let unreadable = |what: String| Unreadable(format!("{raw:?} are no rules: {what}"));
        let list: Json = serde_json::from_str(&raw).map_err(|error| unreadable(error.to_string()))?;
        Self::read(&list).map_err(|error| unreadable(error.about("rules")))
    }
}
