//! The document in version 3.0 of OpenAPI, for generators and gateways that read no later one.

use serde_json::{Map, Value, json};

/// Says the same as the document does, in the words of version 3.0.
pub(super) fn earlier(document: &Value) -> Value {
    let mut document = translated(document);
    if let Some(license) = document.pointer_mut("/info/license").and_then(Value::as_object_mut) {
        let name = license.remove("identifier").as_ref().and_then(Value::as_str).map(str::to_owned);
        license.extend(name.map(|it| ("url".to_owned(), format!("https://spdx.org/licenses/{it}.html").into())));
    }
    if let Some(version) = document.get_mut("openapi") {
        *version = json!("3.0.3");
    }
    document
}

fn translated(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| (name.clone(), translated(value)));
            Value::Object(schema(members.collect()))
        }
        Value::Array(items) => items.iter().map(translated).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// Of examples there is one, a constant is an enumeration of one, bytes are a format, and a bound says beside whether
/// it is excluded. Other objects have no such members, for what is named like one of them has an object below it.
fn schema(mut members: Map<String, Value>) -> Map<String, Value> {
    null_is_no_type(&mut members);
    // A reference stands alone: what is said beside it would not be read.
    if members.len() > 1
        && let Some(reference) = members.remove("$ref")
    {
        members.insert("allOf".to_owned(), json!([{ "$ref": reference }]));
    }
    if members.get("const").is_some_and(|it| !it.is_object())
        && let Some(only) = members.remove("const")
    {
        members.insert("enum".to_owned(), json!([only]));
    }
    if let Some(Value::Array(examples)) = members.get("examples")
        && let Some(first) = examples.first().cloned()
    {
        members.remove("examples");
        members.insert("example".to_owned(), first);
    }
    if members.get("contentMediaType").is_some_and(Value::is_string) {
        members.remove("contentMediaType");
        members.insert("format".to_owned(), "binary".into());
    }
    for (excluded, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if members.get(excluded).is_some_and(Value::is_number)
            && let Some(number) = members.insert(excluded.to_owned(), true.into())
        {
            members.insert(bound.to_owned(), number);
        }
    }
    members
}

/// Null is a property of a schema and no type.
fn null_is_no_type(members: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = members.get("type") {
        let types: Vec<Value> = types.iter().filter(|it| *it != "null").cloned().collect();
        members.remove("type");
        // A schema without a type takes whatever there is, null as well.
        if let [one] = &types[..] {
            members.insert("type".to_owned(), one.clone());
            members.insert("nullable".to_owned(), true.into());
        } else {
            members.retain(|name, _| !matches!(name.as_str(), "items" | "additionalProperties" | "format"));
        }
    }
    for name in ["anyOf", "oneOf"] {
        let Some(Value::Array(schemas)) = members.get(name) else { continue };
        let others: Vec<Value> = schemas.iter().filter(|it| **it != json!({"type": "null"})).cloned().collect();
        if others.len() < schemas.len() {
            members.remove(name);
            // Null is read beside a type alone. What has a name is an object.
            if others.iter().all(|it| it.get("$ref").is_some() || it.get("allOf").is_some()) {
                members.insert("type".to_owned(), "object".into());
            }
            match &others[..] {
                [Value::Object(one)] if one.contains_key("type") => {
                    let own = one.iter().filter(|(name, _)| *name != "description");
                    members.extend(own.map(|(name, it)| (name.clone(), it.clone())));
                }
                others => {
                    let of = if others.len() == 1 { "allOf" } else { name };
                    members.insert(of.to_owned(), others.into());
                }
            }
            members.insert("nullable".to_owned(), true.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_say_the_same_in_other_words() {
        let now = json!({
            "openapi": "3.1.0",
            "info": {"license": {"name": "MIT", "identifier": "MIT"}},
            "a": [
                {"type": ["string", "null"], "enum": ["x", null]},
                {"type": ["object", "array", "null"], "items": {}, "additionalProperties": true},
                {"anyOf": [{"$ref": "#/a"}, {"type": "null"}]},
                {"anyOf": [{"type": "array", "maxItems": 2}, {"type": "null"}], "description": "It."},
                {"anyOf": [{"$ref": "#/a"}, {"$ref": "#/b"}, {"type": "null"}]},
                {"type": "string", "examples": ["x"]},
                {"properties": {"examples": {"type": "string"}}},
                {"oneOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]},
                {"$ref": "#/a", "description": "It."},
                {"type": "string", "const": "x"},
                {"type": "string", "contentMediaType": "application/octet-stream"},
                {"type": "number", "exclusiveMinimum": 0.0, "maximum": 1.0},
                {"type": "number", "minimum": 0.0, "exclusiveMaximum": 1.0},
                {"properties": {"type": {"type": "string"}, "const": {"type": "integer"}}},
            ],
        });
        let then = json!({
            "openapi": "3.0.3",
            "info": {"license": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"}},
            "a": [
                {"type": "string", "nullable": true, "enum": ["x", null]},
                {},
                {"type": "object", "allOf": [{"$ref": "#/a"}], "nullable": true},
                {"type": "array", "maxItems": 2, "nullable": true, "description": "It."},
                {"type": "object", "anyOf": [{"$ref": "#/a"}, {"$ref": "#/b"}], "nullable": true},
                {"type": "string", "example": "x"},
                {"properties": {"examples": {"type": "string"}}},
                {"oneOf": [{"type": "integer"}, {"type": "string"}], "nullable": true},
                {"allOf": [{"$ref": "#/a"}], "description": "It."},
                {"type": "string", "enum": ["x"]},
                {"type": "string", "format": "binary"},
                {"type": "number", "minimum": 0.0, "exclusiveMinimum": true, "maximum": 1.0},
                {"type": "number", "minimum": 0.0, "maximum": 1.0, "exclusiveMaximum": true},
                {"properties": {"type": {"type": "string"}, "const": {"type": "integer"}}},
            ],
        });
        assert_eq!(earlier(&now), then);
    }

    /// What may be null and has no type.
    fn untyped(value: &Value, found: &mut Vec<String>) {
        if value.get("nullable").is_some_and(Value::is_boolean) && value.get("type").is_none() {
            found.push(value.to_string());
        }
        value.as_object().into_iter().flatten().for_each(|(_, member)| untyped(member, found));
        value.as_array().into_iter().flatten().for_each(|item| untyped(item, found));
    }

    #[test]
    fn what_may_be_null_says_its_type() {
        let mut found = Vec::new();
        untyped(&super::super::earlier_document(), &mut found);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn nothing_of_a_later_version_is_left_in_the_document() {
        let text = super::super::earlier_document().to_string();
        for later in [
            r#""null""#,
            r#""type":["#,
            r#""const":""#,
            r#""contentMediaType""#,
            r#""examples":["#,
            "3.1.0",
            r#""exclusiveMinimum":0"#,
            r#""exclusiveMaximum":1"#,
        ] {
            assert!(!text.contains(later), "{later}");
        }
    }
}
