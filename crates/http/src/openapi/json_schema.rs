//! The forms of JSON Schema that the document is made of.

use serde_json::{Map, Value, json};

pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

pub(super) fn nullable(mut schema: Value) -> Value {
    if let Some(members) = schema.as_object_mut() {
        if let Some(kind) = members.get("type").cloned() {
            members.insert("type".to_owned(), json!([kind, "null"]));
        }
        if let Some(Value::Array(words)) = members.get_mut("enum") {
            words.push(Value::Null);
        }
    }
    schema
}

/// Ids of records, at least so many.
pub(super) fn ids(least: u32) -> Value {
    json!({"type": "array", "minItems": least, "maxItems": 1000, "items": {"type": "integer", "minimum": 1}})
}

pub(super) fn either_null(schema: Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

pub(super) fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

/// An object all of whose members are always there.
pub(super) fn object(members: &[(&str, Value)]) -> Value {
    let required: Vec<_> = members.iter().map(|(name, _)| *name).collect();
    let properties: Map<_, _> = members.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "required": required, "properties": properties})
}
