//! Conditions: rules on attributes, in groups of which all or any have to hold.

use serde_json::{Map, json};

use super::operator::Operator;
use crate::Json;
use crate::forms::place;
use crate::record::{FieldError, FieldType, FieldValue, MemberErrors, Unreadable, Value, check_text, read_word};

/// How deep groups stand in groups at most; the outermost is the first.
const DEEPEST: usize = 3;

/// How many rules there are at most, in all groups together.
const MOST_RULES: usize = 50;

/// How many characters the name of an attribute has at most.
const LONGEST_ATTRIBUTE: usize = 64;

/// A group of conditions on visitors: `{"match": "all" or "any", "rules": [rule or group, …]}`, where a rule is
/// `{"attribute", "operator", "value"}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions(Json);

impl Value for Conditions {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Object;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let Json::Object(group) = raw else { return Err(FieldError::NotObject) };
        if rules_in(raw, 1) > MOST_RULES {
            return Err(FieldError::Members(vec![("rules".to_owned(), FieldError::TooMany(MOST_RULES))]));
        }
        let mut wrong = Vec::new();
        let kept = read_group(group, "", 1, &mut wrong);
        if wrong.is_empty() { Ok(Self(kept)) } else { Err(FieldError::Members(wrong)) }
    }

    fn into_raw(self) -> String {
        self.0.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        serde_json::from_str(&raw).map(Self).map_err(|error| Unreadable(format!("conditions are no JSON: {error}")))
    }
}

fn is_group(item: &Json) -> bool {
    item.get("rules").is_some() || item.get("match").is_some()
}

/// How many rules stand in a group and in those within, as deep as any are read.
fn rules_in(group: &Json, depth: usize) -> usize {
    let rules = group.get("rules").and_then(Json::as_array).into_iter().flatten();
    rules.map(|item| if is_group(item) && depth < DEEPEST { rules_in(item, depth + 1) } else { 1 }).sum()
}

/// Reads a group at a path, which ends with a dot unless it is empty: what is kept of it.
fn read_group(group: &Map<String, Json>, path: &str, depth: usize, wrong: &mut MemberErrors) -> Json {
    let matches = group.get("match").filter(|it| !it.is_null());
    match matches {
        None => wrong.push((format!("{path}match"), FieldError::Required)),
        Some(word) if !word.as_str().is_some_and(|it| ["all", "any"].contains(&it)) => {
            wrong.push((format!("{path}match"), FieldError::NotAllowed));
        }
        Some(_) => {}
    }
    let mut kept = Vec::new();
    match group.get("rules") {
        Some(Json::Array(rules)) if !rules.is_empty() => {
            for (at, item) in rules.iter().enumerate() {
                kept.push(read_item(item, &format!("{path}rules.{at}"), depth, wrong));
            }
        }
        None | Some(Json::Null | Json::Array(_)) => wrong.push((format!("{path}rules"), FieldError::Required)),
        Some(Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) => {
            wrong.push((format!("{path}rules"), FieldError::NotList));
        }
    }
    json!({ "match": matches, "rules": kept })
}

fn read_item(item: &Json, path: &str, depth: usize, wrong: &mut MemberErrors) -> Json {
    let Json::Object(members) = item else {
        wrong.push((path.to_owned(), FieldError::NotObject));
        return Json::Null;
    };
    if !is_group(item) {
        return read_rule(members, path, wrong);
    }
    if depth == DEEPEST {
        let refused = format!("field must not be a group within more than {} others.", DEEPEST - 1);
        wrong.push((path.to_owned(), FieldError::Otherwise(refused)));
        return Json::Null;
    }
    read_group(members, &format!("{path}."), depth + 1, wrong)
}

fn read_rule(members: &Map<String, Json>, path: &str, wrong: &mut MemberErrors) -> Json {
    let said = |name: &str| members.get(name).filter(|value| !value.is_null());
    let (attribute, operator, value) = (said("attribute"), said("operator"), said("value"));
    let mut reject = |name: &str, error| wrong.push((format!("{path}.{name}"), error));
    if let Err(error) = attribute.ok_or(FieldError::Required).and_then(check_attribute) {
        reject("attribute", error);
    }
    match operator.ok_or(FieldError::Required).and_then(read_word::<Operator>) {
        Err(error) => reject("operator", error),
        Ok(operator) => {
            for (path, error) in operator.check(value.unwrap_or(&Json::Null)) {
                reject(&place("value", &path), error);
            }
        }
    }
    let members = [("attribute", attribute), ("operator", operator), ("value", value)];
    members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.clone()))).collect()
}

fn check_attribute(attribute: &Json) -> Result<(), FieldError> {
    let name = attribute.as_str().ok_or(FieldError::NotText)?;
    check_text(name, Some(LONGEST_ATTRIBUTE), |name| {
        let inner = |it: char| it.is_ascii_alphanumeric() || ['_', '.', '-'].contains(&it);
        let named = name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.chars().all(inner);
        if named { Ok(()) } else { Err(FieldError::Format) }
    })
}

#[cfg(test)]
mod tests;
