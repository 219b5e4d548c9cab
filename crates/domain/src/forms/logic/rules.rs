//! The rules of a question or a step, as a field holds them.

use std::sync::Arc;

use super::reading::read_rule;
use super::rule::{Action, RULE, Rule};
use crate::Json;
use crate::record::{FieldError, FieldType, FieldValue, MemberErrors, Unreadable, Value};

/// How many rules a question or a step has at most.
const MOST_RULES: usize = 20;

/// The rules of a question or a step in their order: `[{"conditions": {"connector", "rules": [{"question", "operator",
/// "value"}, …]}, "action": {"type", "to"}}, …]`. Copies share them, like [options](crate::forms::Options).
#[derive(Clone, Debug, PartialEq)]
pub struct Rules(Arc<Listed>);

#[derive(Debug, PartialEq)]
struct Listed {
    rules: Vec<Rule>,
    shown: Json,
}

impl Rules {
    /// These rules.
    pub fn new(rules: Vec<Rule>) -> Self {
        let shown = rules.iter().map(Rule::shown).collect();
        Self(Arc::new(Listed { rules, shown }))
    }

    /// The rules in their order.
    pub fn all(&self) -> &[Rule] {
        &self.0.rules
    }

    /// These rules with other steps to jump to: those that are made of each. So ids become positions in a definition
    /// and positions ids, and a copy jumps to its own steps.
    ///
    /// # Errors
    /// The actions that jump to a step of which none is made.
    pub fn redirected(&self, to: impl Fn(i64) -> Option<i64>) -> Result<Self, MemberErrors> {
        let (mut rules, mut wrong) = (self.all().to_vec(), MemberErrors::new());
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

impl Value for Rules {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::List { of: &FieldType::Members(RULE), most: MOST_RULES };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.0.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let Json::Array(items) = raw else { return Err(FieldError::NotList) };
        if items.len() > MOST_RULES {
            return Err(FieldError::TooMany(MOST_RULES));
        }
        let mut wrong = MemberErrors::new();
        let each = items.iter().enumerate();
        let rules: Vec<Rule> = each.filter_map(|(at, item)| read_rule(item, &at.to_string(), &mut wrong)).collect();
        if wrong.is_empty() { Ok(Self::new(rules)) } else { Err(FieldError::Members(wrong)) }
    }

    fn into_raw(self) -> String {
        self.0.shown.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let unreadable = |what: String| Unreadable(format!("{raw:?} are no rules: {what}"));
        let list: Json = serde_json::from_str(&raw).map_err(|error| unreadable(error.to_string()))?;
        Self::read(&list).map_err(|error| unreadable(error.about("rules")))
    }
}
