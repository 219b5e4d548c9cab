//! The answers: each operation succeeds as the document says, with exactly the members that it names.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Operation, operations, resolved, snapshot};
use crate::records::{collection, insight, learning, project};
use crate::world::{Store, Team, World, on_both};

on_both![every_operation_answers_as_it_says];

/// A record of the kind that a path names, made for this operation.
fn fresh(team: &Team, kind: &str, project: i64) -> i64 {
    match kind {
        "project" => project,
        "insight" => insight(team.owner(), project, "One"),
        "learning" => learning(team.owner(), project, "One"),
        "research_collection" => collection(team.owner(), project, "One"),
        "user" => team.user("member"),
        _ => panic!("this test makes no {kind}"),
    }
}

fn body(said: &Value, project: i64, ids: i64) -> Option<Value> {
    let schema = said["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str()?;
    let name = schema.rsplit('/').next().unwrap_or_default();
    Some(match name {
        "Ids" => json!({ "ids": [ids] }),
        name if name.ends_with("Create") => json!({ "project_id": project, "name": name, "status": "active" }),
        _ => json!({ "name": "Another" }),
    })
}

fn every_operation_answers_as_it_says(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let document = snapshot();
    for Operation { method, path, said } in operations(&document) {
        let project = project(team.owner());
        for kind in ["insight", "learning", "research_collection"] {
            fresh(&team, kind, project);
        }
        let parts = path.split(['{', '}']).enumerate();
        let parts = parts.map(|(at, part)| match at % 2 {
            1 => fresh(&team, part, project).to_string(),
            _ => part.to_owned(),
        });
        let mut address: String = parts.collect();
        if path == "/activities" {
            address.push_str(&format!("?subject_type=project&subject_id={project}"));
        }
        let related = if path.ends_with("/learnings") { "learning" } else { "insight" };
        let ids = fresh(&team, related, project);
        let body = body(&said, project, ids).map_or_else(String::new, |body| body.to_string());
        let headers = [("Content-Type", "application/json")];
        let answer = team.owner().send(&method.to_uppercase(), &address, &headers, body.as_bytes());
        let responses = said["responses"].as_object().expect("responses");
        let (status, response) = responses.iter().find(|(status, _)| status.starts_with('2')).expect("a success");
        let answer = answer.status_is(status.parse().expect("a status"));
        match &resolved(&document, response)["content"]["application/json"]["schema"] {
            Value::Null => assert!(answer.raw.is_empty(), "{method} {path}"),
            schema => conforms(&document, schema, &answer.body, &format!("{method} {path}")),
        }
    }
}

/// The value is what the schema says; an object has exactly the members that the schema requires.
#[track_caller]
fn conforms(document: &Value, schema: &Value, value: &Value, here: &str) {
    let schema = resolved(document, schema);
    if let Some(choices) = schema["anyOf"].as_array() {
        let choice = choices.iter().find(|choice| value.is_null() == (choice["type"] == json!("null")));
        return conforms(document, choice.unwrap_or_else(|| panic!("{here}: {value}")), value, here);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() && !kinds.contains(&"number") => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.contains(&kind), "{here} is {value} and should be {kinds:?}");
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{here} is {value} and should be one of {words:?}");
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(document, &schema["items"], item, &format!("{here}[]"));
    }
    if let (Value::Object(members), Value::Object(properties)) = (value, &schema["properties"]) {
        has_members(document, (schema, properties), members, here);
    }
}

#[track_caller]
fn has_members(document: &Value, said: (&Value, &Map<String, Value>), members: &Map<String, Value>, here: &str) {
    let (schema, properties) = said;
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let relation = |name: &&str| here.contains(&format!("/{name}")) && properties.contains_key(*name);
    let included = members.keys().map(String::as_str).filter(relation);
    let wanted: BTreeSet<&str> = required.chain(included).collect();
    assert_eq!(members.keys().map(String::as_str).collect::<BTreeSet<_>>(), wanted, "{here}");
    for (name, member) in members {
        conforms(document, &properties[name], member, &format!("{here}.{name}"));
    }
}
