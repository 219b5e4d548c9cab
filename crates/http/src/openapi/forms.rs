//! What is said of the steps and the questions of forms: settings and validations by the types of questions, and rules.

use serde_json::{Map, Value, json};
use uplift_domain::Kind;
use uplift_domain::forms::{MemberFacts, Operator, QuestionType, RULE, settings_facts, validation_facts};
use uplift_domain::record::{Choices as _, FieldType};

use super::field_schema::{object_of, typed};
use super::json_schema::{about, reference};
use super::naming::of;

/// The schema of a rule.
const RULES: &str = "FormRule";

/// The schema of the settings of a question.
const SETTINGS: &str = "FormQuestionSettings";

/// The schema of the validation of a question.
const VALIDATION: &str = "FormQuestionValidation";

/// The schemas that these name.
pub(super) fn schemas() -> Vec<(String, Value)> {
    let settings = "What a question is told, by its type. What its type does not have is dropped, as null is.";
    let validation = "What the answers to a question have to be like that are texts. What its type does not have is \
        dropped, as null is.";
    let all = [
        (RULES, rule()),
        (SETTINGS, by_type(settings_facts, settings, json!({"max_length": 200}))),
        (VALIDATION, by_type(validation_facts, validation, json!({"min_length": 3}))),
    ];
    all.map(|(name, schema)| (name.to_owned(), schema)).into()
}

/// Names what stands in steps and questions, in their schemas.
pub(super) fn name(schemas: &mut Map<String, Value>) {
    for kind in [Kind::FormStep, Kind::FormQuestion] {
        for body in ["", "Create", "Update"] {
            schemas.get_mut(&format!("{}{body}", of(kind))).into_iter().for_each(name_members);
        }
    }
}

/// The same in one of these schemas.
pub(super) fn name_members(schema: &mut Value) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    if let Some(items) = properties.get_mut("logic").and_then(|it| it.get_mut("items")) {
        *items = reference(RULES);
    }
    for (member, name) in [("settings", SETTINGS), ("validation", VALIDATION)] {
        if let Some(schema) = properties.get_mut(member) {
            let said = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
            *schema = about(reference(name), &said);
        }
    }
}

/// A rule, of whose operators it says for which types of questions they are.
fn rule() -> Value {
    const OPERATOR: &str = "/properties/conditions/properties/rules/items/properties/operator";
    let mut rule = object_of(RULE.iter().collect(), true, Map::new());
    if let Some(operator) = rule.pointer_mut(OPERATOR) {
        let said = operator.get("description").and_then(Value::as_str).unwrap_or_default();
        let said = format!("{said} Each is for questions of some types. {}", operators());
        *operator = about(operator.clone(), &said);
    }
    about(rule, "What follows where conditions hold. What is not among its members is dropped.")
}

fn operators() -> String {
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for operator in Operator::ALL {
        let types = QuestionType::ALL.iter().filter(|it| operator.is_for(**it)).map(|it| it.name()).collect();
        match groups.iter_mut().find(|(_, known)| *known == types) {
            Some((operators, _)) => operators.push(operator.name()),
            None => groups.push((vec![operator.name()], types)),
        }
    }
    let said: Vec<_> =
        groups.iter().map(|(operators, types)| format!("{}: {}.", listed(operators), listed(types))).collect();
    said.join(" ")
}

/// An object with whatever questions of any type have, each member with the types that have it.
fn by_type(facts: fn(QuestionType) -> Vec<MemberFacts>, said: &str, example: Value) -> Value {
    let mut members: Vec<(&'static str, Vec<OfType>)> = Vec::new();
    for question_type in QuestionType::ALL {
        for facts in facts(*question_type) {
            let (name, own) = (facts.field.name, OfType { types: vec![question_type.name()], facts });
            match members.iter_mut().find(|(known, _)| *known == name) {
                Some((_, all)) => own.join(all),
                None => members.push((name, vec![own])),
            }
        }
    }
    let properties: Map<_, _> = members.iter().map(|(name, all)| ((*name).to_owned(), member(all))).collect();
    about(json!({"type": "object", "properties": properties, "examples": [example]}), said)
}

/// What a member is to questions of some types.
struct OfType {
    types: Vec<&'static str>,
    facts: MemberFacts,
}

impl OfType {
    /// Puts it among others, with that which is the same.
    fn join(self, all: &mut Vec<Self>) {
        match all
            .iter_mut()
            .find(|known| known.facts == self.facts && known.facts.field.about == self.facts.field.about)
        {
            Some(known) => known.types.extend(self.types),
            None => all.push(self),
        }
    }

    fn said(&self, with_bounds: bool) -> String {
        let mut said = format!("Of {}", listed(&self.types));
        if let (true, FieldType::Integer { min, max }) = (with_bounds && self.is_bounded(), self.facts.field.field_type)
        {
            said += &format!(", from {min} to {max}");
        }
        if let Some(usual) = &self.facts.usual {
            let usual = usual.as_str().map_or_else(|| usual.to_string(), str::to_owned);
            said += &format!(", `{usual}` where it is left out");
        }
        said + "."
    }

    fn is_bounded(&self) -> bool {
        !matches!(self.facts.field.field_type, FieldType::Integer { min: i64::MIN, .. })
    }
}

/// A member that some types of questions have.
fn member(all: &[OfType]) -> Value {
    let mut schemas: Vec<Value> = Vec::new();
    for of in all {
        let schema = typed(&of.facts.field);
        if !schemas.contains(&schema) {
            schemas.push(schema);
        }
    }
    let is_one = schemas.len() == 1;
    let mut said: Vec<String> = Vec::new();
    let mut before = "";
    for of in all {
        if of.facts.field.about != before {
            before = of.facts.field.about;
            said.push(before.to_owned());
        }
        said.push(of.said(!is_one));
    }
    about(if is_one { schemas.swap_remove(0) } else { any_of_their_types(&schemas) }, &said.join(" "))
}

/// A value of any of the types of these schemas, whose bounds differ.
fn any_of_their_types(schemas: &[Value]) -> Value {
    let mut types: Vec<&Value> = Vec::new();
    for each in schemas.iter().filter_map(|schema| schema.get("type")?.as_array()).flatten() {
        if !types.contains(&each) {
            types.push(each);
        }
    }
    if types.contains(&&json!("number")) {
        types.retain(|it| *it != "integer");
    }
    types.sort_by_key(|it| *it == "null");
    json!({ "type": types })
}

/// Words as they stand in a sentence.
fn listed(words: &[&str]) -> String {
    match words {
        [first @ .., before, last] => {
            let first: String = first.iter().map(|word| format!("`{word}`, ")).collect();
            format!("{first}`{before}` and `{last}`")
        }
        [word] => format!("`{word}`"),
        [] => String::new(),
    }
}
