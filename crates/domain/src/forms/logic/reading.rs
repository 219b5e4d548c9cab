//! Reads rules from what a body says, and tells what is wrong by its path.

use super::operator::Operator;
use super::rule::{Action, ActionType, Condition, Connector, MOST_CONDITIONS, Rule};
use crate::Json;
use crate::record::{FieldError, MemberErrors, integer, read_word};

/// What is said of a member.
fn said<'a>(object: &'a Json, name: &str) -> Result<&'a Json, FieldError> {
    object.get(name).filter(|it| !it.is_null()).ok_or(FieldError::Required)
}

/// A member that is an object.
fn object<'a>(of: &'a Json, name: &str) -> Result<&'a Json, FieldError> {
    said(of, name).and_then(|it| if it.is_object() { Ok(it) } else { Err(FieldError::NotObject) })
}

/// Reads a rule at a path. There is none where anything is wrong with it.
pub(super) fn read_rule(item: &Json, path: &str, wrong: &mut MemberErrors) -> Option<Rule> {
    if !item.is_object() {
        wrong.push((path.to_owned(), FieldError::NotObject));
        return None;
    }
    let conditions = match object(item, "conditions") {
        Ok(group) => read_conditions(group, &format!("{path}.conditions"), wrong),
        Err(error) => {
            wrong.push((format!("{path}.conditions"), error));
            None
        }
    };
    let action = match object(item, "action") {
        Ok(action) => read_action(action, &format!("{path}.action"), wrong),
        Err(error) => {
            wrong.push((format!("{path}.action"), error));
            None
        }
    };
    let (connector, conditions) = conditions?;
    Some(Rule { connector, conditions, action: action? })
}

fn read_conditions(group: &Json, path: &str, wrong: &mut MemberErrors) -> Option<(Connector, Vec<Condition>)> {
    let connector = said(group, "connector").and_then(read_word::<Connector>);
    let connector = connector.map_err(|error| wrong.push((format!("{path}.connector"), error))).ok();
    let rules = said(group, "rules").and_then(|rules| match rules.as_array() {
        None => Err(FieldError::NotList),
        Some(rules) if rules.is_empty() => Err(FieldError::Required),
        Some(rules) if rules.len() > MOST_CONDITIONS => Err(FieldError::TooMany(MOST_CONDITIONS)),
        Some(rules) => Ok(rules),
    });
    let rules = rules.map_err(|error| wrong.push((format!("{path}.rules"), error))).ok()?;
    let each = rules.iter().enumerate();
    let read: Vec<_> = each.map(|(at, it)| read_condition(it, &format!("{path}.rules.{at}"), wrong)).collect();
    Some((connector?, read.into_iter().collect::<Option<_>>()?))
}

fn read_condition(item: &Json, path: &str, wrong: &mut MemberErrors) -> Option<Condition> {
    if !item.is_object() {
        wrong.push((path.to_owned(), FieldError::NotObject));
        return None;
    }
    let question = said(item, "question").and_then(|it| it.as_str().ok_or(FieldError::NotText));
    let question = question.map_err(|error| wrong.push((format!("{path}.question"), error))).ok();
    let operator = said(item, "operator").and_then(read_word::<Operator>);
    let operator = operator.map_err(|error| wrong.push((format!("{path}.operator"), error))).ok();
    let value = item.get("value").cloned().unwrap_or_default();
    Some(Condition { question: question?.to_owned(), operator: operator?, value })
}

fn read_action(item: &Json, path: &str, wrong: &mut MemberErrors) -> Option<Action> {
    let read = said(item, "type").and_then(read_word::<ActionType>);
    let read = read.map_err(|error| wrong.push((format!("{path}.type"), error))).ok()?;
    let to = said(item, "to");
    let action = match read {
        ActionType::JumpToStep => to.and_then(integer).map(Action::JumpToStep),
        ActionType::Show | ActionType::Hide | ActionType::Require | ActionType::End if to.is_ok() => {
            Err(FieldError::Prohibited)
        }
        ActionType::Show => Ok(Action::Show),
        ActionType::Hide => Ok(Action::Hide),
        ActionType::Require => Ok(Action::Require),
        ActionType::End => Ok(Action::End),
    };
    action.map_err(|error| wrong.push((format!("{path}.to"), error))).ok()
}
