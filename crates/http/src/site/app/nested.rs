//! What is told within a value: members under their names, conditions and rules as people say them.

use super::cell::{Cell, is_deep};
use super::document::Document;
use crate::answer::words::words;
use crate::site::isolated::isolated;

/// What an item of a list is called by, which is not told again beside it.
const CALLED: [&str; 2] = ["label", "name"];

/// What an item tells only to programs, where it is called something.
const KEYS: [&str; 2] = ["id", "key"];

/// How conditions compare, where their words alone do not say it.
const COMPARES: [(&str, &str); 14] = [
    ("equals", "is"),
    ("not_equals", "is not"),
    ("gt", "is more than"),
    ("gte", "is at least"),
    ("lt", "is less than"),
    ("lte", "is at most"),
    ("in", "is one of"),
    ("not_in", "is none of"),
    ("between", "is between"),
    ("exists", "is there"),
    ("not_exists", "is not there"),
    ("not_contains", "does not contain"),
    ("first_is", "has first"),
    ("cell_equals", "says"),
];

impl Cell {
    /// A value with what is within it.
    pub(super) fn nested(value: &Document) -> Self {
        match value {
            Document::Object(_) if !value.at("operator").is_null() => Self::Text(condition(value)),
            Document::Object(_) if value.at("rules").is_table() => {
                let joined = if is_any_enough(value) { "Any of:" } else { "All of:" };
                Self::Items(joined.to_owned(), value.at("rules").items().iter().map(Self::nested).collect())
            }
            Document::Object(_) if !value.at("action").is_null() => Self::Text(rule(value)),
            Document::Object(members) => {
                let told = members.iter().filter(|(_, value)| !value.is_null());
                Self::Members(told.map(|(name, value)| (words(name), within(name, value))).collect())
            }
            Document::List(items) => Self::Items(String::new(), items.iter().map(item).collect()),
            value => within("", value),
        }
    }
}

fn within(name: &str, value: &Document) -> Cell {
    if is_deep(value) { Cell::nested(value) } else { Cell::of(name, value) }
}

/// An item of a list: what it is called, and what else it says.
fn item(item: &Document) -> Cell {
    let Some(called) = CALLED.into_iter().find(|name| !item.at(name).text().is_empty()) else {
        return Cell::nested(item);
    };
    let is_more = |name: &str, value: &Document| name != called && !KEYS.contains(&name) && !value.is_null();
    let more = item.members().iter().filter(|(name, value)| is_more(name, value));
    let more: Vec<String> =
        more.map(|(name, value)| format!("{} {}", words(name).to_lowercase(), within(name, value).to_text())).collect();
    let name = isolated(item.at(called).text());
    Cell::Text(if more.is_empty() { name } else { format!("{name} ({})", more.join(", ")) })
}

/// Whether it is enough that one of a group of conditions holds.
fn is_any_enough(group: &Document) -> bool {
    group.at("match").text() == "any" || group.at("connector").text() == "or"
}

fn condition(told: &Document) -> String {
    let what = if told.at("question").is_null() { told.at("attribute") } else { told.at("question") };
    let operator = told.at("operator").text();
    let compares = COMPARES.iter().find(|(known, _)| *known == operator).map(|(_, said)| (*said).to_owned());
    let compares = compares.unwrap_or_else(|| operator.replace('_', " "));
    let value = match told.at("value") {
        Document::Null => return format!("{} {compares}", what.text()),
        Document::List(items) => {
            let between = if operator == "between" { " and " } else { ", " };
            items.iter().map(|item| within("", item).to_text()).collect::<Vec<_>>().join(between)
        }
        value => within("", value).to_text(),
    };
    format!("{} {compares} {value}", what.text())
}

/// A rule of a form in a sentence.
fn rule(rule: &Document) -> String {
    let action = rule.at("action");
    let to = match action.at("to") {
        Document::Whole(id) => format!(" #{id}"),
        Document::Text(name) => format!(" “{name}”"),
        _nowhere => String::new(),
    };
    let action = format!("{}{to}", words(action.at("type").text()));
    let conditions = rule.at("conditions");
    let between = if is_any_enough(conditions) { " or " } else { " and " };
    let conditions: Vec<String> = conditions.at("rules").items().iter().map(condition).collect();
    if conditions.is_empty() { action } else { format!("{action} if {}", conditions.join(between)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(json: &str) -> String {
        Cell::nested(&serde_json::from_str(json).unwrap()).to_text()
    }

    #[test]
    fn conditions_and_rules_are_said_in_words() {
        let conditions = r#"{"match": "all", "rules": [{"attribute": "device.type", "operator": "is", "value": "phone"},
            {"match": "any", "rules": [{"attribute": "basket", "operator": "between", "value": [1, 3]},
            {"attribute": "account", "operator": "not_exists"}]}]}"#;
        let said = "All of: device.type is phone; Any of: basket is between 1 and 3; account is not there";
        assert_eq!(told(conditions), said);
        let logic = r#"[{"action": {"to": 3, "type": "jump_to_step"}, "conditions": {"connector": "or", "rules":
            [{"question": "ease", "operator": "gte", "value": 6}, {"question": "why", "operator": "is_skipped"}]}}]"#;
        assert_eq!(told(logic), "Jump to step #3 if ease is at least 6 or why is skipped");
    }

    #[test]
    fn members_stand_under_their_names() {
        let settings = r#"{"custom": null, "require_hypothesis": true, "checklist": [{"key": "a", "label": "Seen"}],
            "options": [{"id": "s", "label": "Small", "score": 2}]}"#;
        assert_eq!(told(settings), "Require hypothesis: Yes; Checklist: Seen; Options: Small (score 2)");
    }
}
