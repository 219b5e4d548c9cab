//! The forms of JSON Schema that the document is made of.

use serde_json::{Map, Value, json};
use uplift_domain::commands::MOST_LINKS;
use uplift_domain::shape::{Shape, glossary};

use super::naming::of;

pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

pub(super) fn nullable(mut schema: Value) -> Value {
    if let Some(members) = schema.as_object_mut() {
        match members.get_mut("type") {
            Some(Value::Array(kinds)) => kinds.push("null".into()),
            Some(kind) => *kind = json!([kind, "null"]),
            None => {}
        }
        if let Some(Value::Array(words)) = members.get_mut("enum") {
            words.push(Value::Null);
        }
    }
    schema
}

/// A schema with a description.
pub(super) fn about(mut schema: Value, said: &str) -> Value {
    if let Some(members) = schema.as_object_mut() {
        members.insert("description".to_owned(), said.into());
    }
    schema
}

/// Says of every whole number that it may take 64 bits, which typed clients need to know.
pub(super) fn widen(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let is_whole = match members.get("type") {
                Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "integer"),
                Some(kind) => kind == "integer",
                None => false,
            };
            if is_whole {
                members.entry("format").or_insert_with(|| json!("int64"));
            }
            members.values_mut().for_each(widen);
        }
        Value::Array(items) => items.iter_mut().for_each(widen),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Ids of records, at least so many.
pub(super) fn ids(least: u32) -> Value {
    let ids =
        json!({"type": "array", "minItems": least, "maxItems": MOST_LINKS, "items": {"type": "integer", "minimum": 1}});
    about(ids, "The records, by their ids.")
}

pub(super) fn either_null(schema: Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

pub(super) fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

/// An object all of whose members are always there. What a member is that does not say it, the glossary says.
pub(super) fn object(members: &[(&str, Value)]) -> Value {
    let required: Vec<_> = members.iter().map(|(name, _)| *name).collect();
    let properties: Map<_, _> =
        members.iter().map(|(name, schema)| ((*name).to_owned(), explained(name, schema.clone()))).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

fn explained(name: &str, schema: Value) -> Value {
    match glossary::about(name) {
        Some(said) if schema.get("description").is_none() => about(schema, said),
        Some(_) | None => schema,
    }
}

fn each_of(members: &[(&'static str, Shape)]) -> Vec<(&'static str, Value)> {
    members.iter().map(|(name, shape)| (*name, explained(name, of_shape(shape)))).collect()
}

/// The same schema, each of whose figures may be null.
fn delta(mut schema: Value) -> Value {
    if let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        members.values_mut().for_each(|member| *member = delta(member.take()));
        return schema;
    }
    if schema.get("type").is_some_and(Value::is_string) { nullable(schema) } else { schema }
}

/// The schema of what is shaped so.
pub(super) fn of_shape(shape: &Shape) -> Value {
    let text = |format: &str| json!({"type": "string", "format": format});
    match shape {
        Shape::Number => json!({"type": "number"}),
        Shape::Integer => json!({"type": "integer"}),
        Shape::Text => json!({"type": "string"}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Time => text("date-time"),
        Shape::Date => text("date"),
        Shape::Word(words) => json!({"type": "string", "enum": words}),
        Shape::Said(said, shape) => about(of_shape(shape), said),
        Shape::WordOfAny(vocabularies) => {
            let mut words: Vec<&str> = Vec::new();
            for word in vocabularies.iter().copied().flatten() {
                if !words.contains(word) {
                    words.push(word);
                }
            }
            json!({"type": "string", "enum": words})
        }
        Shape::Without { members, names } => {
            let members: Vec<_> = members.iter().copied().filter(|(name, _)| !names.contains(name)).collect();
            object(&each_of(&members))
        }
        Shape::Delta(shape) => delta(of_shape(shape)),
        Shape::Null(
            shape @ (Shape::Object(_)
            | Shape::Without { .. }
            | Shape::Delta(_)
            | Shape::Varied { .. }
            | Shape::List(_)
            | Shape::Interval),
        ) => either_null(of_shape(shape)),
        Shape::Null(shape) => nullable(of_shape(shape)),
        Shape::List(items) => list(of_shape(items)),
        Shape::Any => json!({}),
        Shape::IdOrKey => json!({"type": ["integer", "string"]}),
        Shape::Record(kind) => reference(&of(*kind)),
        Shape::Interval => {
            json!({"type": "array", "minItems": 2, "maxItems": 2, "items": nullable(json!({"type": "number"}))})
        }
        Shape::Object(members) => object(&each_of(members)),
        Shape::Varied { always, sometimes } => {
            let mut schema = object(&each_of(always));
            let more = each_of(sometimes).into_iter().map(|(name, schema)| (name.to_owned(), schema));
            if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
                properties.extend(more);
            }
            schema
        }
        Shape::ByName(shape) => json!({"type": "object", "additionalProperties": of_shape(shape)}),
    }
}
